package io.ibench.learn.log;

/**
 * A message of PostgreSQL, whatever format it was written in. A field is the bytes from one offset
 * to before another.
 */
final class PostgresRecord {

  private static final byte[] ERROR = Bytes.of("ERROR");
  private static final byte[] FATAL = Bytes.of("FATAL");
  private static final byte[] PANIC = Bytes.of("PANIC");

  byte[] bytes = new byte[0];

  long session;
  long timeMicros;

  /** The finest step of the time. */
  long clockMicros = 1000;

  long line;

  /** Whether it is an ERROR, FATAL or PANIC. */
  boolean error;

  /** Whether the user is the one that is wanted. */
  boolean wanted;

  int messageFrom;
  int messageTo;

  int detailFrom;
  int detailTo;

  int contextFrom;
  int contextTo;

  /** The statement that failed. */
  int queryFrom;

  int queryTo;

  void clear() {
    session = LogEntry.UNKNOWN;
    timeMicros = LogEntry.UNKNOWN;
    error = false;
    wanted = true;
    messageFrom = 0;
    messageTo = 0;
    detailFrom = 0;
    detailTo = 0;
    contextFrom = 0;
    contextTo = 0;
    queryFrom = 0;
    queryTo = 0;
  }

  static boolean isError(byte[] bytes, int from, int to) {
    return Bytes.startsWith(bytes, from, to, ERROR)
        || Bytes.startsWith(bytes, from, to, FATAL)
        || Bytes.startsWith(bytes, from, to, PANIC);
  }
}
