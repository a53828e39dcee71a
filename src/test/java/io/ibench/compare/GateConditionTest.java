package io.ibench.compare;

import static io.ibench.compare.CompareSamples.base;
import static io.ibench.compare.CompareSamples.comparison;
import static io.ibench.compare.CompareSamples.leftOut;
import static io.ibench.compare.CompareSamples.request;
import static io.ibench.compare.CompareSamples.row;
import static io.ibench.compare.CompareSamples.step;
import static io.ibench.compare.CompareSamples.unknown;
import static io.ibench.compare.CompareSamples.valid;
import static io.ibench.compare.CompareSamples.within;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.compare.FigureRow.Group;
import io.ibench.report.figures.Operator;
import io.ibench.report.store.StoredRun;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which differences a user does not accept, and what of a comparison fails for it. */
class GateConditionTest {

  private static GateCondition condition(String text) {
    List<String> mistakes = new ArrayList<>();
    GateCondition condition = GateCondition.parse(text, mistakes).orElseThrow();
    assertThat(mistakes).isEmpty();
    return condition;
  }

  private static List<String> failures(StepComparison step, String condition) {
    Comparison comparison = comparison(step);
    List<GateCondition> conditions = List.of(condition(condition));
    assertThat(Gate.mistakes(comparison, conditions)).isEmpty();
    return Gate.judge(comparison, conditions, false).failures();
  }

