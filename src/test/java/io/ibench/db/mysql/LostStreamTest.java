package io.ibench.db.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.jdbc.Failures;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** Connector/J's message when a connection breaks while it streams rows. */
class LostStreamTest {

  private static final String MESSAGE =
      "Error reading from the server.\n\n** BEGIN NESTED EXCEPTION **\n\n"
          + "com.mysql.cj.exceptions.CJCommunicationsException\n"
          + "MESSAGE: Communications link failure\n\nSTACKTRACE:\n\n\tat com.mysql.Some.method()\n";

  private final Failures failures =
      new Failures() {
        @Override
        public FailureKind classify(SQLException failure) {
          return MysqlFailures.hasLostStream(failure)
              ? FailureKind.CONNECTION_LOST
              : FailureKind.FATAL;
        }
      };

  @Test
  void itIsALostConnectionInOneLineWithoutAStackTrace() {
    DatabaseException said = failures.of(new SQLException(MESSAGE, "S1000"));
    assertThat(said.kind()).isEqualTo(FailureKind.CONNECTION_LOST);
    assertThat(said.getMessage())
        .isEqualTo("Error reading from the server. (SQLState S1000, code 0)");
  }

  @Test
  void anythingElseOfThatStateIsNot() {
    assertThat(failures.of(new SQLException("out of memory", "S1000")).kind())
        .isEqualTo(FailureKind.FATAL);
  }
}
