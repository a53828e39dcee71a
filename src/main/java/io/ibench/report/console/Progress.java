package io.ibench.report.console;

import io.ibench.measure.PeriodResult;
import io.ibench.measure.Role;
import io.ibench.measure.RunListener;
import io.ibench.measure.Snapshot;
import io.ibench.measure.StepResult;
import io.ibench.measure.StepStart;
import io.ibench.report.figures.RunInfo;
import io.ibench.report.figures.SanitizedText;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Shows the progress of a run: a line for each step and report period that is over, and below them
 * a live line that each interval replaces; on a stream that is no terminal, a plain line every ten
 * seconds instead. Never waits for the stream, except for a moment at the end. Confined to the
 * coordinating thread.
 */
public final class Progress implements RunListener {

  private static final long PLAIN_EVERY_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final LineOutput out;
  private final Screen screen;
  private final StepLines lines;
  private final List<Role> roles;
  private final int failureKinds;
  private final Optional<PeriodLines> periods;

  @SuppressWarnings("NullAway.Init") // a step starts before all else
  private StepProgress progress;

  private long shownNanos;

  /**
   * Progress without lines for report periods and for what is wrong with the data.
   *
   * @param roles of the operations, by number
   * @param failureKinds names by number
   */
  public Progress(PrintWriter out, Screen screen, List<Role> roles, List<String> failureKinds) {
    this(terminal(out), screen, List.of(), roles, failureKinds, Optional.empty());
  }

  /** Progress with a line for each report period. */
  public Progress(PrintWriter out, Screen screen, RunInfo run, PeriodLines periods) {
    this(terminal(out), screen, run.steps(), run.roles(), run.failureKinds(), Optional.of(periods));
  }

  Progress(
      LineOutput out,
      Screen screen,
      List<String> steps,
      List<Role> roles,
      List<String> failureKinds,
      Optional<PeriodLines> periods) {
    this.periods = periods;
    this.out = out;
    this.screen = screen;
    this.roles = List.copyOf(roles);
    this.lines = new StepLines(screen, steps, this.roles, failureKinds);
    this.failureKinds = failureKinds.size();
  }

  private static LineOutput terminal(PrintWriter out) {
    return new AsyncTerminal(new AsyncTerminal.PrintedLines(out));
  }

  @Override
  public void serverAwaited(String step, String why) {
    say(step + " waits for the server, up to outage.max: " + why);
  }

  @Override
  public void stepStarted(StepStart step) {
    periods.ifPresent(PeriodLines::stepStarted);
    progress = new StepProgress(step, roles, failureKinds);
    shownNanos = 0;
    if (screen.live()) {
      out.live(lines.live(step, progress));
    }
  }

  @Override
  public void interval(StepStart step, Snapshot snapshot) {
    progress.add(snapshot);
    if (screen.live()) {
      out.live(lines.live(step, progress));
    } else if (progress.nanos() - shownNanos >= PLAIN_EVERY_NANOS) {
      shownNanos = progress.nanos();
      out.lasting(lines.live(step, progress));
    }
  }

  @Override
  public void periodEnded(StepStart step, PeriodResult period, PeriodResult soFar) {
    periods.flatMap(costs -> costs.of(step, period)).ifPresent(out::lasting);
  }

  @Override
  public void stepEnded(StepResult result) {
    StringBuilder text = new StringBuilder(lines.lasting(result, progress));
    periods
        .flatMap(costs -> costs.ofShort(result))
        .ifPresent(line -> text.append("\n").append(line));
    problems(result.problems()).ifPresent(line -> text.append("\n    ").append(line));
    result.failure().ifPresent(failure -> text.append("\n    ").append(SanitizedText.of(failure)));
    out.lasting(text.toString());
  }

  /** The report has all problems; without lines for periods the caller shows them. */
  private Optional<String> problems(List<String> problems) {
    if (problems.isEmpty() || periods.isEmpty()) {
      return Optional.empty();
    }
    int more = problems.size() - 1;
    String first = "WRONG: " + SanitizedText.of(problems.get(0));
    return Optional.of(more == 0 ? first : first + " (and " + more + " more)");
  }

  /** Shows a lasting line between two steps. */
  public void say(String line) {
    out.lasting(SanitizedText.of(line));
  }

  /** Ends the output; waits a moment for lines that are not yet written. */
  public void finish() throws InterruptedException {
    out.finish();
  }
}
