package io.ibench.db.postgres;

import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.jdbc.ConnectionSettings;
import io.ibench.db.jdbc.Failures;
import io.ibench.db.jdbc.JdbcConnector;
import io.ibench.db.jdbc.Masker;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Classifies PostgreSQL's SQLSTATEs, and those of pgjdbc's own failures; adds hints for the user,
 * which need English messages.
 */
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
          Map.entry("08004", FailureKind.DENIED), // the driver has no such way to log in
          Map.entry("3D000", FailureKind.NOT_FOUND), // database
          Map.entry("3F000", FailureKind.NOT_FOUND), // schema
          Map.entry("42P01", FailureKind.NOT_FOUND), // table
          Map.entry("42703", FailureKind.NOT_FOUND), // column
          Map.entry("42704", FailureKind.NOT_FOUND), // anything else
          Map.entry("57P01", FailureKind.SERVER_SHUTDOWN),
          Map.entry("57P02", FailureKind.SERVER_SHUTDOWN),
          Map.entry("57P03", FailureKind.SERVER_SHUTDOWN), // starting or stopping
          Map.entry("57P05", FailureKind.CONNECTION_LOST), // idle for too long
          Map.entry("25P03", FailureKind.CONNECTION_LOST), // the same in a transaction
          Map.entry("25P04", FailureKind.CONNECTION_LOST)); // a transaction that took too long

  private static final String INSUFFICIENT_PRIVILEGE = "42501";
  private static final String TOO_MANY_CONNECTIONS = "53300";
  private static final String INVALID_AUTHORIZATION = "28000";

  /** The driver's name of a prepared statement is there already, or is not there. */
  private static final Set<String> STATEMENT_STATES = Set.of("42P05", "26000");

  private static final Pattern STATEMENT = Pattern.compile("\"S_[0-9]+\"");

  /** What pgbouncer says for all of its own refusals; from the server it is a broken connection. */
  private static final String PROTOCOL_VIOLATION = "08P01";

  private static final String UNKNOWN_PARAMETER = "unsupported startup parameter";

  private static final String POOLER_HINT =
      "; this is what a pooler does that lends a connection for one transaction (pgbouncer's"
          + " pool_mode = transaction): add prepareThreshold=0 to the url, so that statements have"
          + " no names; or use pool_mode = session, or pgbouncer 1.21 or later with"
          + " max_prepared_statements; docs/poolers.md";

  private static final String PARAMETER_HINT =
      "; this is a pooler, which takes few options: currentSchema and options of the url are not"
          + " among them; ALTER ROLE .. SET search_path = .. does the same on the server;"
          + " docs/poolers.md";

  private static final Pattern SCHEMA = Pattern.compile("permission denied for schema (\\S+)");
  private static final Pattern UNENCRYPTED = Pattern.compile("pg_hba\\.conf.*no encryption");

  private final JdbcConnector driver;
  private final Masker masker;
  private final String user;

  /**
   * @param settings contain the secrets to mask
   */
  PostgresFailures(ConnectionSettings settings) {
    this.driver = settings.driver();
    this.masker = settings.masker();
    this.user = settings.user();
  }

  @Override
  public Masker masker() {
    return masker;
  }

  @Override
  public DatabaseException of(SQLException failure) {
    DatabaseException plain = Failures.super.of(failure);
    Optional<DatabaseException> refused =
        driver.refusal(failure).map(hint -> withHint(plain, FailureKind.DENIED, hint));
    return refused
        .or(() -> hint(failure, user).map(hint -> withHint(plain, plain.kind(), hint)))
        .orElse(plain);
  }

  private static DatabaseException withHint(
      DatabaseException plain, FailureKind kind, String hint) {
    return new DatabaseException(kind, plain.getMessage() + hint, plain.getCause());
  }

  /**
   * A text after the server's message: what the user can do.
   *
   * @param user as configured
   */
  static Optional<String> hint(SQLException failure, String user) {
    String message = String.valueOf(failure.getMessage());
    Matcher schema = SCHEMA.matcher(message);
    if (INSUFFICIENT_PRIVILEGE.equals(failure.getSQLState()) && schema.find()) {
      return Optional.of(
          "; an administrator allows it: GRANT USAGE, CREATE ON SCHEMA "
              + schema.group(1)
              + " TO "
              + user);
    }
    if (STATEMENT_STATES.contains(String.valueOf(failure.getSQLState()))
        && STATEMENT.matcher(message).find()) {
      return Optional.of(POOLER_HINT);
    }
    if (isOfPooler(failure, UNKNOWN_PARAMETER)) {
      return Optional.of(PARAMETER_HINT);
    }
    if (TOO_MANY_CONNECTIONS.equals(failure.getSQLState())) {
      return Optional.of(
          "; use fewer threads, or session = operation with pool.connections, or let an"
              + " administrator raise max_connections or the role's CONNECTION LIMIT");
    }
    boolean unencrypted =
        INVALID_AUTHORIZATION.equals(failure.getSQLState()) && UNENCRYPTED.matcher(message).find();
    return unencrypted
        ? Optional.of("; the server may let you in with tls = trust (or verify)")
        : Optional.empty();
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
    if (state.equals(PROTOCOL_VIOLATION)) {
      return ofPooler(failure);
    }
    return switch (state.substring(0, Math.min(2, state.length()))) {
      case "08" -> FailureKind.CONNECTION_LOST;
      case "28" -> FailureKind.DENIED;
      default -> FailureKind.FATAL;
    };
  }

  /** A refusal that another attempt does not change is no lost connection. */
  private static FailureKind ofPooler(SQLException failure) {
    if (isOfPooler(failure, UNKNOWN_PARAMETER)) {
      return FailureKind.FATAL;
    }
    if (isOfPooler(failure, "database \".*\" does not exist")) {
      return FailureKind.NOT_FOUND;
    }
    if (isOfPooler(failure, "authentication failed|no such user")) {
      return FailureKind.DENIED;
    }
    return isOfPooler(failure, "max_client_conn")
        ? FailureKind.TOO_MANY_CONNECTIONS
        : FailureKind.CONNECTION_LOST;
  }

  private static boolean isOfPooler(SQLException failure, String words) {
    return PROTOCOL_VIOLATION.equals(failure.getSQLState())
        && Pattern.compile(words).matcher(String.valueOf(failure.getMessage())).find();
  }

  /** A server that shuts down may have committed a change before it reports the shutdown. */
  @Override
  public boolean mayBeCommitted(FailureKind kind) {
    return kind.isConnectionLoss();
  }
}
