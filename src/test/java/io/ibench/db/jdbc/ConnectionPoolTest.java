package io.ibench.db.jdbc;

import static io.ibench.db.jdbc.Accounts.failure;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.testing.Slow;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The failure that a borrower gets when the pool cannot open connections. */
@Timeout(300)
@Slow
class ConnectionPoolTest {

  private static ConnectionPool refusing(FailureKind kind, long timeoutNanos) {
    return new ConnectionPool(
        () -> {
          throw new SQLException("refused");
        },
        1,
        timeoutNanos,
        refusal -> kind);
  }

  /** Otherwise outage.max would have to be at least the pool's timeout. */
  @Test
  void aServerThatIsAwayIsNotWaitedForUntilTheTimeout() {
    try (ConnectionPool pool = refusing(FailureKind.CONNECTION_LOST, TimeUnit.HOURS.toNanos(1))) {
      failure(FailureKind.CONNECTION_LOST, pool::borrow);
    }
  }

  /** On its own the pool would pause for seconds between two attempts. */
  @Test
  void aServerThatIsBackIsSoonFound() throws Exception {
    AtomicInteger attempts = new AtomicInteger();
    Connections.Opener opener =
        () -> {
          if (attempts.incrementAndGet() < 30) {
            throw new SQLException("refused");
          }
          return DriverManager.getConnection("jdbc:sqlite::memory:");
        };
    int refused = 0;
    try (ConnectionPool pool =
        new ConnectionPool(
            opener, 1, TimeUnit.HOURS.toNanos(1), loss -> FailureKind.CONNECTION_LOST)) {
      while (attempts.get() < 30) {
        try {
          pool.borrow().close();
        } catch (DatabaseException e) {
          assertThat(e.kind()).isEqualTo(FailureKind.CONNECTION_LOST);
          refused++; // After a second.
        }
      }
    }
    assertThat(refused).isLessThan(50);
  }

  @Test
  void aServerThatIsFullIsTheReasonAfterTheTimeout() {
    try (ConnectionPool pool =
        refusing(FailureKind.TOO_MANY_CONNECTIONS, TimeUnit.MILLISECONDS.toNanos(1500))) {
      failure(FailureKind.TOO_MANY_CONNECTIONS, pool::borrow);
    }
  }
}
