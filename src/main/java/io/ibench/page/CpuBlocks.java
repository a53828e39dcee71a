package io.ibench.page;

import io.ibench.report.document.Block;
import io.ibench.report.document.FlameGraph;
import io.ibench.report.document.Note;
import io.ibench.report.store.StoredCpuProfiles;
import io.ibench.report.store.StoredCpuProfiles.Profile;
import io.ibench.report.store.StoredCpuProfiles.Work;
import io.ibench.report.text.CpuProfileReport;
import io.ibench.sampling.CallTree;
import io.ibench.sampling.PprofFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Which functions used the CPU: a flame graph of each step. Stateless. */
final class CpuBlocks {

  /** A step of more repeats only counts the others. */
  private static final int MAX_LINES = 6;

  private CpuBlocks() {}

  /** Those of a run's folder; empty without profiles. */
  static List<Block> of(Path run) throws IOException {
    Map<List<Object>, List<Profile>> parts = new LinkedHashMap<>();
    StoredCpuProfiles.read(run).stream()
        .flatMap(stored -> stored.profiles().stream())
        .forEach(
            each ->
                parts
                    .computeIfAbsent(List.of(each.step(), each.whose()), first -> new ArrayList<>())
                    .add(each));
    List<Block> blocks = new ArrayList<>();
    for (List<Profile> repeats : parts.values()) {
      blocks.add(new Block.Notes(lines(repeats)));
      graph(run, repeats).map(Block.Flames::new).ifPresent(blocks::add);
    }
    return blocks;
  }

  private static List<Note> lines(List<Profile> repeats) {
    List<Note> lines = new ArrayList<>();
    repeats.stream()
        .limit(MAX_LINES)
        .forEach(
            each -> {
              lines.add(Note.of("", CpuProfileReport.line(each)));
              each.counters()
                  .map(CpuProfileReport::counters)
                  .map(text -> Note.of("", text))
                  .ifPresent(lines::add);
            });
    if (repeats.size() > MAX_LINES) {
      int more = repeats.size() - MAX_LINES;
      lines.add(Note.of("", more + " more repeats in " + StoredCpuProfiles.NAME));
    }
    return lines;
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
