package io.ibench.compare;

import static io.ibench.compare.CompareSamples.base;
import static io.ibench.compare.CompareSamples.comparison;
import static io.ibench.compare.CompareSamples.leftOut;
import static io.ibench.compare.CompareSamples.request;
import static io.ibench.compare.CompareSamples.row;
import static io.ibench.compare.CompareSamples.side;
import static io.ibench.compare.CompareSamples.step;
import static io.ibench.compare.CompareSamples.unknown;
import static io.ibench.compare.CompareSamples.valid;
import static io.ibench.compare.CompareSamples.within;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ibench.compare.CompareSamples.Run;
import io.ibench.compare.FigureRow.Group;
import io.ibench.measure.StepPurpose;
import io.ibench.measure.StepStart.Unit;
import io.ibench.verdict.Verdict;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How a comparison looks for people and for programs. */
class ComparisonTextTest {

  private static final int WIDE = Integer.MAX_VALUE;
  private static final double NONE = Double.NaN;
  private static final double INFINITE = Double.POSITIVE_INFINITY;

  private static final String STEP =
      """

        request
        2 new: qps 1.31 of the base (beyond the noise within these runs, 0.030);
          better: GET p50 0.50, wKB/q 0.81; worse: GET p99 1.20

                                          size
        side     qps  wKB/q  cs/q    r/q    GB  verdict
        1 old  1,000   7.14     2      -    10  valid
        2 new  1,310   5.80  2.04  0.500  11.2  valid

        relative to 1 old
                                              size
        side      qps   wKB/q   cs/q  r/q       GB
        2 new  1.31 >  0.81 <  ~1.02    -  1.12 >?

        each figure divided by the base's: > above 1.05, < below 0.95;
          ~ within the noise; ? its noise is not known: it may be no difference;
          - not known, too little to compare, or the step is left out
        4 of 5 tested ratios are beyond the noise at the level 0.01;
          by chance alone about 0.05 would be; of 1 more the noise is not known

        service time in us
                   p50  p50     p50  p99  p99     p99
        operation    1    2     2/1    1    2     2/1
        GET         20   10  0.50 <  200  240  1.20 >

        the client and its neighbours
               gc
        side    %  verdict
        1 old   1  valid
        2 new   1  valid

        the client and its neighbours, relative to 1 old
                 gc
        side      %
        2 new  1.00

        noise of 5 figures: within these runs only (batch means of intervals,
          Welch's t); another pair of runs may differ by more: compare A1,A2,A3
          B1,B2,B3 for that
        noise of 1 figure: not known (one number a side)
      """;

  private static final String HOSTILE = "a\u001b[2J|*b*\n<script>\u202E`";

  private static String text(StepComparison... steps) {
    return ComparisonText.of(comparison(steps), true, false, WIDE);
  }

  @Test
  void aComparisonBeginsWithItsSidesAndDifferences() {
    assertThat(text(request()))
        .startsWith(
            "ibench: new is 1.31 x old in request, beyond noise (only a difference above\n"
                + "  1.03 x counts, from the intervals of one run a side)\n")
        .contains("  1: the base, old: x/old: ibench 9.9, linkbench, valid; DemoDB 1.2;")
        .contains(
            """

              differences in settings and environment
              where     what  1 old  2 new
              settings  sync  full   normal

              request
            """);
  }

  private static FigureRow rate(ComparedValue other) {
    return row("qps", Group.RATE, "qps", "queries/s", base(1000), other);
  }

  private static String summary(StepComparison... steps) {
    return ComparisonText.of(comparison(steps), false, false, 80);
  }

  private static ComparedValue replicated(double ratio, Noise.Kind kind, boolean exceeds) {
    List<Double> three = List.of(1.0, 1.0, 1.0);
    boolean runs = kind == Noise.Kind.BETWEEN_RUNS;
    return new ComparedValue(
        1000 * ratio,
        ratio,
        new Noise(kind, exceeds, 0.0214, 0.001, "a test"),
        runs ? three : List.of(1.0),
        runs ? three.stream().map(List::of).toList() : List.of(three));
  }

