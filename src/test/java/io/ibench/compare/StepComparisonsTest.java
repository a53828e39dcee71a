package io.ibench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ibench.compare.FigureRow.Group;
import io.ibench.measure.StepStart.Unit;
import io.ibench.report.figures.Better;
import io.ibench.report.store.StoredRun;
import io.ibench.verdict.Verdict;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated
class StepComparisonsTest {

  private static final double[] NOISE = {1, -2, 2, -1, 0, -2, 1, 2, -1, 0};

  @TempDir private Path root;

  private StepFolders run(String id) {
    return new StepFolders(root, id);
  }

  private StoredRun queries(String id, String figures) throws Exception {
    return run(id).queries("request", "\"seconds\": 10.0, " + figures).write();
  }

  private static Side side(String name, StoredRun... runs) {
    return new Side(name, List.of(runs));
  }

  private static StepComparison only(Side... sides) {
    List<StepComparison> steps =
        StepComparisons.of(List.of(sides), List.of()).stream()
            .filter(StepComparison::countsSomething)
            .toList();
    assertThat(steps).hasSize(1);
    return steps.get(0);
  }

  private static FigureRow row(StepComparison step, String key) {
    return step.rows().stream().filter(row -> row.key().equals(key)).findFirst().orElseThrow();
  }

  private static List<String> keys(StepComparison step) {
    return step.shownRows().stream().map(FigureRow::key).toList();
  }

  private static ComparedValue other(StepComparison step, String key) {
    return row(step, key).cells().get(1);
  }

  @Test
  void aFigureIsShownBesideTheBasesAndInProportionToIt() throws Exception {
    StepComparison step =
        only(
            side("a", queries("a", "\"qps\": 200, \"rpq\": 0.5")),
            side("b", queries("b", "\"qps\": 250, \"rpq\": 0.25")),
            side("c", queries("c", "\"qps\": 100")));
    FigureRow qps = row(step, "qps");
    assertThat(qps.group()).isEqualTo(Group.RATE);
    assertThat(qps.better()).isEqualTo(Better.HIGHER);
    assertThat(qps.cells()).extracting(ComparedValue::value).containsExactly(200.0, 250.0, 100.0);
    assertThat(qps.cells()).extracting(ComparedValue::ratio).containsExactly(1.0, 1.25, 0.5);
    assertThat(row(step, "rpq").cells())
        .extracting(ComparedValue::ratio)
        .containsExactly(1.0, 0.5, Double.NaN);
    assertThat(row(step, "rpq").cells().get(2).value()).isNaN();
    assertThat(keys(step)).containsExactly("qps", "rpq");
  }

  @Test
  void readersSeeTheCpuOfServerAndClientWhereAllSidesKnowIt() throws Exception {
    String both = "\"cpu_us_pq\": 4497, \"own_cpu_us_pq\": 376";
    StepComparison known =
        only(side("a", queries("a", both)), side("b", queries("b", both.replace("376", "188"))));
    assertThat(known.rows()).extracting(FigureRow::key).contains("own_cpu_us_pq", "cpu_us_pq");
    assertThat(known.shownRows())
        .extracting(FigureRow::key)
        .contains("own_cpu_us_pq")
        .doesNotContain("cpu_us_pq");
    assertThat(other(known, "own_cpu_us_pq").ratio()).isEqualTo(0.5);
    StepComparison unknown =
        only(side("a", queries("c", both)), side("b", queries("d", "\"cpu_us_pq\": 400")));
    assertThat(unknown.shownRows())
        .as("an older result has none")
        .extracting(FigureRow::key)
        .contains("own_cpu_us_pq", "cpu_us_pq");
  }

  @Test
  void ofABaseOfZeroAnythingIsInfinitelyMoreAndNothingIsNoChange() throws Exception {
    StepComparison step =
        only(
            side("a", queries("a", "\"rpq\": 0, \"wkbpq\": 0.0")),
            side("b", queries("b", "\"rpq\": 3, \"wkbpq\": 0")));
    assertThat(other(step, "rpq").ratio()).isInfinite().isPositive();
    assertThat(other(step, "rpq").isUncertain()).isTrue();
    assertThat(other(step, "wkbpq").ratio()).isEqualTo(1);
    assertThat(other(step, "wkbpq").noise().test()).isEqualTo("both are 0");
    assertThat(other(step, "wkbpq").isUncertain()).isFalse();
  }

