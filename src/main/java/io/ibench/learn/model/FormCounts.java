package io.ibench.learn.model;

import io.ibench.learn.log.LogEntry;

/** What the server did for the statements of one form, as far as the log says. Not thread-safe. */
public final class FormCounts {

  private long statements;
  private long failed;
  private long micros;
  private long sent;
  private long withSent;
  private long single;
  private long empty;
  private long examined;
  private long withExamined;
  private long affected;
  private long withAffected;
  private long pages;
  private long withPages;

  void add(LogEntry entry) {
    statements++;
    failed += entry.failed ? 1 : 0;
    if (entry.durationMicros >= 0) {
      micros += entry.durationMicros;
    }
    if (entry.rowsSent >= 0) {
      sent += entry.rowsSent;
      withSent++;
      single += entry.rowsSent == 1 ? 1 : 0;
      empty += entry.rowsSent == 0 ? 1 : 0;
    }
    if (entry.rowsExamined >= 0) {
      examined += entry.rowsExamined;
      withExamined++;
    }
    if (entry.rowsAffected >= 0) {
      affected += entry.rowsAffected;
      withAffected++;
    }
    if (entry.pagesAccessed >= 0) {
      pages += entry.pagesAccessed;
      withPages++;
    }
  }

  public long statements() {
    return statements;
  }

  public long failed() {
    return failed;
  }

  /** The time of all statements that have one. */
  public long micros() {
    return micros;
  }

  /** Whether each statement returned one row at most, as far as the log says; most of them one. */
  public boolean returnsOneRow() {
    return withSent > 0 && single + empty >= 0.99 * withSent && single >= 0.5 * withSent;
  }

  public boolean knowsRows() {
    return withSent > 0;
  }

  /** Rows returned by a statement, or NaN where the log does not say it. */
  public double sent() {
    return mean(sent, withSent);
  }

  public double examined() {
    return mean(examined, withExamined);
  }

  public double affected() {
    return mean(affected, withAffected);
  }

  public double pages() {
    return mean(pages, withPages);
  }

  private static double mean(long sum, long count) {
    return count == 0 ? Double.NaN : (double) sum / count;
  }
}
