package io.ibench.verdict;

/** A figure that may drift, and the words that describe it. */
enum Quantity {
  QPS("qps", "rose", "fell"),
  IPS("ips", "rose", "fell"),
  P99("p99", "rose", "fell"),
  SIZE("size", "grew", "shrank"),
  MEMORY("server memory", "grew", "shrank");

  private static final int FEW_DIGITS = 2;
  private static final double GB = 1L << 30;
  private static final double MILLI = 1e6;
  private static final double MICRO = 1e3;

  private final String noun;
  private final String up;
  private final String down;

  Quantity(String noun, String up, String down) {
    this.noun = noun;
    this.up = up;
    this.down = down;
  }

  private String subject(double change) {
    return noun + " " + (change > 0 ? up : down) + " ";
  }

  /**
   * Describes a trend.
   *
   * @param change per unit of time
   * @param level at its start
   * @param when {@code " after ..."} or {@code " until ..."}; may be empty
   */
  String trend(double change, double level, String unit, String when) {
    return subject(change) + amount(Math.abs(change), level) + " per " + unit + when;
  }

  private String amount(double change, double level) {
    return switch (this) {
      case QPS, IPS, P99 -> NumberWords.number(100 * change / Math.abs(level), FEW_DIGITS) + " %";
      case SIZE -> NumberWords.number(change, FEW_DIGITS) + " bytes per row";
      case MEMORY -> NumberWords.number(change / GB, FEW_DIGITS) + " GB";
    };
  }

  /** Describes a change of level. */
  String step(double from, double to, String when) {
    String percent =
        from == 0 ? "" : " (" + signedPercent(100 * (to - from) / Math.abs(from)) + ")";
    return subject(to - from) + "from " + values(from, to) + percent + " at " + when;
  }

  private static String signedPercent(double percent) {
    return (percent > 0 ? "+" : "") + NumberWords.number(percent, FEW_DIGITS) + " %";
  }

  private String values(double from, double to) {
    return switch (this) {
      case QPS, IPS -> values(from, to, 1, "");
      case P99 ->
          Math.max(from, to) < MILLI
              ? values(from, to, MICRO, " us")
              : values(from, to, MILLI, " ms");
      case SIZE -> values(from, to, 1, " bytes per row");
      case MEMORY -> values(from, to, GB, " GB");
    };
  }

  private static String values(double from, double to, double unit, String name) {
    return NumberWords.number(from / unit) + " to " + NumberWords.number(to / unit) + name;
  }
}
