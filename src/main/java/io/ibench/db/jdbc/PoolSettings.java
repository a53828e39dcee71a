package io.ibench.db.jdbc;

import io.ibench.config.Config;
import io.ibench.config.Key;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Settings of the pool that workers borrow from. Immutable.
 *
 * @param connections maximum number
 * @param timeoutNanos maximum time that a borrower waits
 */
public record PoolSettings(int connections, long timeoutNanos) {

  private static final Key<Holder> SESSION =
      Key.choice(
              "session", Holder.class, "who has a connection: a worker, or each operation in turn")
          .withDefault("worker");
  private static final Key<Long> CONNECTIONS =
      Key.count("pool.connections", 1, 10_000, "session = operation: connections of the pool")
          .withDefault("10");
  private static final Key<Long> TIMEOUT =
      Key.durationNanos("pool.timeout", "session = operation: longest wait for a connection")
          .withDefault("30s");

  public static final List<Key<?>> KEYS = List.of(SESSION, CONNECTIONS, TIMEOUT);

  /** See {@link io.ibench.db.Adapter.Target#whyNoSnapshots}. */
  public static final String WHY_NO_SNAPSHOTS =
      "with session = operation no worker keeps a connection that could hold a snapshot; give"
          + " session = worker";

  /** HikariCP's minimum. */
  private static final long MIN_TIMEOUT_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

  /** The owner of a connection. */
  enum Holder {
    WORKER,
    OPERATION
  }

  /** Reads and checks the keys; empty if each worker has its own connections. */
  public static Optional<PoolSettings> bind(Config config) {
    boolean pooled = config.get(SESSION) == Holder.OPERATION;
    long timeoutNanos = config.get(TIMEOUT);
    if (timeoutNanos < MIN_TIMEOUT_NANOS || timeoutNanos > TimeUnit.DAYS.toNanos(1)) {
      config.problem("is not between 250ms and 1d", TIMEOUT);
    }
    for (Key<?> key : List.of(CONNECTIONS, TIMEOUT)) {
      if (!pooled && config.has(key.name())) {
        config.problem("needs session = operation", key, SESSION);
      }
    }
    int connections = Math.toIntExact(config.get(CONNECTIONS));
    return pooled ? Optional.of(new PoolSettings(connections, timeoutNanos)) : Optional.empty();
  }

  /** The pool's line in a result. */
  public String line() {
    return "a connection per operation from a pool of " + connections;
  }
}
