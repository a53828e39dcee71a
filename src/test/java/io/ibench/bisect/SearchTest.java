package io.ibench.bisect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ibench.bisect.Finding.State;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** By simulated duets, whose blocks scatter as those of servers do. */
class SearchTest {

  private static final int VERSIONS = 64;
  private static final double WITHIN = 1;

  /** Of MariaDB's blocks on a busy host. */
  private static final double NOISE = 0.007;

  /** Five minutes. */
  private static final int MOST_BLOCKS = 214;

  private static double[] levels(int count, Object... steps) {
    double[] levels = new double[count];
    for (int i = 0; i < steps.length; i += 2) {
      for (int version = (Integer) steps[i]; version < count; version++) {
        levels[version] += (Double) steps[i + 1];
      }
    }
    return levels;
  }

  private static SimulatedDuets duets(double[] levels, double noise, long seed, Integer... skip) {
    return new SimulatedDuets(levels, noise, MOST_BLOCKS, seed, Set.of(skip));
  }

  private static Finding search(double[] levels, double noise, long seed, Integer... skip)
      throws Exception {
    return new Search(levels.length, WITHIN, Optional.empty(), duets(levels, noise, seed, skip))
        .run();
  }

  private static List<Finding> many(double[] levels, int count, Integer... skip) throws Exception {
    List<Finding> all = new ArrayList<>();
    for (int seed = 0; seed < count; seed++) {
      all.add(search(levels, NOISE, seed, skip));
    }
    return all;
  }

  private static boolean isAt(Finding finding, int version) {
    return finding.state() == State.FOUND
        && finding.bad() == version
        && finding.between().isEmpty();
  }

  /** The promise is 19 of 20. */
  @ParameterizedTest
  @CsvSource({"0.02, 0.003", "0.02, 0.007", "-0.02, 0.007", "0.02, 0.015", "0.06, 0.03"})
  void aStepAtAnyPlaceIsFound(double step, double noise) throws Exception {
    int right = 0;
    for (int place = 1; place < VERSIONS; place++) {
      Finding found = search(levels(VERSIONS, place, step), noise, place);
      if (isAt(found, place)) {
        right++;
        assertThat(found.step().orElseThrow().estimate() * step).isPositive();
      }
    }
    assertThat(right).isGreaterThanOrEqualTo(VERSIONS - 4);
  }

