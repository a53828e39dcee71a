package io.ibench.bisect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ibench.report.document.TerminalLayout;
import io.ibench.report.store.StoredDuet.Ratio;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a user reads, and what the folder has. */
class BisectReportTest {

  @TempDir private Path folder;

  private static Effect effect(double percent, double low, double high) {
    return new Effect(Math.log1p(percent / 100), Math.log1p(low / 100), Math.log1p(high / 100));
  }

  private static Ratio ratio(double ratio) {
    return new Ratio(Optional.of(ratio), Optional.of(ratio - 0.001), Optional.of(ratio + 0.001));
  }

  private static Comparison compared(Question.Purpose purpose, String b, String a, double ratio) {
    return new Comparison(
            purpose,
            a,
            b,
            Optional.empty(),
            Optional.of("duets/01-" + b),
            ratio(ratio),
            ratio(ratio),
            0,
            30,
            Optional.empty())
        .judged("like bad");
  }

  private static final List<Comparison> PATH =
      List.of(
          compared(Question.Purpose.WHOLE, "v63", "v0", 1.02),
          Comparison.skipped(Question.Purpose.VERSION, "v0", "v31", "does not build")
              .judged("skipped"),
          compared(Question.Purpose.STEP, "v37", "v36", 1.021));

  private static Finding finding(
      Finding.State state, List<Integer> between, Effect step, Effect total, Effect before) {
    return new Finding(
        state,
        Figure.TIME,
        36,
        37 + between.size(),
        between,
        Optional.of(step),
        Optional.of(effect(1.9, 1, 3)),
        Optional.of(total),
        Optional.of(before),
        Optional.of(effect(2.1, 2, 2.2)));
  }

  private static String sentence(Finding finding) {
    return Answer.of(finding, SimulatedDuets.candidates(64), PATH).sentence();
  }

  private static final Effect NONE = effect(0, -0.2, 0.2);

  @Test
  void theAnswerComesFirst() {
    Effect step = effect(2.1, 1.6, 2.5);
    assertThat(sentence(finding(Finding.State.FOUND, List.of(), step, step, NONE)))
        .isEqualTo(
            "v37 makes it 2.1 % slower (95 %: 1.6 to 2.5 %), CPU per operation 1.9 % more; v36 is"
                + " like v0. 2 duets, 60 s");
    Effect gain = effect(-2.1, -2.5, -1.6);
    assertThat(sentence(finding(Finding.State.FOUND, List.of(), gain, gain, NONE)))
        .startsWith("v37 makes it 2.1 % faster (95 %: 1.6 to 2.5 %)");
  }

  @Test
  void theRestIsNamedWithWhereItIs() {
    Effect step = effect(2.1, 1.6, 2.5);
    assertThat(
            sentence(
                finding(
                    Finding.State.FOUND,
                    List.of(),
                    step,
                    effect(4.1, 3.9, 4.3),
                    effect(2, 1.8, 2.2))))
        .contains("v36 is itself 2.0 % slower than v0")
        .contains("v63 is 4.1 % slower than v0 in all: bisect again with --bad v36 for the rest");
    assertThat(sentence(finding(Finding.State.FOUND, List.of(), step, effect(4.1, 3.9, 4.3), NONE)))
        .contains("bisect again with --good v37 for the rest");
  }

  @Test
  void aRangeNamesAllThatMayBeGuilty() {
    Effect step = effect(2.1, 1.6, 2.5);
    assertThat(sentence(finding(Finding.State.FOUND, List.of(37, 38), step, step, NONE)))
        .startsWith("one of v37, v38 and v39 makes it 2.1 % slower")
        .contains("v37 and v38 could not be judged");
  }

  @Test
  void withoutAChangeTheLimitIsThatOfTheInterval() {
    assertThat(
            sentence(
                finding(Finding.State.NO_CHANGE, List.of(), effect(0, -0.31, 0.2), NONE, NONE)))
        .isEqualTo("no change above 0.4 % between v0 and v63. 2 duets, 60 s");
  }