  @ParameterizedTest
  @CsvSource({
    "qps<0.95, , qps, LESS, 0.95",
    "' load : ips <= 1', load, ips, AT_MOST, 1",
    "request:GET_NODE.response.p99_us>1.2, request, GET_NODE.response.p99_us, MORE, 1.2",
    "l.i0:wkbpi>=.5, l.i0, wkbpi, AT_LEAST, 0.5",
    "' l.i1 + drain :written_gb>1.1', l.i1+drain, written_gb, MORE, 1.1",
    "drain:server_counters.Flushes>1.1, drain, server_counters.Flushes, MORE, 1.1",
  })
  void aConditionIsAFigureALimitAndPerhapsAStep(
      String text, String step, String figure, Operator operator, double ratio) {
    GateCondition condition = condition(text);

    assertThat(condition.step().orElse(null)).isEqualTo(step);
    assertThat(condition.figure()).isEqualTo(figure);
    assertThat(condition.operator()).isEqualTo(operator);
    assertThat(condition.ratio()).isEqualTo(ratio);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "qps",
        "<1",
        "qps=1",
        "qps==1",
        "qps<>1",
        "qps<",
        "qps<x",
        "qps<0",
        "qps<-1",
        ":qps<1",
        "l.i1+:qps<1",
        "+drain:qps<1",
        "a++b:qps<1",
        "qps<1e3",
        "qps<0,95",
        "qps<NaN",
        "qps<95%",
        "qps<95",
        "GET_NODE.p99_us>5ms",
        "a:b:qps<1",
        "0.5<qps<1"
      })
  void whatIsNoConditionIsAMistakeThatSaysWhatIsAllowed(String text) {
    List<String> mistakes = new ArrayList<>();

    assertThat(GateCondition.parse(text, mistakes)).isEmpty();
    assertThat(mistakes).hasSize(1).first().asString().contains(text, "allowed: ");
  }

  @Test
  void aStepIsAddedUpOnce() {
    List<String> mistakes = new ArrayList<>();

    assertThat(GateCondition.parse("a+b+a:seconds>1", mistakes)).isEmpty();
    assertThat(mistakes).containsExactly("--fail-if a+b+a:seconds>1 adds up a twice; name it once");
  }

  private static Comparison drained(Path folder, List<GateCondition> conditions) throws Exception {
    List<Side> sides = new ArrayList<>();
    for (int gigabytes : new int[] {1, 4}) {
      sides.add(
          new Side(
              "s" + gigabytes,
              List.of(
                  new StepFolders(folder, "s" + gigabytes)
                      .step(
                          "l.i1",
                          1,
                          "rows",
                          "\"state\": \"done\", \"ips\": 5, \"wkbpi\": 1, \"written_gb\": 2")
                      .step(
                          "drain",
                          1,
                          "none",
                          "\"state\": \"done\", \"seconds\": 9, \"written_gb\": " + gigabytes)
                      .writeSummary())));
    }
    return Comparer.compareFor(sides, conditions);
  }

  @Test
  void everyStepEveryFigureAndSumsOfStepsCanBeHeldToALimit(@TempDir Path folder) throws Exception {
    List<GateCondition> conditions =
        List.of(
            condition("drain:written_gb>1.5"),
            condition("l.i1:wkbpi>1.5"),
            condition("l.i1:wkbpi>0.5"),
            condition("l.i1+drain:written_gb>1.5"),
            condition("written_gb>1.5"));
    Comparison comparison = drained(folder, conditions);

    assertThat(Gate.mistakes(comparison, conditions)).isEmpty();
    assertThat(Gate.judge(comparison, conditions, false).failures())
        .containsExactly(
            "--fail-if drain:written_gb>1.5: drain: written_gb of s4 is 4.000 of that of s1"
                + " (noise unknown)",
            "--fail-if l.i1:wkbpi>0.5: l.i1: wkbpi of s4 is 1.000 of that of s1 (noise unknown)",
            "--fail-if l.i1+drain:written_gb>1.5: l.i1+drain: written_gb of s4 is 2.000 of that of"
                + " s1 (noise unknown)");
  }

  @Test
  void whatCannotBeAddedUpIsAMistakeThatSaysWhatCan(@TempDir Path folder) throws Exception {
    List<GateCondition> conditions =
        List.of(
            condition("l.i1+drian:written_gb>1"),
            condition("l.i1+drain:wkbpi>1"),
            condition("l.i1+drain:writen_gb>1"),
            condition("drain.written_gb>1"));

    assertThat(Gate.mistakes(drained(folder, conditions), conditions))
        .satisfiesExactly(
            step -> {
              assertThat(step.text()).endsWith(": no step drian is in all of them");
              assertThat(step.known()).containsExactly("l.i1", "drain");
            },
            rate ->
                assertThat(rate.text())
                    .startsWith("--fail-if l.i1+drain:wkbpi>1: wkbpi is no amount that could be")
                    .contains("allowed: ", ", written_gb, "),
            misspelt -> {
              assertThat(misspelt.text()).endsWith("no figure writen_gb of step l.i1+drain");
              assertThat(misspelt.known()).contains("written_gb");
            },
            dotted -> assertThat(dotted.text()).endsWith("; did you mean drain:written_gb?"));
  }

  @Test
  void limitsThemselvesCountOnlyWhereTheyAreSaidTo() {
    assertThat(condition("x<1").holds(1)).isFalse();
    assertThat(condition("x<=1").holds(1)).isTrue();
    assertThat(condition("x>1").holds(1)).isFalse();
    assertThat(condition("x>=1").holds(1)).isTrue();
    assertThat(condition("x>1").holds(1.1)).isTrue();
    assertThat(condition("x>=1").holds(0.9)).isFalse();
  }

  @Test
  void aConditionThatHoldsNamesStepSideRatioAndNoise() {
    assertThat(failures(request(), "wkbpq<0.95"))
        .containsExactly(
            "--fail-if wkbpq<0.95: request: wkbpq of new is 0.8123 of that of old"
                + " (beyond the noise within these runs, 0.030)");
    assertThat(failures(request(), "cspq>1.01"))
        .first()
        .asString()
        .contains("(not beyond the noise within");
    assertThat(failures(request(), "size_gb>1.1")).first().asString().contains("noise unknown");
    assertThat(failures(request(), "qps<0.95")).isEmpty();
    assertThat(failures(request(), "request:qps<1.4")).hasSize(1);
  }

  @Test
  void whatCannotBeJudgedHasNotPassed() {
    assertThat(failures(request(), "rpq>9"))
        .containsExactly("--fail-if rpq>9: cannot be judged: request does not tell rpq in old");
    StepComparison out =
        step(
            "qr100",
            List.of(valid(), leftOut("target not sustained (91 %)")),
            row("qps", Group.RATE, "qps", "", base(10), unknown(9, Double.NaN)));
    assertThat(failures(out, "qps<0.5"))
        .containsExactly(
            "--fail-if qps<0.5: cannot be judged: qr100 is left out in new: target not sustained"
                + " (91 %)");
  }

  @Test
  void somethingWhereTheBaseHasNothingIsMoreThanAnyLimit() {
    StepComparison step =
        step(
            "s",
            List.of(valid(), valid()),
            row("a", Group.COST, "a", "", base(0), within(3, Double.POSITIVE_INFINITY, true)),
            row("b", Group.COST, "b", "", base(0), unknown(0, 1)),
            row("c", Group.COST, "c", "", base(0), within(3, Double.POSITIVE_INFINITY, false)),
            row("d", Group.COST, "d", "", base(3), within(0, 0, false)));

    assertThat(failures(step, "a>19.5"))
        .containsExactly(
            "--fail-if a>19.5: s: a of new is 3, that of old is 0 (beyond the noise within these"
                + " runs, 0.030)");
    assertThat(failures(step, "a<0.5")).isEmpty();
    assertThat(failures(step, "b>1.05")).isEmpty();
    List<GateCondition> all = List.of(condition("a>2"), condition("c>2"), condition("d<0.5"));
    Gate.Judgement judgement = Gate.judge(comparison(step), all, true);
    assertThat(judgement.failures()).singleElement().asString().contains("a of new is 3");
    assertThat(judgement.excused())
        .satisfiesExactly(
            c -> assertThat(c).contains("c of new is 3, that of old is 0 (not beyond"),
            d -> assertThat(d).contains("d of new is 0 of that of old (not beyond"));
  }

  @Test
  void aStepThatTheOtherSideNeverCameToHasNotPassed(@TempDir Path folder) throws Exception {
    StoredRun base =
        new StepFolders(folder, "a")
            .queries("warmup", "\"qps\": 10.0")
            .queries("request", "\"qps\": 10.0")
            .writeSummary();
    StoredRun other =
        new StepFolders(folder, "b").queries("warmup", "\"qps\": 10.0").writeSummary();
    Comparison comparison =
        Comparer.compare(List.of(new Side("a", List.of(base)), new Side("b", List.of(other))));

    assertThat(Gate.judge(comparison, List.of(condition("qps<0.95")), false).failures())
        .containsExactly("--fail-if qps<0.95: cannot be judged: request is not in b");
    assertThat(Gate.judge(comparison, List.of(condition("warmup:qps<0.95")), false).failures())
        .isEmpty();
  }

  /** As in a damaged result, whose intervals do not show what the step should count. */
  @Test
  void aStepInWhichTheOtherSideCountsSomethingElseHasNotPassed(@TempDir Path folder)
      throws Exception {
    StoredRun base =
        new StepFolders(folder, "a")
            .queries("warmup", "\"qps\": 10.0")
            .queries("request", "\"qps\": 10.0")
            .writeSummary();
    StoredRun other =
        new StepFolders(folder, "b")
            .queries("warmup", "\"qps\": 10.0")
            .step("request", 1, "none", "\"state\": \"done\"")
            .writeSummary();
    Comparison comparison =
        Comparer.compare(List.of(new Side("a", List.of(base)), new Side("b", List.of(other))));

    assertThat(comparison.notInAll()).containsExactly("request");
    assertThat(Gate.judge(comparison, List.of(condition("qps<0.95")), false).failures())
        .containsExactly(
            "--fail-if qps<0.95: cannot be judged: request does not count the same in all of them");
  }

  @Test
  void whatCanBeEvaluatedNowhereIsAMistakeWithTheNamesThatThereAre() {
    Comparison comparison = comparison(request());

    assertThat(Gate.mistakes(comparison, List.of(condition("qpss<1"), condition("reqest:qps<1"))))
        .satisfiesExactly(
            figure -> {
              assertThat(figure.text()).isEqualTo("--fail-if qpss<1: no figure qpss");
              assertThat(figure.known()).contains("qps", "GET.p99_us");
              assertThat(figure.all())
                  .startsWith("there are: qps, wkbpq, ")
                  .endsWith("; OPERATION.p50_us, OPERATION.p99_us with OPERATION one of GET");
            },
            step -> {
              assertThat(step.text())
                  .isEqualTo("--fail-if reqest:qps<1: no step reqest is in all of them");
              assertThat(step.known()).containsExactly("request");
            });
    StepComparison nothing =
        step(
            "s",
            List.of(valid(), valid()),
            row("a", Group.COST, "a", "", base(Double.NaN), unknown(Double.NaN, Double.NaN)));
    assertThat(Gate.mistakes(comparison(nothing), List.of(condition("a<1"))))
        .extracting(Gate.Mistake::text)
        .containsExactly("--fail-if a<1: a is known on no side");
  }

  @ParameterizedTest
  @CsvSource({
    "QPS<1, did you mean qps?",
    "request:wKB/q<1, did you mean wkbpq?",
    "get.P99_us<1, did you mean GET.p99_us?",
    "request.qps<1, did you mean request:qps?",
    "request.GET.p99_us<1, did you mean request:GET.p99_us?",
    "p99>1.1, 'a latency is that of an operation, such as GET.p99_us'",
    "p50_us>1.1, 'a latency is that of an operation, such as GET.p50_us'",
  })
  void aNameAsTablesHeadItIsAMistakeThatSaysWhatIsMeant(String condition, String hint) {
    assertThat(Gate.mistakes(comparison(request()), List.of(condition(condition))))
        .singleElement()
        .satisfies(mistake -> assertThat(mistake.text()).endsWith("; " + hint))
        .satisfies(mistake -> assertThat(mistake.known()).isEmpty());
  }

  @Test
  void differencesWithinTheNoiseAreExcusedWhereThatIsAskedFor() {
    List<GateCondition> conditions =
        List.of(condition("wkbpq<0.95"), condition("cspq>1.01"), condition("size_gb>1.1"));

    Gate.Judgement judgement = Gate.judge(comparison(request()), conditions, true);

    assertThat(judgement.failures()).singleElement().asString().contains("wkbpq of new is");
    assertThat(judgement.excused())
        .satisfiesExactly(
            within ->
                assertThat(within)
                    .contains("(not beyond the noise within")
                    .endsWith(": no failure, as --fail-beyond-noise asks for more"),
            unknown -> assertThat(unknown).contains("noise unknown"));
  }

  private static Side repeated(Path folder, String id, int... qps) throws Exception {
    StepFolders run = new StepFolders(folder, id);
    for (int i = 0; i < qps.length; i++) {
      run.step(
          "request", i + 1, "queries", "\"state\": \"done\", \"seconds\": 9, \"qps\": " + qps[i]);
    }
    return new Side(id, List.of(run.writeSummary()));
  }

  @Test
  void repeatsDecideWhatIsBeyondTheNoise(@TempDir Path folder) throws Exception {
    List<GateCondition> conditions = List.of(condition("qps<0.95"));
    Side base = repeated(folder, "old", 100, 102, 104);

    Gate.Judgement slower =
        Gate.judge(
            Comparer.compareFor(List.of(base, repeated(folder, "new", 50, 51, 52, 53)), conditions),
            conditions,
            true);
    Gate.Judgement scattered =
        Gate.judge(
            Comparer.compareFor(List.of(base, repeated(folder, "wild", 20, 110, 140)), conditions),
            conditions,
            true);

    assertThat(slower.failures())
        .singleElement()
        .asString()
        .contains("(beyond the noise between repeats, ");
    assertThat(scattered.failures()).isEmpty();
    assertThat(scattered.excused())
        .singleElement()
        .asString()
        .contains("(not beyond the noise between repeats, ");
  }
}
