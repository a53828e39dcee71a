package io.ibench.host;

/** Sums and products with overflow checks, as a damaged file may contain any number. */
final class ExactMath {

  private ExactMath() {}

  static long sum(long a, long b) throws ProcException {
    try {
      return Math.addExact(a, b);
    } catch (ArithmeticException e) {
      throw beyond(e);
    }
  }

  static long product(long a, long b) throws ProcException {
    try {
      return Math.multiplyExact(a, b);
    } catch (ArithmeticException e) {
      throw beyond(e);
    }
  }

  private static ProcException beyond(ArithmeticException e) {
    return ProcException.unreadable("a counter of the kernel does not fit into 64 bits", e);
  }
}
