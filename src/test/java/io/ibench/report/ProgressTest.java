package io.ibench.report;

import static io.ibench.report.Samples.SECOND;
import static io.ibench.report.Samples.operation;
import static io.ibench.report.Samples.period;
import static io.ibench.report.Samples.start;
import static io.ibench.report.Samples.step;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.measure.Readings;
import io.ibench.measure.Snapshot;
import io.ibench.measure.StepStart;
import io.ibench.measure.StepStart.Unit;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ProgressTest {

  private final StringWriter written = new StringWriter();

  private Progress progress(boolean terminal) {
    return new Progress(new PrintWriter(written), terminal);
  }

  private static Snapshot second(long number) {
    return Samples.interval(
        number,
        false,
        Readings.NONE,
        recorder -> {
          for (int i = 0; i < 250; i++) {
            recorder.success(Samples.READ, 0, 0, 1, 2);
          }
        });
  }

  @Test
  void withoutATerminalThereIsALineEveryTenSecondsAndPerStep() {
    Progress progress = progress(false);
    StepStart step = start("first", Unit.QUERIES);
    progress.stepStarted(step);
    for (int i = 1; i <= 25; i++) {
      progress.interval(step, second(i));
    }
    progress.stepEnded(step(step, period(25, operation(Samples.READ, 6_250, 0))));

    assertThat(written)
        .hasToString(
            """
              first  10.0 s of 10.0  250 qps
              first  20.0 s of 10.0  250 qps
              first            25.0 s           250 qps  done
            """);
  }

  @Test
  void onATerminalOneLineIsWrittenOverAndLeavesNothing() {
    Progress progress = progress(true);
    StepStart step = start("first", Unit.QUERIES);
    progress.stepStarted(step);
    progress.interval(step, second(1));
    progress.interval(step, second(2));
    progress.stepEnded(step(step, period(2, operation(Samples.READ, 500, 0))));

    String text = written.toString();
    assertThat(text).containsOnlyOnce("\n");
    assertThat(text.split("\r\033\\[K", -1)).hasSize(5);
    assertThat(text).endsWith("\r\033[K  first             2.0 s           250 qps  done\n");
  }

  /** Wrapping is off while the line is written: a narrow terminal cuts it, and can clear it. */
  @Test
  void aLiveLineNeverWraps() {
    Progress progress = progress(true);
    StepStart step = start("first", Unit.QUERIES);
    progress.stepStarted(step);
    progress.interval(step, second(1));

    for (String live : written.toString().substring(1).split("\r")) {
      assertThat(live).startsWith("\033[K\033[?7l").endsWith("\033[?7h");
    }
  }

  @Test
  void aLoadShowsItsShareAndTheTimeLeft() {
    Progress progress = progress(false);
    StepStart step =
        new StepStart(
            "load",
            "load",
            Optional.empty(),
            1,
            1,
            Unit.ROWS,
            OptionalLong.empty(),
            OptionalLong.of(20_000),
            4,
            false,
            0);
    progress.stepStarted(step);
    for (int i = 1; i <= 10; i++) {
      progress.interval(step, second(i));
    }

    assertThat(written).hasToString("  load  10.0 s  500 rows/s  25 % of 20,000 rows, 30 s left\n");
  }

  @Test
  void nothingLoadedYetPromisesNothing() {
    Progress progress = progress(true);
    StepStart step =
        new StepStart(
            "load",
            "load",
            Optional.empty(),
            1,
            1,
            Unit.ROWS,
            OptionalLong.empty(),
            OptionalLong.of(20_000),
            4,
            false,
            0);
    progress.stepStarted(step);
    progress.interval(step, Samples.interval(1, false, Readings.NONE, recorder -> {}));

    assertThat(written.toString()).contains("0 % of 20,000 rows").doesNotContain("left");
  }

  @Test
  void anOldOperationInFlightAndFailuresAreShown() {
    Progress progress = progress(true);
    StepStart step = start("first", Unit.QUERIES);
    progress.stepStarted(step);
    Snapshot quiet =
        Samples.interval(
            1, false, Readings.NONE, recorder -> recorder.failure(Samples.READ, 0, 0, 1));
    progress.interval(
        step,
        new Snapshot(
            1,
            quiet.startNanos(),
            quiet.endNanos(),
            quiet.endEpochMillis(),
            true,
            quiet.operations(),
            quiet.tallies(),
            quiet.readings(),
            4,
            7 * SECOND + SECOND / 2));

    assertThat(written.toString()).contains("0 qps  1 failed  oldest in flight 7.5 s");
  }

  @Test
  void aFailedStepSaysWhyInOneLine() {
    progress(false)
        .stepEnded(Samples.failed(start("first", Unit.NONE), period(1), "no\ntable\u001b[2J"));

    assertThat(written.toString()).contains("failed\n    no table\\u001b[2J\n");
  }
}
