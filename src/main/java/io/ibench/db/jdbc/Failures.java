package io.ibench.db.jdbc;

import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import java.net.UnknownHostException;
import java.security.GeneralSecurityException;
import java.sql.SQLException;

/** Classifies the errors of one product. Stateless. */
public interface Failures {

  /** Connector/J begins a stack trace inside a message with this. */
  String STACK_TRACE = "** BEGIN NESTED EXCEPTION **";

  FailureKind classify(SQLException failure);

  /** Masks secrets in the driver's messages. */
  default Masker masker() {
    return Masker.ofPatterns();
  }

  default DatabaseException of(SQLException failure) {
    return new DatabaseException(classify(failure), message(failure), masker().mask(failure));
  }

  /** Throws a failure to close a connection, unless the connection was lost. */
  default void ofClose(SQLException failure) throws DatabaseException {
    DatabaseException classified = of(failure);
    if (!classified.kind().isConnectionLoss()) {
      throw classified;
    }
  }

  /** Whether an autocommit change may have committed although it failed with this kind. */
  default boolean mayBeCommitted(FailureKind kind) {
    return kind == FailureKind.CONNECTION_LOST;
  }

  /** A failed commit; its outcome is unknown after a connection loss or timeout. */
  default DatabaseException ofCommit(SQLException failure) {
    FailureKind kind = classify(failure);
    FailureKind outcome =
        kind.isConnectionLoss() || kind == FailureKind.TIMEOUT ? FailureKind.OUTCOME_UNKNOWN : kind;
    return new DatabaseException(outcome, "commit: " + message(failure), masker().mask(failure));
  }

  /** Whether a certificate or keystore is the cause, so that another attempt cannot succeed. */
  static boolean hasBadCertificate(Throwable failure) {
    for (Throwable at = failure; at != null; at = at.getCause()) {
      if (at instanceof GeneralSecurityException) {
        return true;
      }
    }
    return false;
  }

  /** The driver's message on one line, with the root cause, which some drivers leave out. */
  private String message(SQLException failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    String message = String.valueOf(failure.getMessage());
    String cause =
        root instanceof UnknownHostException
            ? "unknown host " + root.getMessage()
            : root.getMessage();
    String all = cause == null || message.contains(cause) ? message : message + " Cause: " + cause;
    String text = masker().mask(all).replaceAll("\\s+", " ").strip();
    int trace = text.indexOf(STACK_TRACE);
    if (trace >= 0) {
      text = text.substring(0, trace).strip();
    }
    return text + " (SQLState " + failure.getSQLState() + ", code " + failure.getErrorCode() + ")";
  }
}
