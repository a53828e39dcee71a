package io.ibench.cli.ground;

import io.ibench.engine.RunControl;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Handles signals during a run. Ctrl-C and TERM stop it: the step ends, the results are written,
 * and the process ends within five seconds; a second signal ends it immediately. The exit code is
 * 130 for every signal. HUP is ignored: a run outlives its terminal. Thread-safe.
 */
public final class Interrupts {

  /**
   * How long the end of a run may take; the documentation promises five seconds. A hanging server
   * takes almost four of them: one until operations in flight are aborted, one for the abort, one
   * for the size of the tables, one for ibench_tables.
   */
  static final long PATIENCE_MILLIS = 4_500;

  private static final long CLOSING_MILLIS = 400;
  private static final long PRINT_TIMEOUT_MILLIS = 100;

  private final Runnable stop;
  private final String message;
  private final PrintWriter err;
  private final long patienceMillis;
  private final Thread runner = Thread.currentThread();
  private final AtomicBoolean received = new AtomicBoolean();
  private final CountDownLatch finished = new CountDownLatch(1);
  private final List<Runnable> formerHandlers = new ArrayList<>();
  private volatile Runnable whenLate =
      () -> print("ibench: the run did not end in time; some of its end is missing");
  private volatile Runnable atOnce = () -> {};
  private final Thread hook = new Thread(this::shutDown, "ibench-shutdown");

  private Interrupts(Runnable stop, String message, PrintWriter err, long patienceMillis) {
    this.stop = stop;
    this.message = message;
    this.err = err;
    this.patienceMillis = patienceMillis;
  }

  /**
   * Installs the handlers: from now on a signal stops the run.
   *
   * @param err for messages to the user
   * @param patienceMillis how long its end may take
   */
  public static Interrupts install(RunControl control, PrintWriter err, long patienceMillis) {
    return install(
        control::interrupt, "ending the step and writing the results", err, patienceMillis);
  }

  /**
   * Installs the handlers for a command other than a run.
   *
   * @param stop makes the command end; called on a thread of the signal
   * @param message what the command does to end
   */
  public static Interrupts install(
      Runnable stop, String message, PrintWriter err, long patienceMillis) {
    Interrupts interrupts = new Interrupts(stop, message, err, patienceMillis);
    Signals.whenProcessEnds(interrupts.hook);
    interrupts.handle("INT", interrupts::signalled);
    interrupts.handle("TERM", interrupts::signalled);
    interrupts.handle("HUP", () -> {});
    return interrupts;
  }

  private void handle(String signal, Runnable action) {
    Signals.handle(signal, action).ifPresent(formerHandlers::add);
  }

  /** Runs on a separate thread for each signal, and may block. */
  private void signalled() {
    if (!received.compareAndSet(false, true)) {
      atOnce.run();
      Runtime.getRuntime().halt(ExitCode.INTERRUPTED);
    }
    stop.run();
    // On a terminal, ^C follows the live line, which has no line feed.
    printBriefly(() -> print("\nibench: " + message + "; a second signal ends at once"));
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(patienceMillis);
    endWhen(
        () -> {
          if (finished.await(patienceMillis, TimeUnit.MILLISECONDS)) {
            // The runner closes the database, which may hang as well, removes the server that it
            // made, and ends the process.
            long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
            runner.join(Math.max(0, left) + CLOSING_MILLIS);
          }
        });
  }

  /** The JVM ends for another reason, or for a signal that cannot be handled. */
  private void shutDown() {
    stop.run();
    endWhen(() -> finished.await(patienceMillis, TimeUnit.MILLISECONDS));
  }

  private interface BlockingCall {
    void await() throws InterruptedException;
  }

  private void endWhen(BlockingCall over) {
    try {
      over.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (finished.getCount() > 0) {
      printBriefly(whenLate);
    }
    Runtime.getRuntime().halt(ExitCode.INTERRUPTED);
  }

  private void print(String line) {
    err.println(line);
    err.flush();
  }

  /** Does not wait for a stopped terminal (Ctrl-S). */
  private static void printBriefly(Runnable message) {
    Thread printer = new Thread(message, "ibench-say");
    printer.setDaemon(true);
    printer.start();
    try {
      printer.join(PRINT_TIMEOUT_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Sets the message for a run that does not end in time. It runs on any thread, for a tenth of a
   * second at most.
   */
  public void whenLate(Runnable message) {
    whenLate = message;
  }

  /** Sets what a second signal does before it ends the process; it must not wait. */
  public void atOnce(Runnable action) {
    atOnce = action;
  }

  /** The exit code, given that of the run itself. */
  public int exitCode(int ofRun) {
    return received.get() ? ExitCode.INTERRUPTED : ofRun;
  }

  /** The run is over and everything is written; restores the former handlers. */
  public void finished() {
    finished.countDown();
    formerHandlers.forEach(Runnable::run);
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The process is ending already; the hook ends it.
      return;
    }
  }
}
