package io.ibench.report.store;

import static io.ibench.report.Samples.operation;
import static io.ibench.report.Samples.period;
import static io.ibench.report.Samples.start;
import static io.ibench.report.Samples.step;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.measure.StepStart.Unit;
import io.ibench.report.Samples;
import io.ibench.report.figures.Expectation;
import io.ibench.report.figures.Expectation.Source;
import io.ibench.report.figures.Operator;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StoredExpectationTest {

  private static Expectation expectation(
      String name, Source source, String key, Operator operator, double limit, String unit) {
    return new Expectation(
        "first",
        name,
        source,
        key,
        Optional.empty(),
        operator,
        limit,
        (long) limit + unit,
        unit.strip(),
        1);
  }

  private static Expectation qps(Operator operator, double limit) {
    return expectation("qps", Source.FIGURE, "qps", operator, limit, "/s");
  }

  /** 500 reads in 10 s, 4 of 504 failed. */
  private static RunReport run(long repeats) {
    return Samples.report(
        Samples.run(),
        true,
        step(
            start("first", Unit.QUERIES, 1, (int) repeats, false),
            period(10, operation(Samples.READ, 500, 900, 3, 1))));
  }

  private static List<String> lines(RunReport run, Expectation... expectations) {
    return StoredExpectation.judge(List.of(expectations), run.steps()).stream()
        .map(each -> each.step() + ": " + each.line())
        .toList();
  }

  @Test
  void eachLimitIsALineWithTheValue() {
    assertThat(
            lines(
                run(1),
                qps(Operator.MORE, 49),
                qps(Operator.MORE, 50),
                expectation("p99", Source.SERVICE, "p99_us", Operator.LESS, 3, " us"),
                expectation("p99", Source.RESPONSE, "p99_us", Operator.LESS, 50, " us"),
                expectation("errors", Source.ERROR_SHARE, "errors", Operator.LESS, 1, "%")))
        .containsExactly(
            "first: qps 50/s, expected > 49/s: passed",
            "first: qps 50/s, expected > 50/s: FAILED",
            "first: p99 3 us (READ), expected < 3 us: FAILED",
            "first: p99 30 us (READ), expected < 50 us: passed",
            "first: errors 0.794 %, expected < 1%: passed");
  }

  @Test
  void whatIsNotKnownFails() {
    Expectation written = expectation("wkbpq", Source.FIGURE, "wkbpq", Operator.LESS, 10, "");

    assertThat(lines(run(1), written))
        .containsExactly("first: wkbpq not known, expected < 10: FAILED");
    assertThat(lines(Samples.report(Samples.run(), true), written))
        .containsExactly("first: wkbpq not known, as the step did not run, expected < 10: FAILED");
    assertThat(lines(run(3), written)).first().asString().startsWith("first 1: ");
  }

  @Test
  void withoutAnOperationTheWorstOneCounts() {
    RunReport run =
        Samples.report(
            Samples.run(),
            true,
            step(
                start("first", Unit.QUERIES),
                period(
                    10,
                    operation(Samples.READ, 0, 0),
                    io.ibench.report.InsertSamples.operation(Samples.WRITE, 5, 5, 70_000))));

    assertThat(lines(run, expectation("p50", Source.SERVICE, "p50_us", Operator.LESS, 9, " us")))
        .first()
        .asString()
        .contains("(WRITE)");
  }

  @Test
  void aRoundedValueIsNeverOnTheOtherSideOfTheLimit() {
    assertThat(qps(Operator.AT_LEAST, 5000).shown(4999.7)).isEqualTo("4999.7/s");
    assertThat(qps(Operator.AT_LEAST, 5000).shown(4999.2)).isEqualTo("4,999/s");
    assertThat(qps(Operator.MORE, 5000).shown(5000.2)).isEqualTo("5000.2/s");
  }
}
