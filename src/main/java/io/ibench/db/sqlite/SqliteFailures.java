package io.ibench.db.sqlite;

import io.ibench.db.Kind;
import io.ibench.db.jdbc.Failures;
import java.sql.SQLException;

/** SQLite's result codes; the low byte is the primary one. */
public final class SqliteFailures implements Failures {

  @Override
  public Kind classify(SQLException failure) {
    return switch (failure.getErrorCode() & 0xff) {
      case 1 -> isMissing(failure) ? Kind.NOT_FOUND : Kind.FATAL;
      case 3, 14, 23 -> Kind.DENIED; // PERM, CANTOPEN, AUTH
      case 5, 6 -> Kind.LOCK_TIMEOUT; // BUSY, LOCKED
      case 8 -> Kind.READ_ONLY;
      case 9 -> Kind.TIMEOUT; // INTERRUPT
      case 13 -> Kind.DISK_FULL;
      case 19 -> Kind.DUPLICATE_KEY; // CONSTRAINT: our tables have no other that can fail
      default -> Kind.FATAL;
    };
  }

  private static boolean isMissing(SQLException failure) {
    String message = String.valueOf(failure.getMessage());
    return message.contains("no such table")
        || message.contains("no such index")
        || message.contains("no such column");
  }
}
