package io.ibench.report.store;

import io.ibench.report.figures.NumberText;
import io.ibench.report.store.RunReport.Step;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/**
 * The latencies of a step that goes on, or whose process was killed: of the minutes of it that
 * latency.hlog has whole. Read only.
 *
 * @param step its name
 * @param repeat which one, from 1
 * @param seconds how much of its time they cover
 * @param until the end of the last of these minutes; empty where there is none
 * @param paced it has a target rate, so that response times are not service times
 * @param operations those that were completed, in the order of the file
 * @param lost what could not be read of that time, and behind it, one line each
 */
public record InProgressLatencies(
    String step,
    long repeat,
    double seconds,
    Optional<Instant> until,
    boolean paced,
    List<Latencies> operations,
    List<String> lost) {

  /**
   * One operation's.
   *
   * @param name as other steps have it, or else as it stands in a tag of latency.hlog
   * @param service nanoseconds
   * @param response nanoseconds; empty without a target rate
   */
  public record Latencies(String name, Histogram service, Optional<Histogram> response) {}

  /**
   * Reads them.
   *
   * @return empty where no step is under way, or nothing can be told of it
   */
  public static Optional<InProgressLatencies> read(Path folder, RunReport run) {
    return SalvagedLatencies.of(folder, run);
  }

  /** Whether it is this one. */
  public boolean is(Step other) {
    return other.name().equals(step) && other.repeat() == repeat;
  }

  /** What the step is called in this run. */
  public String title(RunReport run) {
    return run.steps().stream()
        .filter(other -> other.name().equals(step))
        .mapToLong(Step::repeats)
        .mapToObj(repeats -> repeats > 1 ? step + " " + repeat : step)
        .findFirst()
        .orElse(repeat > 1 ? step + " " + repeat : step);
  }

  /** How much of the step it is, as in {@code its first 120 s, until 2026-11-21T08:02:00Z}. */
  public String extent() {
    return "its first "
        + NumberText.seconds(seconds)
        + " s, until "
        + until.map(Instant::toString).orElse(NumberText.figure(null));
  }
}
