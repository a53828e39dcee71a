package io.ibench.merge;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.measure.CountedIntervals.Counted;
import io.ibench.measure.IntervalCounts;
import io.ibench.measure.PeriodIntervals;
import io.ibench.merge.IntervalTable.Joined;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;

class IntervalTableTest {

  private static final int OPERATIONS = IntervalTable.SUMS.indexOf("operations");
  private static final int WORKERS = IntervalTable.SUMS.indexOf("workers");
  private static final int OLDEST = IntervalTable.HIGHEST.indexOf("oldest_in_flight_ms");

  private final IntervalTable table = new IntervalTable(1);

  /** Other values are unknown. */
  private static double[] sums(Map<String, Integer> known) {
    double[] values = new double[IntervalTable.SUMS.size()];
    Arrays.fill(values, Double.NaN);
    known.forEach((name, value) -> values[IntervalTable.SUMS.indexOf(name)] = value);
    return values;
  }

  private static double[] oldest(double millis) {
    double[] values = new double[IntervalTable.HIGHEST.size()];
    Arrays.fill(values, Double.NaN);
    values[OLDEST] = millis;
    return values;
  }

  private void add(int slot, double end, long millis, boolean full, int operations, double oldest) {
    table.add(
        slot,
        end,
        millis,
        full,
        sums(Map.of("operations", operations, "workers", operations / 10)),
        oldest(oldest));
  }

  @Test
  void countsAreAddedUpAndLevelsAreNot() {
    assertThat(IntervalTable.SUMS)
        .contains("operations", "rows", "errors", "client.cpu_nanos", "client.gc_long_pauses")
        .doesNotContain("client.rss_bytes", "client.judged_intervals", "disk.reads");
    assertThat(IntervalTable.HIGHEST)
        .contains("oldest_in_flight_ms", "client.rss_bytes", "client.saturated_intervals")
        .doesNotContain("client.cpu_nanos", "server.rss_bytes");
  }

  @Test
  void aSlotHasTheSumsAndTheHighestLevelsOfAllAgents() {
    add(0, 1.01, 5_000, false, 20, 3);
    add(0, 1.02, 6_000, true, 30, 2);

    Joined first = table.at(0);

    assertThat(first).isEqualTo(new Joined(0, 0));
    assertThat(table.sum(first, OPERATIONS)).isEqualTo(50);
    assertThat(table.sum(first, WORKERS)).isEqualTo(5);
    assertThat(table.sum(first, IntervalTable.SUMS.indexOf("rows"))).isNaN();
    assertThat(table.highest(first, OLDEST)).isEqualTo(3);
    assertThat(table.highest(first, OLDEST + 1)).isNaN();
    assertThat(table.end(first)).isEqualTo(1.02);
    // The first agent's time of day.
    assertThat(table.endMillis(first)).isEqualTo(5_000);
    assertThat(table.isFull(first)).isTrue();
    assertThat(table.at(1)).isNull();
    assertThat(table.seconds()).isEqualTo(1);
  }

  @Test
  void anUnknownValueDoesNotHideAKnownOne() {
    table.add(0, 1, 1, true, sums(Map.of("rows", 4)), oldest(5));
    table.add(0, 1, 1, true, sums(Map.of("errors", 1)), oldest(Double.NaN));
    table.add(0, 1, 1, true, sums(Map.of("rows", 3)), oldest(4));

    assertThat(table.sum(table.at(0), IntervalTable.SUMS.indexOf("rows"))).isEqualTo(7);
    assertThat(table.sum(table.at(0), IntervalTable.SUMS.indexOf("errors"))).isEqualTo(1);
    assertThat(table.highest(table.at(0), OLDEST)).isEqualTo(5);
  }

