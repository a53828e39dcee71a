package io.ibench.db.mongo;

import com.mongodb.event.ConnectionCheckOutFailedEvent;
import com.mongodb.event.ConnectionCheckedOutEvent;
import com.mongodb.event.ConnectionPoolListener;
import java.util.concurrent.TimeUnit;

/** Adds up how long each thread has waited for connections of the driver's pool. Thread-safe. */
final class Checkouts implements ConnectionPoolListener {

  /** One thread's sum, in its only element. The driver calls on the thread that waits. */
  private final ThreadLocal<long[]> waited = ThreadLocal.withInitial(() -> new long[1]);

  @Override
  public void connectionCheckedOut(ConnectionCheckedOutEvent event) {
    waited.get()[0] += event.getElapsedTime(TimeUnit.NANOSECONDS);
  }

  @Override
  public void connectionCheckOutFailed(ConnectionCheckOutFailedEvent event) {
    waited.get()[0] += event.getElapsedTime(TimeUnit.NANOSECONDS);
  }

  /** The calling thread's wait since this was last asked. */
  long takeNanos() {
    long[] sum = waited.get();
    long nanos = sum[0];
    sum[0] = 0;
    return nanos;
  }
}
