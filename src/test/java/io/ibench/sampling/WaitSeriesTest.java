package io.ibench.sampling;

import static io.ibench.testing.StepBuilder.aStep;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.WaitStates;
import io.ibench.measure.Clock;
import io.ibench.measure.Readings;
import io.ibench.measure.StepStart;
import io.ibench.measure.WaitRow;
import io.ibench.report.Samples;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WaitSeriesTest {

  private static final long MILLI = 1_000_000;

  private final List<WaitRow> rows = new ArrayList<>();
  private final StepStart step = aStep().start();
  private List<String> states = List.of();
  private long lookNanos = MILLI;
  private long nanos;
  private int opened;
  private Optional<FailureKind> failure = Optional.empty();
  private Runnable meanwhile = () -> {};

  private final Clock clock =
      new Clock() {
        @Override
        public long nanoTime() {
          return nanos;
        }

        @Override
        public long epochMillis() {
          return 1_000 + nanos / MILLI;
        }

        @Override
        public void parkUntil(long until) {}
      };

  private final WaitStates told =
      new WaitStates() {
        @Override
        public List<String> now() throws DatabaseException {
          nanos += lookNanos;
          if (failure.isPresent()) {
            throw new DatabaseException(failure.get(), "away");
          }
          meanwhile.run();
          return states;
        }

        @Override
        public void close() {}
      };

  private WaitSeries series(int perSecond) {
    Database database =
        (Database)
            Proxy.newProxyInstance(
                Database.class.getClassLoader(),
                new Class<?>[] {Database.class},
                (proxy, method, arguments) -> {
                  opened++;
                  return Optional.of(told);
                });
    return new WaitSeries(database, perSecond, 2 * Samples.SECOND, rows::add, clock);
  }

  private void second(WaitSeries series) {
    series.interval(step, Samples.interval(1, false, Readings.NONE, recorder -> {}));
  }

  @Test
  void aRowHasTheMeanOfTheLooksOfItsStretch() {
    WaitSeries series = series(2);
    series.stepStarted(step);
    states = List.of("Lock tuple", WaitStates.CPU, "Lock tuple");
    series.look();
    second(series);
    states = List.of(WaitStates.CPU);
    series.look();
    assertThat(rows).isEmpty();
    second(series);

    assertThat(rows).hasSize(1);
    assertThat(rows.get(0).looks()).isEqualTo(2);
    assertThat(rows.get(0).nanos()).isEqualTo(2 * Samples.SECOND);
    assertThat(rows.get(0).sessions()).isEqualTo(Map.of("Lock tuple", 1.0, WaitStates.CPU, 1.0));
  }

  @Test
  void theRestOfAStepIsARowAndAnIdleServerHasNoSessions() {
    WaitSeries series = series(2);
    series.stepStarted(step);
    series.look();
    second(series);
    series.stepEnded(aStep(step).over(Samples.period(1)));

    assertThat(rows).hasSize(1);
    assertThat(rows.get(0).sessions()).isEqualTo(Map.of(WaitStates.CPU, 0.0));
  }

  @Test
  void aStretchWithoutALookHasNoRow() {
    WaitSeries series = series(2);
    series.stepStarted(step);
    second(series);
    second(series);
    series.stepEnded(aStep(step).over(Samples.period(1)));
    assertThat(rows).isEmpty();
  }

  @Test
  void whatIsSeenAfterAStepBelongsToNone() {
    WaitSeries series = series(2);
    series.stepStarted(step);
    states = List.of(WaitStates.CPU);
    meanwhile = () -> series.stepEnded(aStep(step).over(Samples.period(1)));
    series.look();
    meanwhile = () -> {};
    series.stepStarted(step);
    second(series);
    second(series);
    assertThat(rows).isEmpty();
  }

  @Test
  void aLookThatTakesLongMakesLooksRare() {
    WaitSeries series = series(20);
    series.stepStarted(step);
    long begin = nanos;
    assertThat(series.look()).isEqualTo(begin + 50 * MILLI);
    lookNanos = 10 * MILLI;
    begin = nanos;
    assertThat(series.look()).isEqualTo(begin + 200 * MILLI);
    lookNanos = 60_000 * MILLI;
    begin = nanos;
    assertThat(series.look()).as("but not for ever").isEqualTo(begin + 70_000 * MILLI);
  }

  @Test
  void aLostConnectionIsOpenedAgain() {
    WaitSeries series = series(2);
    series.stepStarted(step);
    series.look();
    failure = Optional.of(FailureKind.CONNECTION_LOST);
    assertThat(series.look()).isEqualTo(nanos + 10 * Samples.SECOND);
    failure = Optional.empty();
    series.look();

    assertThat(opened).isEqualTo(2);
    assertThat(series.takeFailure()).isEmpty();
    second(series);
    second(series);
    assertThat(rows.get(0).looks()).isEqualTo(2);
  }

  @Test
  void anyOtherFailureIsToldOnce() {
    WaitSeries series = series(2);
    series.stepStarted(step);
    failure = Optional.of(FailureKind.DENIED);
    series.look();

    assertThat(series.takeFailure()).contains("what sessions wait for is not known any more: away");
    assertThat(series.takeFailure()).isEmpty();
  }

  @Test
  void nobodyAsksIfNoLookIsWanted() {
    try (WaitSeries series = WaitSeries.start(null, 0, Samples.SECOND, rows::add)) {
      series.stepStarted(step);
      second(series);
    }
    assertThat(rows).isEmpty();
  }
}
