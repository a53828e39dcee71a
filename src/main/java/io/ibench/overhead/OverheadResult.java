package io.ibench.overhead;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * What ibench costs on this machine. Immutable.
 *
 * @param schema of overhead.json
 * @param answer one sentence
 * @param ibench the version
 * @param time when it was measured, as ISO 8601
 * @param java the JVM
 * @param cpus that the JVM may use
 * @param quick whether it was a short measurement
 * @param database the product, its version and its driver; empty without a database
 */
public record OverheadResult(
    int schema,
    String answer,
    String ibench,
    String time,
    String java,
    int cpus,
    boolean quick,
    String database,
    List<OverheadRow> rows) {

  static final int SCHEMA = 1;

  public OverheadResult {
    rows = List.copyOf(rows);
  }

  /**
   * @param product the database's name in the answer; empty without a database
   */
  public static OverheadResult of(
      String ibench,
      String time,
      boolean quick,
      String product,
      String database,
      List<OverheadRow> rows) {
    return new OverheadResult(
        SCHEMA,
        answer(product, rows),
        ibench,
        time,
        System.getProperty("java.vm.name") + " " + Runtime.version(),
        Runtime.getRuntime().availableProcessors(),
        quick,
        database,
        rows);
  }

  /** The row of an operation. */
  Optional<OverheadRow> row(String name) {
    return rows.stream().filter(row -> row.name().equals(name)).findFirst();
  }

  private static String answer(String product, List<OverheadRow> rows) {
    OverheadRow mix =
        rows.stream()
            .filter(row -> row.name().equals(ClientCosts.MIX))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException("no row " + ClientCosts.MIX));
    String rate =
        String.format(
            Locale.ROOT,
            "this client can send %s%.1f M operations/s per CPU",
            mix.isUncertain() ? "about " : "",
            1e3 / Objects.requireNonNull(mix.ibenchCpuNs()));
    return rows.stream()
        .filter(OverheadRow::isCompared)
        .findFirst()
        .map(row -> rate + "; on this " + product + " " + part(row))
        .orElse(rate);
  }

  private static String part(OverheadRow row) {
    return row.isUncertain()
        ? "the machine is too busy to say how much of its CPU is ibench"
        : share(row) + " of its CPU is ibench";
  }

  /** ibench's part of the client's CPU time; a limit if it is not more than noise. */
  private static String share(OverheadRow row) {
    double ratio = Objects.requireNonNull(row.toBare().value());
    return Objects.requireNonNull(row.toBare().low()) > 1
        ? String.format(Locale.ROOT, "%.2f", 1 - 1 / ratio)
        : String.format(
            Locale.ROOT,
            "less than %.2f",
            Math.max(0.01, 1 - 1 / Objects.requireNonNull(row.toBare().high())));
  }
}
