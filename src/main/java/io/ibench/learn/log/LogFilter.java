package io.ibench.learn.log;

import java.util.Optional;

/**
 * Which statements a sink takes: those that begin at or after {@code from} and before {@code to},
 * of one user. Times are those of the clock that the log is written with.
 */
public record LogFilter(Optional<LogTime> from, Optional<LogTime> to, Optional<String> user) {

  public static final LogFilter ALL =
      new LogFilter(Optional.empty(), Optional.empty(), Optional.empty());

  /** Whether a statement is wanted that began at this time of the log's clock. */
  boolean wants(long wallMicros) {
    if (from.isEmpty() && to.isEmpty()) {
      return true;
    }
    if (from.isPresent() && to.isPresent() && from.get().daily() && to.get().daily()) {
      long begin = from.get().micros();
      long end = to.get().micros();
      long time = Math.floorMod(wallMicros, LogTime.DAY);
      return begin <= end ? time >= begin && time < end : time >= begin || time < end;
    }
    return (from.isEmpty() || !from.get().isAfter(wallMicros))
        && (to.isEmpty() || to.get().isAfter(wallMicros));
  }
}
