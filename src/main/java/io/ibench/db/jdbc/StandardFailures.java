package io.ibench.db.jdbc;

import io.ibench.db.FailureKind;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLInvalidAuthorizationSpecException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransactionRollbackException;
import java.sql.SQLTransientConnectionException;
import java.util.Locale;
import java.util.Map;

/** Classifies errors by the SQLStates that products have in common, then by JDBC's classes. */
public final class StandardFailures {

  /** By whole SQLState. */
  private static final Map<String, FailureKind> STATES =
      Map.ofEntries(
          Map.entry("55P03", FailureKind.LOCK_TIMEOUT),
          Map.entry("40XL1", FailureKind.LOCK_TIMEOUT),
          // No statement of ibench has a time limit: what times out is a wait for a lock.
          Map.entry("HYT00", FailureKind.LOCK_TIMEOUT),
          Map.entry("40003", FailureKind.CONNECTION_LOST),
          Map.entry("57014", FailureKind.TIMEOUT),
          Map.entry("57P01", FailureKind.SERVER_SHUTDOWN),
          Map.entry("57P02", FailureKind.SERVER_SHUTDOWN),
          Map.entry("57P03", FailureKind.SERVER_SHUTDOWN),
          Map.entry("53100", FailureKind.DISK_FULL),
          Map.entry("53300", FailureKind.TOO_MANY_CONNECTIONS),
          Map.entry("25006", FailureKind.READ_ONLY),
          // Derby's, for changes of data and of tables.
          Map.entry("25502", FailureKind.READ_ONLY),
          Map.entry("25503", FailureKind.READ_ONLY),
          // H2's, whose states are its codes.
          Map.entry("90097", FailureKind.READ_ONLY),
          Map.entry("90096", FailureKind.DENIED),
          Map.entry("42501", FailureKind.DENIED),
          Map.entry("42P01", FailureKind.NOT_FOUND),
          Map.entry("42703", FailureKind.NOT_FOUND),
          Map.entry("42704", FailureKind.NOT_FOUND),
          Map.entry("42S02", FailureKind.NOT_FOUND),
          Map.entry("42S03", FailureKind.NOT_FOUND),
          Map.entry("42S04", FailureKind.NOT_FOUND),
          Map.entry("42S12", FailureKind.NOT_FOUND),
          Map.entry("42S22", FailureKind.NOT_FOUND),
          Map.entry("42X05", FailureKind.NOT_FOUND),
          Map.entry("42Y55", FailureKind.NOT_FOUND),
          Map.entry("3D000", FailureKind.NOT_FOUND));

  /** By the first two characters, which are the class of a SQLState. */
  private static final Map<String, FailureKind> CLASSES =
      Map.of(
          "08", FailureKind.CONNECTION_LOST,
          "23", FailureKind.DUPLICATE_KEY, // ibench's tables have no other constraint that fails
          "28", FailureKind.DENIED,
          "40", FailureKind.DEADLOCK);

  /** Firebird's code of every change of tables that fails; the reason is in the message alone. */
  private static final int FIREBIRD_TABLE_CHANGE = 335544351;

  private StandardFailures() {}

  /** The kind of the first failure in the chain that has one, else FATAL. */
  public static FailureKind classify(SQLException failure) {
    for (SQLException at = failure; at != null; at = at.getNextException()) {
      FailureKind kind = kind(at);
      if (kind != FailureKind.FATAL) {
        return kind;
      }
    }
    return failure.getCause() instanceof SQLException cause ? classify(cause) : FailureKind.FATAL;
  }

  private static FailureKind kind(SQLException failure) {
    String state = String.valueOf(failure.getSQLState());
    if (state.equals("42501") && isMissing(failure)) {
      return FailureKind.NOT_FOUND;
    }
    if (failure.getErrorCode() == FIREBIRD_TABLE_CHANGE && isMissingOnFirebird(failure)) {
      return FailureKind.NOT_FOUND;
    }
    FailureKind kind = STATES.get(state);
    if (kind == null && state.length() == 5) {
      kind = CLASSES.get(state.substring(0, 2));
    }
    return kind == null ? byClass(failure) : kind;
  }

  /** Some products say with one SQLState that an object is missing or forbidden. */
  private static boolean isMissing(SQLException failure) {
    return String.valueOf(failure.getMessage()).toLowerCase(Locale.ROOT).contains("not found");
  }

  /** It says of an index on a missing table that its columns are unknown. */
  private static boolean isMissingOnFirebird(SQLException failure) {
    String message = String.valueOf(failure.getMessage());
    return message.contains("does not exist")
        || message.contains("not found")
        || message.contains("Unknown columns in index");
  }

  private static FailureKind byClass(SQLException failure) {
    if (failure instanceof SQLTransactionRollbackException) {
      return FailureKind.DEADLOCK;
    }
    if (failure instanceof SQLIntegrityConstraintViolationException) {
      return FailureKind.DUPLICATE_KEY;
    }
    if (failure instanceof SQLNonTransientConnectionException
        || failure instanceof SQLTransientConnectionException
        || failure instanceof SQLRecoverableException) {
      return FailureKind.CONNECTION_LOST;
    }
    if (failure instanceof SQLInvalidAuthorizationSpecException) {
      return FailureKind.DENIED;
    }
    return failure instanceof SQLTimeoutException ? FailureKind.LOCK_TIMEOUT : FailureKind.FATAL;
  }
}
