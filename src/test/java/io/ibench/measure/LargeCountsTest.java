package io.ibench.measure;

import static io.ibench.testing.SnapshotBuilder.anInterval;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Counts cross 2^31 and 2^32 on their way from a recorder to a period's result. */
class LargeCountsTest {

  private static final int STEPS = 10;

  @ParameterizedTest
  @ValueSource(longs = {(1L << 31) - STEPS / 2, (1L << 32) - STEPS / 2, (1L << 53)})
  void countsGoOn(long startCount) {
    Recorder recorder = new Recorder(1, 1, true);
    List<OperationStats> sums = Recorder.emptySums(1, 1, true);
    sums.get(0).startCountingAt(startCount);
    for (int i = 1; i <= STEPS; i++) {
      recorder.success(0, 0, 0, 1_000, 1);
      recorder.flip();
      recorder.drainInto(sums);
      assertThat(sums.get(0).successes()).isEqualTo(startCount + i);
      assertThat(sums.get(0).rows()).isEqualTo(startCount + i);
    }
    long count = startCount + STEPS;
    Snapshot snapshot = anInterval(sums).from(0, 1, 0).workloadCounters(count).build();
    assertThat(snapshot.successes()).isEqualTo(count);
    assertThat(snapshot.rows()).isEqualTo(count);

    PeriodResult result = twice(snapshot, Role.QUERY);
    assertThat(result.successes()).isEqualTo(2 * count);
    assertThat(result.rows()).isEqualTo(2 * count);
    assertThat(result.workloadCounters()).containsExactly(2 * count);
    assertThat(result.intervals().queries().toArray()).containsExactly(count, count);
    assertThat(result.operations().get(0).count()).isEqualTo(2 * count);
    assertThat(twice(snapshot, Role.INSERT).intervals().insertedRows().toArray())
        .containsExactly(count, count);
    assertThat(twice(snapshot, Role.DELETE).intervals().deletedRows().toArray())
        .containsExactly(count, count);
  }

  /** A period of this interval and then the same once more. */
  private static PeriodResult twice(Snapshot snapshot, Role role) {
    PeriodAccumulator period =
        new PeriodAccumulator(
            new PeriodAccumulator.Shape(List.of(role), 1, 1, 1, true), 0, 0, 1, Readings.NONE);
    period.add(snapshot);
    period.add(snapshot);
    return period.close(2, 0, Readings.NONE, false);
  }

  @ParameterizedTest
  @ValueSource(longs = {(1L << 31) - STEPS / 2, (1L << 32) - STEPS / 2})
  void aRecorderStartedThereGoesOn(long startCount) {
    OperationStats books = new OperationStats(1, true);
    books.startCountingAt(startCount);
    for (int i = 0; i < STEPS; i++) {
      books.success(0, 0, 1_000, 1);
    }
    assertThat(books.successes()).isEqualTo(startCount + STEPS);
    assertThat(OperationSummary.of(0, books, 1).count()).isEqualTo(startCount + STEPS);
  }

  @ParameterizedTest
  @ValueSource(longs = {1L << 31, 1L << 32})
  void histogramsCountAsFar(long count) {
    LatencyCounts books = new LatencyCounts();
    books.add(1_000, count);
    LatencyCounts sums = new LatencyCounts();
    sums.add(books);
    sums.add(books);
    LatencySummary service = LatencySummary.of(sums.toHistogram());
    assertThat(service.count()).isEqualTo(2 * count);
    assertThat(service.p9999Nanos()).isBetween(1_000L, 1_010L);
    assertThat(service.meanNanos()).isBetween(990.0, 1_010.0);
  }
}
