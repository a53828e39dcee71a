package io.ibench.db.jdbc;

import io.ibench.db.DatabaseException;
import io.ibench.db.Kind;
import java.sql.SQLException;

/** How one product's errors are classified. Stateless. */
interface Failures {

  Kind classify(SQLException failure);

  /** Hides secrets in what the driver says. */
  default Masker masker() {
    return Masker.ofPatterns();
  }

  default DatabaseException of(SQLException failure) {
    return new DatabaseException(classify(failure), message(failure), masker().mask(failure));
  }

  /** A failed commit: when the connection went, nobody knows whether it was done. */
  default DatabaseException ofCommit(SQLException failure) {
    Kind kind = classify(failure);
    Kind outcome =
        kind == Kind.CONNECTION_LOST || kind == Kind.SERVER_SHUTDOWN || kind == Kind.TIMEOUT
            ? Kind.OUTCOME_UNKNOWN
            : kind;
    return new DatabaseException(outcome, "commit: " + message(failure), masker().mask(failure));
  }

  /** The driver's words on one line. */
  private String message(SQLException failure) {
    String words = masker().mask(String.valueOf(failure.getMessage()));
    String text = words.replaceAll("\\s+", " ").strip();
    return text + " (SQLState " + failure.getSQLState() + ", code " + failure.getErrorCode() + ")";
  }
}
