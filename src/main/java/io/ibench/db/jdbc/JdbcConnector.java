package io.ibench.db.jdbc;

import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The differences between the JDBC drivers of servers. Stateless. */
public interface JdbcConnector {

  /** The start of this driver's URLs. */
  String scheme();

  /** Options that the adapter needs with these values; a URL with other values is refused. */
  Map<String, String> needed();

  /** A further value of a needed option that a URL may give instead. */
  default Map<String, String> alternatives() {
    return Map.of();
  }

  /**
   * Whether a URL may leave out the hosts, as in {@code jdbc:x:database}, and the database, which
   * is then the one with the user's name.
   */
  default boolean hasDefaults() {
    return false;
  }

  /** Whether the driver understands {@code given} as {@code value}. */
  default boolean isSame(String given, String value) {
    return UrlRules.flag(given).equals(value);
  }

  /** Options that break the adapter with any value; a URL with one of them is refused. */
  Set<String> unusable();

  /** Options with other defaults than the driver's; the URL wins. */
  Map<String, String> preferred();

  /** More defaults for a pool's connections, which cache statements for the next borrower. */
  Map<String, String> pooled();

  /** Names of the options about encryption. */
  Set<String> tlsOptions();

  Map<String, String> tls(Tls tls);

  /** Names of the options that replace TCP by something else. */
  Set<String> socketOptions();

  /** Options for a unix socket. */
  Map<String, String> socket(String path);

  /** Options for a {@link BlockingSocket}, without {@link #ownSocketOptions} and a unix socket. */
  default Map<String, String> tcp() {
    return Map.of("socketFactory", BlockingSocketFactory.class.getName());
  }

  /** Names of the options that need the driver's own TCP sockets: read timeouts, proxies. */
  default Set<String> ownSocketOptions() {
    return Set.of("socketTimeout");
  }

  /** Bytes of heap for each parameter of a statement, without the value. */
  default int parameterBytes() {
    return 0;
  }

  /** The fetch size with which the driver streams a result and does not buffer all of it. */
  default int streamingFetchSize() {
    return Sql.FETCH_ROWS;
  }

  /**
   * A hint, maybe empty, when the driver itself refused to log in, for which it has no error
   * number; nothing for any other failure.
   */
  Optional<String> refusal(SQLException failure);

  /** Hint for a server without encryption. */
  String NO_TLS_HINT = "; the server has no certificate: give it one, or say tls = disable";
}
