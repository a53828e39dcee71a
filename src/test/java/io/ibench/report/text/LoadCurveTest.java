package io.ibench.report.text;

import static io.ibench.testing.StepBuilder.aStep;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.ibench.measure.StepPurpose;
import io.ibench.measure.StepResult;
import io.ibench.measure.StepStart.Unit;
import io.ibench.report.Judged;
import io.ibench.report.Samples;
import org.junit.jupiter.api.Test;

/** What the table of a sweep says when rows of it are not valid. */
class LoadCurveTest {

  /** Rows of 1, 2 and 4 threads with 100, 200 and 400 operations per second. */
  private static Judged sweep() {
    Judged run = Judged.of(Samples.json(Samples.run(), true, threads(1), threads(2), threads(4)));
    for (int step = 0; step < 3; step++) {
      run.node(step).put("like", "request");
    }
    return run;
  }

  private static StepResult threads(int threads) {
    long count = 1_000L * threads;
    return aStep()
        .named("request.threads_" + threads, "request")
        .serving(StepPurpose.MAIN)
        .counting(Unit.QUERIES)
        .threads(threads)
        .over(Samples.period(10, Samples.operation(Samples.READ, count, count)));
  }

  /** In one line, with single spaces. */
  private static String text(Judged run) {
    return run.text().replaceAll("\\s+", " ");
  }

  @Test
  void theBestRowIsThatOfTheHighestRate() {
    assertThat(text(sweep()))
        .contains("sweep of request.threads: best at 4: 400/s threads ")
        .contains(" 4 400 4.00 ")
        .doesNotContain("first row");
  }

  @Test
  void aBestRowThatIsDegradedSaysSoBesideTheBestValidOne() {
    assertThat(text(sweep().step(2, "degraded", "why")))
        .contains(": best at 4 (DEGRADED): 400/s; best valid at 2: 200/s threads ");
    assertThat(text(sweep().step(0, "short").step(1, "short").step(2, "degraded", "why")))
        .contains(": best at 4 (DEGRADED): 400/s threads ");
  }

  @Test
  void withoutAValidRowTheBestIsOneOfDegradedRows() {
    Judged run = sweep().step(0, "degraded", "why").step(1, "degraded", "why");
    assertThat(text(run.step(2, "invalid", "why")))
        .contains(": best of DEGRADED rows at 2: 200/s threads ");
    assertThat(text(run.step(0, "invalid", "why").step(1, "invalid", "why")))
        .contains(": no best value, all steps are INVALID");
  }

  @Test
  void scaleUpsAreWorthWhatTheFirstRowIs() {
    assertThat(text(sweep().step(0, "degraded", "why")))
        .contains(" 4 400 4.00 ")
        .contains("the highest repeat. Scale-ups divide by the first row, which is DEGRADED.");
    assertThat(text(sweep().step(0, "invalid", "why")))
        .contains(" 4 400 - ")
        .contains("the highest repeat. No scale-up: the first row is INVALID.");
  }

  @Test
  void aDoublingOfP99NamesRowsThatAreDegraded() {
    Judged run = sweep().step(2, "degraded", "why");
    run.node(2)
        .withArray("operations")
        .forEach(each -> ((ObjectNode) each).withObject("/service").put("p99_us", 9_000));
    assertThat(text(run)).contains("; p99 doubles from 2 to 4 (DEGRADED) threads ");
  }
}
