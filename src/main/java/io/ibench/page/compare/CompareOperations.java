package io.ibench.page.compare;

import io.ibench.series.Curve;
import io.ibench.series.StepRows;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The 99th percentiles of one run's operations.csv: of each step the repeat that is compared, from
 * its own beginning. One thread's.
 */
final class CompareOperations {

  /** No workload has as many. */
  private static final int MOST_OPERATIONS = 200;

  private final StepRows rows;
  private final Set<String> shown;
  private final CompareRun run;
  private final int most;
  private final int operation;
  private final int p99;
  private final Map<String, StepLines> steps = new HashMap<>();
  private boolean compared;

  /**
   * @param begin in seconds since the run's
   */
  private record StepLines(double begin, Map<String, Curve> operations) {}

  /**
   * @param shown the steps that are drawn
   * @param run whose rows they are
   * @param most points of a line, about
   */
  CompareOperations(StepRows rows, Set<String> shown, CompareRun run, int most) {
    this.rows = rows;
    this.run = run;
    this.shown = shown;
    this.most = most;
    this.operation = rows.column("operation");
    this.p99 = rows.column("service_p99_us");
  }

  /** To the end of the file. */
  void read() throws IOException {
    while (rows.next()) {
      compared = rows.isNewRepeat() ? run.isCompared(rows) : compared;
      if (compared && shown.contains(rows.step())) {
        add();
      }
    }
  }

  private void add() {
    if (rows.isNewRepeat()) {
      double begin = rows.at() - rows.seconds();
      steps.put(rows.step(), new StepLines(begin, new LinkedHashMap<>()));
    }
    if (!rows.isShort()) {
      StepLines lines = steps.get(rows.step());
      double to = rows.at() - lines.begin;
      String name = rows.text(operation);
      if (lines.operations.size() >= MOST_OPERATIONS && !lines.operations.containsKey(name)) {
        return;
      }
      lines
          .operations
          .computeIfAbsent(name, any -> new Curve(most))
          .add(to - rows.seconds(), to, rows.number(p99));
    }
  }

  /** By operation, in microseconds; empty where the run has no rows of the step. */
  Map<String, Curve> step(String name) {
    StepLines lines = steps.get(name);
    return lines == null ? Map.of() : lines.operations;
  }
}
