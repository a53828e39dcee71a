package io.ibench.report.text;

import static io.ibench.testing.StepBuilder.aStep;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.measure.StepStart.Unit;
import io.ibench.report.Judged;
import io.ibench.report.Samples;
import io.ibench.report.store.RunReport;
import io.ibench.report.text.SharedReasons.Shared;
import java.util.List;
import org.junit.jupiter.api.Test;

class SharedReasonsTest {

  /** A run with a step for each text, which is the reason of the step's verdict. */
  private static RunReport run(String... texts) {
    return judged(texts).report();
  }

  private static Judged judged(String... texts) {
    Judged run =
        Judged.of(
            Samples.json(
                Samples.run("l.i0", "l.i1"),
                true,
                aStep()
                    .named("l.i0", "l.i0")
                    .counting(Unit.ROWS)
                    .over(Samples.period(10, Samples.operation(Samples.READ, 7, 7))),
                aStep()
                    .named("l.i1", "l.i1")
                    .counting(Unit.ROWS)
                    .over(Samples.period(10, Samples.operation(Samples.READ, 7, 7)))));
    String[] reasons = new String[texts.length];
    for (int i = 0; i < texts.length; i++) {
      run.step(i, "degraded", texts[i]);
      reasons[i] = "l.i" + i + ": " + texts[i];
    }
    return run.run("degraded", reasons);
  }

  private static List<Shared> shared(RunReport... runs) {
    SharedReasons reasons = new SharedReasons();
    for (int i = 0; i < runs.length; i++) {
      reasons.add("v" + (i + 1), runs[i]);
    }
    return reasons.all();
  }

  @Test
  void aLineHasTheRangeOfAllRunsAndStepsThatHaveTheReason() {
    assertThat(shared(run("others used 63 %", "others used 71 %"), run("others used 44 %")))
        .containsExactly(new Shared(List.of("v1", "v2"), "l.i0, l.i1: others used 44 ... 71 %", 3));
  }

  @Test
  void reasonsThatDifferInWordsAreApart() {
    assertThat(shared(run("qps is 43 % above"), run("", "qps is 15 % below")))
        .extracting(Shared::text)
        .contains("l.i0: qps is 43 % above", "l.i1: qps is 15 % below");
  }

  @Test
  void whatAStepSaysOfSeveralThingsHasNoRange() {
    RunReport run =
        judged()
            .step(0, "invalid", "id 1: 5 links", "id 2: 9 links")
            .run("invalid", "l.i0: id 1: 5 links", "l.i0: id 2: 9 links")
            .report();

    assertThat(shared(run))
        .containsExactly(new Shared(List.of("v1"), "l.i0: id 1: 5 links (and 1 alike)", 2));
  }
}
