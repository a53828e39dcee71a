package io.ibench.report;

import io.ibench.measure.PeriodResult;
import io.ibench.measure.RunListener;
import io.ibench.measure.Snapshot;
import io.ibench.measure.StepResult;
import io.ibench.measure.StepStart;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * What a person sees while a run goes on: a line per step, and below it one line that is written
 * over at every interval; plain lines every ten seconds where the stream is not a terminal.
 */
public final class Progress implements RunListener {

  private static final long PLAIN_EVERY_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final long WORTH_SHOWING_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final String CLEAR_LINE = "\r\033[K";

  /** A line longer than the terminal is cut: wrapped, its beginning could not be cleared again. */
  private static final String WRAP_OFF = "\033[?7l";

  private static final String WRAP_ON = "\033[?7h";

  private final PrintWriter out;
  private final boolean terminal;
  private long stepNanos;
  private long shownNanos;
  private long rows;
  private long errors;

  /**
   * @param terminal lines can be written over
   */
  public Progress(PrintWriter out, boolean terminal) {
    this.out = out;
    this.terminal = terminal;
  }

  @Override
  public void stepStarted(StepStart step) {
    stepNanos = 0;
    shownNanos = 0;
    rows = 0;
    errors = 0;
    if (terminal) {
      live(step, "");
    }
  }

  @Override
  public void interval(StepStart step, Snapshot snapshot) {
    stepNanos += snapshot.nanos();
    rows += snapshot.rows();
    errors += snapshot.failures();
    String line = line(step, snapshot);
    if (terminal) {
      live(step, line);
    } else if (stepNanos - shownNanos >= PLAIN_EVERY_NANOS) {
      shownNanos = stepNanos;
      out.println("  " + OneLine.of(step.title()) + "  " + line);
      out.flush();
    }
  }

  private void live(StepStart step, String line) {
    out.print(CLEAR_LINE + WRAP_OFF + "  " + OneLine.of(step.title()) + "  " + line + WRAP_ON);
    out.flush();
  }

  private String line(StepStart step, Snapshot snapshot) {
    double seconds = Math.max(1e-9, snapshot.nanos() / 1e9);
    StringBuilder line = new StringBuilder(Numbers.seconds(stepNanos / 1e9)).append(" s");
    if (step.plannedNanos().isPresent()) {
      line.append(" of ").append(Numbers.seconds(step.plannedNanos().getAsLong() / 1e9));
    }
    switch (step.unit()) {
      case QUERIES ->
          line.append("  ").append(Numbers.figure(snapshot.successes() / seconds)).append(" qps");
      case ROWS -> {
        line.append("  ").append(Numbers.figure(snapshot.rows() / seconds)).append(" rows/s");
        step.plannedRows().ifPresent(planned -> line.append(share(planned)));
      }
      default -> line.append(gone(snapshot, seconds));
    }
    if (errors > 0) {
      line.append("  ").append(Numbers.count(errors)).append(" failed");
    }
    if (snapshot.oldestInFlightNanos() > WORTH_SHOWING_NANOS) {
      line.append(
          String.format(
              Locale.ROOT, "  oldest in flight %.1f s", snapshot.oldestInFlightNanos() / 1e9));
    }
    return line.toString();
  }

  /** How far a step without workers is, when it tells. */
  private String gone(Snapshot snapshot, double seconds) {
    long gone = Arrays.stream(snapshot.tallies()).sum();
    rows += gone;
    return rows == 0
        ? ""
        : String.format(Locale.ROOT, "  %,d rows, %s rows/s", rows, Numbers.figure(gone / seconds));
  }

  private String share(long planned) {
    double done = (double) rows / planned;
    String share = String.format(Locale.ROOT, "  %.0f %% of %,d rows", 100 * done, planned);
    if (done <= 0 || done > 1) {
      return share;
    }
    long left = (long) (stepNanos / done - stepNanos);
    return share + ", " + duration(TimeUnit.NANOSECONDS.toSeconds(left)) + " left";
  }

  private static String duration(long seconds) {
    if (seconds < 120) {
      return seconds + " s";
    }
    return seconds < 7200 ? seconds / 60 + " min" : seconds / 3600 + " h";
  }

  @Override
  public void periodEnded(StepStart step, PeriodResult period) {}

  @Override
  public void stepEnded(StepResult result) {
    double seconds = Math.max(1e-9, result.whole().seconds());
    String rate =
        switch (result.step().unit()) {
          case QUERIES -> Numbers.figure(result.whole().successes() / seconds) + " qps";
          case ROWS -> Numbers.figure(result.whole().rows() / seconds) + " rows/s";
          default -> result.rows() > 0 ? Numbers.figure(result.rows() / seconds) + " rows/s" : "";
        };
    long failed = result.whole().failures();
    out.println(
        (terminal ? CLEAR_LINE : "")
            + String.format(
                Locale.ROOT,
                "  %-12s %8s s  %16s  %s%s",
                OneLine.of(result.step().title()),
                Numbers.seconds(result.whole().seconds()),
                rate,
                Outcomes.state(result).label(),
                failed > 0 ? ", " + Numbers.count(failed) + " failed operations" : ""));
    result.problems().forEach(problem -> out.println("    WRONG: " + OneLine.of(problem)));
    result.failure().ifPresent(failure -> out.println("    " + OneLine.of(failure)));
    out.flush();
  }
}
