package io.ibench.verdict;

/**
 * How to speak of moments within a step.
 *
 * @param name of the unit that moments are told in
 * @param nameSeconds its length
 * @param whole moments are known to a whole unit at best
 * @param unit that changes are told per
 * @param unitSeconds its length
 */
record StepTime(String name, double nameSeconds, boolean whole, String unit, double unitSeconds) {

  private static final double MINUTE = 60;
  private static final double HOUR = 3600;

  static StepTime of(double seconds, Series series) {
    boolean hours = seconds > 2 * HOUR;
    boolean minutes = seconds > 2 * MINUTE;
    double nameSeconds = hours ? HOUR : minutes ? MINUTE : 1;
    double spacing = (series.seconds()[1] - series.seconds()[0]) / nameSeconds;
    return new StepTime(
        hours ? "hour" : minutes ? "minute" : "second",
        nameSeconds,
        // Periods end a little late.
        spacing > 0.99,
        hours ? "hour" : minutes ? "minute" : "second",
        nameSeconds);
  }

  /** For instance {@code hour 31}. */
  String at(double seconds) {
    return name + " " + Words.decimals(seconds / nameSeconds, whole ? 0 : 1);
  }
}
