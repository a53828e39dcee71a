package io.ibench.page.compare;

import io.ibench.series.Curve;
import io.ibench.series.StepRows;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** The p99 lines of a run's operations.csv, of each step's compared repeat. Not thread-safe. */
final class CompareOperations {

  /** More than any workload has. */
  private static final int MAX_OPERATIONS = 200;

  private final StepRows rows;
  private final Set<String> shown;
  private final CompareRun run;
  private final int maxPoints;
  private final int operation;
  private final int p99;
  private final Map<String, OperationLines> steps = new HashMap<>();
  private boolean compared;

  /**
   * @param begin in seconds since the run's start
   */
  private record OperationLines(double begin, Map<String, Curve> operations) {}

  /**
   * @param shown the steps to draw
   * @param run the run of the rows
   * @param maxPoints the approximate maximum of points of a line
   */
  CompareOperations(StepRows rows, Set<String> shown, CompareRun run, int maxPoints) {
    this.rows = rows;
    this.run = run;
    this.shown = shown;
    this.maxPoints = maxPoints;
    this.operation = rows.column("operation");
    this.p99 = rows.column("service_p99_us");
  }

  /** Reads to the end of the file. */
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
      steps.put(rows.step(), new OperationLines(begin, new LinkedHashMap<>()));
    }
    if (!rows.isShort()) {
      OperationLines lines = steps.get(rows.step());
      double to = rows.at() - lines.begin;
      String name = rows.text(operation);
      if (lines.operations.size() >= MAX_OPERATIONS && !lines.operations.containsKey(name)) {
        return;
      }
      lines
          .operations
          .computeIfAbsent(name, any -> new Curve(maxPoints))
          .add(to - rows.seconds(), to, rows.number(p99));
    }
  }

  /** By operation, in microseconds; empty if the run has no rows of the step. */
  Map<String, Curve> step(String name) {
    OperationLines lines = steps.get(name);
    return lines == null ? Map.of() : lines.operations;
  }
}
