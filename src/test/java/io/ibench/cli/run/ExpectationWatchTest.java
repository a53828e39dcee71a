package io.ibench.cli.run;

import static io.ibench.report.Samples.operation;
import static io.ibench.report.Samples.start;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.cli.setup.ExpectationKeys.Expectations;
import io.ibench.cli.setup.ExpectationParser;
import io.ibench.measure.PeriodResult;
import io.ibench.measure.StepStart.Unit;
import io.ibench.report.Samples;
import io.ibench.report.Samples.PeriodBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ExpectationWatchTest {

  private final List<String> ends = new ArrayList<>();

  /** With a rate above 50/s from 20 s on. */
  private final ExpectationWatch watch =
      new ExpectationWatch(
          new Expectations(
              new ExpectationParser("first", List.of(), List.of())
                  .parse("qps > 50/s, seconds > 1000, p99 < 1 us"),
              Map.of("first", 20 * Samples.SECOND)),
          Samples.ROLES,
          ends::add);

  private List<String> after(String step, long queries, double seconds, boolean over) {
    PeriodResult period = new PeriodBuilder(10, operation(Samples.READ, queries, queries)).build();
    PeriodBuilder soFar = new PeriodBuilder(seconds, operation(Samples.LOAD, 0, 50_000_000));
    watch.periodEnded(
        start(step, Unit.QUERIES), period, over ? soFar.build() : soFar.partial().build());
    return ends;
  }

  @Test
  void aBrokenRateEndsTheRunFromItsTimeOnAndNotWithTheStep() {
    assertThat(after("first", 400, 10, false)).isEmpty();
    assertThat(after("second", 400, 20, false)).isEmpty();
    assertThat(after("first", 400, 30, true)).isEmpty();
    assertThat(after("first", 600, 30, false)).isEmpty();
    assertThat(after("first", 400, 30, false))
        .containsExactly(
            "qps is 40/s in the last report period, expected > 50/s;"
                + " expect.first.abort_after ends the run");
  }
}