  @Test
  void aStepNeedsOneDuetForTheWholeOneForEachHalvingAndOneToConfirm() throws Exception {
    SimulatedDuets duets = duets(levels(VERSIONS, 41, 0.02), 0.002, 1);
    new Search(VERSIONS, WITHIN, Optional.empty(), duets).run();
    assertThat(duets.asked()).hasSizeLessThanOrEqualTo(8);
    assertThat(duets.verdicts()).startsWith("differs", "like good").endsWith("confirmed");
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.002, 0.007, 0.015})
  void withoutAStepItSaysSo(double noise) throws Exception {
    int quiet = 0;
    for (int seed = 0; seed < 100; seed++) {
      quiet += search(new double[VERSIONS], noise, seed).state() == State.NO_CHANGE ? 1 : 0;
    }
    assertThat(quiet).isGreaterThanOrEqualTo(95);
  }

  @Test
  void aChangeThatIsSmallerThanWithinIsNotSearched() throws Exception {
    assertThat(search(levels(VERSIONS, 20, 0.004), 0.001, 3).state()).isEqualTo(State.NO_CHANGE);
  }

  @Test
  void versionsThatCannotBeMadeAreWalkedAround() throws Exception {
    double[] levels = levels(VERSIONS, 20, 0.02);
    assertThat(many(levels, 20, 31, 32, 33, 15, 24)).allMatch(found -> isAt(found, 20));
  }

  @Test
  void ifTheGuiltyOneIsAmongThoseThatCannotBeMadeTheAnswerIsARange() throws Exception {
    for (Finding found : many(levels(VERSIONS, 20, 0.02), 20, 19, 20, 21)) {
      assertThat(found.state()).isEqualTo(State.FOUND);
      assertThat(found.good()).isEqualTo(18);
      assertThat(found.between()).containsExactly(19, 20, 21);
      assertThat(found.bad()).isEqualTo(22);
    }
  }

  @Test
  void ofTwoStepsTheLargerOneIsFound() throws Exception {
    assertThat(many(levels(VERSIONS, 20, 0.03, 45, 0.01), 20)).allMatch(found -> isAt(found, 20));
    assertThat(many(levels(VERSIONS, 20, 0.01, 45, 0.03), 20)).allMatch(found -> isAt(found, 45));
  }

  @Test
  void ofTwoEqualStepsOneIsFound() throws Exception {
    assertThat(many(levels(VERSIONS, 20, 0.02, 45, 0.02), 20))
        .filteredOn(found -> isAt(found, 20) || isAt(found, 45))
        .hasSizeGreaterThanOrEqualTo(19);
  }

  @Test
  void aGradualChangeIsNoStep() throws Exception {
    double[] levels = new double[VERSIONS];
    Arrays.setAll(levels, version -> 0.04 * version / (VERSIONS - 1));
    assertThat(many(levels, 20))
        .filteredOn(found -> found.state() == State.GRADUAL)
        .hasSizeGreaterThanOrEqualTo(19);
  }

  @Test
  void twoVersionsAreComparedAndConfirmed() throws Exception {
    SimulatedDuets duets = duets(new double[] {0, 0.02}, NOISE, 1);
    Finding found = new Search(2, WITHIN, Optional.empty(), duets).run();
    assertThat(isAt(found, 1)).isTrue();
    assertThat(duets.asked()).hasSize(2);
  }

  @Test
  void aLastVersionThatCannotBeMadeIsAskedForAgain() {
    List<Comparison> kept = new ArrayList<>();
    Journal journal =
        new Journal(
            SimulatedDuets.candidates(VERSIONS),
            List.of(),
            duets(levels(VERSIONS, 20, 0.02), NOISE, 1, VERSIONS - 1),
            kept::addAll);
    assertThatThrownBy(
            () -> journal.search(new Search(VERSIONS, WITHIN, Optional.empty(), journal)))
        .hasMessage("v63: does not build")
        .satisfies(
            failure ->
                assertThat(((Duets.DuetFailedException) failure).advice())
                    .contains("or begin anew with another --bad"));
    assertThat(kept).isEmpty();
  }

  @Test
  void theDuetThatFindsTheFunctionsIsCounted() throws Exception {
    SimulatedDuets duets = duets(levels(VERSIONS, 20, 0.02), NOISE, 1);
    Journal journal =
        new Journal(SimulatedDuets.candidates(VERSIONS), List.of(), duets, path -> {});
    journal.search(new Search(VERSIONS, WITHIN, Optional.empty(), journal));
    int asked = duets.asked().size();
    assertThat(journal.answer().sentence()).contains(". " + asked + " duets, ");
    journal.compare(Question.why(19, 20, WITHIN, Figure.TIME));
    journal.judged("profile");
    assertThat(journal.answer().sentence()).contains(". " + (asked + 1) + " duets, ");
  }

  /** Once it gives the answer of another version. */
  @ParameterizedTest
  @CsvSource({"47, 1", "31, 60"})
  void aWrongStepIsNoticedAndTheSearchGoesOn(int version, int other) throws Exception {
    SimulatedDuets honest = duets(levels(VERSIONS, 41, 0.02), 0.002, 5);
    Duets lies =
        new Duets() {
          private boolean lied;

          @Override
          public Comparison compare(Question question) {
            boolean lie = question.b() == version && !lied;
            lied |= lie;
            return honest.compare(
                new Question(
                    question.purpose(),
                    question.a(),
                    lie ? other : question.b(),
                    question.withinPercent(),
                    question.figure(),
                    question.until()));
          }

          @Override
          public void judged(String verdict) {
            honest.judged(verdict);
          }
        };
    Finding found = new Search(VERSIONS, WITHIN, Optional.empty(), lies).run();
    assertThat(honest.verdicts()).contains("no step");
    assertThat(isAt(found, 41)).isTrue();
  }

  @Test
  void whatOnlyTheCpuShowsIsSearchedByTheCpu() throws Exception {
    SimulatedDuets duets = duets(levels(8, 5, 0.05), 0.002, 5);
    Finding found = new Search(8, WITHIN, Optional.of(Figure.CPU), duets).run();
    assertThat(found.figure()).isEqualTo(Figure.CPU);
    assertThat(isAt(found, 5)).isTrue();
    assertThat(duets.asked()).allMatch(question -> question.gate().orElse("").startsWith("cpu"));
  }

  @Test
  void theQuestionIsTheLineHalfwayBetweenGoodAndBad() {
    assertThat(Question.version(0, 7, Figure.TIME, Math.log(1.01)).gate())
        .contains("time>1.010000");
    assertThat(Question.version(0, 7, Figure.CPU, Math.log(0.98)).gate()).contains("cpu<0.980000");
    assertThat(Question.whole(0, 7, 1, Figure.TIME).gate()).isEmpty();
  }

  @Test
  void aSearchThatGoesOnAsksOnlyWhatIsMissing() throws Exception {
    double[] levels = levels(VERSIONS, new Random(3).nextInt(VERSIONS), 0.02);
    List<Candidate> candidates = SimulatedDuets.candidates(VERSIONS);
    List<Comparison> whole = new ArrayList<>();
    SimulatedDuets first = duets(levels, NOISE, 3);
    Journal journal =
        new Journal(
            candidates,
            List.of(),
            first,
            path -> {
              whole.clear();
              whole.addAll(path);
            });
    Answer answer = journal.search(new Search(VERSIONS, WITHIN, Optional.empty(), journal));

    for (int known = 0; known <= whole.size(); known++) {
      SimulatedDuets further = duets(levels, 0.0001, 77);
      Journal again = new Journal(candidates, whole.subList(0, known), further, path -> {});
      Answer same = again.search(new Search(VERSIONS, WITHIN, Optional.empty(), again));
      assertThat(same.bad()).isEqualTo(answer.bad());
      assertThat(further.asked()).hasSize(whole.size() - known);
    }
  }
}
