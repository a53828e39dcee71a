package io.ibench.db.postgres;

import io.ibench.db.jdbc.JdbcConnector;
import io.ibench.db.jdbc.Tls;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** pgjdbc. */
public final class PostgresConnector implements JdbcConnector {

  private static final int FETCH_ROWS = 10_000;

  /** How the driver begins what it says when a server has no encryption; it has no error code. */
  private static final String NO_TLS = "The server does not support SSL";

  /** The certificate is for another host. */
  private static final String OTHER_HOST = "could not be verified by hostnameverifier";

  @Override
  public String scheme() {
    return "jdbc:postgresql:";
  }

  /**
   * Statements are prepared on the server with their first execution and travel in binary. A
   * savepoint before each statement, or statements that the driver repeats by itself, would be
   * trips and failures that nobody counts.
   */
  @Override
  public Map<String, String> needed() {
    return Map.of(
        "prepareThreshold", "1",
        "binaryTransfer", "true",
        "preferQueryMode", "extended",
        "reWriteBatchedInserts", "false",
        "autosave", "never",
        "readOnly", "false");
  }

  /**
   * Types that travel as text, a fetch size for every select, transactions that say more than they
   * are asked for, a class of somebody's.
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

  /** Arrays of times are not among those that the driver sends in binary by itself. */
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

  /** The driver keeps the statements of a connection anyway. */
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

  @Override
  public int streamingFetchSize() {
    return FETCH_ROWS;
  }

  /** To this driver, everything but true is false. */
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
