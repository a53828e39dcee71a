package io.ibench.db.jdbc;

import static io.ibench.db.jdbc.Accounts.failure;

import io.ibench.db.Kind;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a borrower hears when the pool cannot open connections. */
@Timeout(300)
class ConnectionPoolTest {

  private static ConnectionPool refusing(Kind kind, long timeoutNanos) {
    return new ConnectionPool(
        () -> {
          throw new SQLException("refused");
        },
        1,
        timeoutNanos,
        refusal -> kind);
  }

  /** Or outage.max would be no less than the pool's timeout. */
  @Test
  void aServerThatIsAwayIsNotWaitedForUntilTheTimeout() {
    try (ConnectionPool pool = refusing(Kind.CONNECTION_LOST, TimeUnit.HOURS.toNanos(1))) {
      failure(Kind.CONNECTION_LOST, pool::borrow);
    }
  }

  @Test
  void aServerThatIsFullIsTheReasonAfterTheTimeout() {
    try (ConnectionPool pool =
        refusing(Kind.TOO_MANY_CONNECTIONS, TimeUnit.MILLISECONDS.toNanos(1500))) {
      failure(Kind.TOO_MANY_CONNECTIONS, pool::borrow);
    }
  }
}
