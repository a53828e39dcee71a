package io.ibench.db.mysql;

import io.ibench.db.jdbc.Tls;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** MariaDB Connector/J. Stateless. */
final class MariadbConnector implements MysqlConnectorBase {

  @Override
  public String scheme() {
    return "jdbc:mariadb:";
  }

  /**
   * The driver counts matched rows, not changed rows: an update without effect has still found its
   * row. The driver must not repeat transactions: nobody would count these failures.
   */
  @Override
  public Map<String, String> needed() {
    return Map.of(
        "useAffectedRows", "false",
        "useServerPrepStmts", "true",
        "allowLocalInfile", "false",
        "transactionReplay", "false");
  }

  @Override
  public Set<String> unusable() {
    return Set.of();
  }

  @Override
  public Map<String, String> preferred() {
    return Map.of("connectTimeout", "10000", "useBulkStmtsForInserts", "true");
  }

  @Override
  public Map<String, String> pooled() {
    return Map.of("cachePrepStmts", "true");
  }

  @Override
  public Set<String> tlsOptions() {
    return Set.of(
        "sslMode",
        "useSsl",
        "trustServerCertificate",
        "disableSslHostnameVerification",
        "serverSslCert",
        "trustStore",
        "keyStore");
  }

  @Override
  public Map<String, String> tls(Tls tls) {
    Map<String, String> options = new HashMap<>();
    options.put(
        "sslMode",
        switch (tls.mode()) {
          case DISABLE -> "disable";
          case TRUST -> "trust";
          case VERIFY_CA -> "verify-ca";
          case VERIFY -> "verify-full";
        });
    if (!tls.truststore().isEmpty()) {
      options.put("trustStore", tls.truststore());
      options.put("trustStorePassword", tls.truststorePassword());
    }
    if (!tls.keystore().isEmpty()) {
      options.put("keyStore", tls.keystore());
      options.put("keyStorePassword", tls.keystorePassword());
    }
    return options;
  }

  @Override
  public Set<String> socketOptions() {
    return Set.of("localSocket", "pipe", "socketFactory");
  }

  @Override
  public Map<String, String> socket(String path) {
    return Map.of("localSocket", path);
  }

  /** The driver looks for this comment at the beginning. */
  @Override
  public PreparedStatement prepareText(Connection connection, String text) throws SQLException {
    return connection.prepareStatement("/*client prepare*/" + text);
  }

  @Override
  public PreparedStatement prepareWithKey(Connection connection, String text) throws SQLException {
    return connection.prepareStatement(text, Statement.RETURN_GENERATED_KEYS);
  }

  @Override
  public long generatedKey(PreparedStatement statement) throws SQLException {
    try (ResultSet keys = statement.getGeneratedKeys()) {
      return keys.next() ? keys.getLong(1) : 0;
    }
  }

  @Override
  public Optional<String> refusal(SQLException failure) {
    String words = String.valueOf(failure.getMessage());
    if (words.contains("RSA public key is not available")) {
      return Optional.of(PASSWORD_HINT);
    }
    if (words.contains("ssl not enabled in the server")) {
      return Optional.of(NO_TLS_HINT);
    }
    return words.contains("Self signed certificate") ? Optional.of("") : Optional.empty();
  }
}
