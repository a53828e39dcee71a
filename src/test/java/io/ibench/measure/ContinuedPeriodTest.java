package io.ibench.measure;

import static io.ibench.testing.SnapshotBuilder.anInterval;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.ibench.measure.PeriodAccumulator.CountedInterval;
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
    second.continueFrom(in(saved), 950_000, List.of(new CountedInterval(SECOND, true, 40, 0, 0)));
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
        .isThrownBy(() -> period.continueFrom(in(saved), 0, List.of()))
        .withMessageContaining("operations");
  }
}
