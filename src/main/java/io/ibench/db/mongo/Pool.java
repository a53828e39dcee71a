package io.ibench.db.mongo;

import com.mongodb.connection.ConnectionPoolSettings;
import io.ibench.config.Config;
import io.ibench.config.Key;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Settings of the driver's pool, from which every command borrows a connection. Immutable.
 *
 * @param connections maximum number; 0: the number of workers
 * @param timeoutNanos maximum time that a borrower waits
 */
record Pool(int connections, long timeoutNanos) {

  private static final Key<Holder> SESSION =
      Key.choice(
              "session", Holder.class, "connections: one for each worker, or fewer that all share")
          .withDefault("worker");
  private static final Key<Long> CONNECTIONS =
      Key.count("pool.connections", 1, 10_000, "session = operation: connections of the pool")
          .withDefault("10");
  private static final Key<Long> TIMEOUT =
      Key.durationNanos(
              "pool.timeout",
              Duration.ofMillis(1),
              Duration.ofDays(1),
              "session = operation: longest wait for a connection")
          .withDefault("30s");

  /** Many workers start together; with the driver's default of 2 they would wait. */
  private static final int MOST_OPENED_AT_ONCE = 16;

  static final List<Key<?>> KEYS = List.of(SESSION, CONNECTIONS, TIMEOUT);

  /** The number of connections. */
  enum Holder {
    WORKER,
    OPERATION
  }

  static Pool bind(Config config) {
    boolean shared = config.get(SESSION) == Holder.OPERATION;
    long connections = config.get(CONNECTIONS);
    long timeoutNanos = config.get(TIMEOUT);
    for (Key<?> key : List.of(CONNECTIONS, TIMEOUT)) {
      if (!shared && config.has(key.name())) {
        config.problem("needs session = operation", key, SESSION);
      }
    }
    return new Pool(shared ? Math.toIntExact(connections) : 0, timeoutNanos);
  }

  /** Call it before the URL is applied, whose options win. */
  void applyTo(ConnectionPoolSettings.Builder settings) {
    settings
        .maxSize(connections)
        .maxWaitTime(timeoutNanos, TimeUnit.NANOSECONDS)
        .maxConnecting(MOST_OPENED_AT_ONCE);
  }

  /** The pool's line in a result. */
  String line() {
    return connections == 0
        ? "a connection for each worker"
        : "a connection per command from a pool of " + connections;
  }
}
