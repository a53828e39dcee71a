package io.ibench.workload.custom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.ibench.workload.custom.Token.Kind;
import java.math.BigDecimal;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Numbers, durations and shares, and the limits of each. */
class AmountsTest {

  private static Token token(String text) {
    return new Token(Kind.NUMBER, text, 1);
  }

  private static void assertRefused(ThrowingCallable call, String message) {
    assertThatExceptionOfType(SyntaxException.class).isThrownBy(call).withMessage(message);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "7, 7",
    "10k, 10000",
    "1.5k, 1500",
    "2M, 2000000",
    "3B, 3000000000",
    "1_000, 1000",
    "1_0.2_5, 10.25",
    "0.50, 0.5",
    "100, 100",
  })
  void aNumberMayHaveAUnit(String text, BigDecimal value) throws Exception {
    assertThat(Amounts.number(token(text))).isEqualTo(value);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1__0", "_1", "1_", "1.", ".5", "1.2.3", "10x", "10K", "5%", "5s", "k"})
  void anythingElseIsNoNumber(String text) {
    assertRefused(
        () -> Amounts.number(token(text)),
        "this is no number; allowed: digits, also with k, M or B");
  }

  @Test
  void aNumberHasFortyDigitsAtMost() throws Exception {
    assertThat(Amounts.number(token("1".repeat(40)))).isEqualTo(new BigDecimal("1".repeat(40)));
    assertRefused(
        () -> Amounts.number(token("1".repeat(41))),
        "this is no number; allowed: digits, also with k, M or B");
  }

  @Test
  void aWholeNumberFitsALong() throws Exception {
    assertThat(Amounts.whole(token("9223372036854775807"))).isEqualTo(Long.MAX_VALUE);
    assertThat(Amounts.whole(token("1.5k"))).isEqualTo(1500);
    assertRefused(
        () -> Amounts.whole(token("9223372036854775808")), "this number does not fit 64 bits");
    assertRefused(() -> Amounts.whole(token("1.5")), "this is no whole number");
  }

  @Test
  void aFloatIsInHundredths() throws Exception {
    Token place = token("1");
    assertThat(Amounts.units(place, new BigDecimal("1.25"), true)).isEqualTo(125);
    assertThat(Amounts.units(place, new BigDecimal("-1.250"), true)).isEqualTo(-125);
    assertThat(Amounts.units(place, new BigDecimal("7"), false)).isEqualTo(7);
    assertRefused(
        () -> Amounts.units(place, new BigDecimal("1.255"), true),
        "a float has two decimals at most");
  }

  @ParameterizedTest
  @CsvSource({
    "1ms, 1",
    "2s, 2000",
    "3m, 180000",
    "4h, 14400000",
    "5d, 432000000",
    "1.5s, 1500",
    "36500d, 3153600000000",
  })
  void aDurationIsInMilliseconds(String text, long millis) throws Exception {
    assertThat(Amounts.durationMillis(token(text))).isEqualTo(millis);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0s", "0.5ms", "36501d"})
  void aDurationHasLimits(String text) {
    assertRefused(
        () -> Amounts.durationMillis(token(text)),
        "this duration is out of range; allowed: 1ms .. 36500d");
  }

  @Test
  void aDurationNeedsItsUnit() {
    assertRefused(
        () -> Amounts.durationMillis(token("5")),
        "this is no duration; allowed: a number with ms, s, m, h or d");
  }

  @Test
  void timesAreInWholeSeconds() throws Exception {
    assertThat(Amounts.wholeSeconds(token("2m"))).isEqualTo(120);
    assertThat(Amounts.wholeSeconds(token("1000ms"))).isEqualTo(1);
    assertRefused(() -> Amounts.wholeSeconds(token("1500ms")), "times are in whole seconds");
  }

  @Test
  void aShareIsAPercentageBetweenNoneAndAll() throws Exception {
    assertThat(Amounts.share(token("80%"))).isEqualTo(0.8);
    assertThat(Amounts.share(token("0.5%"))).isEqualTo(0.005);
    assertThat(Amounts.share(token("99.9%"))).isEqualTo(0.999);
    String limits = "this is out of range; allowed: above 0%, below 100%";
    assertRefused(() -> Amounts.share(token("0%")), limits);
    assertRefused(() -> Amounts.share(token("100%")), limits);
    assertRefused(() -> Amounts.share(token("80")), "this is no percentage, such as 80%");
  }

  @Test
  void equalNumbersHaveOneCanonicalText() {
    assertThat(Amounts.canonical(token("100k"))).isEqualTo("100000");
    assertThat(Amounts.canonical(token("1_0.50"))).isEqualTo("10.5");
    assertThat(Amounts.canonical(token("30d"))).isEqualTo("30d");
    assertThat(Amounts.canonical(new Token(Kind.TEXT, "1k", 1))).isEqualTo("\"1k\"");
    assertThat(Amounts.canonical(new Token(Kind.VARIABLE, "a", 1))).isEqualTo("$a");
  }
}
