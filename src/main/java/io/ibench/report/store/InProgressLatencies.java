package io.ibench.report.store;

import io.ibench.report.figures.Figure;
import io.ibench.report.figures.NumberText;
import io.ibench.report.figures.RunState;
import io.ibench.report.store.RunReport.Step;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/**
 * Latencies of a step that is running, or whose process was killed: all that its newest saved
 * position has. Callers must not change the histograms.
 *
 * @param step its name
 * @param repeat from 1
 * @param seconds how much of the step's time they cover
 * @param until when that was
 * @param paced it has a target rate, so response times differ from service times
 * @param operations the completed ones, in the order of the run
 * @param restSeconds the time after that which intervals.csv has
 * @param restOperations the operations of that time, which have no latencies here
 */
public record InProgressLatencies(
    String step,
    long repeat,
    double seconds,
    Instant until,
    boolean paced,
    List<Latencies> operations,
    double restSeconds,
    long restOperations) {

  /**
   * Latencies of one operation.
   *
   * @param service nanoseconds
   * @param response nanoseconds; empty without a target rate
   */
  public record Latencies(String name, Histogram service, Optional<Histogram> response) {}

  /** Whether they are of more of the step than the report has. */
  public boolean isAhead(RunReport run) {
    return run.steps().stream()
        .filter(this::is)
        .allMatch(
            known ->
                known.whole().operations().isEmpty()
                    || known.state() == RunState.RUNNING && seconds > seconds(known));
  }

  private static double seconds(Step known) {
    return known.whole().figures().valueOr(Figure.SECONDS, 0);
  }

  /** Whether they are latencies of this step. */
  public boolean is(Step other) {
    return other.name().equals(step) && other.repeat() == repeat;
  }

  /** The step's name, with the repeat's number if there are several. */
  public String title(RunReport run) {
    long repeats =
        run.steps().stream()
            .filter(other -> other.name().equals(step))
            .mapToLong(Step::repeats)
            .findFirst()
            .orElse(repeat);
    return repeats > 1 ? step + " " + repeat : step;
  }

  /** What is known of the time after that, in words; empty without such a time. */
  public Optional<String> rest() {
    return restSeconds == 0
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "%s operations of the %s s after that are counted, without latencies",
                NumberText.count(restOperations),
                NumberText.seconds(restSeconds)));
  }

  /** The covered part of the step, as in {@code its first 120 s, until 2026-11-21T08:02:00Z}. */
  public String extent() {
    return "its first " + NumberText.seconds(seconds) + " s, until " + until;
  }
}
