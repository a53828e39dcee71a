package io.ibench.report.store;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.ibench.measure.TimedEvent;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A command of the user in the middle of a step. Immutable.
 *
 * @param name the setting that holds it
 * @param seconds how long the command ran
 * @param failure why it failed, if it did
 * @param ratePerSecond operations per second before it; empty if unknown
 * @param lowestBeforePercent the lowest rate of an interval before it; empty if unknown
 * @param lowestPercent the lowest rate of an interval until the rate was back
 * @param backSeconds until 90 % of that rate were back; empty: not before the step's end
 */
public record StoredEvent(
    String name,
    Instant started,
    Optional<Number> seconds,
    Optional<String> failure,
    @JsonProperty("rate_ps") Optional<Number> ratePerSecond,
    @JsonProperty("lowest_before_pct") Optional<Number> lowestBeforePercent,
    @JsonProperty("lowest_pct") Optional<Number> lowestPercent,
    Optional<Number> backSeconds) {

  private static final double NANOS_PER_SECOND = 1e9;
  private static final double BACK_PERCENT = 90;

  static StoredEvent of(TimedEvent event) {
    return new StoredEvent(
        event.name(),
        Instant.ofEpochMilli(event.startEpochMillis()),
        Optional.of(event.nanos() / NANOS_PER_SECOND),
        event.failure(),
        number(event.ratePerSecond()),
        number(event.lowestBeforePercent()),
        number(event.lowestPercent()),
        event.backNanos().isEmpty()
            ? Optional.empty()
            : Optional.of(event.backNanos().getAsLong() / NANOS_PER_SECOND));
  }

  /**
   * What the rate did after it, beside what it did before: the end of a sentence. A rate that falls
   * no lower than before names no cause.
   */
  public String effect() {
    if (ratePerSecond.isEmpty() || lowestPercent.isEmpty()) {
      return "the rate before it is unknown";
    }
    double lowest = lowestPercent.get().doubleValue();
    String former = String.format(Locale.ROOT, "%,.0f/s", ratePerSecond.get().doubleValue());
    if (lowest >= BACK_PERCENT) {
      return "the rate stayed above 90 % of " + former;
    }
    String before =
        lowestBeforePercent
            .map(percent -> String.format(Locale.ROOT, "%.0f %% before it", percent.doubleValue()))
            .orElse("not known before it");
    if (lowestBeforePercent.filter(percent -> percent.doubleValue() <= lowest).isPresent()) {
      return String.format(
          Locale.ROOT,
          "the rate fell no lower than without it: lowest %.0f %% of %s, and %s",
          lowest,
          former,
          before);
    }
    String fell = String.format(Locale.ROOT, ", lowest %.0f %%, and %s", lowest, before);
    return backSeconds.isEmpty()
        ? "90 % of " + former + " did not come back" + fell
        : String.format(
            Locale.ROOT,
            "90 %% of %s was back after %.1f s%s",
            former,
            backSeconds.get().doubleValue(),
            fell);
  }

  private static Optional<Number> number(OptionalDouble value) {
    return value.isEmpty() ? Optional.empty() : Optional.of(value.getAsDouble());
  }
}
