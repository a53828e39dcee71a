package io.ibench.cli.run;

import io.ibench.cli.setup.HookSettings;
import io.ibench.engine.BoundedWait;
import io.ibench.engine.RunControl;
import io.ibench.measure.StepStart;
import io.ibench.report.store.WriteFailure;
import io.ibench.workload.Step;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Runs the user's commands around steps, on the coordinating thread. Their output goes to files in
 * the result folder. Waits only for the shell, not for its background processes.
 */
final class Hooks {

  static final String FOLDER = "hooks";
  private static final File NOTHING = new File("/dev/null");

  /** The time for ending the hook's processes and for the report after it. */
  private static final long RESERVE_NANOS = TimeUnit.MILLISECONDS.toNanos(400);

  private static final long ENDING_MILLIS = 200;

  /** The exit code of a shell that was ended by a signal is this plus the signal's number. */
  private static final int BY_SIGNAL = 128;

  private static final long SIGNAL_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

  private final HookSettings settings;
  private final Path result;
  private final Supplier<OptionalLong> serverPid;
  private final RunControl control;

  /** One command before, during or after one step. */
  private record Hook(
      String key, String command, String moment, String step, String kind, String log) {

    static Hook around(String key, String command, String moment, Step step, String numbered) {
      String log = FOLDER + "/" + numbered + "-" + moment + ".log";
      return new Hook(key, command, moment, step.name(), step.kind(), log);
    }

    String failed(String how) {
      return key + " " + how + " " + moment + " step " + step;
    }

    String failedWithOutput(String how) {
      return failed(how) + "; its output is in " + log();
    }
  }

  /**
   * @param result the run's folder
   * @param serverPid evaluated before each command
   */
  Hooks(HookSettings settings, Path result, Supplier<OptionalLong> serverPid, RunControl control) {
    this.settings = settings;
    this.result = result.toAbsolutePath().normalize();
    this.serverPid = serverPid;
    this.control = control;
  }

  /**
   * Runs the command before a step. When the run is interrupted, ends it immediately.
   *
   * @param numbered the step's name in files
   * @return the failure, if it failed
   */
  Optional<String> before(Step step, String numbered) throws InterruptedException {
    if (settings.beforeStep().isEmpty()) {
      return Optional.empty();
    }
    String key = HookSettings.BEFORE_STEP.name();
    return run(
        Hook.around(key, settings.beforeStep().get(), "before", step, numbered),
        Long.MAX_VALUE - 1);
  }

  /**
   * Runs the command after a step. When the run is interrupted, it has the remaining time.
   *
   * @param numbered the step's name in files
   * @return the failure, if it failed
   */
  Optional<String> after(Step step, String numbered) throws InterruptedException {
    if (settings.afterStep().isEmpty()) {
      return Optional.empty();
    }
    String key = HookSettings.AFTER_STEP.name();
    return run(
        Hook.around(key, settings.afterStep().get(), "after", step, numbered), RESERVE_NANOS);
  }

  /**
   * Runs the command before a trial of a rate.
   *
   * @return the failure, if it failed
   */
  Optional<String> restore(String command, Step step) throws InterruptedException {
    return run(Hook.around("--restore", command, "restore", step, step.name()), Long.MAX_VALUE - 1);
  }

  /**
   * Runs the command for a stall, on the caller's thread.
   *
   * @param log the file for its output; its folder exists
   * @return the failure, if it failed
   */
  Optional<String> onStall(StepStart step, String log) throws InterruptedException {
    if (settings.onStall().isEmpty()) {
      return Optional.empty();
    }
    return during(HookSettings.ON_STALL.name(), settings.onStall().get(), step, log);
  }

  /**
   * Runs a command in the middle of a step, on the caller's thread.
   *
   * @param key the setting that holds it
   * @param log the file for its output
   * @return the failure, if it failed
   */
  Optional<String> during(String key, String command, StepStart step, String log)
      throws InterruptedException {
    return run(new Hook(key, command, "during", step.name(), step.kind(), log), Long.MAX_VALUE - 1);
  }

  private Optional<String> run(Hook hook, long reserveNanos) throws InterruptedException {
    Process process;
    try {
      process = start(hook);
    } catch (IOException e) {
      return Optional.of(hook.failed("could not be started") + ": " + WriteFailure.reason(e));
    }
    try {
      return await(hook, process, reserveNanos);
    } finally {
      end(process);
    }
  }

  private Process start(Hook hook) throws IOException {
    StepFiles.makeFolders(result, FOLDER);
    ProcessBuilder builder =
        new ProcessBuilder("sh", "-c", hook.command())
            .redirectErrorStream(true)
            .redirectInput(NOTHING)
            .redirectOutput(result.resolve(hook.log()).toFile());
    Map<String, String> environment = builder.environment();
    environment.put("IBENCH_STEP", hook.step());
    environment.put("IBENCH_STEP_KIND", hook.kind());
    environment.put("IBENCH_DIR", result.toString());
    OptionalLong pid = serverPid.get();
    environment.put("IBENCH_SERVER_PID", pid.isPresent() ? Long.toString(pid.getAsLong()) : "");
    return builder.start();
  }

  private Optional<String> await(Hook hook, Process process, long reserveNanos)
      throws InterruptedException {
    boolean ended =
        new BoundedWait(control)
            .whileTimeIsLeft(
                nanos -> process.waitFor(nanos, TimeUnit.NANOSECONDS),
                settings.timeoutNanos(),
                reserveNanos);
    if (!ended) {
      return Optional.of(
          control.isInterrupted()
              ? hook.failedWithOutput("was ended with the run")
              : hook.failedWithOutput("did not end within " + HookSettings.TIMEOUT));
    }
    int code = process.exitValue();
    if (code == 0 || code > BY_SIGNAL && isInterruptedSoon()) {
      return Optional.empty();
    }
    return Optional.of(hook.failedWithOutput("exited with " + code));
  }

  /** Ctrl-C reaches both the hook and ibench, which may receive it later. */
  private boolean isInterruptedSoon() throws InterruptedException {
    return new BoundedWait(control)
        .whileTimeIsLeft(
            nanos -> {
              TimeUnit.NANOSECONDS.sleep(control.isInterrupted() ? 0 : nanos);
              return control.isInterrupted();
            },
            SIGNAL_NANOS,
            RESERVE_NANOS);
  }

  /** Ends a running shell and all processes that it has started. */
  private static void end(Process process) throws InterruptedException {
    if (!process.isAlive()) {
      return;
    }
    List<ProcessHandle> tree =
        Stream.concat(process.descendants(), Stream.of(process.toHandle())).toList();
    tree.forEach(ProcessHandle::destroy);
    try {
      CompletableFuture.allOf(
              tree.stream().map(ProcessHandle::onExit).toArray(CompletableFuture<?>[]::new))
          .get(ENDING_MILLIS, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      return; // the processes are killed below
    } catch (ExecutionException e) {
      throw new IllegalStateException("waiting for a process does not fail", e);
    } finally {
      Stream.concat(process.descendants(), tree.stream())
          .filter(ProcessHandle::isAlive)
          .forEach(ProcessHandle::destroyForcibly);
    }
  }
}