  @Test
  void slotsThatALateTickJoinsAreOneIntervalOfAll() {
    Slots late = table.slots();
    add(late.next(1), 1, 1_000, true, 10, 1);
    add(late.next(3), 3, 3_000, false, 40, 9);
    Slots punctual = table.slots();
    add(punctual.next(1), 1, 1_001, true, 11, 1);
    add(punctual.next(2), 2, 2_001, true, 30, 12);
    add(punctual.next(3), 3, 3_001, true, 20, 3);
    add(punctual.next(4), 4, 4_001, true, 5, 3);

    Joined second = table.at(1);

    assertThat(second).isEqualTo(new Joined(1, 2));
    assertThat(table.sum(second, OPERATIONS)).isEqualTo(90);
    // Workers are there at one time: 4 and 2 together at the last tick, 3 at the one before.
    assertThat(table.sum(second, WORKERS)).isEqualTo(6);
    assertThat(table.highest(second, OLDEST)).isEqualTo(12);
    assertThat(table.end(second)).isEqualTo(3);
    assertThat(table.endMillis(second)).isEqualTo(3_000);
    assertThat(table.isFull(second)).isTrue();
    assertThat(table.at(3)).isEqualTo(new Joined(3, 3));
    assertThat(table.at(4)).isNull();
  }

  @Test
  void aLateTickBeyondTheLastRowJoinsNoSlotBeyondIt() {
    table.slots().next(4);
    add(0, 1, 1_000, true, 1, 1);
    add(1, 2, 2_000, true, 1, 1);

    assertThat(table.at(0)).isEqualTo(new Joined(0, 1));
  }

  @Test
  void manySlotsKeepWhatEarlierOnesHave() {
    for (int slot = 0; slot < 200; slot++) {
      add(slot, slot + 1, 1_000L * (slot + 1), slot % 2 == 0, slot, slot);
    }

    assertThat(table.sum(table.at(3), OPERATIONS)).isEqualTo(3);
    assertThat(table.highest(table.at(199), OLDEST)).isEqualTo(199);
    assertThat(table.endMillis(table.at(64))).isEqualTo(65_000);
    assertThat(table.isFull(table.at(63))).isFalse();
    assertThat(table.at(200)).isNull();
  }

  @Test
  void theIntervalsOfAPartAreThoseThatEndInIt() {
    for (int slot = 0; slot < 4; slot++) {
      table.add(
          slot,
          slot + 1,
          1,
          slot != 3,
          sums(Map.of("queries", 10 + slot, "inserted_rows", 20 + slot, "deleted_rows", 30 + slot)),
          oldest(1));
    }

    PeriodIntervals part = table.intervals(1, 3);

    assertThat(part.count()).isEqualTo(2);
    assertThat(part.lengthNanos()).isEqualTo(1_000_000_000L);
    assertThat(counts(part.queries())).containsExactly(11, 12);
    assertThat(counts(part.insertedRows())).containsExactly(21, 22);
    assertThat(counts(part.deletedRows())).containsExactly(31, 32);
    // An end is a sum of rounded lengths.
    assertThat(table.intervals(1.0009, 2.9991).count()).isEqualTo(2);
    assertThat(table.intervals(0.9985, 2.9985).count()).isEqualTo(2);
    assertThat(counts(table.intervals(0.9985, 2.9985).queries())).containsExactly(10, 11);
    PeriodIntervals all = table.intervals(0, Double.MAX_VALUE);
    assertThat(all.count()).isEqualTo(4);
    assertThat(all.queries().size()).isEqualTo(3);
    assertThat(all.lost()).isZero();
  }

  private static long[] counts(IntervalCounts counts) {
    long[] all = new long[counts.size()];
    Arrays.setAll(all, counts::get);
    return all;
  }

  @Test
  void unknownCountsOfAnIntervalAreZero() {
    assertThat(IntervalTable.counted(0.25, true, sums(Map.of("inserted_rows", 7))))
        .isEqualTo(new Counted(250_000_000L, true, 0, 7, 0));
    assertThat(IntervalTable.counted(2, false, sums(Map.of("queries", 3, "deleted_rows", 5))))
        .isEqualTo(new Counted(2_000_000_000L, false, 3, 0, 5));
  }
}
