package io.ibench.learn.law;

/** The whole numbers of a law, also as expressions. */
record Range(long low, long high, String lowText, String highText) {

  private static final long LARGEST = 1L << 60;

  static Range of(long low, long high) {
    long from = Math.max(-LARGEST, Math.min(low, LARGEST));
    long to = Math.max(from, Math.min(high, LARGEST));
    return new Range(from, to, Long.toString(from), Long.toString(to));
  }

  /** An end so near to 0, as a part of the range, is at 0 or 1. */
  private static final long NEAR = 200;

  /** So wide that only two digits of what was seen remain. */
  static Range widened(long low, long high) {
    return of(
        low > 1 && low <= high / NEAR ? 1 : down(low),
        high < 0 && high >= low / NEAR ? 0 : -down(-high));
  }

  /** To two digits, away from infinity: 8841 is 8800, -8841 is -8900. */
  static long down(long value) {
    long unit = 1;
    while (Math.abs(value / unit) >= 100) {
      unit *= 10;
    }
    return Math.floorDiv(value, unit) * unit;
  }

  long size() {
    return high - low + 1;
  }

  boolean isLiteral() {
    return lowText.equals(Long.toString(low)) && highText.equals(Long.toString(high));
  }

  String sizeText() {
    if (isLiteral()) {
      return Long.toString(size());
    }
    return low == 1 && lowText.equals("1")
        ? highText
        : bracketed(highText) + " - " + bracketed(lowText) + " + 1";
  }

  static String bracketed(String expression) {
    return expression.matches("[0-9a-z_:.]+|[a-z_]+\\([^()]*\\)")
        ? expression
        : "(" + expression + ")";
  }
}
