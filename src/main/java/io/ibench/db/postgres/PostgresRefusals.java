package io.ibench.db.postgres;

import java.sql.SQLException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a user can do when PostgreSQL refuses a role. English messages are understood only. */
final class PostgresRefusals {

  private static final String INSUFFICIENT_PRIVILEGE = "42501";
  private static final String TOO_MANY_CONNECTIONS = "53300";
  private static final String INVALID_AUTHORIZATION = "28000";

  private static final Pattern SCHEMA = Pattern.compile("permission denied for schema (\\S+)");
  private static final Pattern UNENCRYPTED = Pattern.compile("pg_hba\\.conf.*no encryption");

  private PostgresRefusals() {}

  /**
   * What follows the server's words.
   *
   * @param user as configured
   */
  static Optional<String> hint(SQLException failure, String user) {
    String words = String.valueOf(failure.getMessage());
    Matcher schema = SCHEMA.matcher(words);
    if (INSUFFICIENT_PRIVILEGE.equals(failure.getSQLState()) && schema.find()) {
      return Optional.of(
          "; an administrator allows it: GRANT USAGE, CREATE ON SCHEMA "
              + schema.group(1)
              + " TO "
              + user);
    }
    if (TOO_MANY_CONNECTIONS.equals(failure.getSQLState())) {
      return Optional.of(
          "; use fewer threads, or session = operation with pool.connections, or let an"
              + " administrator raise max_connections or the role's CONNECTION LIMIT");
    }
    boolean unencrypted =
        INVALID_AUTHORIZATION.equals(failure.getSQLState()) && UNENCRYPTED.matcher(words).find();
    return unencrypted
        ? Optional.of("; the server may let you in with tls = trust (or verify)")
        : Optional.empty();
  }
}
