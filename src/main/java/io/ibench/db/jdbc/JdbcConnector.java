package io.ibench.db.jdbc;

import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What differs between the JDBC drivers of servers. Stateless. */
public interface JdbcConnector {

  /** What a URL for this driver begins with. */
  String scheme();

  /** Options that the adapter needs as they stand here; a URL that says otherwise is refused. */
  Map<String, String> needed();

  /** Whether the driver reads an option's value as this one. */
  default boolean isSame(String given, String value) {
    return UrlRules.flag(given).equals(value);
  }

  /** Options that would break what the adapter relies on, whatever their value. */
  Set<String> unusable();

  /** Options that are set unless the URL says something else. */
  Map<String, String> preferred();

  /**
   * The same for a pool's connections: each keeps its prepared statements for the next borrower.
   */
  Map<String, String> pooled();

  /** The options that say whether and how connections are encrypted. */
  Set<String> tlsOptions();

  /** Options for encryption. */
  Map<String, String> tls(Tls tls);

  /** The options that say by what other way than TCP a server is reached. */
  Set<String> socketOptions();

  /** Options for a server's unix socket. */
  Map<String, String> socket(String path);

  /** The heap that it keeps for each parameter of a statement, beside the value. */
  default int parameterBytes() {
    return 0;
  }

  /** The fetch size with which the driver streams a result row by row, or piece by piece. */
  int streamingFetchSize();

  /**
   * What a user can do about a login that the driver itself refused, for which it has no error
   * number; maybe an empty text. Nothing for any other failure.
   */
  Optional<String> refusal(SQLException failure);

  /** For a server without encryption that was asked for it. */
  String NO_TLS_HINT = "; the server has no certificate: give it one, or say tls = disable";
}
