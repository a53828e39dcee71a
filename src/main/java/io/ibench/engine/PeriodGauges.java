package io.ibench.engine;

import io.ibench.measure.PeriodGauge;
import io.ibench.measure.Readings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Reads gauges that may hang, such as the server's size, on a separate thread with a bounded wait.
 * If one hangs, all are absent. Used by the coordinating thread.
 */
final class PeriodGauges implements AutoCloseable {

  private static final long WAIT_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final List<PeriodGauge> gauges;
  private final BoundedWait wait;
  private final ExecutorService reader =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread thread = new Thread(task, "ibench-slow-gauges");
            thread.setDaemon(true);
            return thread;
          });
  private @Nullable Future<Readings> pending;

  PeriodGauges(List<PeriodGauge> gauges, RunControl control) {
    this.gauges = gauges;
    this.wait = new BoundedWait(control);
  }

  /**
   * Reads all gauges; they are absent if they do not answer in time. A late answer belongs to an
   * earlier time and is dropped.
   *
   * @param meanwhile runs several times a second during the wait
   */
  Readings read(long nanos, Runnable meanwhile) {
    if (gauges.isEmpty()) {
      return Readings.NONE;
    }
    if (pending != null) {
      pending.cancel(false);
    }
    pending = reader.submit(() -> Readings.of(gauges, nanos));
    try {
      return wait.await(slice -> isRead(slice, meanwhile), WAIT_NANOS)
          ? pending.get()
          : absent("did not answer in time");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return absent("interrupted");
    } catch (ExecutionException e) {
      return absent(String.valueOf(e.getCause()));
    }
  }

  private boolean isRead(long nanos, Runnable meanwhile) throws InterruptedException {
    try {
      Objects.requireNonNull(pending).get(nanos, TimeUnit.NANOSECONDS);
      return true;
    } catch (TimeoutException e) {
      meanwhile.run();
      return false;
    } catch (ExecutionException e) {
      return true;
    }
  }

  private Readings absent(String reason) {
    Map<String, String> reasons = new HashMap<>();
    gauges.forEach(gauge -> gauge.metrics().forEach(metric -> reasons.put(metric, reason)));
    return new Readings(Map.of(), reasons, Map.of());
  }

  @Override
  public void close() {
    reader.shutdownNow();
  }
}
