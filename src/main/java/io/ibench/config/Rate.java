package io.ibench.config;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.Locale;

/**
 * {@code count} units in {@code perNanos} nanoseconds, exactly: 2.5/s is 5 in 2 s. Immutable.
 *
 * <p>Both are positive. Rates are not reduced: 60/m and 1/s are not equal. The parts of {@link
 * #UNLIMITED} mean nothing; check {@link #isUnlimited()} before calculating. A parsed rate is at
 * most one per nanosecond, so {@code count <= perNanos}.
 */
public record Rate(long count, long perNanos) {

  /** As fast as possible. */
  public static final Rate UNLIMITED = new Rate(Long.MAX_VALUE, 1);

  private static final long SECOND = 1_000_000_000L;

  public Rate {
    if (count <= 0 || perNanos <= 0) {
      throw new IllegalArgumentException(
          "a rate must be more than zero: " + count + " in " + perNanos + " ns");
    }
  }

  public boolean isUnlimited() {
    return count == UNLIMITED.count && perNanos == UNLIMITED.perNanos;
  }

  /** Units per second, rounded to a double. */
  public double perSecond() {
    return count * (double) SECOND / perNanos;
  }

  /** The rate of each thread if the threads share this rate evenly. */
  public Rate dividedBy(int threads) {
    return isUnlimited() ? this : new Rate(count, Math.multiplyExact(perNanos, threads));
  }

  /** The units that are due in this time, rounded to 34 digits. */
  public BigDecimal unitsIn(long nanos) {
    return BigDecimal.valueOf(count)
        .multiply(BigDecimal.valueOf(nanos))
        .divide(BigDecimal.valueOf(perNanos), MathContext.DECIMAL128);
  }

  /** The time for these units, rounded to 34 digits. */
  public BigDecimal nanosFor(long units) {
    return BigDecimal.valueOf(perNanos)
        .multiply(BigDecimal.valueOf(units))
        .divide(BigDecimal.valueOf(count), MathContext.DECIMAL128);
  }

  /** The exact time for these units: whole nanoseconds, and the rest in 1 / count nanoseconds. */
  public BigInteger[] nanosAndRestFor(long units) {
    return BigInteger.valueOf(perNanos)
        .multiply(BigInteger.valueOf(units))
        .divideAndRemainder(BigInteger.valueOf(count));
  }

  /**
   * The form that can be parsed again: {@code 100/s}, {@code 2.5/s}, {@code unlimited}; of a rate
   * that no decimal number expresses, {@code about 4993.219/s}.
   */
  @Override
  public String toString() {
    if (isUnlimited()) {
      return "unlimited";
    }
    if (perNanos % (3600 * SECOND) == 0 && isDecimal(3600 * SECOND)) {
      return decimal(3600 * SECOND) + "/h";
    }
    if (perNanos % (60 * SECOND) == 0 && isDecimal(60 * SECOND)) {
      return decimal(60 * SECOND) + "/m";
    }
    return isDecimal(SECOND)
        ? decimal(SECOND) + "/s"
        : String.format(Locale.ROOT, "about %.3f/s", perSecond());
  }

  private boolean isDecimal(long unitNanos) {
    BigInteger counted = BigInteger.valueOf(count).multiply(BigInteger.valueOf(unitNanos));
    long rest = perNanos / counted.gcd(BigInteger.valueOf(perNanos)).longValueExact();
    for (int factor : new int[] {2, 5}) {
      while (rest % factor == 0) {
        rest /= factor;
      }
    }
    return rest == 1;
  }

  private String decimal(long unitNanos) {
    BigDecimal counted = BigDecimal.valueOf(count).multiply(BigDecimal.valueOf(unitNanos));
    return Numbers.plain(counted.divide(BigDecimal.valueOf(perNanos)));
  }
}
