package io.ibench.report.console;

import static io.ibench.report.Samples.SECOND;
import static io.ibench.report.Samples.operation;
import static io.ibench.report.Samples.start;
import static io.ibench.report.Samples.step;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.host.HostMetric;
import io.ibench.measure.PeriodResult;
import io.ibench.measure.StepStart;
import io.ibench.measure.StepStart.Unit;
import io.ibench.report.Samples;
import io.ibench.report.Samples.PeriodBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PeriodLinesTest {

  private static final long HOUR = 3600;

  private final StepStart step = start("request", Unit.QUERIES);

  private static PeriodLines every(long seconds) {
    PeriodLines lines = new PeriodLines(Samples.run(), seconds * SECOND, Screen.plain());
    lines.stepStarted();
    return lines;
  }

  /** Two queries a second, each of which reads 3 KB and writes 5 KB. */
  private static PeriodBuilder queries(long seconds) {
    return new PeriodBuilder(seconds, operation(Samples.READ, 2 * seconds, 0))
        .counter(HostMetric.DISK_READS, 10, 10 + 2 * seconds)
        .counter(HostMetric.DISK_READ_BYTES, 0, 6 * 1024 * seconds)
        .counter(HostMetric.DISK_WRITTEN_BYTES, 1024, 1024 + 10 * 1024 * seconds)
        .level("size", 3L << 29, 0);
  }

  @Test
  void anHourThatIsOverTellsItsRateItsCostsAndTheSize() {
    assertThat(every(HOUR).of(step, queries(HOUR).build()))
        .contains("  request  hour 1  2 qps  r/q 1  rKB/q 3  wKB/q 5  size 1.50 GB");
  }

  @Test
  void periodsAreCountedAndTheLastOneIsMarkedWhenTheStepCutsIt() {
    PeriodLines lines = every(600);
    lines.of(step, queries(600).build());
    assertThat(lines.of(step, queries(600).build())).get().asString().contains("  10m #2  2 qps ");
    assertThat(lines.of(step, queries(30).partial().build()))
        .get()
        .asString()
        .contains("  10m #3 (part, 30.0 s)  2 qps ");
  }

  @Test
  void theNextStepCountsFromOneAgain() {
    PeriodLines lines = every(HOUR);
    lines.of(step, queries(HOUR).build());
    lines.stepStarted();
    assertThat(lines.of(step, queries(HOUR).build())).get().asString().contains("  hour 1  ");
  }

  @Test
  void failuresStandInTheLineOfTheirPeriodOnly() {
    PeriodResult failed = new PeriodBuilder(HOUR, operation(Samples.READ, 7_200, 0, 3, 1)).build();
    assertThat(every(HOUR).of(step, failed)).contains("  request  hour 1  2 qps  4 failed");
  }

  @Test
  void aRestartOfTheServerIsNamed() {
    PeriodResult restarted =
        new PeriodBuilder(HOUR, operation(Samples.READ, 7_200, 0))
            .counter(HostMetric.SERVER_RESTARTS, 1, 2)
            .build();
    PeriodResult calm =
        new PeriodBuilder(HOUR, operation(Samples.READ, 7_200, 0))
            .counter(HostMetric.SERVER_RESTARTS, 1, 1)
            .build();
    assertThat(every(HOUR).of(step, restarted))
        .contains("  request  hour 1  2 qps  the server was restarted");
    assertThat(every(HOUR).of(step, calm)).contains("  request  hour 1  2 qps");
  }

  @Test
  void ofAStepThatIsShorterThanAPeriodTheCostsFollowItsOwnLine() {
    PeriodLines lines = every(HOUR);
    PeriodResult whole = queries(20).build();
    assertThat(lines.of(step, whole)).isEmpty();
    assertThat(lines.ofShort(step(step, whole)))
        .contains("    r/q 1  rKB/q 3  wKB/q 5  size 1.50 GB");
  }

  @Test
  void aStepWithPeriodsHasNoSecondLineAtItsEnd() {
    PeriodLines lines = every(HOUR);
    PeriodResult hour = queries(HOUR).build();
    lines.of(step, hour);
    assertThat(lines.ofShort(step(step, hour))).isEmpty();
  }

  @Test
  void whatIsNotKnownTakesNoRoom() {
    PeriodResult bare = new PeriodBuilder(HOUR, operation(Samples.READ, 7_200, 0)).build();
    assertThat(every(HOUR).of(step, bare)).contains("  request  hour 1  2 qps");
    assertThat(every(HOUR).ofShort(step(step, bare))).isEmpty();
  }

  @Test
  void rowsAreWhatALoadCounts() {
    StepStart load = start("load", Unit.ROWS);
    PeriodResult hour =
        new PeriodBuilder(HOUR, operation(Samples.LOAD, 36, 7_200))
            .counter(HostMetric.DISK_WRITTEN_BYTES, 0, 7_200 * 1024)
            .build();
    assertThat(every(HOUR).of(load, hour)).contains("  load  hour 1  2 ips  wKB/i 1");
  }

  @Test
  void onATerminalALineGoesOnBelowWhereAFigureWouldNotFit() {
    Screen narrow = new Screen(true, false, false, () -> 30);
    String line =
        new PeriodLines(Samples.run(), HOUR * SECOND, narrow)
            .of(step, queries(HOUR).build())
            .orElseThrow();

    assertThat(line.lines()).hasSizeGreaterThan(1).allMatch(row -> row.length() < 30);
    assertThat(line.replaceAll("\\n? +", " "))
        .isEqualTo(every(HOUR).of(step, queries(HOUR).build()).orElseThrow().replaceAll(" +", " "));
  }

  @Test
  void progressShowsAPeriodWhenItIsOverAndBeforeTheStepIs() {
    List<String> lasting = new ArrayList<>();
    LineOutput out =
        new LineOutput() {
          @Override
          public void live(String line) {}

          @Override
          public void lasting(String line) {
            lasting.add(line);
          }
        };
    Progress progress =
        new Progress(
            out,
            Screen.plain(),
            List.of(),
            Samples.ROLES,
            Samples.FAILURE_KINDS,
            Optional.of(new PeriodLines(Samples.run(), HOUR * SECOND, Screen.plain())));
    PeriodResult hour = queries(HOUR).build();
    progress.stepStarted(step);
    progress.periodEnded(step, hour, hour);
    assertThat(lasting).singleElement().asString().contains("hour 1");
    progress.stepEnded(step(step, hour));
    assertThat(lasting).hasSize(2);
  }
}
