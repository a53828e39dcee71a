package io.ibench.engine;

import org.jspecify.annotations.Nullable;

/**
 * Selects the one waiting worker that tries to reach the server, and wakes the others when the
 * server answers. Thread-safe.
 */
final class Prober {

  private @Nullable Object holder;
  private volatile long arrivals;
  private volatile Runnable wake = () -> {};

  /** Makes the caller the prober unless there is one; returns whether the caller is the prober. */
  synchronized boolean take(Object caller) {
    if (holder == null) {
      holder = caller;
    }
    return holder == caller;
  }

  /** Whether there is a prober. */
  synchronized boolean isTaken() {
    return holder != null;
  }

  /** Ends the caller's turn if it is the prober. */
  void leave(Object caller) {
    synchronized (this) {
      if (holder != caller) {
        return;
      }
      holder = null;
    }
    wake.run();
  }

  /** The server has answered a worker. */
  void reached() {
    synchronized (this) {
      arrivals++;
      holder = null;
    }
    wake.run();
  }

  /** The number of calls of {@link #reached}: it grows when the server is back. */
  long arrivals() {
    return arrivals;
  }

  /** Sets the action that wakes the waiting workers. */
  void onChange(Runnable action) {
    wake = action;
  }
}
