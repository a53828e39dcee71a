package io.ibench.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RateTest {

  private static final Key<Rate> RATE = Key.rate("rate", "a rate");

  private static Rate rate(String text) {
    Config config = Config.of(Map.of("rate", text));
    Rate rate = config.get(RATE);
    assertThat(config.problems()).as(text).isEmpty();
    return rate;
  }

  private static String mistake(String text) {
    Config config = Config.of(Map.of("rate", text));
    config.get(RATE);
    assertThat(config.problems()).as(text).hasSize(1);
    return config.problems().get(0).message();
  }

  @ParameterizedTest
  @CsvSource({
    "100/s, 100, 1000000000, 100/s",
    "90/m, 90, 60000000000, 90/m",
    "5/h, 5, 3600000000000, 5/h",
    "2.5k/s, 2500, 1000000000, 2500/s",
    "2.5/s, 5, 2000000000, 2.5/s",
    "0.0125/s, 1, 80000000000, 0.0125/s",
    "0.1/h, 1, 36000000000000, 0.1/h",
    "2M/s, 2000000, 1000000000, 2M/s",
    "1B/s, 1000000000, 1000000000, 1B/s"
  })
  void isExactAndPrintsWhatCanBeParsedAgain(
      String text, long count, long perNanos, String printed) {
    assertThat(rate(text)).isEqualTo(new Rate(count, perNanos)).hasToString(printed);
    assertThat(rate(printed)).isEqualTo(rate(text));
  }

  @Test
  void unlimitedIsItself() {
    assertThat(rate("unlimited")).isEqualTo(Rate.UNLIMITED).hasToString("unlimited");
    assertThat(Rate.UNLIMITED.isUnlimited()).isTrue();
    assertThat(rate("100/s").isUnlimited()).isFalse();
  }

  @Test
  void ratesMadeInCodePrintPlainly() {
    assertThat(new Rate(1, 10_000_000)).hasToString("100/s");
    assertThat(new Rate(1, 7)).hasToString("about 142857142.857/s");
    assertThat(new Rate(Long.MAX_VALUE, Long.MAX_VALUE)).hasToString("1B/s");
    assertThat(new Rate(10, 3_000_000_000L)).hasToString("about 3.333/s");
  }

  @ParameterizedTest
  @ValueSource(strings = {"abc", "/s", "100/", "100/d", "100 /s", "100/s/s", "s", "Unlimited", "/"})
  void whatIsNoRateSaysWhatIsAllowed(String text) {
    assertThat(mistake(text))
        .isEqualTo(
            "is not a rate; allowed: a number, also with k, M or B, per s, m or h, such as 100/s;"
                + " or unlimited");
  }

  @Test
  void aBareNumberHasNoUnit() {
    assertThat(mistake("100")).startsWith("has no unit; allowed: a number");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0/s", "-1/s", "0.0/h", "1.1B/s", "99999999999999999999999999999999/h"})
  void ratesArePositiveAndAtMostOnePerNanosecond(String text) {
    assertThat(mistake(text)).isEqualTo("is out of range; allowed: more than 0/s, at most 1B/s");
  }

  @Test
  void decimalsAreLimitedSoThatNothingOverflows() {
    assertThat(rate("0.000001/h")).isEqualTo(new Rate(1, 3_600_000_000_000_000_000L));
    assertThat(mistake("0.0000001/h")).isEqualTo("is too fine; allowed: at most 6 decimals");
  }

  @Test
  void zeroAndNegativeAreRefused() {
    assertThatThrownBy(() -> new Rate(0, 1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Rate(1, 0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Rate(-1, 1)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void arithmeticIsExactWhereItCanBe() {
    Rate rate = new Rate(3, 10);
    assertThat(rate.perSecond()).isEqualTo(3e8);
    assertThat(rate.unitsIn(25)).isEqualByComparingTo("7.5");
    assertThat(rate.nanosFor(6)).isEqualByComparingTo("20");
    assertThat(rate.nanosAndRestFor(4)).as("40/3").containsExactly(big(13), big(1));
    assertThat(rate.dividedBy(4)).isEqualTo(new Rate(3, 40));
    assertThat(Rate.UNLIMITED.dividedBy(4).isUnlimited()).isTrue();
  }

  private static BigInteger big(long value) {
    return BigInteger.valueOf(value);
  }
}
