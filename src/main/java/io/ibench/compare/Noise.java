package io.ibench.compare;

/**
 * Whether a figure's difference from the base's is more than noise. Immutable.
 *
 * @param kind which noise it was held against
 * @param exceeds the difference is more than that; false where it is not known
 * @param limit the ratio's distance from 1 above which it would be; NaN where unknown
 * @param p how probable a difference of at least this size would be by chance; NaN where unknown
 * @param few neither side has {@link #LEAST_RUNS} runs: what does not exceed the noise may still be
 *     a difference
 * @param test which test says so, or why there is none, in words
 */
public record Noise(Kind kind, boolean exceeds, double limit, double p, boolean few, String test) {

  /** With fewer runs nobody can say that a difference is noise, only that it is more. */
  public static final int LEAST_RUNS = 3;

  /** Why a difference that is not beyond the noise is not called noise either. */
  public static final String TOO_FEW = "too few runs to know; at least " + LEAST_RUNS;

  /** Of enough runs. */
  public Noise(Kind kind, boolean exceeds, double limit, double p, String test) {
    this(kind, exceeds, limit, p, false, test);
  }

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
    return kind != Kind.UNKNOWN && !exceeds && !few;
  }

  /**
   * The difference is not known to be more than noise, and the runs are too few to call it that.
   */
  public boolean isUndecided() {
    return kind != Kind.UNKNOWN && !exceeds && few;
  }

  /** Whether the difference is more than noise, in a few words. */
  public String words() {
    if (kind == Kind.UNKNOWN) {
      return "noise unknown";
    }
    return exceeds ? "beyond noise" : few ? "too few runs" : "within noise";
  }

  static Noise unknown(String why) {
    return new Noise(Kind.UNKNOWN, false, Double.NaN, Double.NaN, why);
  }
}
