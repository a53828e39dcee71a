package io.ibench.bench;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Inserts the insert benchmark's rows with a bare loop and with ibench in turn, on a private server
 * and a table that is emptied before each round, each side in a JVM of its own that is started
 * afresh for each case. A round of ibench is compared with the mean of the bare rounds before and
 * after it.
 *
 * <p>Arguments: counted pairs (3), rows per commit (100,5), rows of a round (200000), drivers
 * (mariadb,mysql; or postgres), forms of a batch (values,bulk), secondary indexes (3), tcp or
 * socket. Several values, separated by commas, make cases of all combinations. What begins with two
 * dashes is an option of the server.
 */
public final class CompareWithBareInsert {

  /** Of six parameters each; above, a driver would send the rows as text. */
  private static final int MOST_ROWS = 10_000;

  /** By then the compiler is done with almost everything, whose time is part of a process'. */
  private static final int WARM_UP_PAIRS = 3;

  /**
   * Room for a million rows and their indexes, so that no round waits for a checkpoint, and no wait
   * for the disk at each commit, as in the published results.
   */
  private static final Map<String, List<String>> SERVERS =
      Map.of(
          "postgres",
          List.of(
              "shared_buffers=1GB",
              "max_wal_size=16GB",
              "checkpoint_timeout=1h",
              "synchronous_commit=off",
              "autovacuum=off"));

  private static final List<String> MARIADB =
      List.of(
          "--innodb-buffer-pool-size=1G",
          "--innodb-log-file-size=1G",
          "--innodb-flush-log-at-trx-commit=2");

  private final BenchServer server;
  private final InsertBench bench;
  private final SideProcess bare;
  private final SideProcess ibench;

  private CompareWithBareInsert(
      BenchServer server, InsertBench bench, SideProcess bare, SideProcess ibench) {
    this.server = server;
    this.bench = bench;
    this.bare = bare;
    this.ibench = ibench;
  }

  public static void main(String[] arguments) throws Exception {
    InsertCases cases = InsertCases.parse(arguments);
    for (String driver : cases.drivers()) {
      List<String> options = new ArrayList<>(SERVERS.getOrDefault(driver, MARIADB));
      options.addAll(cases.serverOptions());
      try (BenchServer server = BenchServer.start(driver, options.toArray(String[]::new))) {
        System.out.println("server: " + String.join(" ", options));
        for (InsertBench bench : cases.of(driver, server)) {
          compare(server, bench, cases.pairs());
        }
      }
    }
  }

  private static void compare(BenchServer server, InsertBench bench, int pairs) throws Exception {
    if (bench.rowsPerCommit() < 2
        || bench.rowsPerCommit() > MOST_ROWS
        || bench.rows() % bench.rowsPerCommit() != 0) {
      throw new IllegalArgumentException(
          "rows per commit are not 2 .. " + MOST_ROWS + ", or no divisor of the rows");
    }
    try (SideProcess ibench = new SideProcess("ibench-insert", bench.arguments());
        SideProcess bare = new SideProcess("bare-insert", bench.arguments())) {
      new CompareWithBareInsert(server, bench, bare, ibench).run(pairs);
    }
  }

  /** The first pairs warm up; after the first one the table's contents are compared. */
  private void run(int pairs) throws IOException, SQLException {
    System.out.printf(
        Locale.ROOT,
        "%n%s, batch = %s, %,d rows per commit, %,d rows, %d indexes, %s%n",
        bench.driver(),
        bench.form(),
        bench.rowsPerCommit(),
        bench.rows(),
        bench.indexes(),
        bench.isSocket() ? "unix socket" : "TCP");
    ibench.ask("create");
    insert(bare);
    String inserted = contents();
    insert(ibench);
    if (!contents().equals(inserted)) {
      throw new IllegalStateException("bare inserted " + inserted + ", ibench " + contents());
    }
    for (int pair = 1; pair < WARM_UP_PAIRS; pair++) {
      insert(bare);
      insert(ibench);
    }
    compare(pairs);
    empty();
    InsertBench.Binding binding = InsertBench.Binding.parse(ibench.ask("bind"));
    System.out.printf(
        Locale.ROOT,
        "drawing and binding a row: %.0f ns, %.2f bytes%n",
        binding.nanosPerRow(),
        binding.bytesPerRow());
  }

  private void compare(int pairs) throws IOException, SQLException {
    List<InsertBench.Round> ours = new ArrayList<>();
    List<InsertBench.Round> neighbours = new ArrayList<>();
    InsertBench.Round before = shown("bare", insert(bare));
    for (int pair = 0; pair < pairs; pair++) {
      ours.add(shown("ibench", insert(ibench)));
      InsertBench.Round after = shown("bare", insert(bare));
      neighbours.add(InsertBench.Round.mean(before, after));
      before = after;
    }
    System.out.printf(
        Locale.ROOT,
        "ibench/bare, median of %d: rows/s %s, client CPU per row %s (its thread %s),"
            + " own allocation %.1f bytes per row%n",
        pairs,
        ratios(ours, neighbours, InsertBench.Round::rowsPerSecond),
        ratios(ours, neighbours, InsertBench.Round::cpuMicrosPerRow),
        ratios(ours, neighbours, InsertBench.Round::threadMicrosPerRow),
        ours.get(pairs - 1).bytesPerRow() - neighbours.get(pairs - 1).bytesPerRow());
  }

  /** The median, and the least and the most. */
  private static String ratios(
      List<InsertBench.Round> ours,
      List<InsertBench.Round> neighbours,
      ToDoubleFunction<InsertBench.Round> figure) {
    double[] sorted = new double[ours.size()];
    for (int i = 0; i < sorted.length; i++) {
      sorted[i] = figure.applyAsDouble(ours.get(i)) / figure.applyAsDouble(neighbours.get(i));
    }
    Arrays.sort(sorted);
    return String.format(
        Locale.ROOT,
        "%.3f [%.3f .. %.3f]",
        sorted[sorted.length / 2],
        sorted[0],
        sorted[sorted.length - 1]);
  }

  private InsertBench.Round insert(SideProcess side) throws IOException, SQLException {
    empty();
    return InsertBench.Round.parse(side.ask("insert"));
  }

  private static InsertBench.Round shown(String name, InsertBench.Round round) {
    System.out.printf(
        Locale.ROOT,
        "%-8s %9.0f rows/s  %6.2f us CPU/row (its thread %6.2f)  %7.1f bytes/row%n",
        name,
        round.rowsPerSecond(),
        round.cpuMicrosPerRow(),
        round.threadMicrosPerRow(),
        round.bytesPerRow());
    return round;
  }

  private void empty() throws SQLException {
    try (Connection connection = server.connect();
        var statement = connection.createStatement()) {
      statement.execute(server.truncate());
    }
  }

  /** What must be the same, whoever inserted; the times are not. */
  private String contents() throws SQLException {
    try (Connection connection = server.connect();
        var statement = connection.createStatement();
        var row =
            statement.executeQuery(
                "SELECT COUNT(*), SUM(" + server.purchaseHash() + ") FROM pi1")) {
      row.next();
      return row.getString(1) + " " + row.getString(2);
    }
  }
}
