package io.ibench.report.figures;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FiguresTest {

  @Test
  void whatIsNullOrMissingIsUnknown() {
    Map<String, Number> numbers = new HashMap<>(Map.of("qps", 2L));
    numbers.put("ips", null);
    Figures figures = new Figures(numbers);

    assertThat(figures.knows(Figure.QPS)).isTrue();
    assertThat(figures.value(Figure.QPS)).isEqualTo(2);
    assertThat(figures.number(Figure.QPS)).contains(2L);
    assertThat(figures.text(Figure.QPS)).isEqualTo("2");
    for (Figure unknown : new Figure[] {Figure.IPS, Figure.DPS}) {
      assertThat(figures.knows(unknown)).isFalse();
      assertThat(figures.value(unknown)).isNaN();
      assertThat(figures.valueOr(unknown, 7)).isEqualTo(7);
      assertThat(figures.number(unknown)).isEmpty();
      assertThat(figures.text(unknown)).isEqualTo("-");
    }
  }

  @Test
  void keysThatThisVersionDoesNotKnowStay() {
    Figures figures = new Figures(Map.of("nodes_ps", 3.5));

    assertThat(Figure.of("nodes_ps")).isEmpty();
    assertThat(figures.keys()).containsExactly("nodes_ps");
    assertThat(figures.value("nodes_ps")).isEqualTo(3.5);
  }

  @Test
  void theKeyOfAFigureFindsIt() {
    for (Figure figure : Figure.values()) {
      assertThat(Figure.of(figure.key())).contains(figure);
      assertThat(figure.definition().key()).isEqualTo(figure.key());
    }
  }
}
