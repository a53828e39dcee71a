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
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Which functions of the server used its CPU: a flame graph of each profile. Stateless. */
final class CpuBlocks {

  /** Of all CPU; a narrower box is not seen. */
  private static final double LEAST_SHARE = 0.001;

  private CpuBlocks() {}

  /** Those of a run's folder; empty without profiles. */
  static List<Block> of(Path run) throws IOException {
    List<Block> blocks = new ArrayList<>();
    Optional<StoredCpuProfiles> profiles = StoredCpuProfiles.read(run);
    if (profiles.isEmpty()) {
      return blocks;
    }
    for (Profile profile : profiles.get().profiles()) {
      blocks.add(new Block.Notes(List.of(Note.of("", CpuProfileReport.line(profile)))));
      if (profile.file().isPresent() && profile.work().isPresent()) {
        Work work = profile.work().get();
        CallTree tree = PprofFile.read(run.resolve(profile.file().get()));
        blocks.add(
            new Block.Flames(
                new FlameGraph(
                    "CPU of the server in " + profile.step() + ", us/" + work.of(),
                    "us/" + work.of(),
                    boxes(tree, work.cpuMicros()))));
      }
    }
    return blocks;
  }

  private static List<FlameGraph.Box> boxes(CallTree tree, double micros) {
    List<FlameGraph.Box> boxes = new ArrayList<>();
    double each = micros / Math.max(1, tree.samples());
    long least = (long) Math.ceil(LEAST_SHARE * tree.samples());
    add(boxes, tree.root(), 0, each, least);
    return boxes;
  }

  private static void add(
      List<FlameGraph.Box> boxes, CallTree.Node caller, int depth, double each, long least) {
    List<CallTree.Node> callees = new ArrayList<>(caller.callees());
    callees.sort(Comparator.comparing(node -> node.frame().text()));
    for (CallTree.Node callee : callees) {
      long all = callee.all();
      if (all >= least && boxes.size() < FlameGraph.MAX_BOXES) {
        boxes.add(new FlameGraph.Box(depth, callee.frame().text(), all * each, Optional.empty()));
        add(boxes, callee, depth + 1, each, least);
      }
    }
  }
}
