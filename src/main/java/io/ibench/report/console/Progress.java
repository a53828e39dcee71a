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
 * What a person sees while a run goes on: a line per step and per report period that is over, and
 * below them one line that is written over at every interval; plain lines every ten seconds where
 * the stream is not a terminal. Never waits for the stream, but for a moment at the end.
 */
public final class Progress implements RunListener {

  private static final long PLAIN_EVERY_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final LineOutput out;
  private final Screen screen;
  private final StepLines lines;
  private final List<Role> roles;
  private final int failureKinds;
  private final Optional<PeriodLines> periods;
  private StepProgress progress;
  private long shownNanos;

  /**
   * Of steps without report periods.
   *
   * @param roles of the operations, by number
   * @param failureKinds names by number
   */
  public Progress(PrintWriter out, Screen screen, List<Role> roles, List<String> failureKinds) {
    this(new AsyncTerminal(new PrintedLines(out)), screen, roles, failureKinds, Optional.empty());
  }

  /** Of a run, with what each report period cost. */
  public Progress(PrintWriter out, Screen screen, RunInfo run, PeriodLines periods) {
    this(
        new AsyncTerminal(new PrintedLines(out)),
        screen,
        run.roles(),
        run.failureKinds(),
        Optional.of(periods));
  }

  Progress(
      LineOutput out,
      Screen screen,
      List<Role> roles,
      List<String> failureKinds,
      Optional<PeriodLines> periods) {
    this.periods = periods;
    this.out = out;
    this.screen = screen;
    this.roles = List.copyOf(roles);
    this.lines = new StepLines(screen, this.roles, failureKinds);
    this.failureKinds = failureKinds.size();
  }

  @Override
  public void stepStarted(StepStart step) {
    periods.ifPresent(PeriodLines::stepStarted);
    progress = new StepProgress(step, roles, failureKinds);
    shownNanos = 0;
    if (screen.live()) {
      out.live(lines.now(step, progress));
    }
  }

  @Override
  public void interval(StepStart step, Snapshot snapshot) {
    progress.add(snapshot);
    if (screen.live()) {
      out.live(lines.now(step, progress));
    } else if (progress.nanos() - shownNanos >= PLAIN_EVERY_NANOS) {
      shownNanos = progress.nanos();
      out.lasting(lines.now(step, progress));
    }
  }

  @Override
  public void periodEnded(StepStart step, PeriodResult period, PeriodResult soFar) {
    periods.flatMap(costs -> costs.of(step, period)).ifPresent(out::lasting);
  }

  @Override
  public void stepEnded(StepResult result) {
    StringBuilder text = new StringBuilder(lines.over(result, progress));
    periods
        .flatMap(costs -> costs.ofShort(result))
        .ifPresent(line -> text.append("\n").append(line));
    result
        .problems()
        .forEach(problem -> text.append("\n    WRONG: ").append(SanitizedText.of(problem)));
    result.failure().ifPresent(failure -> text.append("\n    ").append(SanitizedText.of(failure)));
    out.lasting(text.toString());
  }

  /** A line between two steps that stays. */
  public void say(String line) {
    out.lasting(SanitizedText.of(line));
  }

  /** The run is over: waits a moment for what is not yet written. */
  public void finish() throws InterruptedException {
    out.finish();
  }
}
