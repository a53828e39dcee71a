package io.ibench.learn.model;

import io.ibench.learn.log.LogEntry;

/** What was counted while statements became transactions. Not thread-safe. */
public final class SessionCounts {

  long statements;
  long empty;
  long session;
  long administration;
  long sessions;
  long torn;
  long openAtEnd;
  long beyond;
  long connectedMicros;
  long firstMicros = Long.MAX_VALUE;
  long lastMicros = Long.MIN_VALUE;

  void time(LogEntry entry) {
    if (entry.startMicros >= 0) {
      firstMicros = Math.min(firstMicros, entry.startMicros);
      lastMicros = Math.max(lastMicros, entry.startMicros + Math.max(0, entry.durationMicros));
    }
  }

  /** All statements of the log. */
  public long statements() {
    return statements;
  }

  /** Statements without a word, as a driver sends to see whether the server lives. */
  public long empty() {
    return empty;
  }

  /** Statements that set something of their session. */
  public long session() {
    return session;
  }

  /** Statements that create, alter, drop or grant. */
  public long administration() {
    return administration;
  }

  public long sessions() {
    return sessions;
  }

  /** Transactions whose end is not in the log, though their session goes on or ends. */
  public long torn() {
    return torn;
  }

  /** Transactions that are open where the log ends. */
  public long openAtEnd() {
    return openAtEnd;
  }

  /** Statements behind the first {@value Sessions#MOST_STATEMENTS} of their transaction. */
  public long beyond() {
    return beyond;
  }

  /** Seconds from the first to the last statement; 0 if the log has no times. */
  public double seconds() {
    return lastMicros <= firstMicros ? 0 : (lastMicros - firstMicros) / 1e6;
  }

  /** How many sessions were at work at a time, at least 1: a thread of a run stands for one. */
  public long threads() {
    return lastMicros <= firstMicros
        ? Math.max(1, Math.min(sessions, 1_000))
        : Math.max(1, Math.round((double) connectedMicros / (lastMicros - firstMicros)));
  }
}
