package io.ibench.compare;

/**
 * Whether a figure's difference from the base's is more than noise. Immutable.
 *
 * @param kind the noise with which the difference was compared
 * @param exceeds the difference is larger than the noise; false if the noise is unknown
 * @param limit the ratio's distance from 1 that would exceed the noise; NaN if unknown
 * @param p the probability of a difference of at least this size by chance; NaN if unknown
 * @param few neither side has {@link #MIN_RUNS} runs or repeats: a difference within the noise may
 *     still be real
 * @param test describes the test, or why there is no test
 */
public record Noise(Kind kind, boolean exceeds, double limit, double p, boolean few, String test) {

  /** With fewer runs a difference may be found to exceed the noise, but not to be noise. */
  public static final int MIN_RUNS = 3;

  /** Why a difference within the noise is not called noise. */
  public static final String TOO_FEW = "too few runs to know; at least " + MIN_RUNS;

  /** With enough runs. */
  public Noise(Kind kind, boolean exceeds, double limit, double p, String test) {
    this(kind, exceeds, limit, p, false, test);
  }

  /** The source of the noise. */
  public enum Kind {
    /** The noise is not known. */
    UNKNOWN,
    /** From the intervals of one run a side. A second run may differ by more. */
    WITHIN_RUN,
    /**
     * From the differences between the repeats of the step in one run a side. A second run may
     * differ by more.
     */
    BETWEEN_REPEATS,
    /** From the differences between the runs of one side. */
    BETWEEN_RUNS
  }

  /** The noise is known, and the difference does not exceed it. */
  public boolean isWithin() {
    return kind != Kind.UNKNOWN && !exceeds && !few;
  }

  /** The difference does not exceed the noise, and the runs are too few to call it noise. */
  public boolean isUndecided() {
    return kind != Kind.UNKNOWN && !exceeds && few;
  }

  /** Whether the difference exceeds the noise, in a few words. */
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
