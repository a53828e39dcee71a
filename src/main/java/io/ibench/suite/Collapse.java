package io.ibench.suite;

import java.util.Locale;
import java.util.Optional;

/**
 * Notices that the rate of a step has collapsed: the mean of its last minute is below a twentieth
 * of that of its first minute, for half a minute. Not thread-safe.
 */
final class Collapse {

  private static final double SHARE = 0.05;
  private static final double FIRST_SECONDS = 60;
  private static final double PATIENCE_SECONDS = 30;

  private String step = "";
  private double first = Double.NaN;
  private double lowSince = Double.NaN;

  /**
   * Takes the rate of a step.
   *
   * @param title of the step and its repeat
   * @param seconds since its beginning
   * @param perSecond in its last minute
   * @return why the run should end
   */
  Optional<String> observe(String title, double seconds, double perSecond) {
    if (!title.equals(step)) {
      step = title;
      first = Double.NaN;
      lowSince = Double.NaN;
    }
    if (seconds < FIRST_SECONDS) {
      return Optional.empty();
    }
    if (Double.isNaN(first)) {
      first = perSecond;
    }
    if (perSecond >= SHARE * first) {
      lowSince = Double.NaN;
      return Optional.empty();
    }
    lowSince = Double.isNaN(lowSince) ? seconds : lowSince;
    return seconds - lowSince < PATIENCE_SECONDS
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "collapsed: %s is at %.1f %% of its first minute's rate",
                title,
                100 * perSecond / first));
  }
}
