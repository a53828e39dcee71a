package io.ibench.db.postgres;

import io.ibench.db.jdbc.DriverUrl;
import io.ibench.db.jdbc.JdbcConnector;
import io.ibench.db.jdbc.Tls;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** pgjdbc. Stateless. */
public final class PostgresConnector implements JdbcConnector {

  /** Begins the driver's message about a server without encryption, which has no error code. */
  private static final String NO_TLS = "The server does not support SSL";

  /** Part of the driver's message about a certificate of another host. */
  private static final String OTHER_HOST = "could not be verified by hostnameverifier";

  private static final String PREPARE_THRESHOLD = "prepareThreshold";

  /** The driver then gives no statement a name: the server parses it at each execution. */
  private static final String NEVER = "0";

  @Override
  public String scheme() {
    return "jdbc:postgresql:";
  }

  /**
   * The server prepares statements with their first execution; values are sent in binary. The
   * driver must not add savepoints or repeat statements: nobody would count these round trips and
   * failures.
   */
  @Override
  public Map<String, String> needed() {
    return Map.of(
        PREPARE_THRESHOLD,
        "1",
        "binaryTransfer",
        "true",
        "preferQueryMode",
        "extended",
        "reWriteBatchedInserts",
        "false",
        "autosave",
        "never",
        "readOnly",
        "false");
  }

  /** Poolers that lend a connection for one transaction know no statements by name. */
  @Override
  public Map<String, String> alternatives() {
    return Map.of(PREPARE_THRESHOLD, NEVER);
  }

  /** Whether statements have no names, as the URL says. */
  static boolean isUnnamed(DriverUrl url) {
    return url.has(PREPARE_THRESHOLD, NEVER);
  }

  @Override
  public boolean hasDefaults() {
    return true;
  }

  /**
   * Types that are sent as text, a fetch size for all selects, another protocol, limits of the
   * statement cache.
   */
  @Override
  public Set<String> unusable() {
    return Set.of(
        "binaryTransferDisable",
        "binaryTransferEnable",
        "defaultRowFetchSize",
        "adaptiveFetch",
        "replication",
        "assumeMinServerVersion",
        "preparedStatementCacheQueries",
        "preparedStatementCacheSizeMiB");
  }

  /** By default the driver does not send all of these arrays in binary. */
  @Override
  public Map<String, String> preferred() {
    return Map.of(
        "connectTimeout",
        "10",
        "ApplicationName",
        "ibench",
        "binaryTransferEnable",
        BinaryValue.ARRAY_OIDS);
  }

  /** The driver always caches the statements of a connection. */
  @Override
  public Map<String, String> pooled() {
    return Map.of();
  }

  @Override
  public Set<String> tlsOptions() {
    return Set.of("ssl", "sslmode", "sslfactory", "sslrootcert", "sslcert", "sslkey");
  }

  @Override
  public Map<String, String> tls(Tls tls) {
    if (tls.mode() == Tls.Mode.DISABLE) {
      return Map.of("sslmode", "disable");
    }
    Map<String, String> options = new HashMap<>();
    options.put(
        "sslmode",
        switch (tls.mode()) {
          case DISABLE, TRUST -> "require";
          case VERIFY_CA -> "verify-ca";
          case VERIFY -> "verify-full";
        });
    options.put("sslfactory", PostgresTlsFactory.class.getName());
    options.putAll(PostgresTlsFactory.options(tls));
    return options;
  }

  @Override
  public Set<String> socketOptions() {
    return Set.of("socketFactory", "socketFactoryArg");
  }

  @Override
  public Map<String, String> socket(String path) {
    return Map.of(
        "socketFactory",
        PostgresUnixSocketFactory.class.getName(),
        PostgresUnixSocketFactory.PATH,
        path);
  }

  /** This driver reads everything but {@code true} as false. */
  @Override
  public boolean isSame(String given, String value) {
    return given.equalsIgnoreCase(value);
  }

  @Override
  public Optional<String> refusal(SQLException failure) {
    String words = String.valueOf(failure.getMessage());
    if (words.contains(NO_TLS)) {
      return Optional.of(NO_TLS_HINT);
    }
    return words.contains(OTHER_HOST) ? Optional.of("") : Optional.empty();
  }
}
