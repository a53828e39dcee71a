package io.ibench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.config.Config;
import io.ibench.config.Key;
import io.ibench.config.Rate;
import io.ibench.measure.RateGoal;
import io.ibench.workload.Pacing;
import io.ibench.workload.Step;
import io.ibench.workload.TableUse;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class PlanLinesTest {

  private static final Optional<Step.Following> NOBODY = Optional.empty();

  private static Rate rate(String rate) {
    return Config.of(Map.of("rate", rate)).get(Key.rate("rate", "").withDefault("unlimited"));
  }

  private static Step.Work work(OptionalLong rows, Step.Group... groups) {
    return new Step.Work(
        "qr100",
        "query",
        Optional.empty(),
        TableUse.WRITES,
        OptionalLong.empty(),
        OptionalLong.empty(),
        1,
        rows,
        false,
        List.of(groups),
        Optional.empty());
  }

  private static List<String> lines(Step step) {
    return PlanLines.of(step, 12);
  }

  @Test
  void everyGroupHasALineWithWhatItDoes() {
    Step.Following insert = new Step.Following("insert", 8);
    Step.Work step =
        work(
            OptionalLong.of(720_000),
            new Step.Group("insert", 4, 1, rate("100/s"), Pacing.BURSTY, 50, NOBODY, false),
            new Step.Group(
                "delete", 4, 1, Rate.UNLIMITED, Pacing.EVEN, 50, Optional.of(insert), true),
            new Step.Group("query", 4, 2, rate("10/s"), Pacing.EVEN, 1, NOBODY, true));

    assertThat(lines(step))
        .containsExactly(
            "qr100         720,000 rows",
            "  insert      4 clients x 1 thread, 100/s per client, bursty",
            "  delete      4 clients x 1 thread, unlimited, follows insert by at most 8,"
                + " as long as the others work",
            "  query       4 clients x 2 threads, 10/s per client, even (5/s each thread),"
                + " as long as the others work");
  }

  @Test
  void aGroupThatNeedsNoNameStandsInItsStepsLine() {
    assertThat(lines(work(OptionalLong.of(5), new Step.Group("", 2, Rate.UNLIMITED, 1))))
        .containsExactly("qr100         2 threads, unlimited, 5 rows");
  }

  @Test
  void oneGroupOfSeveralClientsIsShownAsAGroup() {
    Step.Group group = new Step.Group("", 3, 1, Rate.UNLIMITED, Pacing.EVEN, 1, NOBODY, false);
    assertThat(lines(work(OptionalLong.empty(), group)))
        .containsExactly("qr100", "              3 clients x 1 thread, unlimited");
  }

  @Test
  void anActionThatWaitsSaysHowLong() {
    assertThat(
            lines(new Step.Action("drain", "d", Optional.empty(), TableUse.READS, 3_500_000_000L)))
        .containsExactly("drain         at least 3.5 s");
    assertThat(lines(new Step.Action("drop", "d", Optional.of("x"), TableUse.DROPS)))
        .containsExactly("drop (like x)");
  }

  @Test
  void aLongNameMovesTheColumnsOfAllSteps() {
    Step.Work step = work(OptionalLong.of(5), new Step.Group("", 2, Rate.UNLIMITED, 1));
    assertThat(PlanLines.of(step, 20))
        .containsExactly("qr100                 2 threads, unlimited, 5 rows");
  }

  @Test
  void aStepThatEndsByItsRateSaysHowLongItTakesAtMost() {
    assertThat(lines(until(RateGoal.STEADY)))
        .containsExactly(
            "qr100         2 threads, unlimited, until the rate is steady, at most 10 min");
    assertThat(lines(until(RateGoal.error(1))))
        .containsExactly(
            "qr100         2 threads, unlimited, until the mean rate is known to 1 %, at most 10 min");
  }

  private static Step.Work until(RateGoal goal) {
    return new Step.Work(
        "qr100",
        "query",
        Optional.empty(),
        TableUse.WRITES,
        OptionalLong.of(600_000_000_000L),
        OptionalLong.empty(),
        1,
        OptionalLong.empty(),
        false,
        List.of(new Step.Group("", 2, Rate.UNLIMITED, 1)),
        Optional.empty(),
        Optional.of(goal));
  }
}
