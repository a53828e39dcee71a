package io.ibench.engine;

import io.ibench.measure.Gauge;
import io.ibench.measure.Readings;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Gauges that ask somebody else, such as the server for its size, and so may hang. They are read on
 * a thread of their own; whoever waits, waits a bounded time.
 */
final class SlowGauges implements AutoCloseable {

  private static final long WAIT_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final List<Gauge> gauges;
  private final BoundedWait wait;
  private final ExecutorService reader =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread thread = new Thread(task, "ibench-slow-gauges");
            thread.setDaemon(true);
            return thread;
          });
  private Future<Readings> pending;

  SlowGauges(List<Gauge> gauges, RunControl control) {
    this.gauges = gauges;
    this.wait = new BoundedWait(control);
  }

  /** Reads all; what did not answer in time is absent, and is not asked again until it answers. */
  Readings read(long nanos) {
    if (gauges.isEmpty()) {
      return Readings.NONE;
    }
    if (pending == null || pending.isDone()) {
      pending = reader.submit(() -> Readings.of(gauges, nanos));
    }
    try {
      return wait.forIt(this::isRead, WAIT_NANOS)
          ? pending.get()
          : absent("did not answer in time");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return absent("interrupted");
    } catch (ExecutionException e) {
      return absent(String.valueOf(e.getCause()));
    }
  }

  private boolean isRead(long nanos) throws InterruptedException {
    try {
      pending.get(nanos, TimeUnit.NANOSECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      return true;
    }
  }

  private static Readings absent(String reason) {
    return new Readings(Map.of(), Map.of("size", reason), Map.of());
  }

  @Override
  public void close() {
    reader.shutdownNow();
  }
}
