package io.ibench.bench;

import io.ibench.testing.PrivateMariadb;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Locale;

/**
 * Loads LinkBench's links with a bare multi-row insert loop and with ibench in turn, on one private
 * MariaDB server and freshly emptied tables that have their index, each side in a JVM of its own.
 * Prints rows per second and the process' CPU per row, with their ratios, for both forms of a
 * batch.
 *
 * <p>Arguments: counted pairs of each form (3), threads (4), ids (100000), rows per commit (1000).
 */
public final class CompareWithBareLoad {

  /** Of seven parameters each; above, the driver would send the bare loop's rows as text. */
  private static final int MOST_ROWS = 9_000;

  private final PrivateMariadb server;
  private final SideProcess bare;
  private final SideProcess ibench;

  private CompareWithBareLoad(PrivateMariadb server, SideProcess bare, SideProcess ibench) {
    this.server = server;
    this.bare = bare;
    this.ibench = ibench;
  }

  public static void main(String[] arguments) throws Exception {
    int pairs = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 3;
    int threads = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 4;
    long ids = arguments.length > 2 ? Long.parseLong(arguments[2]) : 100_000;
    int rowsPerCommit = arguments.length > 3 ? Integer.parseInt(arguments[3]) : 1000;
    if (rowsPerCommit < 2 || rowsPerCommit > MOST_ROWS) {
      throw new IllegalArgumentException("rows per commit are not 2 .. " + MOST_ROWS);
    }
    try (PrivateMariadb server = PrivateMariadb.start()) {
      LoadBench bench = new LoadBench(server.jdbcUrl(), threads, ids, rowsPerCommit);
      try (SideProcess ibench = new SideProcess("ibench-load", bench.arguments());
          SideProcess bare = new SideProcess("bare-load", bench.arguments())) {
        CompareWithBareLoad comparison = new CompareWithBareLoad(server, bare, ibench);
        comparison.run("values", pairs);
        comparison.run("bulk", pairs);
      }
    }
  }

  /** The first pair warms up. */
  private void run(String form, int pairs) throws IOException, SQLException {
    double[] rates = new double[pairs];
    double[] cpus = new double[pairs];
    for (int pair = 0; pair <= pairs; pair++) {
      System.out.println(form + (pair == 0 ? ", warm-up" : ", pair " + pair));
      LoadBench.Round one = load("bare", bare, form);
      String loaded = contents();
      LoadBench.Round other = load("ibench", ibench, form);
      if (!contents().equals(loaded)) {
        throw new IllegalStateException("bare loaded " + loaded + ", ibench " + contents());
      }
      if (pair > 0) {
        rates[pair - 1] = other.rowsPerSecond() / one.rowsPerSecond();
        cpus[pair - 1] = other.cpuMicrosPerRow() / one.cpuMicrosPerRow();
        printRatio("ibench/bare", rates[pair - 1], cpus[pair - 1]);
      }
    }
    printRatio(form + ", median of " + pairs, median(rates), median(cpus));
  }

  private LoadBench.Round load(String name, SideProcess side, String form) throws IOException {
    ibench.ask("empty");
    LoadBench.Round round = LoadBench.Round.parse(side.ask("load " + form));
    System.out.printf(
        Locale.ROOT,
        "%-8s %,9d rows  %9.0f rows/s  %6.2f us CPU/row%n",
        name,
        round.rows(),
        round.rowsPerSecond(),
        round.cpuMicrosPerRow());
    return round;
  }

  /** What must be the same, whoever loaded; the times are not. */
  private String contents() throws SQLException {
    try (Connection connection = server.connect();
        var statement = connection.createStatement();
        var row =
            statement.executeQuery(
                "SELECT COUNT(*), SUM(id1 * 31 + id2), SUM(CRC32(data)) FROM linktable")) {
      row.next();
      return row.getString(1) + " " + row.getString(2) + " " + row.getString(3);
    }
  }

  private static void printRatio(String name, double rate, double cpu) {
    System.out.printf(Locale.ROOT, "%s: rows/s %.3f, client CPU per row %.3f%n", name, rate, cpu);
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
