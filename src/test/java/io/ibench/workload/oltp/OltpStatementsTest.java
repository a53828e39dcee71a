package io.ibench.workload.oltp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ibench.db.FreshDatabase;
import io.ibench.db.Prepared;
import io.ibench.db.Product;
import io.ibench.db.Session;
import io.ibench.measure.PartSummary;
import io.ibench.measure.StepResult;
import io.ibench.random.Random64;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How many statements a transaction has, and how many rows they read. */
class OltpStatementsTest {

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "point_select, '', 1, 0, 0",
    "read_only, '', 14, 0, 2",
    "read_write, '', 14, 4, 2",
    "write_only, '', 0, 4, 2",
    "read_write, oltp.skip_trx = true, 14, 4, 0",
    "read_only, oltp.range_selects = false, 10, 0, 2",
    "read_only, 'read_only.sum_ranges=0,read_only.order_ranges=0,read_only.distinct_ranges=0',"
        + " 11, 0, 2",
    "read_write, oltp.trips = merged, 14, 4, 2",
    "update_index, update_index.index_updates = 3, 0, 3, 0",
    "insert, '', 0, 1, 0",
  })
  void aTransactionHasSysbenchsStatements(
      String script, String setting, long reads, long writes, long other) throws Exception {
    try (FreshDatabase fresh = FreshDatabase.of(Product.SQLITE, folder)) {
      OltpTrial trial = new OltpTrial(fresh.database()).run(OltpTrial.LOAD);
      String settings = script + ".operations = 50," + setting;
      trial.run(
          script + ", verify",
          List.of(settings.split(",")).stream()
              .filter(one -> !one.isBlank())
              .toArray(String[]::new));
      assertThat(trial.counted(OltpCounter.TRANSACTIONS)).isEqualTo(50);
      assertThat(trial.counted(OltpCounter.READS)).isEqualTo(50 * reads);
      assertThat(trial.counted(OltpCounter.WRITES)).isEqualTo(50 * writes);
      assertThat(trial.counted(OltpCounter.OTHER)).isEqualTo(50 * other);
      assertThat(trial.counted(OltpCounter.UNMATCHED)).isZero();
      assertThat(trial.factsOfCounters())
          .contains(
              String.format(
                  "statements per transaction: %d.000 (%d.000 read, %d.000 write, %d.000 other)",
                  reads + writes + other, reads, writes, other));
    }
  }

  /** Five deviations of the mean of 2,000 transactions. */
  @ParameterizedTest
  @CsvSource({
    "read_only, range_size = 100, 309.515, 1.2",
    "read_only_count, range_size = 1000, 1, 0",
    "range_covered, range_size = 100, 100.495, 0.8",
    "inlist_select, random_points = 100, 99.507, 0.1",
    "range_covered, on = k, 100.553, 1.4",
    "select_random_points, random_points = 10, 9.9955, 0.36",
    "select_random_ranges, number_of_ranges = 10, 1, 0",
    "scan, matrix_group = x, 0, 0",
  })
  void aTransactionReadsTheExpectedRows(
      String script, String setting, double rows, double deviation) throws Exception {
    try (FreshDatabase fresh = FreshDatabase.of(Product.MEMORY, folder)) {
      int operations = script.equals("scan") ? 2 : 2000;
      OltpTrial trial =
          new OltpTrial(fresh.database())
              .run(
                  OltpTrial.LOAD + ", " + script,
                  "oltp.rows = 10000",
                  script + "." + setting,
                  script + ".operations = " + operations);
      double found = trial.counted(OltpCounter.ROWS_READ) / (double) operations;
      assertThat(found).isCloseTo(rows, within(deviation + 1e-9));
      boolean byId = !setting.equals("on = k") && !script.equals("select_random_points");
      if (rows > 1 && byId) {
        assertThat(trial.facts())
            .contains(String.format("rows read per transaction: %.3f, expected %.3f", found, rows));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "oltp.trips = sysbench, 20.000 statements per transaction in 20.000 round trips to a SQL server,"
        + " BEGIN COMMIT deletes distinct_ranges index_updates inserts non_index_updates"
        + " order_ranges point_selects simple_ranges sum_ranges",
    "oltp.trips = merged, 20.000 statements per transaction in 18.000 round trips to a SQL server,"
        + " deletes distinct_ranges index_updates inserts non_index_updates"
        + " order_ranges point_selects simple_ranges sum_ranges",
    "oltp.like = sysbench,"
        + " 20.000 statements per transaction in 20.000 round trips to a SQL server, ''",
  })
  void theReportHasSysbenchsFiguresAndTheTimesOfStatements(
      String setting, String trips, String parts) throws Exception {
    try (FreshDatabase fresh = FreshDatabase.of(Product.SQLITE, folder)) {
      OltpTrial trial =
          new OltpTrial(fresh.database())
              .run(OltpTrial.LOAD + ", read_write", "read_write.operations = 40", setting);
      StepResult step = trial.last();
      double seconds = step.whole().seconds();
      assertThat(trial.facts())
          .contains(
              trips,
              String.format(
                  Locale.ROOT,
                  "transactions/s %,.1f, queries/s %,.0f (read %,.0f, write %,.0f, other %,.0f)",
                  40 / seconds,
                  800 / seconds,
                  560 / seconds,
                  160 / seconds,
                  80 / seconds));
      assertThat(
              step.parts().stream()
                  .peek(
                      part ->
                          assertThat(part.service().count())
                              .isEqualTo(part.name().equals("point_selects") ? 400 : 40))
                  .map(PartSummary::name)
                  .sorted()
                  .collect(Collectors.joining(" ")))
          .isEqualTo(parts);
    }
  }

  /**
   * A range of k ends within the table less often than one of ids; its rows are counted, not read.
   */
  @Test
  void tenRangesOfKCountTheExpectedRows() throws Exception {
    int statements = 2000;
    try (FreshDatabase fresh = FreshDatabase.of(Product.MEMORY, folder)) {
      OltpTrial trial = new OltpTrial(fresh.database()).run(OltpTrial.LOAD, "oltp.rows = 10000");
      OltpTable table = trial.plan().oltpTables().get(0);
      Random64 random = new Random64(7);
      long[] edges = new long[20];
      long counted = 0;
      try (Session session = fresh.database().session()) {
        Prepared count = session.prepare(table.countOfRanges(10));
        for (int i = 0; i < statements; i++) {
          for (int range = 0; range < edges.length; range += 2) {
            edges[range] = 1 + random.nextLong(10_000);
            edges[range + 1] = edges[range] + 5;
          }
          count.setLongs(0, edges, edges.length);
          count.execute();
          counted += count.getLong(0, 0);
        }
      }
      assertThat(counted / (double) statements).isCloseTo(59.83, within(0.9));
    }
  }

  @Test
  void hotPointsReadTheSameRowsAlways() throws Exception {
    try (FreshDatabase fresh = FreshDatabase.of(Product.MEMORY, folder)) {
      OltpTrial trial =
          new OltpTrial(fresh.database())
              .run(
                  OltpTrial.LOAD + ", inlist_select",
                  "inlist_select.hot_points = true",
                  "inlist_select.random_points = 100",
                  "inlist_select.operations = 30");
      assertThat(trial.counted(OltpCounter.ROWS_READ)).isEqualTo(3000);
    }
  }

  @Test
  void updatesOfOneIdLeaveAllOtherRows() throws Exception {
    try (FreshDatabase fresh = FreshDatabase.of(Product.SQLITE, folder)) {
      OltpTrial trial = new OltpTrial(fresh.database()).run(OltpTrial.LOAD);
      List<String> before = trial.rows();
      trial.run(
          "update_one, verify",
          "update_one.like = update_non_index",
          "update_one.ids = 1",
          "update_one.threads = 3",
          "update_one.operations = 60");
      List<String> after = trial.rows();
      assertThat(after.subList(1, 1000)).isEqualTo(before.subList(1, 1000));
      assertThat(after.get(0)).isNotEqualTo(before.get(0));
    }
  }
}
