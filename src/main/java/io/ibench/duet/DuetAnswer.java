package io.ibench.duet;

import io.ibench.statistics.AnytimeInterval;
import java.util.Locale;
import java.util.Optional;

/**
 * What a duet has found out about time, or else about CPU, in one sentence. Ratios are B / A.
 *
 * @param state whether the question is answered
 * @param sentence for the user
 */
public record DuetAnswer(State state, String sentence) {

  /** How far a duet is. */
  public enum State {
    /** B takes more or less time than A. */
    DIFFERENT,
    /** B takes more or less CPU than A; what its time does is not decided. */
    DIFFERENT_CPU,
    /** Any difference is smaller than what the user asks about. */
    ALIKE,
    /** The difference is smaller than that of two equal instances. */
    LIKE_INSTANCES,
    /** More blocks may tell. */
    OPEN
  }

  /**
   * What two servers of equal settings and data differ by as long as both live: a fraction.
   * Measured with MariaDB on a quiet machine: 0.4 to 1.5 %.
   */
  public static final double INSTANCES = 0.015;

  /** Fewer blocks answer nothing. */
  public static final int FEWEST_BLOCKS = 6;

  /**
   * What the blocks so far say.
   *
   * @param within how small a difference may stay unknown, as a fraction such as 0.01
   * @param instances what may belong to the instances of the two sides, as a fraction; 0 if it
   *     cancels
   */
  public static DuetAnswer of(
      AnytimeInterval time, AnytimeInterval cpu, double within, double instances) {
    return of(time, cpu, within, instances, false);
  }

  /**
   * The same when no more blocks follow: a difference that is sure is told, however wide its
   * interval is, and of the CPU if it is not sure of the time.
   */
  public static DuetAnswer atEnd(
      AnytimeInterval time, AnytimeInterval cpu, double within, double instances) {
    return of(time, cpu, within, instances, true);
  }

  private static DuetAnswer of(
      AnytimeInterval time, AnytimeInterval cpu, double within, double instances, boolean ended) {
    if (time.numbers() < FEWEST_BLOCKS || !time.isKnown()) {
      return new DuetAnswer(State.OPEN, "too few blocks to tell a difference");
    }
    double low = ratio(time.low());
    double high = ratio(time.high());
    double half = (high - low) / 2;
    boolean narrow = ended || half <= Math.max(within, Math.abs(ratio(time.estimate())) / 2);
    if (narrow && isBeyond(time, instances)) {
      return new DuetAnswer(State.DIFFERENT, difference(time) + cpuText(cpu));
    }
    double widest = Math.max(Math.abs(low), Math.abs(high));
    if (instances == 0 && widest <= within) {
      return new DuetAnswer(
          State.ALIKE,
          "no difference above "
              + percent(Math.ceil(1000 * widest) / 1000)
              + " % (95 %)"
              + cpuText(cpu));
    }
    if (instances > 0 && half <= within && low < instances && high > -instances) {
      return new DuetAnswer(
          State.LIKE_INSTANCES,
          difference(time)
              + ", but two equal instances differ by up to "
              + percent(instances)
              + " %, so this says nothing about the settings"
              + cpuText(cpu));
    }
    if (ended && isBeyond(cpu, instances)) {
      return new DuetAnswer(
          State.DIFFERENT_CPU,
          "B takes "
              + compared(cpu, "more", "less", " CPU per operation than A")
              + "; its time is not decided: "
              + compared(time, "slower", "faster", ""));
    }
    return new DuetAnswer(State.OPEN, "not decided: " + difference(time) + cpuText(cpu));
  }

  /** Whether the whole interval is on one side, and of more than what instances differ by. */
  private static boolean isBeyond(AnytimeInterval of, double instances) {
    return of.isKnown()
        && of.excludesZero()
        && Math.min(Math.abs(ratio(of.low())), Math.abs(ratio(of.high()))) > instances;
  }

  /** The same, if the user has ended the duet: what is decided stays so. */
  public DuetAnswer interrupted() {
    return state == State.OPEN
        ? new DuetAnswer(
            state, "not decided, interrupted: " + sentence.replace("not decided: ", ""))
        : this;
  }

  /** Such as {@code B is 1.8 % slower than A (95 %: 1.2 to 2.4 %)}. */
  private static String difference(AnytimeInterval time) {
    return "B is " + compared(time, "slower", "faster", " than A");
  }

  /** Such as {@code 1.8 % more CPU than A (95 %: 1.2 to 2.4 %)}. */
  private static String compared(AnytimeInterval of, String more, String less, String what) {
    double ratio = ratio(of.estimate());
    boolean above = ratio >= 0;
    double low = above ? ratio(of.low()) : -ratio(of.high());
    double high = above ? ratio(of.high()) : -ratio(of.low());
    return percent(Math.abs(ratio))
        + " % "
        + (above ? more : less)
        + what
        + " (95 %: "
        + percent(low)
        + " to "
        + percent(high)
        + " %)";
  }

  private static String cpuText(AnytimeInterval cpu) {
    if (cpu.numbers() == 0) {
      return "";
    }
    double ratio = ratio(cpu.estimate());
    return "; CPU per operation "
        + percent(Math.abs(ratio))
        + " % "
        + (ratio >= 0 ? "more" : "less")
        + interval(cpu).map(text -> " (" + text + ")").orElse("");
  }

  private static Optional<String> interval(AnytimeInterval each) {
    return each.isKnown()
        ? Optional.of(percent(ratio(each.low())) + " to " + percent(ratio(each.high())) + " %")
        : Optional.empty();
  }

  /** The growth that a logarithm of a ratio means, as a fraction. */
  public static double ratio(double log) {
    return Math.expm1(log);
  }

  private static String percent(double fraction) {
    double percent = 100 * fraction;
    String text = String.format(Locale.ROOT, Math.abs(percent) < 10 ? "%.1f" : "%.0f", percent);
    return text.equals("-0.0") ? "0.0" : text;
  }
}
