package io.ibench.monitor;

import io.ibench.monitor.MonitorServer.UnavailableException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Something that takes CPU to make, and so is made only when somebody asks for it, not before the
 * last one has a certain age, and for 5 % of the time at most. Confined to one thread.
 */
final class RecentContent {

  private static final long AGE_PER_COST = 20;

  private final Maker maker;
  private final long minAgeNanos;
  private final LongSupplier nanoTime;
  private byte[] content = {};
  private long madeNanos;
  private long costNanos;
  private boolean isMade;

  /** Makes it anew. */
  interface Maker {
    byte[] make() throws UnavailableException;
  }

  /**
   * @param minAgeSeconds before this age it is not made again
   */
  RecentContent(Maker maker, long minAgeSeconds, LongSupplier nanoTime) {
    this.maker = maker;
    this.minAgeNanos = TimeUnit.SECONDS.toNanos(minAgeSeconds);
    this.nanoTime = nanoTime;
  }

  byte[] get() throws UnavailableException {
    long now = nanoTime.getAsLong();
    if (!isMade || now - madeNanos >= Math.max(minAgeNanos, AGE_PER_COST * costNanos)) {
      content = maker.make();
      costNanos = nanoTime.getAsLong() - now;
      madeNanos = now;
      isMade = true;
    }
    return content;
  }

  long ageSeconds() {
    return TimeUnit.NANOSECONDS.toSeconds(nanoTime.getAsLong() - madeNanos);
  }
}
