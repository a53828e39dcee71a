package io.ibench.report.console;

import static io.ibench.report.Samples.SECOND;
import static io.ibench.report.Samples.operation;
import static io.ibench.report.Samples.period;
import static io.ibench.report.Samples.start;
import static io.ibench.report.Samples.step;
import static io.ibench.testing.SnapshotBuilder.anInterval;
import static io.ibench.testing.StepBuilder.aStep;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.measure.Readings;
import io.ibench.measure.Recorder;
import io.ibench.measure.Snapshot;
import io.ibench.measure.StepStart;
import io.ibench.measure.StepStart.Unit;
import io.ibench.measure.WorkerState;
import io.ibench.report.Samples;
import io.ibench.report.figures.RunInfo;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProgressTest {

  private static final OptionalLong UNKNOWN = OptionalLong.empty();

  private final List<String> live = new ArrayList<>();
  private final List<String> lasting = new ArrayList<>();
  private final LineOutput lines =
      new LineOutput() {
        @Override
        public void live(String line) {
          live.add(line);
        }

        @Override
        public void lasting(String line) {
          lasting.add(line);
        }
      };

  private Progress on(Screen screen) {
    return new Progress(
        lines, screen, List.of(), Samples.ROLES, Samples.FAILURE_KINDS, Optional.empty());
  }

  private static Screen terminal(int columns) {
    return new Screen(true, false, true, () -> columns);
  }

  @Test
  void aStepThatCannotBeginSaysWhy() {
    on(terminal(80)).serverAwaited("request", "too_many_connections: no more\u001b[2J");
    assertThat(lasting).hasSize(1);
    assertThat(lasting.get(0))
        .startsWith("request waits for the server, up to outage.max: too_many_connections: no")
        .doesNotContain("\u001b");
  }

  /** The report has all of them. */
  @Test
  void ofManyProblemsTheFirstIsShown() {
    RunInfo run = Samples.run("verify");
    PeriodLines periods = new PeriodLines(run, SECOND, terminal(80));
    Progress progress =
        new Progress(
            lines,
            terminal(80),
            run.steps(),
            Samples.ROLES,
            Samples.FAILURE_KINDS,
            Optional.of(periods));
    StepStart step = start("verify", Unit.NONE);
    progress.stepStarted(step);
    progress.stepEnded(aStep(step).problems("row 1", "row 2", "row 3").over(period(1)));
    assertThat(lasting).singleElement().asString().endsWith("\n    WRONG: row 1 (and 2 more)");
  }

  @Test
  void theColumnsOfAllStepsAreBelowEachOther() {
    List<String> names = List.of("insert", "select_random_points");
    Progress progress =
        new Progress(
            lines, terminal(80), names, Samples.ROLES, Samples.FAILURE_KINDS, Optional.empty());
    for (String name : names) {
      StepStart step = start(name, Unit.QUERIES);
      progress.stepStarted(step);
      progress.stepEnded(step(step, period(25, operation(Samples.READ, 6_250, 0))));
    }
    assertThat(lasting.stream().map(line -> line.indexOf(" qps")))
        .hasSize(2)
        .containsOnly(lasting.get(1).indexOf(" qps"));
    assertThat(lasting).allMatch(line -> line.length() <= 80 && line.contains(" qps"));
  }

  private String lastLive() {
    return live.get(live.size() - 1);
  }

  /** 250 successes of 1 ms to 250 ms, two rows each. */
  private static Snapshot second(long number) {
    return second(number, recorder -> {});
  }

  private static Snapshot second(long number, Consumer<Recorder> more) {
    return Samples.interval(
        number,
        false,
        Readings.NONE,
        recorder -> {
          for (int i = 1; i <= 250; i++) {
            recorder.success(Samples.READ, 0, 0, i * SECOND / 1000, 2);
          }
          more.accept(recorder);
        });
  }

  /** Seconds with 250 inserts of two rows each. */
  private void load(Progress progress, StepStart step, int seconds) {
    progress.stepStarted(step);
    for (int second = 1; second <= seconds; second++) {
      progress.interval(
          step,
          Samples.interval(
              second,
              false,
              Readings.NONE,
              recorder -> {
                for (int i = 1; i <= 250; i++) {
                  recorder.success(Samples.LOAD, 0, 0, i * SECOND / 1000, 2);
                }
              }));
    }
  }

  private static Snapshot stalled(long number, long oldestNanos, long... workloadCounters) {
    Snapshot quiet = Samples.interval(number, false, Readings.NONE, recorder -> {});
    return anInterval(quiet)
        .workloadCounters(workloadCounters)
        .workers(new WorkerState(4, oldestNanos, 0))
        .build();
  }

  private static StepStart planned(
      String name, Unit unit, OptionalLong nanos, OptionalLong operations, OptionalLong rows) {
    int threads = unit == Unit.QUERIES || unit == Unit.ROWS ? 4 : 0;
    return aStep()
        .named(name, name)
        .counting(unit)
        .planned(nanos, operations, rows)
        .threads(threads)
        .start();
  }

  private static StepStart action(String name, Unit unit) {
    return planned(name, unit, UNKNOWN, UNKNOWN, UNKNOWN);
  }

  private void run(Progress progress, StepStart step, int seconds) {
    progress.stepStarted(step);
    for (int i = 1; i <= seconds; i++) {
      progress.interval(step, second(i));
    }
  }

  @Test
  void withoutATerminalThereIsALineEveryTenSecondsAndPerStep() {
    Progress progress = on(Screen.plain());
    StepStart step = start("first", Unit.QUERIES);
    run(progress, step, 25);
    progress.stepEnded(step(step, period(25, operation(Samples.READ, 6_250, 0))));

    assertThat(live).isEmpty();
    assertThat(lasting)
        .containsExactly(
            "  first  100 %   0 s left  10.0 s of 10 s       250 qps  p99 all  249 ms",
            "  first  100 %   0 s left  20.0 s of 10 s       250 qps  p99 all  249 ms",
            "  first             25.0 s           250 qps  p99 all  249 ms  done");
  }

  @Test
  void atEveryWidthALineFitsAndKeepsTheRateAndTheTitle() {
    for (int columns = 40; columns <= 250; columns++) {
      Progress progress = on(terminal(columns));
      StepStart step = start("request 1", Unit.QUERIES);
      run(progress, step, 4);
      progress.interval(step, second(5, recorder -> recorder.failure(Samples.READ, 0, 0, 0, 1)));
      progress.stepEnded(step(step, period(10, operation(Samples.READ, 2_500, 0))));

      assertThat(lastLive())
          .hasSizeLessThan(columns)
          .startsWith("  request 1  ")
          .contains("250 qps");
      assertThat(lastLive()).contains("50 %").contains("failed");
      assertThat(lasting.get(lasting.size() - 1))
          .hasSizeLessThan(columns)
          .startsWith("  request 1 ")
          .contains("done");
    }
  }

  @Test
  void whatMattersLessIsLeftOutFirst() {
    StepStart step = start("request", Unit.QUERIES);
    run(on(terminal(200)), step, 5);
    assertThat(lastLive())
        .isEqualTo(
            "  request  "
                + "━".repeat(20)
                + "─".repeat(20)
                + "   50 %   5 s left  5.0 s of 10 s       250 qps  p99 all  249 ms");
    run(on(terminal(80)), step, 5);
    assertThat(lastLive())
        .isEqualTo(
            "  request  ━━━━━━━━━──────────   50 %   5 s left       250 qps  p99 all  249 ms");
    run(on(terminal(60)), step, 5);
    assertThat(lastLive()).isEqualTo("  request   50 %   5 s left       250 qps  p99 all  249 ms");
    run(on(terminal(40)), step, 5);
    assertThat(lastLive()).isEqualTo("  request  50 %  5 s left  250 qps");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 10})
  void aTerminalWithoutRoomGetsWhatFits(int columns) {
    run(on(terminal(columns)), start("request", Unit.QUERIES), 1);

    assertThat(lastLive()).hasSizeLessThanOrEqualTo(Math.max(0, columns - 1));
  }

  @Test
  void aWidthThatChangesHoldsFromTheNextLineOn() {
    int[] columns = {200};
    Progress progress = on(new Screen(true, false, true, () -> columns[0]));
    StepStart step = start("request", Unit.QUERIES);
    run(progress, step, 1);
    assertThat(lastLive()).hasSizeGreaterThan(80);

    columns[0] = 40;
    progress.interval(step, second(2));
    assertThat(lastLive()).hasSizeLessThan(40);
  }

  @Test
  void withoutUnicodeTheBarIsAscii() {
    run(on(new Screen(true, false, false, () -> 80)), start("request", Unit.QUERIES), 5);

    assertThat(lastLive()).contains("[########.........]").matches("\\p{ASCII}*");
  }

  @Test
  void colourIsUsedOnlyWhereItIsWanted() {
    StepStart step = start("request", Unit.QUERIES);
    Progress coloured = on(new Screen(true, true, true, () -> 120));
    run(coloured, step, 1);
    coloured.interval(step, second(2, recorder -> recorder.failure(Samples.READ, 1, 0, 0, 1)));
    assertThat(lastLive())
        .contains("\033[2m─")
        .contains("\033[31mfailed: 1 timeout\033[0m")
        .doesNotContain("\033[32m");
    coloured.stepEnded(step(step, period(2, operation(Samples.READ, 500, 0))));
    assertThat(lasting.get(0)).endsWith("\033[32mdone\033[0m");
    coloured.stepEnded(Samples.failed(step, period(2), "no"));
    assertThat(lasting.get(1)).contains("\033[31mfailed\033[0m");

    live.clear();
    Progress plain = on(terminal(120));
    run(plain, step, 1);
    plain.interval(step, second(2, recorder -> recorder.failure(Samples.READ, 1, 0, 0, 1)));
    assertThat(live).noneMatch(line -> line.contains("\033"));
  }

  @Test
  void aLoadShowsItsShareAndTheTimeLeft() {
    StepStart step = planned("load", Unit.ROWS, UNKNOWN, UNKNOWN, OptionalLong.of(20_000));
    load(on(Screen.plain()), step, 10);

    assertThat(lasting)
        .containsExactly(
            "  load   25 %  30 s left  10.0 s, 5,000 of 20,000 rows    500 rows/s  p99 all  249 ms");
  }

  private static Snapshot mixed(long number) {
    return second(
        number,
        recorder -> {
          for (int i = 0; i < 2; i++) {
            recorder.success(Samples.LOAD, 0, 0, 9 * SECOND, 50);
          }
        });
  }

  @Test
  void insertsBesideQueriesAreShownAsLongAsThereIsRoom() {
    StepStart step = start("qr100", Unit.QUERIES);
    for (int columns : new int[] {120, 60}) {
      Progress progress = on(terminal(columns));
      progress.stepStarted(step);
      progress.interval(step, mixed(1));
      assertThat(lastLive()).contains("250 qps, 100 ips").contains("p99 all  249 ms");
    }
    Progress narrow = on(terminal(40));
    narrow.stepStarted(step);
    narrow.interval(step, mixed(1));
    assertThat(lastLive()).contains("250 qps").doesNotContain("ips").hasSizeLessThan(40);
  }

  @Test
  void whatWasInsertedBesideQueriesStandsInTheLineThatStays() {
    Progress progress = on(Screen.plain());
    StepStart step = start("qr100", Unit.QUERIES);
    progress.stepStarted(step);
    progress.interval(step, mixed(1));
    progress.stepEnded(
        step(step, period(2, operation(Samples.READ, 500, 0), operation(Samples.LOAD, 4, 200))));

    assertThat(lasting.get(0)).contains(" 250 qps, 100 ips  p99 all  249 ms  done");
  }

  @Test
  void aStepOfOperationsCountsThoseThatFailedToo() {
    StepStart step = planned("few", Unit.QUERIES, UNKNOWN, OptionalLong.of(1_000), UNKNOWN);
    Progress progress = on(Screen.plain());
    run(progress, step, 9);
    progress.interval(
        step,
        Samples.interval(
            10, false, Readings.NONE, recorder -> recorder.failure(Samples.READ, 0, 0, 0, 1)));

    assertThat(lasting.get(0)).contains("10.0 s, 2,251 of 1,000 operations");
  }

  @Test
  void nothingLoadedYetPromisesNothing() {
    Progress progress = on(terminal(120));
    StepStart step = planned("load", Unit.ROWS, UNKNOWN, UNKNOWN, OptionalLong.of(20_000));
    progress.stepStarted(step);
    progress.interval(step, stalled(1, 0, 0, 0));

    assertThat(lastLive()).contains("0 %").contains("0 of 20,000 rows").doesNotContain("left");
  }

  @Test
  void aTimedStepKnowsItsEndFromTheStart() {
    on(terminal(120)).stepStarted(start("request", Unit.QUERIES));

    assertThat(lastLive()).contains("10 s left").contains("  - qps  p99 all       -");
  }

  @Test
  void anActionThatTellsNothingShowsItsTimeAndTheAgeOfItsStatement() {
    Progress progress = on(terminal(80));
    StepStart step = action("index", Unit.INDEXED_ROWS);
    progress.stepStarted(step);
    progress.interval(step, stalled(1, SECOND, 0, 0));
    assertThat(lastLive()).isEqualTo("  index  1.0 s");
    progress.interval(step, stalled(2, 2 * SECOND, 0, 0));
    assertThat(lastLive()).isEqualTo("  index  2.0 s  in flight 2.0 s");
  }

  @Test
  void anActionThatWaitsLongSaysWhatFor() {
    Progress progress = on(terminal(80));
    StepStart step = action("drain", Unit.NONE);
    progress.stepStarted(step);
    String what = "compaction-pending=1 in pi1_pdc";
    for (int second = 1; second <= 2; second++) {
      Snapshot quiet = stalled(second, second * SECOND, 0, 0);
      WorkerState workers = new WorkerState(0, second * SECOND, 0, what);
      progress.interval(step, anInterval(quiet).workers(workers).build());
      assertThat(lastLive())
          .isEqualTo(
              second == 1
                  ? "  drain  1.0 s"
                  : "  drain  2.0 s  in flight 2.0 s  waits for: " + what);
    }
  }

  @Test
  void anActionThatTellsIsNotHeldForStuck() {
    Progress progress = on(terminal(80));
    StepStart step = action("verify", Unit.NONE);
    progress.stepStarted(step);
    progress.interval(step, stalled(1, 5 * SECOND, 1_000, 500));
    assertThat(lastLive()).isEqualTo("  verify  1.0 s, 1,500 rows  1,500 rows/s");
    progress.interval(step, stalled(2, 6 * SECOND, 0, 0));
    assertThat(lastLive()).isEqualTo("  verify  2.0 s, 1,500 rows      0 rows/s  in flight 6.0 s");
  }

  @Test
  void anOldOperationInFlightAndFailuresByKindAreShown() {
    Progress progress = on(terminal(200));
    StepStart step = start("first", Unit.QUERIES);
    run(progress, step, 1);
    progress.interval(
        step,
        second(
            2,
            recorder -> {
              recorder.failure(Samples.READ, 0, 0, 0, 1);
              recorder.failure(Samples.WRITE, 1, 0, 0, 1);
              recorder.failure(Samples.WRITE, 0, 0, 0, 1);
              recorder.retry(Samples.READ);
            }));
    assertThat(lastLive()).endsWith("failed: 2 deadlock, 1 timeout  1 retry");
    progress.interval(step, stalled(3, 7 * SECOND + SECOND / 2, 0, 0));
    assertThat(lastLive())
        .contains("  0 qps  p99 all       -  failed: 2 deadlock, 1 timeout  1 retry  oldest in")
        .endsWith("oldest in flight 7.5 s");
  }

  @Test
  void theLastLineOfAStepHasItsOwnP99AndItsFailures() {
    Progress progress = on(terminal(100));
    StepStart step = start("first", Unit.QUERIES);
    run(progress, step, 1);
    progress.interval(step, stalled(2, 0, 0, 0));
    progress.stepEnded(step(step, period(2, operation(Samples.READ, 250, 0, 2, 1))));

    assertThat(lasting)
        .containsExactly(
            "  first              2.0 s           125 qps  p99 all  249 ms  done  3 failed operations");
  }

  @Test
  void aStepBeginsWithNothingOfTheOneBefore() {
    Progress progress = on(terminal(120));
    run(progress, start("first", Unit.QUERIES), 10);
    run(progress, start("second", Unit.QUERIES), 1);

    assertThat(lastLive()).contains(" 10 %").contains("1.0 s of 10 s");
  }

  @Test
  void whatOthersWroteCannotMoveTheCursor() {
    Progress progress = on(terminal(120));
    StepStart step = start("a\r\033[2Jb\u009b3m\nc", Unit.QUERIES);
    run(progress, step, 1);
    progress.stepEnded(Samples.failed(step, period(1), "no\ntable\u001b[2J"));

    assertThat(lastLive()).doesNotContainPattern("\\p{Cntrl}").contains("\\u001b[2J");
    assertThat(lasting.get(0).lines())
        .hasSize(2)
        .noneMatch(line -> line.matches(".*\\p{Cntrl}.*"))
        .last()
        .isEqualTo("    no table\\u001b[2J");
  }

  @Test
  void aLongNameLeavesRoomForTheNumbers() {
    run(on(terminal(60)), start("x".repeat(100), Unit.QUERIES), 1);

    assertThat(lastLive()).startsWith("  xxxxxxxxxxxx..  ").contains("250 qps").contains("10 %");
  }

  @Test
  void theLiveLineIsWrittenOverAndNeverWraps() {
    StringWriter written = new StringWriter();
    AsyncTerminal.PrintedLines printed = new AsyncTerminal.PrintedLines(new PrintWriter(written));
    printed.live("one");
    printed.live("two");
    printed.lasting("three");
    printed.lasting("four");

    assertThat(written)
        .hasToString("\r\033[K\033[?7lone\033[?7h\r\033[K\033[?7ltwo\033[?7h\r\033[Kthree\nfour\n");
  }
}
