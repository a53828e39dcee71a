package io.ibench.db.mongo;

import com.mongodb.event.ConnectionCheckOutFailedEvent;
import com.mongodb.event.ConnectionCheckedOutEvent;
import com.mongodb.event.ConnectionPoolListener;
import java.util.concurrent.TimeUnit;

/** Sums up each thread's wait for connections of the driver's pool. Thread-safe. */
final class Checkouts implements ConnectionPoolListener {

  /** The thread's sum, in the only element. The driver calls on the thread that waits. */
  private final ThreadLocal<long[]> waited = ThreadLocal.withInitial(() -> new long[1]);

  @Override
  public void connectionCheckedOut(ConnectionCheckedOutEvent event) {
    waited.get()[0] += event.getElapsedTime(TimeUnit.NANOSECONDS);
  }

  @Override
  public void connectionCheckOutFailed(ConnectionCheckOutFailedEvent event) {
    waited.get()[0] += event.getElapsedTime(TimeUnit.NANOSECONDS);
  }

  /** The calling thread's wait since its last call. */
  long takeNanos() {
    long[] sum = waited.get();
    long nanos = sum[0];
    sum[0] = 0;
    return nanos;
  }
}
