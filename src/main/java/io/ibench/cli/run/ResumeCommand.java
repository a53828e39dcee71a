package io.ibench.cli.run;

import io.ibench.cli.ground.ExitCode;
import io.ibench.cli.ground.Ibench;
import io.ibench.cli.ground.UsageException;
import io.ibench.cli.setup.Setup;
import io.ibench.config.ConfigException;
import io.ibench.config.Key;
import io.ibench.db.DatabaseException;
import io.ibench.host.Proc;
import io.ibench.host.ProcessIdentity;
import io.ibench.report.figures.RunState;
import io.ibench.report.store.ResultReader;
import io.ibench.report.store.RunFile;
import io.ibench.report.store.RunLock;
import io.ibench.report.store.SeriesFolder;
import io.ibench.report.store.StoppedRun;
import io.ibench.report.store.UnreadableResultException;
import io.ibench.report.store.WriteFailure;
import io.ibench.server.ServerKeys;
import io.ibench.workload.internal.RefusedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Goes on with a run whose process was killed, interrupted, or ended by a reboot. */
@Command(
    name = "resume",
    mixinStandardHelpOptions = true,
    description =
        "Goes on with a run that was killed or interrupted, in its result folder: does the rest of"
            + " the step that was under way, and the steps after it.")
public final class ResumeCommand implements Callable<Integer> {

  private static final Key<Long> WAIT =
      Key.durationNanos("wait", Duration.ZERO, Duration.ofDays(30), "how long to wait");

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @ParentCommand private Ibench ibench;

  @Parameters(paramLabel = "DIR", description = "the result folder of the run")
  private Path folder;

  @Option(
      names = {"-d", "--database"},
      paramLabel = "DATABASE",
      description =
          "the database's properties file, for its passwords: results contain none; else the file"
              + " that the run used")
  private @Nullable Path database;

  @Option(
      names = "--wait",
      paramLabel = "TIME",
      defaultValue = "0s",
      description = "how long to wait for the database, such as 10m after a reboot")
  private String patience;

  @Mixin private CommonRunOptions options;

  @Override
  public Integer call()
      throws ConfigException,
          UsageException,
          RefusedException,
          DatabaseException,
          InterruptedException {
    long waitNanos = waitNanos();
    RunTerminal terminal = RunTerminal.of(spec.commandLine(), ibench.process());
    ProcessIdentity here = ProcessIdentity.here(new Proc(), Instant.now());
    StoppedRun stopped = read();
    try (RunLock lock = lock(here)) {
      // Another process may have gone on with the run before this one got the lock.
      if (!read().position().equals(stopped.position())) {
        throw new UsageException(folder + " has just been resumed by another process");
      }
      if (stopped.isOver()) {
        String state = stopped.report().state().name().toLowerCase(Locale.ROOT);
        terminal.say("ibench: " + folder + ": there is nothing to resume: the run is " + state);
        return ExitCode.NOTHING_TO_DO;
      }
      requireOneClient(stopped);
      Setup setup =
          StoredSettings.read(
              folder,
              stopped.settings(),
              Optional.ofNullable(database),
              ibench.process().environment());
      Probes.requireDisks(setup);
      return new RunContinuation(folder, stopped, setup, options, terminal)
          .run(here, lock, waitNanos);
    } catch (UncheckedIOException e) {
      throw unusable(Objects.requireNonNull(e.getCause()));
    } catch (IOException e) {
      throw unusable(e);
    }
  }

  /** Refuses a run that more than this process has to go on with. */
  private void requireOneClient(StoppedRun stopped) throws UsageException {
    Optional<String> refusal = refusal(stopped.settings());
    if (refusal.isPresent()) {
      throw new UsageException("cannot resume " + folder + ": " + refusal.get());
    }
  }

  /** Why a run cannot go on, as far as its settings and steps say it; empty if it can. */
  static Optional<String> refusal(RunFile run) {
    boolean server =
        run.settings().stream()
            .anyMatch(
                setting ->
                    setting.name().equals(ServerKeys.SERVER.name())
                        && setting.value().equals("true"));
    if (server) {
      return Optional.of(
          "its run made its own server (--server), which ended with it; run it again, or run it on"
              + " a server that stays");
    }
    if (run.agent().isPresent()) {
      return Optional.of("its run has several agents; start all of them again");
    }
    return run.settings().stream().anyMatch(setting -> setting.name().contains(MaxCommand.TRIAL))
        ? Optional.of("ibench max begins its search anew; run it again")
        : Optional.empty();
  }

  private long waitNanos() throws UsageException {
    try {
      return WAIT.valueOf(patience);
    } catch (IllegalArgumentException e) {
      throw new UsageException("--wait " + patience + " " + e.getMessage());
    }
  }

  private StoppedRun read() throws UsageException {
    requireOneRun();
    try {
      return StoppedRun.read(folder);
    } catch (UnreadableResultException e) {
      throw new UsageException("cannot resume: " + e.getMessage());
    }
  }

  /** Refuses a folder of several runs; names those of them that can be resumed. */
  private void requireOneRun() throws UsageException {
    List<Path> runs = SeriesFolder.allRuns(folder);
    if (runs.equals(List.of(folder))) {
      return;
    }
    List<String> unfinished = new ArrayList<>();
    for (Path run : runs) {
      try {
        RunState state = ResultReader.readOutline(run).state();
        if (state == RunState.RUNNING || state == RunState.INTERRUPTED) {
          unfinished.add("bin/ibench resume " + run);
        }
      } catch (UnreadableResultException e) {
        // It cannot be resumed either.
      }
    }
    throw new UsageException(
        "cannot resume "
            + folder
            + ": it has several runs, "
            + (unfinished.isEmpty()
                ? "and none of them is under way"
                : "one of which goes on with " + String.join(" or ", unfinished))
            + "; those that did not begin must be run again");
  }

  private RunLock lock(ProcessIdentity here) throws UsageException, IOException {
    try {
      return RunLock.take(folder, here);
    } catch (RunLock.HeldException e) {
      throw new UsageException(String.valueOf(e.getMessage()));
    }
  }

  private UsageException unusable(IOException e) {
    return new UsageException("cannot resume " + folder + ": " + WriteFailure.reason(e));
  }
}
