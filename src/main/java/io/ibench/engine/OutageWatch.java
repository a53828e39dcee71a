package io.ibench.engine;

import io.ibench.measure.Clock;
import io.ibench.measure.Outage;
import java.util.ArrayList;
import java.util.List;

/**
 * Records the times in which workers waited for the server. An outage begins when the first worker
 * loses its connection or is refused, and ends when no worker waits any more. Thread-safe: workers
 * report, the ticker drains.
 */
final class OutageWatch {

  private final Clock clock;
  private final List<Outage> ended = new ArrayList<>();
  private int away;
  private boolean leftUnresolved;
  private long startNanos;
  private long awaySinceNanos;
  private long startEpochMillis;
  private int maxAway;
  private long operationsLost;
  private OutageKind kind = OutageKind.LOST;
  private String cause = "";
  private boolean continues;
  private long resolvedUnseen;
  private long neverEnded;
  private final Prober prober = new Prober();

  OutageWatch(Clock clock) {
    this.clock = clock;
  }

  /** A worker has lost its connection, or the server refuses what the worker asks for. */
  synchronized void began(OutageKind what, String why) {
    if (away == 0) {
      kind = what;
      begin(why, false);
      awaySinceNanos = startNanos;
    }
    away++;
    maxAway = Math.max(maxAway, away);
  }

  private void begin(String why, boolean continuesEarlier) {
    startNanos = clock.nanoTime();
    startEpochMillis = clock.epochMillis();
    maxAway = away;
    operationsLost = 0;
    cause = why;
    continues = continuesEarlier;
  }

  /**
   * A worker works again.
   *
   * @param lost how many of its operations were lost
   */
  synchronized void restored(long lost) {
    leftUnresolved = false;
    end(lost);
  }

  /** Decides which worker tries to reach the server during an outage. */
  Prober prober() {
    return prober;
  }

  /** A worker ends before the outage does, and loses its operation. */
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
        startNanos,
        startEpochMillis,
        clock.nanoTime(),
        maxAway,
        operationsLost,
        kind.label(),
        cause,
        continues);
  }

  /** An unknown outcome was looked up while the server may still have worked on the operation. */
  synchronized void resolvedUnseen() {
    resolvedUnseen++;
  }

  /** The session of a lost connection did not end in time. */
  synchronized void neverEnded() {
    neverEnded++;
  }

  /** Describes uncertain outcomes since the last call, one line each. */
  synchronized List<String> drainFacts() {
    List<String> facts = new ArrayList<>();
    if (resolvedUnseen > 0) {
      facts.add(
          resolvedUnseen
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
    resolvedUnseen = 0;
    neverEnded = 0;
    return facts;
  }

  /** Whether the server was away at the last contact. */
  synchronized boolean isUnresolved() {
    return away > 0 || leftUnresolved;
  }

  /** How long the server has been away, if it was so at the last contact; else 0. */
  synchronized long unresolvedNanos() {
    return isUnresolved() ? clock.nanoTime() - awaySinceNanos : 0;
  }

  /** The server answers, although no worker that waited for it has seen that. */
  synchronized void answered() {
    leftUnresolved = false;
  }

  /** The number of workers that wait for the server now. */
  synchronized int away() {
    return away;
  }

  /**
   * The outages that ended since the last call.
   *
   * @param cut ends a current outage here; its rest will be an outage that continues it
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
