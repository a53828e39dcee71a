package io.ibench.duet;

import io.ibench.statistics.AnytimeInterval;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A user's condition for a ratio B / A, such as {@code time>1.01}. It is true if it is true for the
 * whole 95 % interval, and decided when it is true or false for all of it. Immutable.
 *
 * @param ofCpu of the CPU of the database, instead of the time
 * @param above true above the ratio; otherwise below it
 */
public record DuetGate(boolean ofCpu, boolean above, double ratio) {

  private static final Pattern SYNTAX =
      Pattern.compile("\\s*(time|cpu)\\s*([<>])\\s*([0-9.]+)\\s*");
  private static final double MAX_RATIO = 20;

  /** Parses a condition; empty after adding a line to the mistakes. */
  public static Optional<DuetGate> parse(String text, List<String> mistakes) {
    Matcher parts = SYNTAX.matcher(text);
    if (parts.matches()) {
      try {
        double ratio = Double.parseDouble(parts.group(3));
        if (ratio > 0 && ratio <= MAX_RATIO) {
          boolean above = parts.group(2).equals(">");
          return Optional.of(new DuetGate(parts.group(1).equals("cpu"), above, ratio));
        }
      } catch (NumberFormatException e) {
        mistakes.add("--fail-if " + text + ": " + parts.group(3) + " is no number");
        return Optional.empty();
      }
    }
    mistakes.add(
        "--fail-if "
            + text
            + " is no condition; allowed: time>RATIO, time<RATIO, cpu>RATIO, cpu<RATIO, with a"
            + " ratio of B to A, such as time>1.01");
    return Optional.empty();
  }

  /** Whether more blocks can change nothing. */
  public boolean isDecided(AnytimeInterval time, AnytimeInterval cpu) {
    AnytimeInterval own = ofCpu ? cpu : time;
    return own.isKnown() && (Math.exp(own.low()) > ratio || Math.exp(own.high()) < ratio);
  }

  /** Whether it holds for the whole interval. */
  public boolean isTrue(AnytimeInterval time, AnytimeInterval cpu) {
    AnytimeInterval own = ofCpu ? cpu : time;
    return own.isKnown() && (above ? Math.exp(own.low()) > ratio : Math.exp(own.high()) < ratio);
  }
}