  @Test
  void aStepIsComparedThatAllRunsHaveInTheSameUnit() throws Exception {
    String done = "\"state\": \"done\", \"seconds\": 1.5";
    StoredRun a =
        run("a")
            .step("drop", 1, "none", done)
            .step("load", 1, "rows", done)
            .step("index", 1, "indexed_rows", done)
            .step("request", 1, "queries", done + ", \"qps\": 1")
            .writeSummary();
    StoredRun b =
        run("b")
            .step("drop", 1, "none", done)
            .step("request", 1, "rows", done)
            .step("load", 1, "rows", "\"state\": \"done\", \"seconds\": 3.0")
            .writeSummary();
    StepComparison step = only(side("a", a), side("b", b));
    assertThat(step.step()).isEqualTo("load");
    assertThat(step.unit()).isEqualTo(Unit.ROWS);
    assertThat(other(step, "seconds").ratio()).isEqualTo(2);
    assertThat(row(step, "seconds").better()).isEqualTo(Better.LOWER);
  }

  /** A run of the insert benchmark: rows, the wait behind them, and a step that takes no time. */
  private StoredRun inserts(String id, double inserted, double drained) throws Exception {
    String done = "\"state\": \"done\", \"threads\": 4, ";
    return run(id)
        .step("create", 1, "none", done + "\"seconds\": 0.01, \"written_gb\": 0.0")
        .step(
            "l.i1",
            1,
            "rows",
            done
                + "\"seconds\": 10.0, \"ips\": 1000, \"wkbpq\": 2.0, \"wkbpi\": 2.0, \"errors\": 0,"
                + " \"server_counters\": {\"Flushes\": 3}, \"operations\": [{\"name\": \"INSERT\","
                + " \"role\": \"query\", \"count\": 9, \"rows\": 9, \"retries\": 2, \"service\": {\"mean_us\": 7,"
                + " \"p99_us\": 9}, \"response\": {}}], \"written_gb\": "
                + inserted)
        .step(
            "drain",
            1,
            "none",
            done
                + "\"seconds\": 60.0, \"server_counters\": {\"Flushes\": 4}, \"written_gb\": "
                + drained)
        .writeSummary();
  }

  private static StepComparison named(List<StepComparison> steps, String name) {
    return steps.stream().filter(step -> step.step().equals(name)).findFirst().orElseThrow();
  }

  @Test
  void everyStepAndEveryFigureIsCompared() throws Exception {
    List<StepComparison> steps =
        StepComparisons.of(
            List.of(side("a", inserts("a", 1, 1)), side("b", inserts("b", 2, 4))), List.of());

    assertThat(steps).extracting(StepComparison::step).containsExactly("create", "l.i1", "drain");
    assertThat(steps)
        .filteredOn(StepComparison::isShown)
        .extracting(StepComparison::step)
        .containsExactly("l.i1", "drain");
    StepComparison inserts = named(steps, "l.i1");
    assertThat(keys(inserts))
        .containsExactly("ips", "seconds", "wkbpq", "INSERT.p99_us", "written_gb");
    assertThat(inserts.rows())
        .extracting(FigureRow::key)
        .contains("wkbpi", "threads", "errors", "outages.count", "INSERT.retries", "INSERT.mean_us")
        .contains("server_counters.Flushes")
        .doesNotContain("repeat", "repeats")
        .doesNotHaveDuplicates();
    assertThat(keys(named(steps, "drain"))).containsExactly("seconds", "written_gb");
    assertThat(other(named(steps, "drain"), "written_gb").ratio()).isEqualTo(4);
  }

  @Test
  void amountsOfSeveralStepsAreComparedTogether() throws Exception {
    List<Side> sides = List.of(side("a", inserts("a", 1, 1)), side("b", inserts("b", 2, 4)));
    StepComparison sum =
        named(StepComparisons.of(sides, List.of("l.i1+drain", "l.i1+no")), "l.i1+drain");

    assertThat(row(sum, "written_gb").cells())
        .extracting(ComparedValue::value)
        .containsExactly(2.0, 6.0);
    assertThat(other(sum, "written_gb").ratio()).isEqualTo(3);
    assertThat(row(sum, "seconds").cells().get(0).value()).isEqualTo(70);
    assertThat(row(sum, "server_counters.Flushes").cells().get(0).value()).isEqualTo(7);
    assertThat(sum.isShown()).isTrue();
    assertThat(sum.rows())
        .extracting(FigureRow::key)
        .doesNotContain("ips", "wkbpi", "threads", "errors");
    assertThat(StepComparisons.of(sides, List.of("l.i1+no"))).hasSize(3);
  }

  @Test
  void aSumOfWhichAStepIsLeftOutIsLeftOut() throws Exception {
    StoredRun broken =
        run("b")
            .step("load", 1, "rows", "\"state\": \"done\", \"seconds\": 1.5")
            .step(
                "drain",
                1,
                "none",
                "\"state\": \"failed\", \"seconds\": 1.5, \"verdict\": \"invalid\"")
            .writeSummary();
    List<Side> sides = List.of(side("b", broken), side("c", broken));

    StepComparison sum = named(StepComparisons.of(sides, List.of("load+drain")), "load+drain");

    assertThat(sum.states().get(0).leftOut()).contains("it did not come to its end (failed)");
    assertThat(other(sum, "seconds").ratio()).isNaN();
  }

