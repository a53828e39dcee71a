package io.ibench.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.suite.Canary.Figures;
import java.util.List;
import org.junit.jupiter.api.Test;

class CanaryTest {

  private static final Figures USUAL = new Figures(1_000, 100, 1_000);

  @Test
  void computingIsOffByMoreThanATenthAndTheDiskByMoreThanAFifth() {
    List<Figures> usual = List.of(USUAL, USUAL, USUAL);

    assertThat(Canary.remarks(new Figures(1_099, 120, 800), usual, List.of())).isEmpty();
    assertThat(Canary.remarks(new Figures(1_101, 120.1, 799), usual, List.of()))
        .containsExactly(
            "cpu 1.10 of the median", "read 1.20 of the median", "fsync 0.80 of the median");
  }

  @Test
  void twoCellsHaveNoMedian() {
    Figures slow = new Figures(500, 100, 1_000);

    assertThat(Canary.remarks(slow, List.of(USUAL, slow), List.of())).isEmpty();
    assertThat(Canary.remarks(slow, List.of(USUAL, slow), List.of(USUAL)))
        .containsExactly("cpu 0.50 of the base's");
    assertThat(Canary.remarks(slow, List.of(USUAL, USUAL, slow), List.of(USUAL)))
        .containsExactly("cpu 0.50 of the median");
  }

  @Test
  void aVariantIsComparedWithTheBaseByItsMedians() {
    Figures fast = new Figures(1_500, 50, 1_000);

    assertThat(Canary.offBase(List.of(fast, fast, USUAL), List.of(USUAL)))
        .contains("cpu 1.50, read 0.50 of the base's");
    assertThat(Canary.offBase(List.of(fast, USUAL, USUAL), List.of(USUAL))).isEmpty();
    assertThat(Canary.offBase(List.of(), List.of(USUAL))).isEmpty();
    assertThat(Canary.offBase(List.of(fast), List.of())).isEmpty();
  }
}
