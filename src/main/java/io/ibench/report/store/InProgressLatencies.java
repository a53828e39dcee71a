package io.ibench.report.store;

import io.ibench.report.figures.NumberText;
import io.ibench.report.figures.RunState;
import io.ibench.report.store.RunReport.Step;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/**
 * Latencies of a step that is running, or whose process was killed: all that its newest saved
 * position has, or else its complete minutes in latency.hlog. Callers must not change the
 * histograms.
 *
 * @param step its name
 * @param repeat from 1
 * @param seconds how much of the step's time they cover
 * @param until end of the last of these minutes; empty without any
 * @param paced it has a target rate, so response times differ from service times
 * @param operations the completed ones, in the order of the file
 * @param restSeconds the time after that which intervals.csv has
 * @param restOperations the operations of that time, which have no latencies here
 * @param source of the latencies, in words
 * @param lost parts of that time, or after it, that could not be read, one line each
 */
public record InProgressLatencies(
    String step,
    long repeat,
    double seconds,
    Optional<Instant> until,
    boolean paced,
    List<Latencies> operations,
    double restSeconds,
    long restOperations,
    String source,
    List<String> lost) {

  /**
   * Latencies of one operation.
   *
   * @param name as in other steps, or else as in the tag in latency.hlog
   * @param service nanoseconds
   * @param response nanoseconds; empty without a target rate
   */
  public record Latencies(String name, Histogram service, Optional<Histogram> response) {}

  /** Reads them; empty if no step is running, or nothing is known about it. */
  public static Optional<InProgressLatencies> read(Path folder, RunReport run) {
    return run.state() == RunState.RUNNING
        ? SavedLatencies.of(folder, run).or(() -> SalvagedLatencies.of(folder, run))
        : Optional.empty();
  }

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
    Number number = known.whole().figures().get("seconds");
    return number == null ? 0 : number.doubleValue();
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
    return "its first "
        + NumberText.seconds(seconds)
        + " s, until "
        + until.map(Instant::toString).orElse(NumberText.figure(null));
  }
}