  @Test
  void theAnswerIsOneScreen() {
    String text = summary(request());

    assertThat(text)
        .isEqualTo(
            """
            ibench: new is 1.31 x old in request, beyond noise (only a difference above
              1.03 x counts, from the intervals of one run a side)
              1: old, the base: DemoDB 1.2, valid
              2: new: DemoDB 1.2, valid
              differs: sync full / normal

                                                     cpu us     size
              step     #   rate/s  p99  r/q   wKB/q      /q       GB  verdict
              request  1  1,000      -    -  7.14         -    10     valid
                       2   1.31 >    -    -  0.81 <       -  1.12 >?  valid

              1 is the base, below it ratios to it: > above 1.05, < below 0.95,
                ~ within the noise, ? not known whether it is noise
              noise: from the intervals (request); the marks are of one run a side: another
                run may differ by more

            --details shows all steps and differences; --matrix FIGURE shows any figure
            """);
  }

  @Test
  void theAnswerSaysWhetherItIsNoiseAndFromWhat() {
    assertThat(
            summary(
                step(
                    "request",
                    List.of(valid(), valid()),
                    rate(replicated(1.08, Noise.Kind.BETWEEN_REPEATS, true)))))
        .startsWith(
            "ibench: new is 1.08 x old in request, beyond noise (only a difference above\n"
                + "  1.02 x counts, from 1 and 3 repeats of one run a side)\n");
    assertThat(
            summary(
                step(
                    "request",
                    List.of(valid(), valid()),
                    rate(replicated(1.01, Noise.Kind.BETWEEN_RUNS, false)))))
        .startsWith(
            "ibench: new is 1.01 x old in request, within the noise (only a difference above\n"
                + "  1.02 x counts, from 1 and 3 runs)\n");
    assertThat(
            summary(
                step("request", List.of(valid(), leftOut("too slow")), rate(unknown(91, NONE)))))
        .startsWith("ibench: request is not compared: new is left out, too slow\n");
    assertThat(ComparisonText.of(comparison(), false, false, 80))
        .startsWith("ibench: 2 sides compared: no step with a rate is in all of them\n");
  }

  private static ComparedValue ofRuns(double value, double ratio, double limit, boolean exceeds) {
    return new ComparedValue(
        value,
        ratio,
        new Noise(Noise.Kind.BETWEEN_RUNS, exceeds, limit, 0.001, "a test"),
        List.of(value, value, value));
  }

  @Test
  void chanceIsARatioOrNothingThatCounts() {
    assertThat(summary(step("s", List.of(valid(), valid()), rate(ofRuns(800, 0.8, 0.57, false)))))
        .startsWith(
            "ibench: new is 0.80 x old in s, within the noise (only a difference below 0.43 x")
        .doesNotContain("another run");
    assertThat(summary(step("s", List.of(valid(), valid()), rate(ofRuns(1900, 1.9, 23.46, false)))))
        .startsWith(
            "ibench: new is 1.90 x old in s, within the noise (the runs differ so much among\n"
                + "  themselves that no difference counts, from 1 and 3 runs)\n");
  }

  @Test
  void whatIsBeyondNoiseComesBeforeARateWithinIt() {
    FigureRow noisy = rate(ofRuns(1890, 1.89, 3, false));
    FigureRow written =
        row("wkbpq", Group.COST, "wKB/q", "KB/op", base(2), ofRuns(1.24, 0.62, 0.1, true));

    assertThat(
            ComparisonText.of(
                    comparison(
                        step("overwrite", List.of(valid(), valid()), noisy, written),
                        step("read", List.of(valid(), valid()), noisy)),
                    false,
                    false,
                    80)
                .lines()
                .limit(4)
                .map(String::strip)
                .collect(Collectors.joining(" ")))
        .startsWith("ibench: new is 0.62 x old in wKB/q of overwrite, beyond noise (")
        .contains("; the rate of read: 1.89 x, within the noise (");
  }