  private StoredRun repeats(String id, double... qps) throws Exception {
    StepFolders run = run(id);
    for (int i = 0; i < qps.length; i++) {
      String figures =
          String.format(
              Locale.ROOT,
              "\"state\": \"done\", \"seconds\": 10.0, \"qps\": %s, \"size_gb\": %d, \"errors\": %d",
              qps[i],
              i + 1,
              i);
      run.step("request", i + 1, "queries", figures);
    }
    return run.write();
  }

  @Test
  void repeatsOfAStepAreReplicatesOfItsRate() throws Exception {
    StepComparison step =
        only(side("a", repeats("a", 100, 102, 104)), side("b", repeats("b", 200, 204, 208)));
    ComparedValue qps = other(step, "qps");
    assertThat(qps.value()).isEqualTo(204);
    assertThat(qps.ratio()).isEqualTo(2);
    assertThat(qps.repeats()).containsExactly(List.of(200.0, 204.0, 208.0));
    assertThat(qps.noise().kind()).isEqualTo(Noise.Kind.BETWEEN_REPEATS);
    assertThat(qps.noise().exceeds()).isTrue();
    assertThat(qps.noise().limit()).isGreaterThan(0.02).isLessThan(0.2);
    assertThat(qps.noise().test()).startsWith("Welch's t on logs of 3 and 3 repeats; p < 0.001");
    StepComparison alike =
        only(side("a", repeats("c", 100, 102, 104)), side("b", repeats("d", 101, 103, 105)));
    assertThat(other(alike, "qps").noise().isWithin()).isTrue();
  }

  /** 300 queries with 2 KB each and 100 with 6 KB are 400 with 3 KB, as the run's answer says. */
  @Test
  void aCostOfRepeatsIsThatOfAllTheirOperations() throws Exception {
    StepFolders run = run("a");
    run.step(
        "request", 1, "queries", "\"state\": \"done\", \"seconds\": 10, \"qps\": 30, \"wkbpq\": 2");
    run.step(
        "request", 2, "queries", "\"state\": \"done\", \"seconds\": 10, \"qps\": 10, \"wkbpq\": 6");
    StepComparison step = only(side("a", run.write()), side("b", repeats("b", 1, 2)));

    assertThat(row(step, "wkbpq").cells().get(0).value()).isEqualTo(3);
    assertThat(row(step, "qps").cells().get(0).value()).isEqualTo(20);
  }

  @Test
  void theSizeOfRepeatsIsTheLastOnesAndOneNumberARun() throws Exception {
    StepComparison step =
        only(side("a", repeats("a", 1, 2, 3)), side("b", repeats("b", 1, 2, 3, 4)));
    assertThat(other(step, "size_gb").value()).isEqualTo(4);
    assertThat(other(step, "size_gb").noise().kind()).isEqualTo(Noise.Kind.UNKNOWN);
  }

  @Test
  void aSumOfStepsHasAllRepeats() throws Exception {
    StepFolders run = run("a").step("drain", 1, "none", "\"state\": \"done\", \"written_gb\": 5");
    for (int repeat = 1; repeat <= 3; repeat++) {
      run.step("r", repeat, "queries", "\"state\": \"done\", \"seconds\": 1.0, \"written_gb\": 2");
    }
    StoredRun a = run.writeSummary();
    List<StepComparison> steps =
        StepComparisons.of(List.of(side("a", a), side("b", a)), List.of("r+drain"));
    assertThat(row(named(steps, "r"), "written_gb").cells().get(0).value()).isEqualTo(2);
    assertThat(row(named(steps, "r+drain"), "written_gb").cells().get(0).value()).isEqualTo(11);
  }

  /** Two repeats show too little of how much they vary. */
  @Test
  void ofTwoRepeatsTheNoiseIsThatOfTheirIntervals() throws Exception {
    StepComparison step =
        only(side("a", repeats("a", 100, 102)), side("b", repeats("b", 200, 204, 208)));
    assertThat(other(step, "qps").noise().kind()).isNotEqualTo(Noise.Kind.BETWEEN_REPEATS);
  }