  @Test
  void whatMayBelongToTheInstancesIsPartOfTheLimit() {
    Comparison embedded =
        new Comparison(
            Question.Purpose.WHOLE,
            "v0",
            "v63",
            Optional.empty(),
            Optional.of("duets/01-v63"),
            ratio(1),
            ratio(1),
            1.5,
            30,
            Optional.empty());
    Finding none = finding(Finding.State.NO_CHANGE, List.of(), effect(0, -0.31, 0.2), NONE, NONE);
    assertThat(Answer.of(none, SimulatedDuets.candidates(64), List.of(embedded)).sentence())
        .isEqualTo(
            "no change above 1.9 % between v0 and v63, of which 1.5 % may belong to the two"
                + " instances. 1 duet, 30 s");
  }

  @Test
  void largeChangesHaveNoTenths() {
    Effect step = effect(1594, 977, 2564);
    assertThat(sentence(finding(Finding.State.FOUND, List.of(), step, step, NONE)))
        .startsWith("v37 makes it 1594 % slower (95 %: 977 to 2564 %)");
  }

  @Test
  void aGradualChangeAndAContradictionSayWhatIsKnown() {
    Effect step = effect(0.1, 0, 0.2);
    Effect total = effect(4, 3.9, 4.1);
    assertThat(sentence(finding(Finding.State.GRADUAL, List.of(), step, total, NONE)))
        .startsWith(
            "no single version was found: v63 is 4.0 % slower than v0, but v37, where half of that"
                + " is reached, is 0.1 % slower only than v36");
    assertThat(sentence(finding(Finding.State.UNSURE, List.of(), step, total, NONE)))
        .startsWith("not sure: v36 looked like v0 and v37 like v63, but the two do not differ");
  }

  @Test
  void aFolderHasAllOfIt() throws IOException {
    StoredBisect.Plan plan =
        new StoredBisect.Plan(
            "oltp",
            "noop",
            List.of("seed=1"),
            List.of("--most", "5m"),
            1,
            Optional.of(Figure.CPU),
            true,
            List.of("v3"),
            Optional.of(new StoredBisect.Builds("repo", "make", List.of(), "cache")));
    Effect step = effect(2.1, 1.6, 2.5);
    StoredBisect stored =
        StoredBisect.begin(plan, SimulatedDuets.candidates(64))
            .with(PATH)
            .with(new StoredBisect.Running(7, 8))
            .with(
                Answer.of(
                    finding(Finding.State.FOUND, List.of(), step, step, NONE),
                    SimulatedDuets.candidates(64),
                    PATH));
    stored.write(folder);
    assertThat(StoredBisect.isIn(folder)).isTrue();
    assertThat(StoredBisect.read(folder)).isEqualTo(stored);

    assertThat(BisectReport.of(stored).text(new TerminalLayout(200)))
        .startsWith("bisect: 64 versions, v0 to v63\n  v37 makes it 2.1 % slower")
        .contains("version  against  verdict     B/A            95 %  seconds")
        .contains("v31      v0       skipped       -               -        -")
        .contains("v31: does not build");

    Files.writeString(folder.resolve(StoredBisect.NAME), "{}");
    assertThatThrownBy(() -> StoredBisect.read(folder)).hasMessageContaining("bisect.json");
  }

  @Test
  void aSearchThatIsNotAtItsEndSaysSo() {
    StoredBisect.Plan plan =
        new StoredBisect.Plan(
            "oltp",
            "noop",
            List.of(),
            List.of(),
            1,
            Optional.empty(),
            false,
            List.of(),
            Optional.empty());
    assertThat(
            BisectReport.of(StoredBisect.begin(plan, SimulatedDuets.candidates(2)).with(PATH))
                .text(new TerminalLayout(200)))
        .contains("not at its end: ibench bisect and this folder go on");
  }
}