  @Test
  void whatTheServerWroteIsSaidWhereTheDiskWroteMore() {
    FigureRow rate = rate(within(2000, 2, true));
    FigureRow disk = row("wkbpq", Group.COST, "wKB/q", "KB/op", base(4.5), within(2.6, 0.58, true));
    FigureRow server =
        row("server_wkbpq", Group.COST, "wKB/q", "KB/op", base(2.79), within(2.55, 0.91, true));
    FigureRow same =
        row("server_wkbpq", Group.COST, "wKB/q", "KB/op", base(4.4), within(2.6, 0.59, true));

    assertThat(summary(step("request", List.of(valid(), valid()), rate, disk, server)))
        .contains("\n  wKB/q: of the whole disk; the server's own: request 2.79, 2: 0.91 <\n");
    assertThat(summary(step("request", List.of(valid(), valid()), rate, disk, same)))
        .doesNotContain("the server's own");
  }

  @Test
  void whatIsTooLittleToCompareHasNoRatio() {
    FigureRow rate = rate(within(2000, 2, true));
    FigureRow few = row("rpq", Group.COST, "r/q", "reads/op", base(0.00063), unknown(0.00096, 1));

    assertThat(summary(step("request", List.of(valid(), valid()), rate, few)))
        .containsPattern("\n +2 +2\\.00 > +- +- +- ");
  }

  @Test
  void theAnswerSaysThatOtherProgramsWereBusy() {
    FigureRow busy =
        row("other_cpu_pct", Group.CLIENT, "other", "%", base(68.5), unknown(53.4, 0.78));
    FigureRow idle = row("other_cpu_pct", Group.CLIENT, "other", "%", base(9), unknown(2, 0.22));
    FigureRow rate = rate(within(2000, 2, true));

    assertThat(summary(step("request", List.of(valid(), valid()), rate, busy)))
        .contains(
            "a side)\n"
                + "  other programs used 69 % / 53 % of the CPUs: the difference may be theirs\n"
                + "  1: old, the base");
    assertThat(summary(step("request", List.of(valid(), valid()), rate, idle)))
        .doesNotContain("other programs");
    assertThat(
            summary(
                step("request", List.of(valid(), leftOut("why")), rate(unknown(91, NONE)), busy)))
        .doesNotContain("other programs");
  }

  @Test
  void theReasonThatMostStepsShareIsBelowTheTable(@TempDir Path root) throws Exception {
    List<Side> sides = new ArrayList<>();
    for (String percent : List.of("63", "44")) {
      String reasons = "\"others used " + percent + " %\"" + (sides.isEmpty() ? ", \"drift\"" : "");
      sides.add(
          side(
              percent,
              new StepFolders(root, percent)
                  .step(
                      "request",
                      1,
                      "queries",
                      "\"state\": \"done\", \"verdict\": \"degraded\", \"qps\": 9, \"reasons\": ["
                          + reasons
                          + "]")
                  .writeSummary()));
    }
    Comparison comparison = Comparer.compare(sides);

    assertThat(ComparisonText.of(comparison, false, false, 80))
        .contains("\n  1, 2: DEGRADED: request 1: others used 44 ... 63 % (1 more: --details)\n");
    assertThat(ComparisonText.of(comparison, true, false, 80)).doesNotContain("1 more");
  }

  @Test
  void theAnswerHasLoadsInShortAndNoWarmup() {
    StepComparison request = request();
    StepComparison load =
        new StepComparison(
            "load", Unit.ROWS, StepPurpose.LOAD, request.states(), renamed(request.rows(), "ips"));
    StepComparison warmup =
        new StepComparison(
            "warmup", Unit.QUERIES, StepPurpose.WARMUP, request.states(), request.rows());

    String text = summary(load, warmup, request);

    assertThat(text)
        .contains("\n  load     1  1,000                                10     valid\n")
        .doesNotContain("warmup");
    assertThat(ComparisonText.of(comparison(load, warmup, request), true, false, 80))
        .contains("\n  warmup\n");
  }

  private static List<FigureRow> renamed(List<FigureRow> rows, String rate) {
    return rows.stream()
        .map(
            row ->
                new FigureRow(
                    row.key().equals("qps") ? rate : row.key(),
                    row.group(),
                    row.name(),
                    row.unit(),
                    row.better(),
                    row.definition(),
                    row.cells()))
        .toList();
  }