  /** Repeats of one run are no further runs. */
  @Test
  void withSeveralRunsEachIsOneObservationWhateverItsRepeats() throws Exception {
    StepComparison step =
        only(
            side("a", repeats("a", 90, 100, 110), repeats("b", 91, 101, 111)),
            side("b", repeats("c", 190, 200, 210), repeats("d", 191, 201, 211)));
    ComparedValue qps = other(step, "qps");
    assertThat(qps.runs()).containsExactly(200.0, 201.0);
    assertThat(qps.noise().kind()).isEqualTo(Noise.Kind.BETWEEN_RUNS);
    assertThat(qps.noise().test()).contains("of 2 and 2 runs");
  }

  @Test
  void aRepeatThatTookNoTimeIsNotCompared() throws Exception {
    StoredRun a =
        run("a")
            .step("r", 1, "queries", "\"state\": \"done\", \"seconds\": 1.0, \"qps\": 10")
            .step("r", 2, "queries", "\"state\": \"done\", \"seconds\": 1.0, \"qps\": 20")
            .step("r", 3, "queries", "\"state\": \"failed\", \"seconds\": 0.0")
            .writeSummary();
    StepComparison step = only(side("a", a), side("b", a));
    assertThat(row(step, "qps").cells().get(0).value()).isEqualTo(15);
    assertThat(step.states().get(0).leftOut()).isEmpty();
  }

  @Test
  void aRepeatThatDidNotEndLeavesTheSideOut() throws Exception {
    StoredRun a =
        run("a")
            .step("r", 1, "queries", "\"state\": \"done\", \"seconds\": 1.0, \"qps\": 10")
            .step("r", 2, "queries", "\"state\": \"failed\", \"seconds\": 1.0, \"qps\": 2")
            .writeSummary();
    assertThat(only(side("a", a), side("b", a)).states().get(0).leftOut())
        .contains("repeat 2: it did not come to its end (failed)");
  }

  @Test
  void whatIsInvalidIsLeftOutAndKeepsItsNumbers() throws Exception {
    StoredRun invalid =
        run("b")
            .step(
                "request",
                1,
                "queries",
                "\"state\": \"done\", \"seconds\": 10.0, \"qps\": 900, \"verdict\": \"invalid\","
                    + " \"reasons\": [\"2 workers were lost\"]")
            .write();
    StoredRun base = queries("a", "\"qps\": 1000");
    StepComparison step = only(side("a", base), side("b", invalid), side("c", base));
    assertThat(step.states().get(1).verdict()).contains(Verdict.INVALID);
    assertThat(step.states().get(1).leftOut()).contains("it is INVALID: 2 workers were lost");
    assertThat(row(step, "qps").cells())
        .extracting(ComparedValue::value)
        .containsExactly(1000.0, 900.0, 1000.0);
    assertThat(row(step, "qps").cells())
        .extracting(ComparedValue::ratio)
        .containsExactly(1.0, Double.NaN, 1.0);
    assertThat(other(step, "qps").noise().exceeds()).isFalse();
  }

  @Test
  void withoutTheBaseNothingIsCompared() throws Exception {
    StoredRun interrupted =
        run("a")
            .step(
                "request",
                1,
                "queries",
                "\"state\": \"interrupted\", \"seconds\": 10.0, \"qps\": 900")
            .write();
    StepComparison step = only(side("a", interrupted), side("b", queries("b", "\"qps\": 1000")));
    assertThat(step.states().get(0).leftOut()).contains("it did not come to its end (interrupted)");
    assertThat(row(step, "qps").cells()).extracting(ComparedValue::ratio).containsOnly(Double.NaN);
  }

  @Test
  void oneRunOfSeveralThatDidNotHoldItsRateLeavesTheSideOut() throws Exception {
    String missed =
        "\"qps\": 900, \"targets\": [{\"group\": \"main\", \"counts\": \"inserted_rows\","
            + " \"target_ps\": 20000, \"actual_ps\": 18240, \"share\": 0.912, \"sustained\":"
            + " false}]";
    StoredRun good = queries("b1", "\"qps\": 1000");
    StepComparison step =
        only(side("a", queries("a", "\"qps\": 1000")), side("b", good, queries("b2", missed)));
    assertThat(step.states().get(1).leftOut())
        .contains("b2: it did not hold its target rate (91 %): 20,000 inserted rows/s");
    assertThat(other(step, "qps").value()).isEqualTo(950);
    assertThat(other(step, "qps").ratio()).isNaN();
  }

  private Side runs(String name, double... qps) throws Exception {
    List<StoredRun> runs = new ArrayList<>();
    for (double value : qps) {
      runs.add(queries(name + runs.size(), "\"qps\": " + value));
    }
    return new Side(name, runs);
  }

