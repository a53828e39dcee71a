package io.ibench.cli;

import io.ibench.engine.RunControl;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * What signals do while a run goes on. Ctrl-C and TERM stop it: the step ends, what was measured is
 * written, and the process ends within five seconds; a second one ends it at once. The exit code is
 * 130, whichever signal it was. HUP does nothing: a run outlives its terminal.
 */
final class Interrupts {

  /**
   * How long the end of a run may take. Five seconds are what users are promised. A server that
   * hangs takes four of them, nearly: one until what is in flight is broken off, one for that, one
   * for the size of the tables, one for ibench_tables.
   */
  static final long PATIENCE_MILLIS = 4_500;

  private static final long CLOSING_MILLIS = 400;
  private static final long PATIENCE_TO_SAY_MILLIS = 100;

  private final RunControl control;
  private final PrintWriter err;
  private final long patienceMillis;
  private final Thread runner = Thread.currentThread();
  private final AtomicBoolean came = new AtomicBoolean();
  private final CountDownLatch finished = new CountDownLatch(1);
  private final List<Runnable> formerHandlers = new ArrayList<>();
  private volatile Runnable whenLate =
      () -> tell("ibench: the run did not end in time; some of its end is missing");
  private final Thread hook = new Thread(this::shutDown, "ibench-shutdown");

  private Interrupts(RunControl control, PrintWriter err, long patienceMillis) {
    this.control = control;
    this.err = err;
    this.patienceMillis = patienceMillis;
  }

  /**
   * From now on a signal stops the run.
   *
   * @param err where a person is told what becomes of the run
   * @param patienceMillis how long its end may take
   */
  static Interrupts install(RunControl control, PrintWriter err, long patienceMillis) {
    Interrupts interrupts = new Interrupts(control, err, patienceMillis);
    Runtime.getRuntime().addShutdownHook(interrupts.hook);
    interrupts.handle("INT", interrupts::signalled);
    interrupts.handle("TERM", interrupts::signalled);
    interrupts.handle("HUP", () -> {});
    return interrupts;
  }

  private void handle(String signal, Runnable action) {
    Signals.handle(signal, action).ifPresent(formerHandlers::add);
  }

  /** Runs on a thread of its own for each signal, which may wait. */
  private void signalled() {
    if (!came.compareAndSet(false, true)) {
      Runtime.getRuntime().halt(ExitCode.INTERRUPTED);
    }
    control.interrupt();
    // On a terminal the live line is not ended, and ^C stands behind it.
    say("\nibench: ending the step and writing the results; a second signal ends at once");
    endWhen(
        () -> {
          if (finished.await(patienceMillis, TimeUnit.MILLISECONDS)) {
            // It closes the database, which may hang as well, and ends the process.
            runner.join(CLOSING_MILLIS);
          }
        });
  }

  /** The JVM was told to end in another way; or signals cannot be handled, and this was one. */
  private void shutDown() {
    control.interrupt();
    endWhen(() -> finished.await(patienceMillis, TimeUnit.MILLISECONDS));
  }

  private interface Wait {
    void await() throws InterruptedException;
  }

  private void endWhen(Wait over) {
    try {
      over.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (finished.getCount() > 0) {
      speak(whenLate);
    }
    Runtime.getRuntime().halt(ExitCode.INTERRUPTED);
  }

  private void say(String line) {
    speak(() -> tell(line));
  }

  private void tell(String line) {
    err.println(line);
    err.flush();
  }

  /** A terminal that stands still (Ctrl-S) must not keep the process from ending. */
  private static void speak(Runnable words) {
    Thread speaker = new Thread(words, "ibench-say");
    speaker.setDaemon(true);
    speaker.start();
    try {
      speaker.join(PATIENCE_TO_SAY_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Says what else is missing from now on when the run has not ended in time: what a person is
   * told, on any thread and in a tenth of a second.
   */
  void whenLate(Runnable lastWords) {
    whenLate = lastWords;
  }

  /** The code to end with, when the run itself would end with another one. */
  int exitCode(int ofRun) {
    return came.get() ? ExitCode.INTERRUPTED : ofRun;
  }

  /** The run is over and everything is written; signals do again what they did before. */
  void finished() {
    finished.countDown();
    formerHandlers.forEach(Runnable::run);
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The process is ending already: the hook runs, and ends it.
      return;
    }
  }
}
