package io.ibench.measure;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;

/** The machine's own clock. */
final class SystemClock implements Clock {

  /**
   * Linux wakes a parked thread some 50 us late (its default timer slack), which every paced
   * response time would contain; so the thread spins at the end.
   */
  private static final long SPIN_NANOS = 60_000;

  private static final Path UPTIME = Path.of("/proc/uptime");

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  @Override
  public long epochMillis() {
    return System.currentTimeMillis();
  }

  /** Linux: the first number of /proc/uptime is CLOCK_BOOTTIME in seconds. */
  @Override
  public OptionalLong bootNanos() {
    try {
      String seconds = Files.readString(UPTIME).split(" ", 2)[0];
      return OptionalLong.of(new BigDecimal(seconds).movePointRight(9).longValue());
    } catch (IOException | NumberFormatException e) {
      return OptionalLong.empty();
    }
  }

  @Override
  public void parkUntil(long nanos) {
    long remaining = nanos - System.nanoTime();
    if (remaining > SPIN_NANOS) {
      LockSupport.parkNanos(remaining - SPIN_NANOS);
      return;
    }
    while (nanos - System.nanoTime() > 0) {
      Thread.onSpinWait();
    }
  }
}
