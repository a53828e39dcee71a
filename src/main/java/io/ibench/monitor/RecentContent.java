package io.ibench.monitor;

import io.ibench.monitor.MonitorServer.UnavailableException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Something that takes CPU to make, and so is made only when somebody asks for it, every ten
 * seconds at most, and for 5 % of the time at most. Confined to one thread.
 */
final class RecentContent {

  private static final long MIN_AGE_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final long AGE_PER_COST = 20;

  private final Maker maker;
  private final LongSupplier nanoTime;
  private byte[] content = {};
  private long madeNanos;
  private long costNanos;
  private boolean isMade;

  /** Makes it anew. */
  interface Maker {
    byte[] make() throws UnavailableException;
  }

  RecentContent(Maker maker, LongSupplier nanoTime) {
    this.maker = maker;
    this.nanoTime = nanoTime;
  }

  byte[] get() throws UnavailableException {
    long now = nanoTime.getAsLong();
    if (!isMade || now - madeNanos >= Math.max(MIN_AGE_NANOS, AGE_PER_COST * costNanos)) {
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
