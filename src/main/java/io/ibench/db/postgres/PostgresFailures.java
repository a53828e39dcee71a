package io.ibench.db.postgres;

import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.jdbc.ConnectionSettings;
import io.ibench.db.jdbc.Failures;
import io.ibench.db.jdbc.JdbcConnector;
import io.ibench.db.jdbc.Masker;
import java.sql.SQLException;
import java.util.Map;

/** PostgreSQL's SQLSTATEs, and those that pgjdbc gives to failures of its own. */
final class PostgresFailures implements Failures {

  private static final Map<String, FailureKind> BY_STATE =
      Map.ofEntries(
          Map.entry("40001", FailureKind.DEADLOCK), // cannot be serialized with others
          Map.entry("40P01", FailureKind.DEADLOCK),
          Map.entry("55P03", FailureKind.LOCK_TIMEOUT),
          Map.entry("23505", FailureKind.DUPLICATE_KEY),
          Map.entry("57014", FailureKind.TIMEOUT),
          Map.entry("25006", FailureKind.READ_ONLY),
          Map.entry("53100", FailureKind.DISK_FULL),
          Map.entry("53300", FailureKind.TOO_MANY_CONNECTIONS),
          Map.entry("42501", FailureKind.DENIED),
          Map.entry(
              "08004", FailureKind.DENIED), // the driver could not log in the way it was asked to
          Map.entry("3D000", FailureKind.NOT_FOUND), // database
          Map.entry("3F000", FailureKind.NOT_FOUND), // schema
          Map.entry("42P01", FailureKind.NOT_FOUND), // table
          Map.entry("42703", FailureKind.NOT_FOUND), // column
          Map.entry("42704", FailureKind.NOT_FOUND), // anything else
          Map.entry("57P01", FailureKind.SERVER_SHUTDOWN),
          Map.entry("57P02", FailureKind.SERVER_SHUTDOWN),
          Map.entry("57P03", FailureKind.SERVER_SHUTDOWN), // it is starting or stopping
          Map.entry("57P05", FailureKind.CONNECTION_LOST), // idle for too long
          Map.entry("25P03", FailureKind.CONNECTION_LOST), // the same in a transaction
          Map.entry("25P04", FailureKind.CONNECTION_LOST)); // a transaction that took too long

  private final JdbcConnector driver;
  private final Masker masker;
  private final String user;

  /**
   * @param link whose secrets are kept out of messages
   */
  PostgresFailures(ConnectionSettings link) {
    this.driver = link.driver();
    this.masker = link.masker();
    this.user = link.user();
  }

  @Override
  public Masker masker() {
    return masker;
  }

  @Override
  public DatabaseException of(SQLException failure) {
    DatabaseException said = Failures.super.of(failure);
    return driver
        .refusal(failure)
        .or(() -> PostgresRefusals.hint(failure, user))
        .map(
            hint ->
                new DatabaseException(
                    FailureKind.DENIED, said.getMessage() + hint, said.getCause()))
        .orElse(said);
  }

  @Override
  public FailureKind classify(SQLException failure) {
    if (Failures.hasBadCertificate(failure)) {
      return FailureKind.DENIED;
    }
    String state = String.valueOf(failure.getSQLState());
    FailureKind known = BY_STATE.get(state);
    if (known != null) {
      return known;
    }
    return switch (state.substring(0, Math.min(2, state.length()))) {
      case "08" -> FailureKind.CONNECTION_LOST;
      case "28" -> FailureKind.DENIED;
      default -> FailureKind.FATAL;
    };
  }

  /** A server that shuts down may have kept a change before it said so. */
  @Override
  public boolean mayBeCommitted(FailureKind kind) {
    return kind.isConnectionLoss();
  }
}
