package io.ibench.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.config.Config;
import io.ibench.config.Problem;
import io.ibench.config.Rate;
import io.ibench.measure.RateGoal;
import io.ibench.measure.Role;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StepReaderTest {

  private static final long SECOND = 1_000_000_000L;

  private static final Map<String, StepKind> KINDS = new LinkedHashMap<>();

  static {
    KINDS.put("create", StepKind.create());
    KINDS.put("load", StepKind.load(5_000));
    KINDS.put("index", StepKind.index());
    KINDS.put("warmup", StepKind.requests());
    KINDS.put("request", StepKind.requests());
  }

  private Config config;

  private List<Step> read(String... settings) {
    Map<String, String> map = new LinkedHashMap<>();
    for (String setting : settings) {
      String[] parts = setting.split("=", 2);
      map.put(parts[0], parts[1]);
    }
    config = Config.of(map);
    return new StepReader(config, KINDS).read();
  }

  private List<String> problems() {
    return config.problems().stream().map(Problem::toString).toList();
  }

  /** Reads valid settings and makes one step of workers. */
  private Step.Work work(String... settings) {
    List<Step> steps = read(settings);
    assertThat(problems()).isEmpty();
    assertThat(steps).hasSize(1);
    return (Step.Work) steps.get(0);
  }

  @Test
  void stepsComeInTheirOrderAndEachOfItsKind() {
    List<Step> steps =
        read("steps=index, create, load, request", "request.until=20s", "load.threads=2");
    assertThat(problems()).isEmpty();
    assertThat(steps).extracting(Step::name).containsExactly("index", "create", "load", "request");
    assertThat(steps).extracting(Step::kind).containsExactly("index", "create", "load", "request");
    assertThat(steps).extracting(Step::like).containsOnly(Optional.empty());
    assertThat(steps.get(0))
        .isEqualTo(new Step.Action("index", "index", Optional.empty(), TableUse.INDEXES));
    assertThat(steps.get(1))
        .isEqualTo(new Step.Action("create", "create", Optional.empty(), TableUse.CREATES));
  }

  @Test
  void aRequestStepHasItsOwnKeys() {
    Step.Work step =
        work(
            "steps=request",
            "request.until=20s",
            "request.repeat=3",
            "request.threads=16",
            "request.rate=100/s");
    assertThat(step.untilNanos()).hasValue(20 * SECOND);
    assertThat(step.operations()).isEmpty();
    assertThat(step.repeat()).isEqualTo(3);
    assertThat(step.rows()).isEmpty();
    assertThat(step.complete()).isFalse();
    assertThat(step.countsRows()).isFalse();
    assertThat(step.isPaced()).isTrue();
    assertThat(step.groups()).containsExactly(new Step.Group("", 16, new Rate(100, SECOND), 1));
  }

  @Test
  void aRateIsPacedEvenlyUnlessPoissonIsAskedFor() {
    String[] even = {"steps=request", "request.until=1s", "request.rate=1/s"};
    assertThat(work(even).groups()).extracting(Step.Group::pacing).containsOnly(Pacing.EVEN);

    Step.Work request =
        work("steps=request", "request.until=1s", "request.rate=1/s", "request.pacing=poisson");
    assertThat(request.groups().get(0).pacing()).isEqualTo(Pacing.POISSON);
    assertThat(request.isPaced()).isTrue();

    Step.Work load = work("steps=load", "load.rate=1/s", "load.pacing=poisson");
    assertThat(load.groups().get(0).pacing()).isEqualTo(Pacing.POISSON);
  }

  @Test
  void pacingIsInheritedLikeTheRate() {
    Step.Work step =
        work(
            "steps=r2",
            "r2.like=request",
            "r2.rate=2/s",
            "request.until=1s",
            "request.rate=1/s",
            "request.pacing=poisson");
    assertThat(step.groups())
        .containsExactly(new Step.Group("", 4, new Rate(2, SECOND), Pacing.POISSON, 1));
  }

  @Test
  void poissonWithoutARateIsAProblem() {
    read("steps=request", "request.until=1s", "request.pacing=poisson");
    assertThat(problems())
        .containsExactly(
            "settings: request.pacing = poisson: needs a target rate; give request.rate (such as"
                + " 1000/s), or request.pacing = even");
  }

  @Test
  void inheritedPoissonWithoutARateIsAProblemOfTheStepThatHasNone() {
    read(
        "steps=request, top",
        "request.until=1s",
        "request.rate=100/s",
        "request.pacing=poisson",
        "top.like=request",
        "top.rate=unlimited");
    assertThat(config.problems()).extracting(Problem::key).containsExactly("top.pacing");
    assertThat(problems().get(0)).contains("poisson").contains("top.rate", "top.pacing = even");
  }

  @Test
  void evenWithoutARateSaysNothingWrong() {
    Step.Work step = work("steps=request", "request.until=1s", "request.pacing=even");
    assertThat(step.isPaced()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"Poisson", "burst", ""})
  void anUnknownPacingIsAProblemThatNamesTheKnownOnes(String pacing) {
    read("steps=request", "request.until=1s", "request.rate=1/s", "request.pacing=" + pacing);
    assertThat(config.problems()).extracting(Problem::key).containsExactly("request.pacing");
    assertThat(problems().get(0)).endsWith("allowed: even, poisson, bursty");
  }

  @Test
  void aRateThatCannotBeReadIsOneProblemNotTwo() {
    read("steps=request", "request.until=1s", "request.rate=fast", "request.pacing=poisson");
    assertThat(config.problems()).extracting(Problem::key).containsExactly("request.rate");
  }

  @Test
  void withoutItsKeysAStepHasTheirDefaults() {
    Step.Work step = work("steps=request", "request.operations=1k");
    assertThat(step.untilNanos()).isEmpty();
    assertThat(step.operations()).hasValue(1_000);
    assertThat(step.repeat()).isEqualTo(1);
    assertThat(step.threads()).isEqualTo(4);
    assertThat(step.isPaced()).isFalse();
  }

  @Test
  void aLoadEndsByItselfMustBeCompleteAndCountsRows() {
    Step.Work step = work("steps=load", "load.threads=8", "load.rows_per_commit=500");
    assertThat(step.rows()).hasValue(5_000);
    assertThat(step.untilNanos()).isEmpty();
    assertThat(step.operations()).isEmpty();
    assertThat(step.repeat()).isEqualTo(1);
    assertThat(step.complete()).isTrue();
    assertThat(step.countsRows()).isTrue();
    assertThat(step.groups())
        .containsExactly(new Step.Group("", 8, Rate.UNLIMITED, 500).counting(Role.INSERT));
  }

  @Test
  void aStepThatIsLikeAnotherOverridesWhatDiffers() {
    Step.Work step =
        work(
            "steps=r16",
            "r16.like=request",
            "r16.threads=16",
            "request.until=20s",
            "request.threads=4");
    assertThat(step.name()).isEqualTo("r16");
    assertThat(step.kind()).isEqualTo("request");
    assertThat(step.like()).contains("request");
    assertThat(step.threads()).isEqualTo(16);
    assertThat(step.untilNanos()).hasValue(20 * SECOND);
  }

  @Test
  void alongAChainTheNearestStepWins() {
    Step.Work step =
        work(
            "steps=c",
            "c.like=b",
            "b.like=a",
            "a.like=request",
            "request.until=1s",
            "request.threads=1",
            "request.rate=1/s",
            "a.threads=2",
            "a.rate=2/s",
            "b.rate=3/s");
    assertThat(step.kind()).isEqualTo("request");
    assertThat(step.like()).contains("b");
    assertThat(step.untilNanos()).hasValue(SECOND);
    assertThat(step.threads()).isEqualTo(2);
    assertThat(step.groups().get(0).rate()).isEqualTo(new Rate(3, SECOND));
  }

  @Test
  void aKindMayItselfBeLikeAnother() {
    Step.Work step = work("steps=warmup", "warmup.like=request", "request.until=5s");
    assertThat(step.kind()).isEqualTo("request");
    assertThat(step.untilNanos()).hasValue(5 * SECOND);
  }

  @Test
  void actionsAndLoadsCanBeRepeatedUnderOtherNames() {
    List<Step> steps =
        read(
            "steps=create, create2, load, load2",
            "create2.like=create",
            "load2.like=load",
            "load2.threads=1");
    assertThat(problems()).isEmpty();
    assertThat(steps).extracting(Step::kind).containsExactly("create", "create", "load", "load");
    assertThat(((Step.Work) steps.get(3)).rows()).isEqualTo(OptionalLong.of(5_000));
  }

  @Test
  void aNameWithDotsIsAName() {
    Step.Work step = work("steps=l.i0", "l.i0.like=load", "l.i0.threads=3");
    assertThat(step.threads()).isEqualTo(3);
  }

  @Test
  void stepsOfAFileThatAreNotRunAreReadCheckedAndNotUsed() {
    String[] file = {
      "more.like=request", "more.until=3s", "request.until=1s", "again.like=more", "again.threads=2"
    };
    List<String> all = new ArrayList<>(List.of(file));
    all.add(0, "steps=load");
    assertThat(read(all.toArray(String[]::new))).extracting(Step::name).containsExactly("load");
    assertThat(problems()).isEmpty();
    assertThat(config.unused())
        .containsExactlyInAnyOrder(
            "more.like", "more.until", "request.until", "again.like", "again.threads");

    all.set(0, "steps=again");
    read(all.toArray(String[]::new));
    assertThat(problems()).isEmpty();
    assertThat(config.unused()).isEmpty();
  }

  @Test
  void aMisspeltStepIsUnknownWhetherOrNotTheRightOneIsRun() {
    for (String steps : List.of("steps=load", "steps=load, more")) {
      read(steps, "more.like=request", "more.until=1s", "mroe.threads=3", "more.thread=4");
      assertThat(problems())
          .containsExactlyInAnyOrder(
              "settings: more.thread: unknown key; did you mean more.threads?",
              "settings: mroe.threads: unknown key; did you mean more.threads?");
    }
  }

  @Test
  void whatIsWrongInAStepThatIsNotRunIsAMistake() {
    read("steps=load", "more.like=reqest", "again.like=request", "again.until=soon");
    assertThat(problems())
        .hasSize(2)
        .anyMatch(line -> line.contains("more.like = reqest: is not a step; known: create"))
        .anyMatch(line -> line.contains("again.until = soon"));
    read("steps=load", "a.like=b", "b.like=a");
    assertThat(problems())
        .containsExactly(
            "settings: a.like = b: goes round in a circle: a -> b -> a; allowed: no circles");
  }

  @Test
  void keysOfKindsThatAreNotRunAreNoMistake() {
    read("steps=create", "request.until=20s", "load.threads=9", "warmup.like=request");
    assertThat(problems()).isEmpty();
  }

  @Test
  void keysOfStepsThatAreNobodysAreUnknown() {
    read("steps=create", "other.until=20s", "create.threads=4");
    assertThat(config.problems())
        .extracting(Problem::key)
        .containsExactlyInAnyOrder("other.until", "create.threads");
  }

  @Test
  void aLoadDoesNotEndByTimeOrNumber() {
    read("steps=load", "load.until=20s", "load.operations=5", "load.repeat=2");
    assertThat(config.problems())
        .extracting(Problem::key)
        .containsExactlyInAnyOrder("load.until", "load.operations", "load.repeat");
  }

  @Test
  void aStepListedTwiceIsAProblem() {
    List<Step> steps = read("steps=create, load, create");
    assertThat(problems())
        .containsExactly(
            "settings: steps = create, load, create: lists create twice; name the second one"
                + " differently, with create_2.like = create");
    assertThat(steps).extracting(Step::name).containsExactly("create", "load");
  }

  @Test
  void anUnknownStepIsAProblemThatNamesTheKinds() {
    assertThat(read("steps=create, fetch")).extracting(Step::name).containsExactly("create");
    assertThat(problems())
        .containsExactly(
            "settings: steps = create, fetch: names an unknown step fetch; known: create, load,"
                + " index, warmup, request; or say fetch.like = one of them");
  }

  @Test
  void everyMistakeInTheListOfStepsIsNamed() {
    read("steps=create, craete, create, lod");
    assertThat(config.problems()).hasSize(1);
    assertThat(config.problems().get(0).message())
        .contains("unknown step craete", "lists create twice", "unknown step lod");
  }

  @Test
  void beingLikeAnUnknownStepIsAProblem() {
    assertThat(read("steps=r16", "r16.like=reqest")).isEmpty();
    assertThat(problems())
        .containsExactly(
            "settings: r16.like = reqest: is not a step; known: create, load, index, warmup,"
                + " request");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "two words", "a,b", "größe", "request "})
  void beingLikeSomethingThatIsNoNameIsAProblem(String like) {
    read("steps=r16", "r16.like=" + like, "r16.until=5s");
    assertThat(config.problems()).isNotEmpty();
    assertThat(config.problems().get(0).key()).isEqualTo("r16.like");
    assertThat(config.problems().get(0).message()).startsWith("is not a step; known: create");
  }

  @Test
  void beingLikeOneselfIsAProblem() {
    assertThat(read("steps=r16", "r16.like=r16")).isEmpty();
    assertThat(problems())
        .containsExactly(
            "settings: r16.like = r16: goes round in a circle: r16 -> r16; allowed: no circles");
  }

  @Test
  void aCircleIsAProblemOfEveryStepInIt() {
    assertThat(read("steps=a, b, c", "a.like=b", "b.like=c", "c.like=a")).isEmpty();
    assertThat(problems())
        .containsExactlyInAnyOrder(
            "settings: a.like = b: goes round in a circle: a -> b -> c -> a; allowed: no circles",
            "settings: b.like = c: goes round in a circle: b -> c -> a -> b; allowed: no circles",
            "settings: c.like = a: goes round in a circle: c -> a -> b -> c; allowed: no circles");
  }

  @Test
  void aStepThatLeadsIntoACircleIsAProblem() {
    assertThat(read("steps=x", "x.like=a", "a.like=b", "b.like=a")).isEmpty();
    assertThat(problems())
        .singleElement()
        .asString()
        .startsWith("settings: x.like = a: goes round in a circle: ");
  }

  @Test
  void aRequestWithoutAnEndIsAProblem() {
    read("steps=request");
    assertThat(problems())
        .containsExactly(
            "request.until: has no end; give request.until (such as 20s) or request.operations");
  }

  @Test
  void anEndThatCannotBeReadIsOneProblemNotTwo() {
    read("steps=r16", "r16.like=request", "request.until=20");
    assertThat(config.problems()).hasSize(1);
    assertThat(problems().get(0)).contains("has no unit");
  }

  @Test
  void repeatsNeedATime() {
    read("steps=request", "request.operations=10", "request.repeat=2");
    assertThat(problems())
        .containsExactly(
            "settings: request.repeat = 2: above 1 needs request.until, and no"
                + " request.operations");
  }

  @Test
  void repeatsCannotBeEndedByANumber() {
    read("steps=request", "request.until=5s", "request.operations=10", "request.repeat=2");
    assertThat(config.problems()).extracting(Problem::key).containsExactly("request.repeat");
  }

  @Test
  void aTimeAndANumberTogetherEndAStepAtTheFirst() {
    Step.Work step = work("steps=request", "request.until=5s", "request.operations=10");
    assertThat(step.untilNanos()).hasValue(5 * SECOND);
    assertThat(step.operations()).hasValue(10);
  }

  @Test
  void repeatsThatLastLongerThanTimeCanBeCountedAreAProblem() {
    read("steps=request", "request.until=1000d", "request.repeat=1000");
    assertThat(problems())
        .containsExactly(
            "settings: request.repeat = 1000: times request.until is longer than 36500d");
    assertThat(work("steps=request", "request.until=7d", "request.repeat=168").repeat())
        .isEqualTo(168);
  }

  @Test
  void allMistakesAreFoundAtOnce() {
    read(
        "steps=create, create, fetch, load, request, a, r",
        "a.like=a",
        "load.threads=many",
        "load.rows_per_commit=0",
        "request.rate=fast",
        "request.repeat=0",
        "r.like=warmup",
        "extra=1");
    assertThat(config.problems())
        .extracting(Problem::key)
        .containsExactlyInAnyOrder(
            "steps",
            "a.like",
            "load.threads",
            "load.rows_per_commit",
            "request.rate",
            "request.repeat",
            "request.until",
            "r.until",
            "extra");
  }

  @Test
  void aStepEndsByItsRateAndByItsLongestTime() {
    Step.Work steady = work("steps=warmup", "warmup.until=steady");
    assertThat(steady.rateGoal()).contains(RateGoal.STEADY);
    assertThat(steady.untilNanos()).hasValue(600 * SECOND);
    assertThat(steady.lengthNanos()).hasValue(600 * SECOND);
    assertThat(steady.certainNanos()).isEmpty();
    assertThat(steady.expectedNanos()).isEmpty();

    Step.Work known = work("steps=request", "request.until=0.5 % or 5m", "request.operations=7");
    assertThat(known.rateGoal()).contains(RateGoal.error(0.5));
    assertThat(known.untilNanos()).hasValue(300 * SECOND);
    assertThat(known.operations()).hasValue(7);
    assertThat(known.rateGoal().get()).hasToString("0.5 %");

    Step.Work like = work("steps=r2", "r2.like=request", "request.until=steady or 30m");
    assertThat(like.rateGoal()).contains(RateGoal.STEADY);
    assertThat(work("steps=request", "request.until=20s").rateGoal()).isEmpty();
  }

  @Test
  void theGoalOfAStepsRateStaysWhenItsGroupsOrItsWorkChange() {
    Step.Work step = work("steps=request", "request.until=steady");
    assertThat(step.with(step.use(), step.groups())).isEqualTo(step);
    assertThat(step.with(OptionalLong.of(1), OptionalLong.empty()).rateGoal())
        .contains(RateGoal.STEADY);
    assertThat(step.once(SECOND).rateGoal()).isEmpty();
  }

  @Test
  void aRateThatIsAskedForEndsNoStep() {
    read("steps=request", "request.until=steady", "request.rate=100/s");
    assertThat(problems())
        .singleElement()
        .asString()
        .endsWith(
            "waits for what request.rate sets; give a duration, such as request.until = 60s, or no"
                + " rate");
  }

  @ParameterizedTest
  @ValueSource(strings = {"steady", "1 %", "1 % or 5m"})
  void theRateCannotEndOneOfSeveralRepeats(String until) {
    read("steps=request", "request.until=" + until, "request.repeat=3");
    assertThat(problems())
        .containsExactly(
            "settings: request.repeat = 3: above 1 needs a duration in request.until, as its rate"
                + " can end a step once; give request.repeat = 1, or such as request.until = 20s");
  }
}
