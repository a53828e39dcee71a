package io.ibench.report.text;

import io.ibench.report.figures.Figure;
import io.ibench.report.figures.NumberText;
import io.ibench.report.text.AnswerTable.StepSet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What an answer says of RocksDB: write amplification and stalls of writes. Stateless. */
final class LsmAnswer {

  private static final double MIN_STALL_PERCENT = 0.1;

  /** RocksDB's reasons as its counters name them, and in words. */
  private static final Map<String, String> REASONS = new LinkedHashMap<>();

  static {
    REASONS.put("memtable-limit", "memtables");
    REASONS.put("l0-file-count-limit", "L0 files");
    REASONS.put("pending-compaction-bytes", "pending bytes");
  }

  private LsmAnswer() {}

  /** Of all repeats together; the highest of several steps; empty if any does not know it. */
  static Optional<Double> writeAmp(StepSet set) {
    double tree = 0;
    double users = 0;
    double highest = 0;
    for (LsmStep step : steps(set)) {
      double amplification = step.figure(Figure.LSM_WRITE_AMP);
      tree += amplification * step.userBytes();
      users += step.userBytes();
      highest = Math.max(highest, amplification);
    }
    double value = set.isMerged() ? highest : tree / users;
    return Double.isFinite(value) ? Optional.of(value) : Optional.empty();
  }

  /** The rows that stalls slowed down, with their share of the time; empty without such rows. */
  static String stalls(List<StepSet> sets) {
    List<String> stalled = new ArrayList<>();
    for (StepSet set : sets) {
      List<LsmStep> steps = steps(set);
      double seconds = steps.stream().mapToDouble(step -> step.figure(Figure.SECONDS)).sum();
      double percent =
          steps.stream()
                  .mapToDouble(
                      step -> step.figure(Figure.LSM_STALL_PCT) * step.figure(Figure.SECONDS))
                  .sum()
              / seconds;
      if (percent >= MIN_STALL_PERCENT) {
        stalled.add(NumberText.figure(percent) + " % of " + set.title() + reasons(steps));
      }
    }
    return stalled.isEmpty()
        ? ""
        : "; RocksDB stopped or delayed writes for " + String.join(", ", stalled);
  }

  private static String reasons(List<LsmStep> steps) {
    List<String> reasons = new ArrayList<>();
    REASONS.forEach(
        (name, words) -> {
          double count =
              steps.stream()
                  .mapToDouble(
                      step ->
                          step.counter("stalls." + name + "-stops")
                              + step.counter("stalls." + name + "-delays"))
                  .sum();
          if (count > 0) {
            reasons.add(words + " " + NumberText.figure(count));
          }
        });
    return reasons.isEmpty() ? "" : " (by " + String.join(", ", reasons) + ")";
  }

  private static List<LsmStep> steps(StepSet set) {
    return set.steps().stream().map(LsmStep::new).toList();
  }
}
