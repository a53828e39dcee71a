package io.ibench.learn.log;

/**
 * A statement as a log has it. A reader fills one instance again and again, so nothing is allocated
 * for a statement. Bytes, not text: logs hold bytes that are no valid text.
 */
public final class LogEntry {

  /** Stands for a figure that the log does not have. */
  public static final long UNKNOWN = -1;

  /** Identifies the session: equal within a session, different for different ones. */
  public long session;

  /** Has the text of the statement from {@link #from} to before {@link #to}. */
  public byte[] bytes = new byte[0];

  public int from;
  public int to;

  /**
   * Has the values of parameters that the text calls {@code $1}, from {@link #valuesFrom} to before
   * {@link #valuesTo}, as PostgreSQL writes them: {@code $1 = '1', $2 = NULL}. Empty: none.
   */
  public byte[] values = new byte[0];

  public int valuesFrom;
  public int valuesTo;

  /** When the statement began, in microseconds since 1970, or {@link #UNKNOWN}. */
  public long startMicros;

  /** The finest step of {@link #startMicros}: 1,000,000 where a log has whole seconds. */
  public long clockMicros;

  /** How long it took, or {@link #UNKNOWN}. */
  public long durationMicros;

  /** Rows returned, read and changed, and pages accessed, each or {@link #UNKNOWN}. */
  public long rowsSent;

  public long rowsExamined;
  public long rowsAffected;
  public long pagesAccessed;

  /** Whether the server refused it, as far as the log says so. */
  public boolean failed;

  /** Whether the text has places of parameters whose values are not in the log. */
  public boolean parametersLost;

  /** How many of the values the log cuts short. */
  public int truncatedValues;

  /** The file, counted from 0 in the order in which they are read, and the line in it from 1. */
  public int file;

  public long line;
}
