package io.ibench.bisect;

import java.util.Locale;
import java.util.Optional;

/**
 * What a duet shall find out.
 *
 * @param a the place of side A's version
 * @param b the place of side B's version
 * @param withinPercent how small a difference may stay unknown
 * @param until the ratio that the interval of the figure shall exclude; empty: the duet ends when
 *     its own question is answered
 */
public record Question(
    Purpose purpose, int a, int b, double withinPercent, Figure figure, Optional<Double> until) {

  /** Why it is asked. */
  public enum Purpose {
    /** Whether there is a change at all. */
    WHOLE,
    /** Whether a version is like the good or like the bad one. */
    VERSION,
    /** Whether two neighbours differ. */
    STEP,
    /** Which functions make the difference of the neighbours. */
    WHY
  }

  private static final double SMALLEST_WITHIN = 0.05;
  private static final double LARGEST_WITHIN = 50;

  static Question whole(int a, int b, double withinPercent, Figure figure) {
    Optional<Double> until = figure == Figure.CPU ? Optional.of(1.0) : Optional.empty();
    return new Question(Purpose.WHOLE, a, b, withinPercent, figure, until);
  }

  static Question version(int good, int version, Figure figure, double line) {
    double percent = 100 * Math.abs(Math.expm1(line));
    return new Question(
        Purpose.VERSION, good, version, allowed(percent), figure, Optional.of(Math.exp(line)));
  }

  static Question step(int good, int bad, Figure figure, double smallest) {
    Optional<Double> until = figure == Figure.CPU ? Optional.of(1.0) : Optional.empty();
    double percent = 100 * Math.abs(Math.expm1(smallest));
    return new Question(Purpose.STEP, good, bad, allowed(percent), figure, until);
  }

  /** One more duet of the neighbours. */
  public static Question why(int good, int bad, double withinPercent, Figure figure) {
    return new Question(Purpose.WHY, good, bad, withinPercent, figure, Optional.empty());
  }

  private static double allowed(double percent) {
    return Math.min(LARGEST_WITHIN, Math.max(SMALLEST_WITHIN, percent));
  }

  /** As of --fail-if. */
  public Optional<String> gate() {
    return until.map(
        ratio ->
            String.format(
                Locale.ROOT,
                "%s%s%.6f",
                figure.name().toLowerCase(Locale.ROOT),
                ratio >= 1 ? ">" : "<",
                ratio));
  }
}
