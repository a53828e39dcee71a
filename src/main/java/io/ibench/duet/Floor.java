package io.ibench.duet;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Where only some pairs of all are executed at a time, first come, first served. With one at a time
 * the operations of all workers have the same order on both sides, and so the same answers and the
 * same effect. Many connections take part by turns, because each one has a memory layout of its
 * own, which can be worth more than what is looked for. Thread-safe; allocates nothing per pair.
 */
final class Floor {

  /** Nobody wakes a thread when the block is stopped. */
  private static final long LOOK_NANOS = 20_000_000;

  private final BooleanSupplier stopped;

  /** A ring of those that wait; a place becomes empty when its thread may go. */
  private final AtomicReferenceArray<Thread> waiting;

  private int free;
  private int first;
  private int count;

  /**
   * @param places the pairs at a time
   * @param pairs at most
   */
  Floor(int places, int pairs, BooleanSupplier stopped) {
    this.free = places;
    this.waiting = new AtomicReferenceArray<>(pairs + 1);
    this.stopped = stopped;
  }

  /** Waits for a place; false when the block was stopped. */
  boolean take() {
    int own = enter();
    if (own < 0) {
      return true;
    }
    while (waiting.get(own) != null) {
      if (stopped.getAsBoolean()) {
        return false;
      }
      LockSupport.parkNanos(this, LOOK_NANOS);
    }
    return true;
  }

  /** Takes a free place, or returns that in the ring. */
  private synchronized int enter() {
    if (free > 0) {
      free--;
      return -1;
    }
    int own = (first + count) % waiting.length();
    waiting.set(own, Thread.currentThread());
    count++;
    return own;
  }

  /** Gives the place to the one that waits longest. */
  void leave() {
    Thread next = null;
    synchronized (this) {
      if (count == 0) {
        free++;
      } else {
        next = waiting.getAndSet(first, null);
        first = (first + 1) % waiting.length();
        count--;
      }
    }
    LockSupport.unpark(next);
  }
}