  @Test
  void aDifferenceInTheRowsOfTablesIsSaid() {
    FigureRow more =
        row("rows_in_tables", Group.OTHER, "rows", "", base(1000), unknown(1064, 1.064));
    FigureRow hardly =
        row("rows_in_tables", Group.OTHER, "rows", "", base(1000), unknown(1009, 1.009));
    FigureRow rate = rate(within(2000, 2, true));

    assertThat(summary(step("request", List.of(valid(), valid()), rate, more)))
        .contains("\n  2 new has 6.4 % more rows in its tables than 1 old after request\n");
    assertThat(summary(step("request", List.of(valid(), valid()), rate, hardly)))
        .doesNotContain("rows in its tables");
  }

  @Test
  void ofALoadThatDidNotEndTheAnswerIsThatAtEqualRows() throws Exception {
    StepComparison load =
        new StepComparison(
            "load",
            Unit.ROWS,
            StepPurpose.LOAD,
            List.of(leftOut("it did not come to its end (running)"), valid()),
            List.of(row("ips", Group.RATE, "ips", "rows/s", base(10), unknown(20, NONE))));
    StepComparison equal =
        new StepComparison(
            "load at 12.3M rows",
            Unit.ROWS,
            StepPurpose.LOAD,
            List.of(valid(), valid()),
            List.of(row("ips", Group.RATE, "ips", "rows/s", base(10), unknown(360, 36))));
    Comparison of = comparison(load);
    Comparison comparison =
        new Comparison(
            of.sides(),
            of.unlike(),
            of.differences(),
            of.steps(),
            List.of(new EqualRows("load", 12_345_678, equal)),
            of.notInAll(),
            of.notes(),
            of.answers());

    assertThat(ComparisonText.of(comparison, false, false, 80))
        .startsWith(
            "ibench: new is 36.0 x old in load at 12.3M rows (one run each: no noise is\n  known)\n")
        .contains("\n  load at     1 ")
        .contains("\n  12.3M rows  2 ");
    JsonNode json = new ObjectMapper().valueToTree(ComparisonJson.of(comparison));
    assertThat(json.at("/at_equal_rows/0/rows").asLong()).isEqualTo(12_345_678);
    assertThat(json.at("/at_equal_rows/0/figures/0/cells/1/ratio").asDouble()).isEqualTo(36);
  }

  @Test
  void eachStepHasFiguresRatiosAndWhatIsKnownOfNoise() {
    assertThat(text(request())).contains(STEP);
  }

  @Test
  void whatIsLeftOutIsToldAndHasNoRatios() {
    StepComparison out =
        step(
            "qr100",
            List.of(valid(), leftOut("target not sustained (91 %)")),
            row("qps", Group.RATE, "qps", "", base(100), unknown(91, Double.NaN)));

    assertThat(text(out))
        .contains("2 new: not compared: 2 new is left out, target not sustained (91 %)")
        .containsPattern("2 new +91 +INVALID, left out\n")
        .doesNotContain("relative to", "each figure divided")
        .contains("\n\n  there is no ratio to test for noise\n")
        .contains("\n  2: left out: target not sustained (91 %)\n  2: too slow\n");
  }

  @Test
  void theReasonForWhichASideIsLeftOutIsToldOnce() {
    StepComparison.State out =
        new StepComparison.State(
            Optional.of(Verdict.INVALID),
            Optional.of("it is INVALID: 3 gaps"),
            List.of("id: 3 gaps", "id: steal 7 %"));

    assertThat(text(step("s", List.of(valid(), out))))
        .contains("\n  2: left out: it is INVALID: 3 gaps\n  2: steal 7 %\n");
  }

