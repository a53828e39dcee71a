package io.ibench.db.jdbc;

import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import java.net.UnknownHostException;
import java.security.GeneralSecurityException;
import java.sql.SQLException;

/** How one product's errors are classified. Stateless. */
public interface Failures {

  /** With this, Connector/J begins a stack trace in the middle of a message. */
  String STACK_TRACE = "** BEGIN NESTED EXCEPTION **";

  FailureKind classify(SQLException failure);

  /** Hides secrets in what the driver says. */
  default Masker masker() {
    return Masker.ofPatterns();
  }

  default DatabaseException of(SQLException failure) {
    return new DatabaseException(classify(failure), message(failure), masker().mask(failure));
  }

  /** Tells a failure to close, except that the connection was lost: then there is nothing to. */
  default void ofClose(SQLException failure) throws DatabaseException {
    DatabaseException told = of(failure);
    if (!told.kind().isConnectionLoss()) {
      throw told;
    }
  }

  /** Whether a change that commits by itself may have been kept although it failed so. */
  default boolean mayBeCommitted(FailureKind kind) {
    return kind == FailureKind.CONNECTION_LOST;
  }

  /** A failed commit: when the connection went, nobody knows whether it was done. */
  default DatabaseException ofCommit(SQLException failure) {
    FailureKind kind = classify(failure);
    FailureKind outcome =
        kind.isConnectionLoss() || kind == FailureKind.TIMEOUT ? FailureKind.OUTCOME_UNKNOWN : kind;
    return new DatabaseException(outcome, "commit: " + message(failure), masker().mask(failure));
  }

  /** The server's or the client's, or a keystore that cannot be opened: no later try would help. */
  static boolean hasBadCertificate(Throwable failure) {
    for (Throwable at = failure; at != null; at = at.getCause()) {
      if (at instanceof GeneralSecurityException) {
        return true;
      }
    }
    return false;
  }

  /** The driver's words on one line, and why, which some drivers keep to themselves. */
  private String message(SQLException failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    String words = String.valueOf(failure.getMessage());
    String why =
        root instanceof UnknownHostException
            ? "unknown host " + root.getMessage()
            : root.getMessage();
    String all = why == null || words.contains(why) ? words : words + " Cause: " + why;
    String text = masker().mask(all).replaceAll("\\s+", " ").strip();
    int trace = text.indexOf(STACK_TRACE);
    if (trace >= 0) {
      text = text.substring(0, trace).strip();
    }
    return text + " (SQLState " + failure.getSQLState() + ", code " + failure.getErrorCode() + ")";
  }
}
