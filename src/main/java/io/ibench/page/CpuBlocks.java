package io.ibench.page;

import io.ibench.report.document.Block;
import io.ibench.report.document.FlameGraph;
import io.ibench.report.store.StoredCpuProfiles;
import io.ibench.report.store.StoredCpuProfiles.Profile;
import io.ibench.report.store.StoredCpuProfiles.Work;
import io.ibench.report.text.CpuProfileReport;
import io.ibench.sampling.CallTree;
import io.ibench.sampling.PprofFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Which functions used the CPU: a flame graph of each step. Stateless. */
final class CpuBlocks {

  private CpuBlocks() {}

  /** Those of a run's folder; empty without profiles. */
  static List<Block> of(Path run) throws IOException {
    List<Block> blocks = new ArrayList<>();
    List<List<Profile>> parts =
        StoredCpuProfiles.read(run).map(StoredCpuProfiles::parts).orElse(List.of());
    for (List<Profile> repeats : parts) {
      blocks.add(new Block.Notes(CpuProfileReport.notes(repeats)));
      graph(run, repeats).map(Block.Flames::new).ifPresent(blocks::add);
    }
    return blocks;
  }

  /** The calls of all repeats of a step; empty without any. */
  private static Optional<FlameGraph> graph(Path run, List<Profile> repeats) throws IOException {
    CallTree all = new CallTree();
    List<Work> works = new ArrayList<>();
    for (Profile each : repeats) {
      if (each.file().isPresent() && each.work().isPresent()) {
        PprofFile.read(run.resolve(each.file().get())).forEach(all::add);
        works.add(each.work().get());
      }
    }
    if (all.samples() == 0) {
      return Optional.empty();
    }
    double micros = works.stream().mapToDouble(Work::cpuMicros).average().orElse(0);
    double each = micros / all.samples();
    String unit = "us/" + works.get(0).of();
    return Optional.of(
        FlameGraph.of(
            "CPU of "
                + repeats.get(0).whose().text()
                + " in "
                + repeats.get(0).step()
                + ", "
                + unit,
            unit,
            all.root(),
            CallTree.Node::callees,
            (call, depth) ->
                new FlameGraph.Box(
                    depth, call.frame().text(), call.all() * each, Optional.empty())));
  }
}