  /** Logarithms 1 apart, variance 1 each: 4.604 x sqrt(2/3) = 3.759 is the noise. */
  @Test
  void severalRunsAreHeldAgainstTheVarianceBetweenThem() throws Exception {
    double e = Math.E;
    Side a = runs("a", 100 / e, 100, 100 * e);
    Noise noise = other(only(a, runs("b", 5000 / e, 5000, 5000 * e)), "qps").noise();
    assertThat(noise.kind()).isEqualTo(Noise.Kind.BETWEEN_RUNS);
    assertThat(noise.exceeds()).isTrue();
    assertThat(Math.log(1 + noise.limit())).isCloseTo(3.759, within(0.001));
    assertThat(noise.test()).isEqualTo("Welch's t on logs of 3 and 3 runs; p = 0.009");
    Noise less = other(only(a, runs("b", 4000 / e, 4000, 4000 * e)), "qps").noise();
    assertThat(less.exceeds()).isFalse();
    assertThat(less.limit()).isCloseTo(noise.limit(), within(1e-9));
    Noise down = other(only(a, runs("b", 2 / e, 2, 2 * e)), "qps").noise();
    assertThat(down.exceeds()).isTrue();
    assertThat(Math.log(1 - down.limit())).isCloseTo(-3.759, within(0.001));
  }

  @Test
  void oneRunIsHeldAgainstTheOthersVariance() throws Exception {
    StepComparison step = only(runs("a", 990, 1000, 1010), runs("b", 1500));
    assertThat(other(step, "qps").noise().exceeds()).isTrue();
    assertThat(other(step, "qps").noise().test())
        .isEqualTo("Student's t on logs of 3 and 1 runs; p < 0.001");
    StepComparison same = only(runs("a", 990, 1000, 1010), runs("b", 1030));
    assertThat(other(same, "qps").noise().exceeds()).isFalse();
  }

  private Noise reads(double[] base, double... other) throws Exception {
    return other(only(costs("a", base), costs("b", other)), "rpq").noise();
  }

  private Side costs(String name, double... reads) throws Exception {
    List<StoredRun> runs = new ArrayList<>();
    for (double value : reads) {
      runs.add(queries(name + runs.size(), "\"rpq\": " + value));
    }
    return new Side(name, runs);
  }

  /** The base's mean 1 and variance 3: t = 1 at 2 degrees of freedom, whose p is 0.42. */
  @Test
  void aStrayReadInOneOfThreeRunsIsNoiseBesideNone() throws Exception {
    Noise stray = reads(new double[] {3, 0, 0}, 0, 0, 0);
    assertThat(stray.isWithin()).isTrue();
    assertThat(stray.p()).isCloseTo(0.4226, within(0.0001));
    assertThat(stray.limit()).isCloseTo(9.925, within(0.001));
    assertThat(stray.test()).isEqualTo("Welch's t on the values of 3 and 3 runs; p = 0.42");
    Noise appeared = reads(new double[] {0, 0, 0}, 3, 0, 0);
    assertThat(appeared.isWithin()).isTrue();
    assertThat(appeared.limit()).isNaN();
  }

  @Test
  void whatDisappearsOrAppearsInAllRunsIsBeyondTheNoise() throws Exception {
    Noise gone = reads(new double[] {5, 5.1, 4.9}, 0, 0, 0);
    assertThat(gone.exceeds()).isTrue();
    assertThat(gone.limit()).isBetween(0.1, 0.2);
    assertThat(reads(new double[] {0, 0, 0}, 5, 5.1, 4.9).exceeds()).isTrue();
  }

  @Test
  void aZeroAmongOtherValuesIsTestedAsTheyAre() throws Exception {
    assertThat(reads(new double[] {1, 0, 0}, 100, 101, 99).exceeds()).isTrue();
    assertThat(reads(new double[] {1, 0, 2}, 2, 1, 3).isWithin()).isTrue();
  }

  @Test
  void zerosOfAllRunsDoNotSayHowMuchASingleOtherMayVary() throws Exception {
    assertThat(reads(new double[] {0, 0, 0}, 0.001).kind()).isEqualTo(Noise.Kind.UNKNOWN);
    assertThat(reads(new double[] {0.001}, 0, 0, 0).kind()).isEqualTo(Noise.Kind.UNKNOWN);
    assertThat(reads(new double[] {5, 5.1, 4.9}, 0).exceeds()).isTrue();
  }

  @Test
  void theFigureOfEachRunIsKept() throws Exception {
    Side a = side("a", queries("a1", "\"qps\": 100, \"rpq\": 1"), queries("a2", "\"qps\": 300"));
    StepComparison step = only(a, runs("b", 100));
    assertThat(row(step, "qps").cells().get(0).runs()).containsExactly(100.0, 300.0);
    ComparedValue reads = row(step, "rpq").cells().get(0);
    assertThat(reads.runs()).containsExactly(1.0, Double.NaN);
    assertThat(reads.isPartial()).isTrue();
    assertThat(row(step, "qps").cells().get(0).isPartial()).isFalse();
  }

