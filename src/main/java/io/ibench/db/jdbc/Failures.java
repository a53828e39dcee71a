package io.ibench.db.jdbc;

import io.ibench.db.DatabaseException;
import io.ibench.db.Kind;
import java.sql.SQLException;

/** How one product's errors are classified. Stateless. */
interface Failures {

  Kind classify(SQLException failure);

  default DatabaseException of(SQLException failure) {
    return new DatabaseException(classify(failure), message(failure), failure);
  }

  /** A failed commit: when the connection went, nobody knows whether it was done. */
  default DatabaseException ofCommit(SQLException failure) {
    Kind kind = classify(failure);
    Kind outcome =
        kind == Kind.CONNECTION_LOST || kind == Kind.SERVER_SHUTDOWN || kind == Kind.TIMEOUT
            ? Kind.OUTCOME_UNKNOWN
            : kind;
    return new DatabaseException(outcome, "commit: " + message(failure), failure);
  }

  /** The driver's words on one line. */
  private static String message(SQLException failure) {
    String text = String.valueOf(failure.getMessage()).replaceAll("\\s+", " ").strip();
    return text + " (SQLState " + failure.getSQLState() + ", code " + failure.getErrorCode() + ")";
  }
}
