package io.ibench.measure;

import static io.ibench.testing.SnapshotBuilder.anInterval;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ContinuedPeriodTest {

  private static final long SECOND = 1_000_000_000L;
  private static final PeriodAccumulator.Shape SHAPE =
      new PeriodAccumulator.Shape(List.of(Role.QUERY, Role.INSERT), 2, 1, 1, true);

  private static Readings readings(long disk, long client) {
    return new Readings(Map.of("disk", disk, "client", client), Map.of(), Map.of());
  }

  private static Snapshot interval(long successes, Readings now) {
    List<OperationStats> sums = Recorder.emptySums(2, 2, true);
    for (long i = 0; i < successes; i++) {
      sums.get(0).success(0, 10, 1_000 * (i + 1), 3);
      sums.get(1).failure((int) (i % 2), 0, 5, 70_000);
    }
    sums.get(0).retry();
    return anInterval(sums)
        .full(true)
        .workloadCounters(successes)
        .readings(Readings.NONE, now)
        .build();
  }

  private static byte[] bytes(PeriodAccumulator period, long now, Readings last)
      throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    period.write(new DataOutputStream(bytes), now, last);
    return bytes.toByteArray();
  }

  private static DataInputStream in(byte[] bytes) {
    return new DataInputStream(new ByteArrayInputStream(bytes));
  }

  @Test
  void aContinuedStepHasTheFiguresOfOneWithoutAGap() throws IOException {
    PeriodAccumulator whole = new PeriodAccumulator(SHAPE, 0, 50_000, SECOND, readings(100, 1_000));
    whole.add(interval(40, readings(150, 1_500)));
    PeriodAccumulator first = new PeriodAccumulator(SHAPE, 0, 50_000, SECOND, readings(100, 1_000));
    first.add(interval(40, readings(150, 1_500)));
    byte[] saved = bytes(first, SECOND, readings(150, 1_500));

    // The disk was used during the gap, and the client begins to count anew.
    PeriodAccumulator second =
        new PeriodAccumulator(SHAPE, 900 * SECOND, 50_000, SECOND, readings(9_000, 3));
    second.continueFrom(
        in(saved),
        950_000,
        CountedIntervals.of(new CountedIntervals.Counted(SECOND, true, 40, 0, 0)));
    second.add(interval(7, readings(9_020, 13)));
    whole.add(interval(7, readings(170, 1_510)));
    PeriodResult continued = second.close(901 * SECOND, 951_000, readings(9_020, 13), false);
    PeriodResult undisturbed = whole.close(2 * SECOND, 52_000, readings(170, 1_510), false);

    assertThat(continued.nanos()).isEqualTo(2 * SECOND);
    assertThat(continued.operations()).isEqualTo(undisturbed.operations());
    assertThat(continued.workloadCounters()).containsExactly(47);
    assertThat(continued.intervals().queries().toArray())
        .isEqualTo(undisturbed.intervals().queries().toArray());
    for (String metric : List.of("disk", "client")) {
      assertThat(grown(continued, metric)).as(metric).isEqualTo(grown(undisturbed, metric));
    }
  }

  @Test
  void stallsOfTheEarlierProcessAreListedBeforeThoseOfThisOne() throws IOException {
    PeriodAccumulator first = new PeriodAccumulator(SHAPE, 0, 50_000, SECOND, Readings.NONE);
    Stall early = new Stall(Stall.Kind.STOPPED, 0, 50_000, SECOND / 2, 4, false);
    first.add(anInterval(Recorder.emptySums(2, 2, true)).workloadCounters(0).stalls(early).build());
    PeriodAccumulator second =
        new PeriodAccumulator(SHAPE, 900 * SECOND, 50_000, SECOND, Readings.NONE);

    second.continueFrom(in(bytes(first, SECOND, Readings.NONE)), 950_000, CountedIntervals.NONE);
    Stall late =
        new Stall(Stall.Kind.OLD, 900 * SECOND, 950_000, 900 * SECOND + SECOND / 4, 1, false);
    second.add(anInterval(Recorder.emptySums(2, 2, true)).workloadCounters(0).stalls(late).build());
    Stalls stalls = second.close(901 * SECOND, 951_000, Readings.NONE, false).stalls();

    assertThat(stalls.count()).isEqualTo(2);
    assertThat(stalls.nanos()).isEqualTo(3 * SECOND / 4);
    assertThat(stalls.longestStoppedNanos()).isEqualTo(SECOND / 2);
    assertThat(stalls.first())
        .extracting(Stall::kind, Stall::startEpochMillis, Stall::nanos)
        .containsExactly(
            tuple(Stall.Kind.STOPPED, 50_000L, SECOND / 2),
            tuple(Stall.Kind.OLD, 950_000L, SECOND / 4));
  }

  @Test
  void aStoredPeriodHasItsOwnFiguresAndIntervals() throws IOException {
    PeriodAccumulator period =
        new PeriodAccumulator(SHAPE, 5 * SECOND, 55_000, SECOND, readings(100, 1_000));
    period.add(interval(40, readings(150, 1_500)));
    byte[] saved = bytes(period, 6 * SECOND, readings(150, 1_500));

    PeriodResult stored =
        PeriodAccumulator.stored(
            SHAPE,
            in(saved),
            56_000,
            SECOND,
            CountedIntervals.of(
                new CountedIntervals.Counted(SECOND, true, 99, 0, 0),
                new CountedIntervals.Counted(SECOND, true, 40, 0, 0)));

    PeriodResult undisturbed = period.close(6 * SECOND, 56_000, readings(150, 1_500), true);
    assertThat(stored.partial()).isTrue();
    assertThat(stored.seconds()).isEqualTo(1);
    assertThat(stored.startEpochMillis()).isEqualTo(55_000);
    assertThat(stored.operations()).isEqualTo(undisturbed.operations());
    assertThat(stored.intervals().queries().toArray()).containsExactly(40);
    assertThat(grown(stored, "disk")).isEqualTo(50);
  }

  private static long grown(PeriodResult period, String metric) {
    return period.end().values().get(metric) - period.start().values().get(metric);
  }

  @Test
  void countsOfAnotherStepAreRefused() throws IOException {
    PeriodAccumulator other =
        new PeriodAccumulator(
            new PeriodAccumulator.Shape(List.of(Role.QUERY), 2, 1, 1, true),
            0,
            0,
            SECOND,
            Readings.NONE);
    byte[] saved = bytes(other, SECOND, Readings.NONE);
    PeriodAccumulator period = new PeriodAccumulator(SHAPE, 0, 0, SECOND, Readings.NONE);
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> period.continueFrom(in(saved), 0, CountedIntervals.NONE))
        .withMessageContaining("operations");
  }
}