  private static String get(int micros) {
    return "\"operations\": [{\"name\": \"GET\", \"role\": \"query\", \"count\": 9, \"rows\": 9, \"retries\": 0,"
        + " \"service\": {\"p99_us\": "
        + micros
        + "}, \"response\": {}}]";
  }

  /** All in one bucket of the histogram: equal values do not prove that nothing varies. */
  @Test
  void equalLatenciesOfSeveralRunsMayDifferByTheWidthOfABucket() throws Exception {
    Side a = side("a", queries("a1", get(1000)), queries("a2", get(1000)));
    Noise next = other(only(a, side("b", queries("b1", get(1008)))), "GET.p99_us").noise();
    assertThat(next.exceeds()).isFalse();
    assertThat(next.limit()).isGreaterThan(0.1);
    Side far = side("c", queries("c1", get(1100)), queries("c2", get(1100)));
    assertThat(other(only(a, far), "GET.p99_us").noise().exceeds()).isTrue();
  }

  @Test
  void twoEqualNumbersSayNothingOfNoise() throws Exception {
    Noise noise = other(only(runs("a", 1000, 1000), runs("b", 1030)), "qps").noise();
    assertThat(noise.kind()).isEqualTo(Noise.Kind.UNKNOWN);
    assertThat(noise.test()).startsWith("equal numbers may be equal by chance");
    Noise more = other(only(runs("c", 1000, 1000), runs("d", 1030, 1030)), "qps").noise();
    assertThat(more.exceeds()).isTrue();
  }

  /** 20 s of 1000 queries/s and 500 reads/s, give or take a few. */
  private StepFolders measured(String id, long queries, double readsPerQuery) {
    StepFolders folder =
        run(id)
            .queries(
                "request",
                String.format(
                    "\"seconds\": 20.1, \"qps\": %d, \"rpq\": %s, \"qps_p99\": %d,"
                        + " \"server_us_pq\": 4, \"operations\": [{\"name\": \"GET\","
                        + " \"role\": \"query\", \"count\": 100, \"rows\": 1, \"retries\": 0,"
                        + " \"service\": {\"p99_us\": %d, \"max_us\": 9000},"
                        + " \"response\": {\"p99_us\": %d}}]",
                    queries, readsPerQuery, queries - 20, 1_000_000 / queries, 7));
    for (int i = 0; i < 20; i++) {
      long now = queries + Math.round(queries * NOISE[i % 10] / 100);
      folder.interval("request", now, Math.round(now * readsPerQuery) + i % 3 - 1);
      folder.window("request", "GET", 10, 1_000_000 / now);
    }
    return folder.shortInterval("request", 5).window("request", "GET", 0.1, 1);
  }

  @Test
  void oneRunASideIsHeldAgainstItsOwnIntervals() throws Exception {
    StepComparison step =
        only(
            side("a", measured("a", 1000, 0.5).write()),
            side("b", measured("b", 1100, 0.5).write()));
    Noise rate = other(step, "qps").noise();
    assertThat(rate.kind()).isEqualTo(Noise.Kind.WITHIN_RUN);
    assertThat(rate.exceeds()).isTrue();
    assertThat(rate.limit()).isBetween(0.005, 0.03);
    assertThat(rate.test())
        .isEqualTo("Welch's t on 20 and 20 batch means of 1 s; p < 0.001; within these runs only");
    Noise cost = other(step, "rpq").noise();
    assertThat(cost.exceeds()).isFalse();
    assertThat(cost.limit()).isBetween(CellNoise.MIN_LIMIT, 0.01);
    Noise latency = other(step, "GET.p99_us").noise();
    assertThat(latency.exceeds()).isTrue();
    assertThat(latency.limit()).isBetween(0.005, 0.03);
    assertThat(latency.test())
        .isEqualTo(
            "Welch's t on 20 and 20 batch means of 10 s of the windows' percentiles; p < 0.001;"
                + " within these runs only");
  }

  /** 20 intervals; one in five has reads, with five times as many of them. */
  @Test
  void oneRunASideCallsNothingNoiseHoweverItsIntervalsScatter() throws Exception {
    int[] few = {0, 0, 100, 0, 0, 0, 0, 100, 0, 0, 0, 0, 100, 0, 0, 0, 0, 100, 0, 0};
    StepComparison step =
        only(
            withReads("few", few), withReads("many", Arrays.stream(few).map(n -> 2 * n).toArray()));
    ComparedValue cell = other(step, "rpq");
    assertThat(cell.ratio()).isEqualTo(2);
    assertThat(cell.noise().exceeds()).isFalse();
    assertThat(cell.noise().isWithin()).isFalse();
    assertThat(cell.noise().words()).isEqualTo("too few runs");
    assertThat(cell.noise().test()).endsWith("; too few runs to know; at least 3");
    assertThat(cell.isUncertain()).isTrue();
    assertThat(RatioText.marked(cell) + RatioText.mark(cell)).isEqualTo("2.00>?");
    assertThat(RatioText.noise(cell.noise())).isEqualTo("too few runs to know; at least 3");
  }

