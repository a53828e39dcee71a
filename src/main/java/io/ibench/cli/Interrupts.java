package io.ibench.cli;

import io.ibench.engine.RunControl;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ctrl-C and TERM: the run is told to stop, and the process waits for it to write what it has. The
 * exit code is then 130, whichever signal it was.
 */
final class Interrupts {

  /**
   * Longer than a step needs: twice 2 s to break off what is in flight, 2 s for ibench_tables and 5
   * s for a size that do not come; and shorter than people wait.
   */
  private static final long PATIENCE_SECONDS = 12;

  private final CountDownLatch finished = new CountDownLatch(1);
  private final Thread hook;

  private Interrupts(RunControl control) {
    hook =
        new Thread(
            () -> {
              control.interrupt();
              awaitEnd();
              Runtime.getRuntime().halt(ExitCode.INTERRUPTED);
            },
            "ibench-interrupt");
  }

  /** From now on a signal stops the run. */
  static Interrupts install(RunControl control) {
    Interrupts interrupts = new Interrupts(control);
    Runtime.getRuntime().addShutdownHook(interrupts.hook);
    return interrupts;
  }

  private void awaitEnd() {
    try {
      if (!finished.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        System.err.println("ibench: the run did not end in time; some of its end is missing");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The run is over and everything is written; the process may end by itself. */
  void finished() {
    finished.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The process is ending already: the hook runs, and ends it.
      return;
    }
  }
}
