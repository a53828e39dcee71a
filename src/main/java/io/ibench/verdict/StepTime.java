package io.ibench.verdict;

/**
 * The unit for times within a step.
 *
 * @param unit its name
 * @param unitSeconds its length
 * @param whole times are shown as whole units
 */
record StepTime(String unit, double unitSeconds, boolean whole) {

  private static final double MINUTE = 60;
  private static final double HOUR = 3600;

  static StepTime of(double seconds, FigureSeries series) {
    boolean hours = seconds > 2 * HOUR;
    boolean minutes = seconds > 2 * MINUTE;
    double unitSeconds = hours ? HOUR : minutes ? MINUTE : 1;
    double spacing = (series.seconds()[1] - series.seconds()[0]) / unitSeconds;
    String unit = hours ? "hour" : minutes ? "minute" : "second";
    return new StepTime(unit, unitSeconds, spacing > 0.99); // periods end a little late
  }

  /** For instance {@code hour 31}. */
  String at(double seconds) {
    return unit + " " + NumberWords.decimals(seconds / unitSeconds, whole ? 0 : 1);
  }
}
