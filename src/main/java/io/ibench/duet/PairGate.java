package io.ibench.duet;

import io.ibench.random.Random64;

/**
 * Where the two workers of a pair take turns: one per side, with the same stream of operations.
 * Pair k begins when both have prepared their operation k; a coin from the seed says who executes
 * it first, and the other one follows. Each worker calls from its own thread. Allocates nothing per
 * pair.
 */
final class PairGate {

  /** A partner that has gone away cannot wake anybody. */
  private static final long LOOK_MILLIS = 20;

  private final Block block;
  private final long seed;
  private final Turn a = new Turn();
  private final Turn b = new Turn();
  private final PairTimes times;
  private final PairCounts counts = new PairCounts();
  private long last = Long.MAX_VALUE;
  private boolean holdsFloor;

  /** How far a side is. Its own worker writes it, and the other one reads it under the lock. */
  private static final class Turn {
    private long prepared;
    private long finished;
    private int operation;
    private int attempts;
    private boolean succeeded;
    private long nanos;
    private long answer;
    private final Ended ended = new Ended();
  }

  /** A side's operation of the pair that ends next. */
  private static final class Ended {
    private int operation;
    private boolean atOnce;
    private long nanos;
    private long answer;
  }

  PairGate(Block block, long seed, int operations) {
    this.block = block;
    this.seed = seed;
    this.times = new PairTimes(operations);
  }

  private Turn turn(Side side) {
    return side == Side.A ? a : b;
  }

  /** Whether the worker has done its last operation of the block. */
  synchronized boolean isOver(Side side, long now) {
    boolean over = turn(side).prepared > last || block.isStopped();
    if (over) {
      finish(side, now);
      notifyAll();
    }
    return over;
  }

  /** The worker has nothing to do, now or for ever: its partner need not wait for its last one. */
  synchronized void rests(Side side, long now) {
    finish(side, now);
    notifyAll();
  }

  /**
   * The worker has prepared its next operation: waits until it may execute it. The last one counts
   * as ended only now, so that nothing else of this worker runs while its partner is timed.
   */
  void await(Side side, int operation, long now) {
    long pair = meet(side, operation, now);
    if (isFirst(side, pair)) {
      // Outside of the lock: the partner's looks at it must not wait for the floor.
      holdsFloor = block.floor().take();
    }
  }

  private synchronized long meet(Side side, int operation, long now) {
    finish(side, now);
    Turn own = turn(side);
    long pair = own.prepared++;
    own.operation = operation;
    own.attempts = 0;
    own.succeeded = false;
    notifyAll();
    while (!mayGo(side, pair) && !block.isStopped()) {
      try {
        wait(LOOK_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return pair;
      }
    }
    return pair;
  }

  private boolean mayGo(Side side, long pair) {
    Turn partner = turn(side.other());
    return partner.prepared > pair && (isFirst(side, pair) || partner.finished > pair);
  }

  private boolean isFirst(Side side, long pair) {
    boolean firstIsA = (Random64.hash(seed, pair) & 1) == 0;
    return firstIsA == (side == Side.A);
  }

  /** The worker begins an attempt. */
  void begins(Side side) {
    turn(side).attempts++;
  }

  /**
   * The worker's operation has succeeded.
   *
   * @param answer a hash of what it read
   */
  void succeeded(Side side, long nanos, long answer) {
    Turn own = turn(side);
    own.succeeded = true;
    own.nanos = nanos;
    own.answer = answer;
  }

  private void finish(Side side, long now) {
    Turn own = turn(side);
    if (own.finished == own.prepared) {
      return;
    }
    own.ended.operation = own.operation;
    own.ended.atOnce = own.succeeded && own.attempts == 1;
    own.ended.nanos = own.nanos;
    own.ended.answer = own.answer;
    own.finished++;
    if (turn(side.other()).finished >= own.finished) {
      pairEnded(now);
      if (holdsFloor) {
        holdsFloor = false;
        block.floor().leave();
      }
    }
  }

  private void pairEnded(long now) {
    Block.Phase phase = block.phase(now);
    if (a.ended.operation != b.ended.operation) {
      counts.unlike++;
    } else if (!a.ended.atOnce || !b.ended.atOnce) {
      counts.failed++;
      // What the operation has left behind may differ from now on.
      block.stopComparing();
    } else {
      if (a.ended.answer != b.ended.answer && block.stopComparing()) {
        counts.otherAnswer(a.ended.operation);
      }
      if (phase == Block.Phase.MEASURED) {
        times.add(a.ended.operation, a.ended.nanos, b.ended.nanos);
      }
    }
    if (phase == Block.Phase.OVER && last == Long.MAX_VALUE) {
      // The partner may have prepared its next operation: both do it.
      last = Math.max(a.prepared, b.prepared);
    }
  }

  /** After both workers have ended. */
  synchronized PairTimes times() {
    return times;
  }

  /** After both workers have ended. */
  synchronized PairCounts counts() {
    return counts;
  }
}
