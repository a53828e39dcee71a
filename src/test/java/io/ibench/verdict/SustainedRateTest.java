package io.ibench.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SustainedRateTest {

  /** Thresholds of published results: round(0.95 x clients x rate). */
  @ParameterizedTest
  @CsvSource({
    "100, 95, true",
    "100, 94.99, false",
    "1000, 950, true",
    "1000, 949.9, false",
    "6000, 5700, true",
    "30, 29, true",
    "30, 28.6, false",
    "50, 48, true",
    "50, 47.9, false",
    "1, 1, true",
    "0.5, 0.48, true",
    "0.5, 0.1, false",
    "10, 0, false"
  })
  void aRateIsSustainedFrom95PercentRoundedOn(double target, double actual, boolean sustained) {
    assertThat(SustainedRate.isSustained(target, actual)).isEqualTo(sustained);
  }
}
