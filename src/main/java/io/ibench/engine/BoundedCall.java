package io.ibench.engine;

import io.ibench.db.DatabaseException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A call that may talk to the database, on a thread of its own: a server that hangs must not keep
 * the coordinator from writing what was measured. Its failure ends the run.
 */
final class BoundedCall {

  private final RunControl control;
  private final String name;

  /**
   * @param name of the thread
   */
  BoundedCall(RunControl control, String name) {
    this.control = control;
    this.name = name;
  }

  /** What is called. */
  interface Call<T> {
    T call() throws DatabaseException;
  }

  /** The call's result; empty when it failed, or did not return in time and was left to itself. */
  <T> Optional<T> run(Call<T> call, long mostNanos) throws InterruptedException {
    AtomicReference<T> result = new AtomicReference<>();
    Thread thread = new Thread(() -> call(call, result), name);
    thread.setDaemon(true);
    thread.start();
    if (!new BoundedWait(control).forIt(nanos -> hasEnded(thread, nanos), mostNanos)) {
      control.fail("ibench_tables could not be brought up to date: no answer in time");
    }
    return Optional.ofNullable(result.get());
  }

  private static boolean hasEnded(Thread thread, long withinNanos) throws InterruptedException {
    TimeUnit.NANOSECONDS.timedJoin(thread, withinNanos);
    return !thread.isAlive();
  }

  private <T> void call(Call<T> call, AtomicReference<T> result) {
    try {
      result.set(call.call());
    } catch (DatabaseException e) {
      control.fail("ibench_tables: " + e.kind().label() + ": " + e.getMessage());
    } catch (RuntimeException | Error e) {
      control.fail("closing the books died: " + e);
      throw e;
    }
  }
}
