package io.ibench.engine;

/**
 * Which of those who wait for a server tries to reach it: one at a time, and when it is there, all
 * others are told. Thread-safe.
 */
final class Prober {

  private Object holder;
  private volatile long arrivals;
  private volatile Runnable wake = () -> {};

  /** Makes the caller the one who tries, unless somebody else is. */
  synchronized boolean take(Object who) {
    if (holder == null) {
      holder = who;
    }
    return holder == who;
  }

  /** Whether somebody tries. */
  synchronized boolean isTaken() {
    return holder != null;
  }

  /** The caller, if it is the one who tries, does not any longer. */
  void leave(Object who) {
    synchronized (this) {
      if (holder != who) {
        return;
      }
      holder = null;
    }
    wake.run();
  }

  /** The server is there: somebody has reached it. */
  void reached() {
    synchronized (this) {
      arrivals++;
      holder = null;
    }
    wake.run();
  }

  /** When it grows, the server is there. */
  long arrivals() {
    return arrivals;
  }

  /** What to call when those who wait have to look up. */
  void onChange(Runnable action) {
    wake = action;
  }
}
