package io.ibench.db.mongo;

import com.mongodb.connection.ConnectionPoolSettings;
import io.ibench.config.Config;
import io.ibench.config.Key;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The driver's pool: every command borrows a connection of it, in a transaction as outside.
 *
 * @param connections at most; 0: as many as there are workers
 * @param timeoutNanos how long a borrower waits at most
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

  /** Many workers begin together; the driver's 2 would make them queue for their first command. */
  private static final int MOST_OPENED_AT_ONCE = 16;

  static final List<Key<?>> KEYS = List.of(SESSION, CONNECTIONS, TIMEOUT);

  /** How many connections there are. */
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

  /** To be applied before the URL, which may say how many are opened at once. */
  void applyTo(ConnectionPoolSettings.Builder settings) {
    settings
        .maxSize(connections)
        .maxWaitTime(timeoutNanos, TimeUnit.NANOSECONDS)
        .maxConnecting(MOST_OPENED_AT_ONCE);
  }

  /** What a result says of it. */
  String line() {
    return connections == 0
        ? "a connection for each worker"
        : "a connection per command from a pool of " + connections;
  }
}
