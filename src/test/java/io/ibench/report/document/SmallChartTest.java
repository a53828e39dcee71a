package io.ibench.report.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.ibench.report.document.Cell.Tone;
import io.ibench.report.document.SmallChart.Level;
import io.ibench.report.document.SmallChart.Turn;
import java.util.List;
import org.junit.jupiter.api.Test;

class SmallChartTest {

  private static SmallChart chart(List<Level> levels, List<Turn> turns) {
    return new SmallChart(
        "q\u202Eps", "", "/s\n", List.of("a", "b\u0007"), new double[] {1, 2}, levels, turns);
  }

  @Test
  void textsHaveNoInvisibleCharacters() {
    SmallChart chart = chart(List.of(), List.of(new Turn(1, "-1 %\u200F", Tone.WORSE)));

    assertThat(chart.title()).isEqualTo("q\\u202eps");
    assertThat(chart.unit()).isEqualTo("/s");
    assertThat(chart.labels()).containsExactly("a", "b\\u0007");
    assertThat(chart.turns().get(0).text()).isEqualTo("-1 %\\u200f");
  }

  @Test
  void levelsAndTurnsAreAmongTheValues() {
    assertThat(chart(List.of(new Level(0, 2, 1.5)), List.of()).levels()).hasSize(1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> chart(List.of(new Level(1, 3, 1.5)), List.of()));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> chart(List.of(), List.of(new Turn(2, "", Tone.PLAIN))));
    assertThatIllegalArgumentException().isThrownBy(() -> new Level(1, 1, 1.5));
    assertThatIllegalArgumentException().isThrownBy(() -> new Turn(-1, "", Tone.PLAIN));
  }

  @Test
  void textOmitsSmallCharts() {
    Section section =
        Section.of(List.of(new Block.Multiples(List.of(chart(List.of(), List.of())))));

    assertThat(section.texts(new TerminalLayout(80))).isEmpty();
  }
}
