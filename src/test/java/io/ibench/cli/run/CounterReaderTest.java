package io.ibench.cli.run;

import static io.ibench.testing.StepBuilder.aStep;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.ServerCounter;
import io.ibench.measure.Clock;
import io.ibench.measure.Readings;
import io.ibench.measure.ServerCounterRow;
import io.ibench.measure.StepStart;
import io.ibench.report.Samples;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CounterReaderTest {

  private final List<ServerCounterRow> rows = new ArrayList<>();
  private final StepStart step = aStep().start();
  private long nanos;
  private long pages;
  private boolean away;

  private final Clock clock =
      new Clock() {
        @Override
        public long nanoTime() {
          return nanos;
        }

        @Override
        public long epochMillis() {
          return 1_000 + nanos / 1_000_000;
        }

        @Override
        public void parkUntil(long until) {}
      };

  private final CounterReader reader = new CounterReader(this::counters, clock, rows::add);

  /** An answer takes 3 ms. */
  private List<ServerCounter> counters() throws DatabaseException {
    nanos += 3_000_000;
    if (away) {
      throw new DatabaseException(FailureKind.CONNECTION_LOST, "away");
    }
    return List.of(ServerCounter.rising("pages", pages), ServerCounter.level("dirty", 7));
  }

  private void readAfter(long seconds, long more) {
    nanos += seconds * Samples.SECOND;
    pages += more;
    reader.read();
    reader.interval(step, Samples.interval(1, false, Readings.NONE, recorder -> {}));
  }

  @Test
  void eachReadingIsARowFromTheOneBefore() {
    reader.stepStarted(step);
    readAfter(0, 100);
    assertThat(rows).as("the first one has none before it").isEmpty();
    readAfter(10, 5);

    assertThat(rows).hasSize(1);
    ServerCounterRow row = rows.get(0);
    assertThat(row.step()).isEqualTo(step.name());
    assertThat(row.nanos()).isEqualTo(10 * Samples.SECOND + 3_000_000);
    assertThat(row.readNanos()).isEqualTo(3_000_000);
    assertThat(row.now().get("pages").value() - row.before().get("pages").value()).isEqualTo(5);
  }

  @Test
  void aReadingThatFailsIsInTheNextRow() {
    reader.stepStarted(step);
    readAfter(0, 0);
    away = true;
    readAfter(10, 5);
    away = false;
    readAfter(10, 6);

    assertThat(rows).singleElement().satisfies(row -> assertThat(row.nanos()).isGreaterThan(20));
    assertThat(rows.get(0).nanos()).isEqualTo(20 * Samples.SECOND + 6_000_000);
  }

  @Test
  void nothingIsReadBetweenStepsAndARowNeverSpansTwoSteps() {
    readAfter(0, 1);
    assertThat(nanos).as("not asked").isZero();
    reader.stepStarted(step);
    readAfter(0, 1);
    reader.stepEnded(aStep(step).over(Samples.period(1)));
    long before = nanos;
    readAfter(0, 1);
    assertThat(nanos).isEqualTo(before);

    reader.stepStarted(step);
    readAfter(10, 1);
    assertThat(rows).isEmpty();
  }
}