  @Test
  void marksAreExplainedBelowTheFirstStepThatHasRatios() {
    StepComparison out =
        step(
            "out",
            List.of(leftOut("slow"), valid()),
            row("GET.p50_us", Group.LATENCY, "GET p50", "us", base(20), unknown(10, Double.NaN)),
            row("qps", Group.RATE, "qps", "", base(100), unknown(91, Double.NaN)));

    String text = text(out, request());

    assertThat(text.indexOf("\n  relative to")).isGreaterThan(text.indexOf("\n  request\n"));
    assertThat(text.indexOf("each figure divided")).isGreaterThan(text.indexOf("\n  relative to"));
    assertThat(text).containsPattern("p50 +p50\n  operation +1 +2\n  GET +20 +10\n");
  }

  @Test
  void sizesAreInGigabytesAndSlowOperationsInMilliseconds() throws Exception {
    StepComparison step =
        step(
            "request",
            List.of(valid(), valid()),
            row(
                "dir_bytes",
                Group.SIZE,
                "dir",
                "bytes",
                base(1L << 31),
                within(1L << 30, 0.5, true)),
            row(
                "ADD.p50_us",
                Group.LATENCY,
                "ADD p50",
                "us",
                base(2000),
                within(150, 0.075, true)));

    assertThat(text(step))
        .containsPattern("side +dir GB +verdict\n  1 old +2 +valid\n  2 new +1 +valid\n")
        .containsPattern("\n  service time in ms\n.*\n.*\n  ADD +2 +0.150 +0.075 <\n");
    assertThat(ComparisonCsv.of(comparison(step)))
        .contains("dir_bytes,bytes,size,new,x/new,1073741824,")
        .contains("ADD.p50_us,us,latency,new,x/new,150,");
  }

  @Test
  void aMeanOfSomeOfTheRunsIsMarkedAndTold() throws Exception {
    ComparedValue reads =
        new ComparedValue(0.5, 2, Noise.unknown("one run"), List.of(0.4, Double.NaN, 0.6));
    ComparedValue slow =
        new ComparedValue(90, Double.NaN, Noise.unknown("one run"), List.of(0.9, NONE, NONE));
    StepComparison partial =
        step(
            "request",
            List.of(valid(), valid()),
            row("rpq", Group.COST, "r/q", "", base(0.25), reads),
            row("GET.p50_us", Group.LATENCY, "GET p50", "us", base(NONE), slow),
            row("GET.p99_us", Group.LATENCY, "GET p99", "us", base(NONE), slow));

    assertThat(text(partial))
        .containsPattern("2 new +0.500\\* +valid")
        .containsPattern("GET +- +90\\* +- +- +90\\* +-")
        .contains("\n  service time in us, means of a side's runs\n")
        .contains("\n  * 2 new: mean of those runs that have it: r/q 2 of 3, GET 1 of 3\n");
    JsonNode cell =
        new ObjectMapper()
            .valueToTree(ComparisonJson.of(comparison(partial)))
            .at("/steps/0/figures/0/cells/1");
    assertThat(cell.path("runs")).hasToString("[0.4,null,0.6]");
    assertThat(ComparisonCsv.of(comparison(partial)))
        .contains("request,rpq,,cost,new,x/new,0.5,2,");
  }

  @Test
  void ofManySidesEachPercentileHasATableOfItsOwn() {
    List<Side> sides =
        List.of("a", "b", "c", "d").stream().map(n -> side(n, new Run().at(n))).toList();
    ComparedValue other = within(10, 0.5, true);
    StepComparison step =
        step(
            "request",
            List.of(valid(), valid(), valid(), valid()),
            row("GET.p50_us", Group.LATENCY, "", "us", base(20), other, other, other),
            row("GET.p99_us", Group.LATENCY, "", "us", base(90), other, other, other));
    Comparison four =
        new Comparison(
            sides,
            List.of(),
            List.of(),
            List.of(step),
            List.of(),
            List.of(),
            List.of(),
            Optional.empty());

    assertThat(ComparisonText.of(four, true, false, WIDE))
        .contains("\n  p50 of service time in us\n")
        .contains("\n  p99 of service time in us\n")
        .containsPattern("GET +20 +10 +0.50 < +10 +0.50 < +10 +0.50 <\n")
        .containsPattern("GET +90 +10 ");
  }

