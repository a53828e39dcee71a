package io.ibench.compare;

/**
 * Whether a figure's difference from the base's is more than noise. Immutable.
 *
 * @param kind which noise it was held against
 * @param exceeds the difference is more than that; false where it is not known
 * @param limit the ratio's distance from 1 above which it would be; NaN where unknown
 * @param p how probable a difference of at least this size would be by chance; NaN where unknown
 * @param test which test says so, or why there is none, in words
 */
public record Noise(Kind kind, boolean exceeds, double limit, double p, String test) {

  /** From where the noise is known. */
  public enum Kind {
    /** Nothing is known: one number a side. */
    UNKNOWN,
    /** Of one run a side: from its own intervals. A second run may differ by more. */
    WITHIN_RUN,
    /** From the differences between runs of one side. */
    BETWEEN_RUNS
  }

  /** It is known, and the difference is not more than that. */
  public boolean isWithin() {
    return kind != Kind.UNKNOWN && !exceeds;
  }

  /** Whether the difference is more than noise, in two words. */
  public String words() {
    return kind == Kind.UNKNOWN ? "noise unknown" : exceeds ? "beyond noise" : "within noise";
  }

  static Noise unknown(String why) {
    return new Noise(Kind.UNKNOWN, false, Double.NaN, Double.NaN, why);
  }
}
