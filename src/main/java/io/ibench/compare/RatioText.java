package io.ibench.compare;

import io.ibench.compare.Noise.Kind;
import io.ibench.report.figures.NumberText;
import java.util.Locale;

/** Formats ratios for texts and pages. Stateless. */
public final class RatioText {

  static final String HIGH = ">";
  static final String LOW = "<";
  static final String WITHIN_NOISE = "~";
  static final String UNKNOWN_NOISE = "?";

  /** What the marks of a table of ratios mean. */
  public static final String MARKS =
      "> above 1.05, < below 0.95, ~ within the noise, ? not known whether it is noise";

  private RatioText() {}

  /** Two decimals, or fewer for large and more for small ratios; a dash for NaN. */
  public static String plain(double ratio) {
    if (Double.isNaN(ratio)) {
      return ComparedCells.ABSENT;
    }
    if (Double.isInfinite(ratio)) {
      return "inf";
    }
    if (Math.abs(ratio) < 0.001) {
      return ratio == 0 ? "0" : "<0.001";
    }
    return NumberText.decimals(ratio, ratio < 0.0995 ? 3 : ratio < 10 ? 2 : ratio < 100 ? 1 : 0);
  }

  /** With the mark in front of it. */
  static String marked(ComparedValue cell) {
    return (isWithinNoise(cell) ? WITHIN_NOISE : "") + plain(cell.ratio());
  }

  /** The mark behind it. */
  static String mark(ComparedValue cell) {
    String size =
        cell.ratio() > ComparedValue.HIGH ? HIGH : cell.ratio() < ComparedValue.LOW ? LOW : "";
    return (isWithinNoise(cell) ? "" : size) + unknownMark(cell);
  }

  private static String unknownMark(ComparedValue cell) {
    return cell.isUncertain() ? UNKNOWN_NOISE : "";
  }

  /** It differs by more than a few percent and exceeds the noise. */
  public static boolean standsOut(ComparedValue cell) {
    return cell.noise().exceeds()
        && (cell.ratio() > ComparedValue.HIGH || cell.ratio() < ComparedValue.LOW);
  }

  private static boolean isWithinNoise(ComparedValue cell) {
    return cell.isCompared() && cell.noise().isWithin();
  }

  /** For messages: a ratio just below a limit of 0.95 must not be shown as 0.95. */
  static String exact(double ratio) {
    return ratio == 0 ? "0" : String.format(Locale.ROOT, "%.4g", ratio);
  }

  static String noise(Noise noise) {
    if (noise.kind() == Kind.UNKNOWN) {
      return noise.words();
    }
    if (noise.isUndecided()) {
      return Noise.TOO_FEW;
    }
    String limit = Double.isFinite(noise.limit()) ? ", " + plain(noise.limit()) : "";
    String where =
        switch (noise.kind()) {
          case BETWEEN_RUNS -> "between runs";
          case BETWEEN_REPEATS -> "between repeats";
          case WITHIN_RUN, UNKNOWN -> "within these runs";
        };
    return (noise.exceeds() ? "" : "not ") + "beyond the noise " + where + limit;
  }
}