  @Test
  void whereOnlyTheBaseIsZeroTheRatioIsInfiniteAndTested() throws Exception {
    StepComparison appeared =
        step(
            "request",
            List.of(valid(), valid()),
            row("rpq", Group.COST, "r/q", "", base(0), within(0.5, INFINITE, true)),
            row("wpi", Group.COST, "w/i", "", base(0), within(0.1, INFINITE, false)),
            row("wkbpq", Group.COST, "wKB/q", "", base(4), within(0, 0, true)));

    assertThat(text(appeared))
        .containsPattern("2 new +inf > +~inf +0 <\n")
        .contains("inf: the base is 0;")
        .contains("better: wKB/q 0; worse: r/q inf");
    JsonNode json = new ObjectMapper().valueToTree(ComparisonJson.of(comparison(appeared)));
    JsonNode cell = json.at("/steps/0/figures/0/cells/1");
    assertThat(cell.path("ratio").isNull()).isTrue();
    assertThat(cell.at("/noise/exceeds").asBoolean()).isTrue();
    assertThat(ComparisonCsv.of(comparison(appeared)))
        .contains("request,rpq,,cost,new,x/new,0.5,1,,within_run,true,");
    assertThat(json.toString()).doesNotContain("Infinity");
  }

  @Test
  void whatRocksdbsTreeWroteIsInTheAnswer() {
    StepComparison step =
        step(
            "l.i1",
            List.of(valid(), valid()),
            row("ips", Group.RATE, "ips", "rows/s", base(10), within(11, 1.1, false)),
            row("lsm_write_amp", Group.COST, "lsm w_amp", "", base(2), within(1.5, 0.75, true)));

    assertThat(ComparisonText.of(comparison(step), false, false, 80))
        .contains("RocksDB's write amplification: l.i1 2, 2: 0.75 <\n");
  }

  @Test
  void whatIsTakenAsEqualForNearlyNothingIsToldWithItsFloor() {
    ComparedValue equal = unknown(0.000043, 1);
    StepComparison nothing =
        step(
            "load",
            List.of(valid(), valid()),
            row("rpq", Group.COST, "r/i", "reads/op", base(0.000007), equal),
            row("rkbpq", Group.COST, "rKB/i", "KB/op", base(0.002), unknown(0.001, 1)),
            row("wpi", Group.COST, "w/i", "writes/row", base(0), unknown(0, 1)),
            row("size_gb", Group.SIZE, "size", "GB", base(10), unknown(11.2, 1.12)));

    assertThat(text(nothing))
        .contains(
            "\n  too little to compare: r/i (below 0.001 reads/op);"
                + " rKB/i (below 0.01 KB/op)\n");
  }

  @Test
  void tooFewRunsAreSaidWhereTheyLeaveADifferenceOpen() {
    Noise open = new Noise(Noise.Kind.BETWEEN_RUNS, false, 50_712, 0.2, true, "Welch's t; p = 0.2");
    StepComparison step =
        step(
            "load",
            List.of(valid(), valid()),
            row("ips", Group.RATE, "ips", "rows/s", base(1), new ComparedValue(2, 2, open)),
            row(
                "wkbpi",
                Group.COST,
                "wKB/i",
                "KB/row",
                base(1),
                new ComparedValue(5.7, 5.7, open)));

    assertThat(text(step))
        .contains("2 new: ips 2.00 of the base (too few runs to know; at least 3);")
        .contains("5.70 >?")
        .containsPattern("[?] too few runs to know\\s+whether it is noise,\\s+of which at least 3")
        .doesNotContain("50,712", "50712");
  }

  @Test
  void reasonsOfARunThatDifferInNumbersAloneAreOneLine() {
    StepComparison.State base =
        new StepComparison.State(
            Optional.of(Verdict.DEGRADED), Optional.empty(), List.of("id: steal 7 %"));
    StepComparison.State other =
        new StepComparison.State(
            Optional.of(Verdict.DEGRADED), Optional.empty(), List.of("id: steal 9 %"));

    assertThat(text(step("s", List.of(base, other)))).contains("\n  1, 2: steal 7 ... 9 %\n");
  }

