package io.ibench.config;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Numbers with a unit: durations, sizes, rates. The unit is never guessed. */
final class Units {

  private static final BigDecimal SECOND = BigDecimal.valueOf(1_000_000_000L);
  private static final BigDecimal MINUTE = SECOND.multiply(BigDecimal.valueOf(60));
  private static final BigDecimal HOUR = MINUTE.multiply(BigDecimal.valueOf(60));

  private static final Map<String, BigDecimal> NANOS =
      Map.of(
          "ms", BigDecimal.valueOf(1_000_000L),
          "s", SECOND,
          "m", MINUTE,
          "h", HOUR,
          "d", HOUR.multiply(BigDecimal.valueOf(24)));

  private static final Map<String, BigDecimal> BYTES =
      Map.of(
          "B", BigDecimal.ONE,
          "KB", BigDecimal.valueOf(1L << 10),
          "MB", BigDecimal.valueOf(1L << 20),
          "GB", BigDecimal.valueOf(1L << 30),
          "TB", BigDecimal.valueOf(1L << 40));

  private static final Map<String, BigDecimal> PER = Map.of("s", SECOND, "m", MINUTE, "h", HOUR);

  /** A hundred years: sums of a few durations and a clock's time do not overflow. */
  private static final long LONGEST_NANOS = Duration.ofDays(36_500).toNanos();

  /** With this many decimals, a rate per hour still fits a long in nanoseconds. */
  private static final int MAX_RATE_DECIMALS = 6;

  private Units() {}

  static ValueType<Long> durationNanos() {
    return durationNanos("duration", 1, LONGEST_NANOS, "more than 0ms, at most 36500d");
  }

  static ValueType<Long> durationNanos(Duration min, Duration max) {
    String range = text(min) + " .. " + text(max);
    return durationNanos("duration " + range, min.toNanos(), max.toNanos(), range);
  }

  private static ValueType<Long> durationNanos(String name, long min, long max, String range) {
    String allowed = "a number with ms, s, m, h or d, such as 20s";
    Limits limits = new Limits(min, max, range);
    return new ValueType<>(
        name, allowed, min, text -> whole(text, NANOS, "a duration", allowed, limits));
  }

  static ValueType<Long> durationNanosOrOff(Duration min, Duration max) {
    ValueType<Long> duration = durationNanos(min, max);
    return new ValueType<>(
        duration.name() + ", or off",
        duration.allowed() + "; or off",
        duration.standIn(),
        text -> text.equals("off") ? Long.MAX_VALUE : duration.parse(text));
  }

  /** The duration in the largest unit that divides it. */
  private static String text(Duration duration) {
    BigDecimal nanos = BigDecimal.valueOf(duration.toNanos());
    return Stream.of("d", "h", "m", "s", "ms")
        .filter(unit -> nanos.remainder(NANOS.get(unit)).signum() == 0)
        .findFirst()
        .map(unit -> nanos.divide(NANOS.get(unit)).toBigIntegerExact() + unit)
        .orElseThrow(() -> new IllegalArgumentException("not whole milliseconds: " + duration));
  }

  static ValueType<Long> sizeBytes() {
    String allowed = "a number with B, KB, MB, GB or TB (1KB is 1024 bytes), such as 64KB";
    String range = "more than 0B, at most " + (Long.MAX_VALUE >> 40) + "TB";
    Limits limits = new Limits(1, Long.MAX_VALUE, range);
    return new ValueType<>(
        "size", allowed, 1L, text -> whole(text, BYTES, "a size", allowed, limits));
  }

  /** The same with {@code 0}, which needs no unit. */
  static ValueType<Long> sizeBytesOrZero() {
    String allowed = "0, or a number with B, KB, MB, GB or TB (1KB is 1024 bytes), such as 64MB";
    Limits limits = new Limits(0, Long.MAX_VALUE, "0, at most " + (Long.MAX_VALUE >> 40) + "TB");
    return new ValueType<>(
        "size or 0",
        allowed,
        0L,
        text -> text.equals("0") ? 0L : whole(text, BYTES, "a size", allowed, limits));
  }

  /** Inclusive bounds, and the range as a message shows it. */
  private record Limits(long min, long max, String range) {}

  private static long whole(
      String text, Map<String, BigDecimal> units, String what, String allowed, Limits limits)
      throws BadValueException {
    if (Numbers.scaled(text).isPresent() && !units.containsKey(text.substring(unitStart(text)))) {
      throw new BadValueException("has no unit; allowed: " + allowed);
    }
    BigDecimal unit = units.get(text.substring(unitStart(text)));
    Optional<BigDecimal> number = Numbers.exact(text.substring(0, unitStart(text)));
    if (unit == null || number.isEmpty()) {
      throw new BadValueException("is not " + what + "; allowed: " + allowed);
    }
    BigDecimal amount = number.get().multiply(unit);
    if (!Numbers.isWhole(amount)) {
      throw new BadValueException("is too fine; allowed: " + allowed);
    }
    return Numbers.inRange(amount, limits.min(), limits.max(), limits.range());
  }

  private static int unitStart(String text) {
    int start = text.length();
    while (start > 0 && Character.isLetter(text.charAt(start - 1))) {
      start--;
    }
    return start;
  }

  static ValueType<Rate> rate() {
    String allowed = "a number, also with k, M or B, per s, m or h, such as 100/s; or unlimited";
    return new ValueType<>("rate", allowed, Rate.UNLIMITED, text -> rate(text, allowed));
  }

  private static Rate rate(String text, String allowed) throws BadValueException {
    if (text.equals("unlimited")) {
      return Rate.UNLIMITED;
    }
    if (Numbers.scaled(text).isPresent()) {
      throw new BadValueException("has no unit; allowed: " + allowed);
    }
    int slash = text.indexOf('/');
    BigDecimal perNanos = PER.get(text.substring(slash + 1));
    Optional<BigDecimal> number = Numbers.scaled(text.substring(0, Math.max(slash, 0)));
    if (slash < 0 || perNanos == null || number.isEmpty()) {
      throw new BadValueException("is not a rate; allowed: " + allowed);
    }
    BigDecimal count = number.get().stripTrailingZeros();
    if (count.signum() <= 0 || count.compareTo(perNanos) > 0) {
      throw new BadValueException("is out of range; allowed: more than 0/s, at most 1B/s");
    }
    if (count.scale() > MAX_RATE_DECIMALS) {
      throw new BadValueException(
          "is too fine; allowed: at most " + MAX_RATE_DECIMALS + " decimals");
    }
    return reduced(count, perNanos.toBigIntegerExact());
  }

  /** 2.50 in 1 s becomes 5 in 2 s; whole counts keep their unit. */
  private static Rate reduced(BigDecimal count, BigInteger perNanos) {
    BigInteger parts = BigInteger.TEN.pow(Math.max(count.scale(), 0));
    BigInteger whole = count.multiply(new BigDecimal(parts)).toBigIntegerExact();
    BigInteger common = whole.gcd(parts);
    return new Rate(
        whole.divide(common).longValueExact(),
        perNanos.multiply(parts.divide(common)).longValueExact());
  }
}