  @Test
  void twoRunsASideCallNothingNoiseAndThreeDo() throws Exception {
    ComparedValue two = other(only(runs("a", 100, 300), runs("b", 800, 1600)), "qps");
    assertThat(two.ratio()).isEqualTo(6);
    assertThat(two.noise().limit()).isGreaterThan(1000);
    assertThat(two.noise().isUndecided()).isTrue();
    assertThat(two.isUncertain()).isTrue();
    assertThat(two.noise().test()).endsWith("; too few runs to know; at least 3");
    assertThat(RatioText.noise(two.noise())).isEqualTo("too few runs to know; at least 3");
    ComparedValue sure = other(only(runs("c", 100, 100.1), runs("d", 200, 200.2)), "qps");
    assertThat(sure.noise().exceeds()).isTrue();
    assertThat(sure.isUncertain()).isFalse();
    Noise three = other(only(runs("e", 100, 300, 200), runs("f", 200, 400)), "qps").noise();
    assertThat(three.isWithin()).isTrue();
    assertThat(three.test()).doesNotContain("too few");
  }

  private ComparedValue compared(String base, String other) throws Exception {
    String key = base.substring(1, base.indexOf('"', 1));
    return other(only(side("a", queries("a", base)), side("b", queries("b", other))), key);
  }

  /** 7 reads in two million rows, and 43. */
  @Test
  void nearlyNothingOnBothSidesIsEqual() throws Exception {
    ComparedValue reads = compared("\"rpq\": 0.0000035", "\"rpq\": 0.0000215");
    assertThat(reads.ratio()).isEqualTo(1);
    assertThat(reads.isUncertain()).isFalse();
    assertThat(reads.noise().test()).isEqualTo("both are below 0.001 reads/op");
    assertThat(compared("\"rpq\": 0", "\"rpq\": 0.0009").ratio()).isEqualTo(1);
    assertThat(compared("\"wkbpi\": 0.002", "\"wkbpi\": 0.009").ratio()).isEqualTo(1);
    assertThat(compared("\"client_gc_pct\": 0.01", "\"client_gc_pct\": 0.06").ratio()).isEqualTo(1);
    assertThat(compared("\"dir_bytes\": 1000", "\"dir_bytes\": 900000").noise().test())
        .isEqualTo("both are below 0.001 GB");
  }

  @Test
  void whatReachesTheFloorOnAnySideIsCompared() throws Exception {
    assertThat(compared("\"rpq\": 0.0005", "\"rpq\": 0.001").ratio()).isEqualTo(2);
    assertThat(compared("\"rpq\": 0.004", "\"rpq\": 0.0004").ratio()).isEqualTo(0.1);
    assertThat(compared("\"wkbpi\": 0.02", "\"wkbpi\": 0.06").ratio()).isEqualTo(3);
  }

