package io.ibench.cli.run;

import io.ibench.cli.ground.ExitCode;
import io.ibench.cli.ground.Signals;
import io.ibench.report.store.NewFolder;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Handles signals before a run begins, which may have to wait for a server. Nothing has been
 * touched yet, so that a signal ends the process immediately, with the exit code of an interrupted
 * run, and removes the folders that were created for it. Created and closed by one thread.
 */
final class StartupGuard implements AutoCloseable {

  private final List<NewFolder> made = new CopyOnWriteArrayList<>();
  private final List<Runnable> removals = new CopyOnWriteArrayList<>();
  private final PrintWriter err;
  private final Thread hook = new Thread(this::end, "ibench-before-run");
  private boolean over;

  StartupGuard(PrintWriter err) {
    this.err = err;
    Signals.whenProcessEnds(hook);
  }

  /** Adds a folder of the run, which is empty until the run begins. */
  void made(NewFolder folder) {
    made.add(0, folder);
  }

  /** Adds the removal of a temporary file, which a signal must not leave behind. */
  void removes(Runnable removal) {
    removals.add(removal);
  }

  /** The run begins and keeps its folders. */
  void begins() {
    over();
    made.clear();
  }

  /** Removes the folders of a run that did not begin. */
  @Override
  public void close() {
    over();
    made.forEach(NewFolder::removeEmpty);
  }

  private void over() {
    if (over) {
      return;
    }
    over = true;
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // A signal came first: the process is ending, and no run may begin.
      join();
    }
  }

  /** Never returns: the hook ends the process. */
  private void join() {
    try {
      hook.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      join();
    }
  }

  private void end() {
    removals.forEach(Runnable::run);
    made.forEach(NewFolder::removeEmpty);
    err.println("ibench: interrupted before the run began: nothing was touched");
    err.flush();
    Runtime.getRuntime().halt(ExitCode.INTERRUPTED);
  }
}
