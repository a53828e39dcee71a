package io.ibench.db.sqlite;

import io.ibench.db.FailureKind;
import io.ibench.db.jdbc.Failures;
import java.sql.SQLException;

/** Classifies SQLite's result codes, whose low byte is the primary code. */
public final class SqliteFailures implements Failures {

  @Override
  public FailureKind classify(SQLException failure) {
    return switch (failure.getErrorCode() & 0xff) {
      case 1 -> isMissing(failure) ? FailureKind.NOT_FOUND : FailureKind.FATAL;
      case 3, 14, 23 -> FailureKind.DENIED; // PERM, CANTOPEN, AUTH
      case 5, 6 -> FailureKind.LOCK_TIMEOUT; // BUSY, LOCKED
      case 8 -> FailureKind.READ_ONLY;
      case 9 -> FailureKind.TIMEOUT; // INTERRUPT
      case 13 -> FailureKind.DISK_FULL;
      case 19 -> FailureKind.DUPLICATE_KEY; // CONSTRAINT: our tables have no other that can fail
      default -> FailureKind.FATAL;
    };
  }

  private static boolean isMissing(SQLException failure) {
    String message = String.valueOf(failure.getMessage());
    return message.contains("no such table")
        || message.contains("no such index")
        || message.contains("no such column");
  }
}
