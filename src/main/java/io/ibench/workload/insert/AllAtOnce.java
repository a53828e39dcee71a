package io.ibench.workload.insert;

import io.ibench.db.DatabaseException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Runs the tasks of an action at the same time, each on its own thread. Stateless. */
final class AllAtOnce {

  private AllAtOnce() {}

  /** A task of one thread. */
  interface Task {
    void run() throws DatabaseException;
  }

  /**
   * Runs all tasks and waits for the last one.
   *
   * @throws DatabaseException the first that a task throws, with the others suppressed
   * @throws InterruptedException when the caller is interrupted; the tasks are interrupted, too,
   *     but not awaited, as a server may not react
   */
  static void run(String name, List<Task> tasks) throws DatabaseException, InterruptedException {
    ExecutorService threads = Executors.newFixedThreadPool(tasks.size(), AllAtOnce::daemon);
    try {
      List<Future<?>> running = new ArrayList<>();
      for (Task task : tasks) {
        running.add(
            threads.submit(
                () -> {
                  task.run();
                  return name;
                }));
      }
      awaitAll(running);
    } finally {
      threads.shutdownNow();
    }
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work);
    thread.setDaemon(true);
    return thread;
  }

  private static void awaitAll(List<Future<?>> running)
      throws DatabaseException, InterruptedException {
    DatabaseException first = null;
    for (Future<?> each : running) {
      try {
        each.get();
      } catch (ExecutionException e) {
        if (!(e.getCause() instanceof DatabaseException failure)) {
          throw new IllegalStateException("a task died", e.getCause());
        }
        if (first == null) {
          first = failure;
        } else {
          first.addSuppressed(failure);
        }
      }
    }
    if (first != null) {
      throw first;
    }
  }
}
