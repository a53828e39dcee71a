package io.ibench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.config.Config;
import io.ibench.config.Key;
import io.ibench.config.Rate;
import io.ibench.workload.Pacing;
import io.ibench.workload.Step;
import java.util.Map;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GroupRateTest {

  private static Step.Group group(String rate, int threads, Pacing pacing) {
    Config config = Config.of(Map.of("rate", rate));
    Rate parsed = config.get(Key.rate("rate", "").withDefault("unlimited"));
    assertThat(config.problems()).isEmpty();
    return new Step.Group("", threads, parsed, pacing, 1);
  }

  @ParameterizedTest
  @CsvSource({
    "1000/s, 8, 1000/s even (125/s each), 125",
    "1000/s, 1, 1000/s even (1000/s each), 1000",
    "10/s, 16, 10/s even (0.625/s each), 0.625",
    "2.5/s, 2, 2.5/s even (1.25/s each), 1.25",
    "90/m, 4, 90/m even (22.5/m each), 0.375",
    "1/h, 4, 1/h even (0.25/h each), 0.00006944444444",
    "1M/s, 4, 1M/s even (250000/s each), 250000",
    "1B/s, 1, 1B/s even (1000000000/s each), 1000000000"
  })
  void aRateThatDividesEvenlyIsShownExactly(
      String rate, int threads, String text, double perSecond) {
    Step.Group group = group(rate, threads, Pacing.EVEN);
    assertThat(GroupRate.text(group)).isEqualTo(text);
    assertThat(GroupRate.perThreadPerSecond(group))
        .isCloseTo(perSecond, Percentage.withPercentage(1e-6));
  }

  @ParameterizedTest
  @CsvSource({
    "1000/s, 3, 1000/s even (about 333.333/s each)",
    "2/s, 3, 2/s even (about 0.666667/s each)",
    "1/s, 7000, 1/s even (about 0.000142857/s each)",
    "33333/s, 64, 33333/s even (about 520.828/s each)",
    "99999999/s, 7, 99999999/s even (about 14285714/s each)"
  })
  void aRateThatDoesNotIsRoundedAndSaysSo(String rate, int threads, String text) {
    assertThat(GroupRate.text(group(rate, threads, Pacing.EVEN))).isEqualTo(text);
  }

  @Test
  void thePacingIsNamedAsAUserWritesIt() {
    assertThat(GroupRate.text(group("1000/s", 8, Pacing.POISSON)))
        .isEqualTo("1000/s poisson (125/s each)");
  }

  @Test
  void withoutRateThereIsNothingToDivide() {
    assertThat(GroupRate.text(group("unlimited", 8, Pacing.EVEN))).isEqualTo("unlimited");
  }
}
