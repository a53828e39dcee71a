package io.ibench.engine;

import io.ibench.measure.Clock;
import io.ibench.measure.Outage;
import java.util.ArrayList;
import java.util.List;

/**
 * When workers were without a connection. An outage lasts from the first worker that lost its own
 * until none is without. Thread-safe: workers report, the ticker drains.
 */
final class OutageWatch {

  private final Clock clock;
  private final List<Outage> ended = new ArrayList<>();
  private int away;
  private boolean leftUnresolved;
  private long startNanos;
  private long startEpochMillis;
  private int mostAway;
  private long operationsLost;
  private String cause = "";
  private boolean continues;
  private long settledBlind;
  private long neverEnded;
  private final Prober prober = new Prober();

  OutageWatch(Clock clock) {
    this.clock = clock;
  }

  /** A worker has lost its connection. */
  synchronized void lost(String why) {
    if (away == 0) {
      begin(why, false);
    }
    away++;
    mostAway = Math.max(mostAway, away);
  }

  private void begin(String why, boolean continuesEarlier) {
    startNanos = clock.nanoTime();
    startEpochMillis = clock.epochMillis();
    mostAway = away;
    operationsLost = 0;
    cause = why;
    continues = continuesEarlier;
  }

  /**
   * A worker has its connection back.
   *
   * @param lost how many operations it could not save
   */
  synchronized void restored(long lost) {
    leftUnresolved = false;
    end(lost);
  }

  /** Who tries to reach the server while it is away. */
  Prober prober() {
    return prober;
  }

  /** A worker that has lost its connection ends without it, and without its operation. */
  synchronized void left() {
    leftUnresolved = true;
    end(1);
  }

  private void end(long lost) {
    operationsLost += lost;
    away--;
    if (away == 0) {
      ended.add(outage());
    }
  }

  private Outage outage() {
    return new Outage(
        startNanos, startEpochMillis, clock.nanoTime(), mostAway, operationsLost, cause, continues);
  }

  /** An unknown outcome was looked up although the server may still have been at work on it. */
  synchronized void settledBlind() {
    settledBlind++;
  }

  /** A lost connection's session has outlived the wait for its end. */
  synchronized void neverEnded() {
    neverEnded++;
  }

  /** What is worth saying of what was not certain since the last call, one line each. */
  synchronized List<String> drainFacts() {
    List<String> facts = new ArrayList<>();
    if (settledBlind > 0) {
      facts.add(
          settledBlind
              + " unknown outcomes were looked up "
              + AftermathWait.BLIND_SECONDS
              + " s after the server was back: it does not show whether it was still at work on"
              + " them, so that rows may be there twice");
    }
    if (neverEnded > 0) {
      facts.add(
          neverEnded
              + " outcomes stay unknown: the server still had the session of the lost connection "
              + AftermathWait.LONGEST_SECONDS
              + " s after it was asked to end it");
    }
    settledBlind = 0;
    neverEnded = 0;
    return facts;
  }

  /** Whether the last that was heard of the server is that it is away. */
  synchronized boolean isUnresolved() {
    return away > 0 || leftUnresolved;
  }

  /** How many workers are without a connection now. */
  synchronized int away() {
    return away;
  }

  /**
   * The outages that ended since the last call.
   *
   * @param cut ends one under way here as well; the rest of it will be one that continues it
   */
  synchronized List<Outage> drain(boolean cut) {
    if (cut && away > 0) {
      ended.add(outage());
      begin(cause, true);
    }
    List<Outage> drained = List.copyOf(ended);
    ended.clear();
    return drained;
  }
}
