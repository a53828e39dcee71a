package io.ibench.status;

import io.ibench.host.ProcessIdentity;
import io.ibench.report.figures.Figure;
import io.ibench.report.figures.RunState;
import io.ibench.report.store.ResultReader;
import io.ibench.report.store.RunFile;
import io.ibench.report.store.RunLock;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.RunReport.Step;
import io.ibench.report.store.StoredProgress;
import io.ibench.report.store.UnreadableResultException;
import io.ibench.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/**
 * How far a run is, from the files of its folder alone. Immutable.
 *
 * @param lastSign when the run wrote to its folder for the last time
 * @param progress of the step that is running, or was when the run was killed
 * @param stepsDone the planned steps that are over
 * @param verdict the worst one of the steps that are over and decide; of the whole run if it is
 *     over
 * @param freeBytes on the disk of the results; empty if unknown
 * @param owner the process that runs it, or did; empty if unknown
 * @param secretVariables the variables of the environment that {@code resume} needs
 */
public record RunStatus(
    Path folder,
    Activity activity,
    Instant lastSign,
    Optional<StoredProgress> progress,
    RunReport report,
    List<String> stepsDone,
    Optional<Verdict> verdict,
    Optional<Long> freeBytes,
    Optional<ProcessIdentity> owner,
    List<String> secretVariables) {

  /** Files that each interval or step changes. */
  private static final List<String> SIGNS =
      List.of("progress.json", "intervals.csv", "summary.json", "run.json");

  /** Without a known process a run is silent after this time: an action may write nothing. */
  private static final Duration SILENCE = Duration.ofSeconds(60);

  /** What the run does. */
  public enum Activity {
    RUNNING,
    /** Its process is unknown, and it has written nothing for a while. */
    SILENT,
    /** Its process ended without ending the run. */
    KILLED,
    /** As {@link RunReport#state} says. */
    OVER
  }

  /**
   * Reads a folder.
   *
   * @param now any clock
   */
  public static RunStatus read(Path folder, Instant now) throws UnreadableResultException {
    RunReport report = ResultReader.readOutline(folder);
    Optional<StoredProgress> progress = StoredProgress.read(folder);
    Optional<RunLock.Owner> owner = RunLock.read(folder);
    Instant lastSign = lastSign(folder, report);
    return new RunStatus(
        folder,
        activity(report, owner, Duration.between(lastSign, now)),
        lastSign,
        progress,
        report,
        report.plan().stream().filter(step -> !report.notOver().contains(step)).toList(),
        verdict(report),
        freeBytes(folder),
        owner.map(RunLock.Owner::process),
        RunFile.read(folder).secretVariables());
  }

  private static Activity activity(
      RunReport report, Optional<RunLock.Owner> owner, Duration silence) {
    if (report.state() != RunState.RUNNING) {
      return Activity.OVER;
    }
    ProcessIdentity.State process =
        owner.map(RunLock.Owner::state).orElse(ProcessIdentity.State.UNKNOWN);
    return switch (process) {
      case ALIVE -> Activity.RUNNING;
      case GONE -> Activity.KILLED;
      default -> silence.compareTo(SILENCE) > 0 ? Activity.SILENT : Activity.RUNNING;
    };
  }

  private static Optional<Verdict> verdict(RunReport report) {
    List<Verdict> steps =
        RunReport.decisive(report.steps()).stream()
            .flatMap(step -> step.verdict().stream())
            .distinct()
            .toList();
    return report
        .verdict()
        .or(() -> steps.stream().reduce(Verdict::with))
        .map(
            worst ->
                worst == Verdict.SHORT && steps.contains(Verdict.VALID) ? Verdict.VALID : worst);
  }

  private static Instant lastSign(Path folder, RunReport report) {
    Instant last = report.started();
    for (String name : SIGNS) {
      try {
        Instant changed = Files.getLastModifiedTime(folder.resolve(name)).toInstant();
        last = changed.isAfter(last) ? changed : last;
      } catch (IOException e) {
        // A file that is missing is no sign.
      }
    }
    return last.truncatedTo(ChronoUnit.MILLIS);
  }

  private static Optional<Long> freeBytes(Path folder) {
    try {
      return Optional.of(Files.getFileStore(folder).getUsableSpace());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** The planned step that comes after those that are over; empty after the last one. */
  Optional<String> nextStep() {
    return report.notOver().stream().findFirst();
  }

  /** Whether a process prepares to go on with the run: the progress is that of an earlier one. */
  boolean isResuming() {
    return activity == Activity.RUNNING
        && owner.isPresent()
        && progress.filter(last -> last.time().isBefore(owner.get().since())).isPresent();
  }

  /** Whether the run can go on with {@code resume}. */
  boolean isResumable() {
    return activity == Activity.KILLED || report.state() == RunState.INTERRUPTED;
  }

  /** All outages of the run so far. */
  public long outages() {
    long stored = report.steps().stream().mapToLong(step -> step.whole().outages().count()).sum();
    return Math.max(stored, progress.map(StoredProgress::outages).orElse(0L));
  }

  /** Failed operations of the steps that are over. */
  public long failures() {
    return report.steps().stream()
        .filter(step -> step.state() != RunState.RUNNING)
        .map(RunStatus::errors)
        .reduce(0L, Long::sum);
  }

  private static long errors(Step step) {
    return (long) step.whole().figures().valueOr(Figure.ERRORS, 0);
  }
}