  @Test
  void inMarkdownOnlyWhatIsKnownToBeBeyondTheNoiseIsBold() {
    String text = ComparisonText.of(comparison(request()), true, true, WIDE);

    assertThat(text)
        .startsWith("## ibench: new is 1.31 x old in request")
        .contains("| 2 new | **1.31 >** | **0.81 \\<** | \\~1.02 | - | 1.12 >? |")
        .contains("| side | qps | wKB/q | cs/q | r/q | size GB |");
  }

  @Test
  void hostileNamesAreInertEverywhere() throws Exception {
    Run run = new Run().database("product", HOSTILE);
    run.workload = HOSTILE;
    StepComparison step =
        step(
            HOSTILE,
            List.of(valid(), leftOut(HOSTILE)),
            row(HOSTILE + ".p50_us", Group.LATENCY, HOSTILE, HOSTILE, base(1), unknown(2, 2)),
            row(HOSTILE, Group.RATE, HOSTILE, HOSTILE, base(1), unknown(2, 2)));
    SettingDifference difference =
        new SettingDifference(HOSTILE, HOSTILE, List.of(HOSTILE, HOSTILE + HOSTILE));
    Comparison comparison =
        new Comparison(
            List.of(side(HOSTILE, run.at("x")), side(HOSTILE + 2, run.at("y"))),
            List.of(difference),
            List.of(difference),
            List.of(step),
            List.of(new EqualRows(HOSTILE, 7, step)),
            List.of(HOSTILE),
            List.of(HOSTILE),
            Optional.empty());

    String text = ComparisonText.of(comparison, true, false, 80);
    String markdown = ComparisonText.of(comparison, true, true, WIDE);
    String csv = ComparisonCsv.of(comparison);
    assertThat((text + markdown + csv).codePoints().filter(c -> c != '\n' && c != '\r'))
        .noneMatch(c -> Character.isISOControl(c) || c == 0x202E);
    assertThat(markdown).doesNotContainPattern("(?<!\\\\)<script").doesNotContainPattern(" \\*b");
    JsonNode json = new ObjectMapper().valueToTree(ComparisonJson.of(comparison));
    assertThat(json.at("/steps/0/name").asText()).isEqualTo(HOSTILE);
  }

  @Test
  void csvHasARowForEachStepFigureAndSide() {
    assertThat(ComparisonCsv.of(comparison(request())).lines())
        .hasSize(1 + 2 * 8)
        .contains(
            "step,figure,unit,group,side,folders,value,runs,ratio,noise_kind,exceeds_noise,"
                + "noise_limit,p,left_out",
            "request,qps,queries/s,rate,old,x/old,1000,1,1,,,,,",
            "request,qps,queries/s,rate,new,x/new,1310,1,1.31,within_run,true,0.03,0.001,",
            "request,rpq,,cost,old,x/old,,0,,,,,,",
            "request,rpq,,cost,new,x/new,0.5,1,,,,,,",
            "request,size_gb,GB,size,new,x/new,11.2,1,1.12,unknown,,,,");
  }

  @Test
  void jsonHasTheWholeComparisonWithNullForWhatCannotBeHad() {
    JsonNode json = new ObjectMapper().valueToTree(ComparisonJson.of(comparison(request())));

    assertThat(json.path("schema").asInt()).isEqualTo(1);
    assertThat(json.at("/sides/1/runs/0/folder").asText()).isEqualTo("x/new");
    assertThat(json.at("/differences/0/values/1").asText()).isEqualTo("normal");
    JsonNode qps = json.at("/steps/0/figures/0");
    assertThat(qps.path("better").asText()).isEqualTo("higher");
    assertThat(qps.at("/cells/0/noise").isNull()).isTrue();
    assertThat(qps.at("/cells/1/noise/exceeds").asBoolean()).isTrue();
    assertThat(qps.at("/cells/1/noise/kind").asText()).isEqualTo("within_run");
    JsonNode reads = json.at("/steps/0/figures/3/cells");
    assertThat(reads.at("/0/value").isNull()).isTrue();
    assertThat(reads.at("/1/ratio").isNull()).isTrue();
    assertThat(json.toString()).doesNotContain("NaN");
  }
}
