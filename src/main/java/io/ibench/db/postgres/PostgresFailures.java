package io.ibench.db.postgres;

import io.ibench.db.DatabaseException;
import io.ibench.db.Kind;
import io.ibench.db.jdbc.Failures;
import io.ibench.db.jdbc.Masker;
import io.ibench.db.jdbc.ServerDriver;
import io.ibench.db.jdbc.ServerLink;
import java.sql.SQLException;
import java.util.Map;

/** PostgreSQL's SQLSTATEs, and those that pgjdbc gives to failures of its own. */
final class PostgresFailures implements Failures {

  private static final Map<String, Kind> BY_STATE =
      Map.ofEntries(
          Map.entry("40001", Kind.DEADLOCK), // cannot be serialized with others
          Map.entry("40P01", Kind.DEADLOCK),
          Map.entry("55P03", Kind.LOCK_TIMEOUT),
          Map.entry("23505", Kind.DUPLICATE_KEY),
          Map.entry("57014", Kind.TIMEOUT),
          Map.entry("25006", Kind.READ_ONLY),
          Map.entry("53100", Kind.DISK_FULL),
          Map.entry("53300", Kind.TOO_MANY_CONNECTIONS),
          Map.entry("42501", Kind.DENIED),
          Map.entry("08004", Kind.DENIED), // the driver could not log in the way it was asked to
          Map.entry("3D000", Kind.NOT_FOUND), // database
          Map.entry("3F000", Kind.NOT_FOUND), // schema
          Map.entry("42P01", Kind.NOT_FOUND), // table
          Map.entry("42703", Kind.NOT_FOUND), // column
          Map.entry("42704", Kind.NOT_FOUND), // anything else
          Map.entry("57P01", Kind.SERVER_SHUTDOWN),
          Map.entry("57P02", Kind.SERVER_SHUTDOWN),
          Map.entry("57P03", Kind.SERVER_SHUTDOWN), // it is starting or stopping
          Map.entry("57P05", Kind.CONNECTION_LOST), // idle for too long
          Map.entry("25P03", Kind.CONNECTION_LOST), // the same in a transaction
          Map.entry("25P04", Kind.CONNECTION_LOST)); // a transaction that took too long

  private final ServerDriver driver;
  private final Masker masker;
  private final String user;

  /**
   * @param link whose secrets are kept out of messages
   */
  PostgresFailures(ServerLink link) {
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
        .map(hint -> new DatabaseException(Kind.DENIED, said.getMessage() + hint, said.getCause()))
        .orElse(said);
  }

  @Override
  public Kind classify(SQLException failure) {
    if (Failures.hasBadCertificate(failure)) {
      return Kind.DENIED;
    }
    String state = String.valueOf(failure.getSQLState());
    Kind known = BY_STATE.get(state);
    if (known != null) {
      return known;
    }
    return switch (state.substring(0, Math.min(2, state.length()))) {
      case "08" -> Kind.CONNECTION_LOST;
      case "28" -> Kind.DENIED;
      default -> Kind.FATAL;
    };
  }

  /** A server that shuts down may have kept a change before it said so. */
  @Override
  public boolean mayBeCommitted(Kind kind) {
    return kind.isConnectionLoss();
  }
}