  /** Its language has its own digits. */
  @Test
  void testsAreTheSameTextInEveryLocale() throws Exception {
    StoredRun base = measured("a", 1000, 0.5).write();
    StoredRun other = measured("b", 1100, 0.5).write();
    Side several = runs("c", 990, 1000, 1010);
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG"));
      assertThat(other(only(side("a", base), side("b", other)), "qps").noise().test())
          .startsWith("Welch's t on 20 and 20 batch means of 1 s;");
      assertThat(other(only(several, runs("d", 1030)), "qps").noise().test())
          .startsWith("Student's t on logs of 3 and 1 runs;");
    } finally {
      Locale.setDefault(before);
    }
  }

  /** 20 intervals with these numbers of reads; intervals without a number have no reads. */
  private Side withReads(String id, int... reads) throws Exception {
    long sum = 0;
    StepFolders folder = run(id);
    for (int i = 0; i < 20; i++) {
      folder.interval("request", 1000, i < reads.length ? reads[i] : 0);
      sum += i < reads.length ? reads[i] : 0;
    }
    double each = sum / 20_000.0;
    return side(id, folder.queries("request", "\"seconds\": 20.0, \"rpq\": " + each).write());
  }

  @Test
  void withinARunAStrayReadIsNoiseBesideNoneAndManyAreNot() throws Exception {
    int[] many = new int[20];
    Arrays.setAll(many, i -> 10 + i % 2);
    Side none = withReads("none");
    Noise stray = other(only(none, withReads("stray", 40)), "rpq").noise();
    assertThat(stray.isUndecided()).isTrue();
    assertThat(stray.test()).startsWith("Welch's t on the values of 20 and 20 batch means of 1 s");
    assertThat(other(only(withReads("stray", 40), none), "rpq").noise().isUndecided()).isTrue();
    assertThat(other(only(none, withReads("many", many)), "rpq").noise().exceeds()).isTrue();
    Noise gone = other(only(withReads("many", many), none), "rpq").noise();
    assertThat(gone.exceeds()).isTrue();
    assertThat(gone.limit()).isBetween(0.01, 0.1);
  }

  /** The step as a whole contains a read that no full interval contains. */
  @Test
  void whatHappenedInNoFullIntervalHasNoKnownNoise() throws Exception {
    StepFolders folder = run("late").queries("request", "\"seconds\": 20.1, \"rpq\": 0.005");
    for (int i = 0; i < 20; i++) {
      folder.interval("request", 1000, 0);
    }
    Noise noise = other(only(side("late", folder.write()), withReads("none")), "rpq").noise();
    assertThat(noise.kind()).isEqualTo(Noise.Kind.UNKNOWN);
    assertThat(noise.test()).isEqualTo("nothing of it in full intervals");
  }

  /** The whole may differ by a few operations. */
  @Test
  void aLatencyOnlyDiffersWhereItsWindowsDoSo() throws Exception {
    StoredRun base = measured("a", 1000, 0.5).write();
    Path folder = measured("b", 1100, 0.5).write().folder();
    Files.copy(
        base.folder().resolve("operations.csv"),
        folder.resolve("operations.csv"),
        StandardCopyOption.REPLACE_EXISTING);
    StepComparison step = only(side("a", base), side("b", StoredRun.read(folder)));
    assertThat(other(step, "GET.p99_us").ratio()).isCloseTo(0.909, within(0.001));
    assertThat(other(step, "GET.p99_us").noise().exceeds()).isFalse();
    assertThat(other(step, "GET.p99_us").noise().p()).isEqualTo(1);
  }

  @Test
  void oneNumberARunHasNoNoise() throws Exception {
    StepComparison step =
        only(
            side("a", measured("a", 1000, 0.5).write()),
            side("b", measured("b", 1100, 0.5).write()));
    for (String key : List.of("qps_p99", "GET.max_us")) {
      assertThat(other(step, key).noise().kind()).as(key).isEqualTo(Noise.Kind.UNKNOWN);
      assertThat(other(step, key).noise().test()).startsWith("one number a run");
    }
    assertThat(other(step, "server_us_pq").noise().test())
        .isEqualTo("fewer than 10 full intervals in a");
  }

  @Test
  void withoutItsFilesNothingIsKnownOfARunsNoise() throws Exception {
    StoredRun whole = measured("a", 1000, 0.5).write();
    StepComparison missing =
        only(side("a", whole), side("b", measured("b", 1100, 0.5).writeSummary()));
    assertThat(other(missing, "qps").ratio()).isEqualTo(1.1);
    assertThat(other(missing, "qps").noise().test()).isEqualTo("intervals.csv is missing in b");
    assertThat(other(missing, "GET.p99_us").noise().test())
        .isEqualTo("operations.csv is missing in b");
    StoredRun damaged = measured("c", 1100, 0.5).write();
    Files.writeString(damaged.folder().resolve("intervals.csv"), "");
    assertThat(other(only(side("a", whole), side("c", damaged)), "qps").noise().test())
        .isEqualTo("intervals.csv is damaged: its head is not there in c");
  }

  @Test
  void responseTimesAreThereWhereTheStepIsPaced() throws Exception {
    String operations =
        "\"seconds\": 9, \"paced\": %s, \"operations\": ["
            + "{\"name\": \"ADD\", \"role\": \"query\", \"count\": 9, \"rows\": 9, \"retries\": 0,"
            + " \"service\": {\"p50_us\": 5}, \"response\": {\"p50_us\": 8}},"
            + "{\"name\": \"GET\", \"role\": \"query\", \"count\": 9, \"rows\": 9, \"retries\": 0,"
            + " \"service\": {\"p50_us\": 5}, \"response\": {\"p50_us\": 5}}]";
    StoredRun paced = run("a").queries("r", operations.formatted("true")).writeSummary();
    assertThat(keys(only(side("a", paced), side("b", paced))))
        .containsExactly("ADD.p50_us", "GET.p50_us", "ADD.response.p50_us");
    StoredRun free = run("b").queries("r", operations.formatted("false")).writeSummary();
    assertThat(keys(only(side("a", free), side("b", free))))
        .containsExactly("ADD.p50_us", "GET.p50_us");
  }
}
