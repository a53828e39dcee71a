package io.ibench.cli;

import io.ibench.report.store.NewFolder;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The time before a run, in which a server may be waited for. Nothing has been touched yet, so that
 * a signal ends the process at once, with the code of an interrupted run and without the folders
 * that were made for it. Closed when the run begins, or is refused. Made and closed by one thread.
 */
final class StartupGuard implements AutoCloseable {

  private final List<NewFolder> made = new CopyOnWriteArrayList<>();
  private final PrintWriter err;
  private final Thread hook = new Thread(this::end, "ibench-before-run");
  private boolean over;

  StartupGuard(PrintWriter err) {
    this.err = err;
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** A folder of the run's, empty until it begins. */
  void made(NewFolder folder) {
    made.add(0, folder);
  }

  /** The folders are the run's from now on. */
  void begins() {
    over();
    made.clear();
  }

  /** Of a run that did not begin, the folders are removed. */
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
      // A signal was faster: the process is ending, and no run may begin.
      join();
    }
  }

  /** Does not return: the hook ends the process. */
  private void join() {
    try {
      hook.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      join();
    }
  }

  private void end() {
    made.forEach(NewFolder::removeEmpty);
    err.println("ibench: interrupted before the run began: nothing was touched");
    err.flush();
    Runtime.getRuntime().halt(ExitCode.INTERRUPTED);
  }
}
