package io.ibench.workload.linkbench;

/** Exact powers and roots of integers; results that exceed a long are Long.MAX_VALUE. */
final class WholePowers {

  private WholePowers() {}

  /** The product of two numbers that are not negative. */
  static long times(long a, long b) {
    return a != 0 && b > Long.MAX_VALUE / a ? Long.MAX_VALUE : a * b;
  }

  /** base^exponent; base is 0 or more, exponent 1 or more. */
  static long power(long base, int exponent) {
    long power = base;
    for (int i = 1; i < exponent && power > 1 && power < Long.MAX_VALUE; i++) {
      power = times(power, base);
    }
    return power;
  }

  /** The smallest K with K^exponent at least x; x is 1 or more, exponent 2 or more. */
  static long rootUp(long x, int exponent) {
    long root = (long) StrictMath.exp(StrictMath.log(x) / exponent);
    while (root > 1 && power(root - 1, exponent) >= x) {
      root--;
    }
    while (power(root, exponent) < x) {
      root++;
    }
    return root;
  }

  /** The smallest power of base that is at least x; x is 1 or more, base 2 or more. */
  static long powerUp(long x, long base) {
    long power = 1;
    while (power < x) {
      power = times(power, base);
    }
    return power;
  }

  /** The smallest K^exponent that is at least x; x is 1 or more, exponent 2 or more. */
  static long perfectPowerUp(long x, int exponent) {
    return power(rootUp(x, exponent), exponent);
  }
}
