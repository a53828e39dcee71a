package io.ibench.max;

import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * The result of a search: never one number, but a rate that passes and one that fails. Immutable.
 *
 * @param end how the search ended
 * @param passes the highest rate that passes, if any does
 * @param fails the lowest rate above it that fails, if one was found
 * @param confidence the trials behind the two
 * @param remarks that limit what the result means
 */
public record HighestRate(
    End end,
    OptionalDouble passes,
    OptionalDouble fails,
    String confidence,
    List<String> remarks,
    List<Trial> trials) {

  /** How a search ends. */
  public enum End {
    /** Both rates are confirmed. */
    FOUND,
    /** The client, not the server, kept the next rate from passing. */
    CLIENT,
    /** Other programs kept the next rate from passing. */
    OTHERS,
    /** After a failure not even a low rate passes. */
    NOT_RECOVERED,
    /** The two rates did not repeat their results. */
    NOT_CONFIRMED,
    /** The lowest rate fails. */
    NOTHING_PASSES,
    /** The highest rate that the user allows passes. */
    AT_LEAST,
    /** The run was stopped. */
    INTERRUPTED
  }

  public HighestRate {
    remarks = List.copyOf(remarks);
    trials = List.copyOf(trials);
  }

  public boolean isFound() {
    return end == End.FOUND;
  }

  /** The sentence that the user came for. */
  public String sentence() {
    String both =
        perSecond(passes)
            + " passes"
            + (fails.isPresent() ? ", " + perSecond(fails) + " fails" : "");
    return switch (end) {
      case FOUND -> both;
      case CLIENT -> atLeast() + "; the client was the limit";
      case OTHERS -> atLeast() + "; other programs were the limit";
      case NOT_RECOVERED -> both + "; the database does not recover after a failure";
      case NOT_CONFIRMED -> "not decided: " + both + ", but not each time";
      case NOTHING_PASSES -> "no rate passes; " + perSecond(fails) + " fails";
      case AT_LEAST -> "at least " + perSecond(passes) + ", the highest rate allowed";
      case INTERRUPTED -> "interrupted; so far: " + (passes.isPresent() ? both : "nothing passes");
    };
  }

  private String atLeast() {
    return passes.isPresent() ? "at least " + perSecond(passes) : "no rate passes";
  }

  private static String perSecond(OptionalDouble rate) {
    return rate.isEmpty() ? "no rate" : String.format(Locale.ROOT, "%,.0f/s", rate.getAsDouble());
  }
}
