package io.ibench.report.store;

import io.ibench.measure.RateEnd;
import org.jspecify.annotations.Nullable;

/**
 * A step's {@link RateEnd} in summary.json; an unknown number is null. Immutable.
 *
 * @param goal {@code steady}, or a percentage such as {@code 1 %}
 * @param reached whether it ended the step
 * @param fromSeconds of the step, where the time begins that was looked at
 * @param toSeconds its end
 * @param perSecond the mean rate of that time
 * @param changePercent how much the rate changed in that time; null for a percentage
 * @param errorPercent how far the change, or the mean, may be off
 */
public record StoredRateEnd(
    String goal,
    boolean reached,
    double fromSeconds,
    double toSeconds,
    @Nullable Double perSecond,
    @Nullable Double changePercent,
    @Nullable Double errorPercent) {

  static StoredRateEnd of(RateEnd end) {
    return new StoredRateEnd(
        end.goal().toString(),
        end.reached(),
        end.fromSeconds(),
        end.toSeconds(),
        orNull(end.perSecond()),
        orNull(end.changePercent()),
        orNull(end.errorPercent()));
  }

  private static @Nullable Double orNull(double number) {
    return Double.isFinite(number) ? number : null;
  }
}
