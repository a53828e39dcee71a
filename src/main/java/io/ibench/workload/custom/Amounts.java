package io.ibench.workload.custom;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The numbers of a value, exactly. Stateless. */
final class Amounts {

  /** Bounds the work; no sensible number is longer. */
  private static final int MAX_LENGTH = 40;

  private static final Map<String, Long> FACTORS =
      Map.of("", 1L, "k", 1_000L, "M", 1_000_000L, "B", 1_000_000_000L);

  private static final Map<String, Long> MILLIS =
      Map.of(
          "ms", 1L,
          "s", TimeUnit.SECONDS.toMillis(1),
          "m", TimeUnit.MINUTES.toMillis(1),
          "h", TimeUnit.HOURS.toMillis(1),
          "d", TimeUnit.DAYS.toMillis(1));

  private Amounts() {}

  /** A number, also with k, M or B. */
  static BigDecimal number(Token token) throws SyntaxException {
    return amount(token, FACTORS)
        .orElseThrow(
            () ->
                new SyntaxException(
                    token, "this is no number; allowed: digits, also with k, M or B"));
  }

  /** A whole number that fits a long. */
  static long whole(Token token) throws SyntaxException {
    BigDecimal number = number(token);
    if (number.stripTrailingZeros().scale() > 0) {
      throw new SyntaxException(token, "this is no whole number");
    }
    return fitting(token, number);
  }

  /** The number as a whole number, or in hundredths. */
  static long units(Token token, BigDecimal number, boolean hundredths) throws SyntaxException {
    BigDecimal units = hundredths ? number.movePointRight(2) : number;
    if (units.stripTrailingZeros().scale() > 0) {
      throw new SyntaxException(token, "a float has two decimals at most");
    }
    return fitting(token, units);
  }

  private static long fitting(Token token, BigDecimal whole) throws SyntaxException {
    BigInteger number = whole.toBigIntegerExact();
    if (number.bitLength() > Long.SIZE - 1) {
      throw new SyntaxException(token, "this number does not fit 64 bits");
    }
    return number.longValueExact();
  }

  /** A duration in milliseconds, more than 0. */
  static long durationMillis(Token token) throws SyntaxException {
    BigDecimal millis =
        amount(token, MILLIS)
            .orElseThrow(
                () ->
                    new SyntaxException(
                        token, "this is no duration; allowed: a number with ms, s, m, h or d"));
    if (millis.stripTrailingZeros().scale() > 0
        || millis.signum() <= 0
        || millis.compareTo(BigDecimal.valueOf(TimeUnit.DAYS.toMillis(36_500))) > 0) {
      throw new SyntaxException(token, "this duration is out of range; allowed: 1ms .. 36500d");
    }
    return millis.longValueExact();
  }

  /** A duration in seconds: times are in whole seconds on every product. */
  static long wholeSeconds(Token token) throws SyntaxException {
    long millis = durationMillis(token);
    if (millis % TimeUnit.SECONDS.toMillis(1) != 0) {
      throw new SyntaxException(token, "times are in whole seconds");
    }
    return TimeUnit.MILLISECONDS.toSeconds(millis);
  }

  /** A share from a percentage above 0, below 100. */
  static double share(Token token) throws SyntaxException {
    BigDecimal percent =
        amount(token, Map.of("%", 1L))
            .orElseThrow(() -> new SyntaxException(token, "this is no percentage, such as 80%"));
    if (percent.signum() <= 0 || percent.compareTo(BigDecimal.valueOf(100)) >= 0) {
      throw new SyntaxException(token, "this is out of range; allowed: above 0%, below 100%");
    }
    return percent.movePointLeft(2).doubleValue();
  }

  /** The token in one of the ways to write it: {@code 100k} is {@code 100000}. */
  static String canonical(Token token) {
    Optional<BigDecimal> number =
        token.kind() == Token.Kind.NUMBER ? amount(token, FACTORS) : Optional.empty();
    return number.map(found -> found.stripTrailingZeros().toPlainString()).orElseGet(token::shown);
  }

  private static Optional<BigDecimal> amount(Token token, Map<String, Long> units) {
    String text = token.text();
    int unit = 0;
    while (unit < text.length() && !isOfUnit(text.charAt(unit))) {
      unit++;
    }
    String digits = text.substring(0, unit);
    Long factor = units.get(text.substring(unit));
    if (factor == null
        || digits.length() > MAX_LENGTH
        || !digits.matches("[0-9]+(_[0-9]+)*(\\.[0-9]+(_[0-9]+)*)?")) {
      return Optional.empty();
    }
    return Optional.of(
        stripped(new BigDecimal(digits.replace("_", "")).multiply(BigDecimal.valueOf(factor))));
  }

  /** Without zeros at the end of a fraction. */
  private static BigDecimal stripped(BigDecimal number) {
    BigDecimal stripped = number.stripTrailingZeros();
    return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
  }

  private static boolean isOfUnit(char character) {
    return character == '%' || Character.isLetter(character);
  }
}
