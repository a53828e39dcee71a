package io.ibench.page.compare;

import io.ibench.measure.StepStart.Unit;
import io.ibench.series.Curve;
import io.ibench.series.StepRows;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * The lines of the parts of a step over time: the p99 of each operation from operations.csv, or the
 * rate of each client from clients.csv; of all repeats. Not thread-safe.
 */
final class CompareParts {

  /** More than any workload has. */
  private static final int MAX_OPERATIONS = 200;

  /** More lines than a reader compares. */
  private static final int MAX_CLIENTS = 16;

  private final StepRows rows;
  private final Map<String, Unit> shown;
  private final int maxPoints;
  private final int maxParts;
  private final Function<Unit, String> part;
  private final ToDoubleFunction<Unit> value;
  private final Map<String, PartLines> steps = new HashMap<>();

  /**
   * @param begin in seconds since the run's start
   */
  private record PartLines(double begin, Map<String, Curve> parts) {}

  private CompareParts(
      StepRows rows,
      Map<String, Unit> shown,
      int maxPoints,
      int maxParts,
      Function<Unit, String> part,
      ToDoubleFunction<Unit> value) {
    this.rows = rows;
    this.shown = shown;
    this.maxPoints = maxPoints;
    this.maxParts = maxParts;
    this.part = part;
    this.value = value;
  }

  /**
   * The 99th percentile of each operation in microseconds.
   *
   * @param rows of operations.csv
   * @param shown the steps to draw
   * @param maxPoints the approximate maximum of points of a line
   */
  static CompareParts operations(StepRows rows, Map<String, Unit> shown, int maxPoints) {
    int operation = rows.column("operation");
    int p99 = rows.column("service_p99_us");
    return new CompareParts(
        rows,
        shown,
        maxPoints,
        MAX_OPERATIONS,
        unit -> "p99 us " + rows.text(operation),
        unit -> rows.number(p99));
  }

  /**
   * What each client completed per second: queries, or inserted rows in steps that insert.
   *
   * @param rows of clients.csv
   */
  static CompareParts clients(StepRows rows, Map<String, Unit> shown, int maxPoints) {
    int client = rows.column("client");
    int queries = rows.column("queries");
    int inserted = rows.column("inserted_rows");
    return new CompareParts(
        rows,
        shown,
        maxPoints,
        MAX_CLIENTS,
        unit -> (unit == Unit.QUERIES ? "queries/s" : "rows/s") + " of client " + rows.text(client),
        unit -> rows.number(unit == Unit.QUERIES ? queries : inserted) / rows.seconds());
  }

  /** Reads to the end of the file. */
  void read() throws IOException {
    while (rows.next()) {
      Unit unit = shown.get(rows.step());
      if (unit != null) {
        add(unit);
      }
    }
  }

  private void add(Unit unit) {
    if (rows.isNewStep()) {
      steps.put(rows.step(), new PartLines(rows.at() - rows.seconds(), new LinkedHashMap<>()));
    }
    if (!rows.isShort()) {
      PartLines lines = steps.get(rows.step());
      double to = rows.at() - Objects.requireNonNull(lines).begin;
      String name = part.apply(unit);
      if (lines.parts.size() >= maxParts && !lines.parts.containsKey(name)) {
        return;
      }
      lines
          .parts
          .computeIfAbsent(name, any -> new Curve(maxPoints))
          .add(to - rows.seconds(), to, value.applyAsDouble(unit));
    }
  }

  /** By the part's label; empty if the run has no rows of the step. */
  Map<String, Curve> step(String name) {
    PartLines lines = steps.get(name);
    return lines == null ? Map.of() : lines.parts;
  }
}
