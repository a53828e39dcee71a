package io.ibench.report.text;

import static io.ibench.testing.StepBuilder.aStep;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.measure.StepResult;
import io.ibench.measure.StepStart.Unit;
import io.ibench.report.Judged;
import io.ibench.report.Samples;
import io.ibench.report.document.Note;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class VerdictNotesTest {

  private static StepResult step(String name) {
    return aStep()
        .named(name, name)
        .counting(Unit.ROWS)
        .over(Samples.period(10, Samples.operation(Samples.READ, 7, 7)));
  }

  /** Wrong rows come in dozens, and must not hide the answer. */
  @Test
  void ofManyReasonsOfAStepTheFirstAreTold() {
    Judged run = Judged.of(Samples.json(Samples.run("verify"), true, step("verify")));
    String[] reasons =
        IntStream.rangeClosed(1, 21).mapToObj(i -> "row " + i + " is wrong").toArray(String[]::new);
    run.step(0, "invalid", reasons);

    assertThat(VerdictNotes.of(run.report(), false))
        .extracting(Note::text)
        .hasSize(6)
        .startsWith("INVALID: row 1 is wrong", "also: row 2 is wrong")
        .endsWith("16 more, in summary.txt");
    assertThat(VerdictNotes.of(run.report(), true)).hasSize(21);
  }

  @Test
  void stepsThatShareAReasonAreInTheirOrder() {
    Judged run =
        Judged.of(
            Samples.json(
                Samples.run("a", "b", "c", "d"), true, step("a"), step("b"), step("c"), step("d")));
    String[] percents = {"63", "44", "63", "51"};
    for (int i = 0; i < percents.length; i++) {
      run.step(i, "degraded", "others used " + percents[i] + " %");
    }

    assertThat(VerdictNotes.of(run.report()))
        .anyMatch(note -> (note.about() + ": " + note.text()).startsWith("a, b, c, d: "));
  }
}
