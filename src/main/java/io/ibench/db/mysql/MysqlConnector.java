package io.ibench.db.mysql;

import com.mysql.cj.jdbc.JdbcConnection;
import com.mysql.cj.jdbc.StatementImpl;
import io.ibench.db.jdbc.Tls;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** MySQL Connector/J. Stateless. */
public final class MysqlConnector implements MysqlConnectorBase {

  @Override
  public String scheme() {
    return "jdbc:mysql:";
  }

  /**
   * The driver counts matched rows, as in {@link MariadbConnector}. A statement that cannot be
   * prepared must fail: otherwise the driver sends text instead, after any failure. A driver that
   * reconnects by itself loses transactions and statements that nobody counts.
   */
  @Override
  public Map<String, String> needed() {
    return Map.of(
        "useAffectedRows", "false",
        "useServerPrepStmts", "true",
        "emulateUnsupportedPstmts", "false",
        "allowLoadLocalInfile", "false",
        "allowUrlInLocalInfile", "false",
        "autoReconnect", "false",
        "autoReconnectForPools", "false");
  }

  /** A folder for LOCAL INFILE, a limit for all selects, another driver's URL, more options. */
  @Override
  public Set<String> unusable() {
    return Set.of(
        "allowLoadLocalInfileInPath",
        "maxRows",
        "permitMysqlScheme",
        "propertiesTransform",
        "useConfigs");
  }

  @Override
  public Map<String, String> preferred() {
    return Map.of("connectTimeout", "10000");
  }

  /** By default the driver caches no statements, and only short ones when told to. */
  @Override
  public Map<String, String> pooled() {
    return Map.of(
        "cachePrepStmts", "true",
        "prepStmtCacheSize", "250",
        "prepStmtCacheSqlLimit", Integer.toString(1 << 20));
  }

  @Override
  public Set<String> tlsOptions() {
    return Set.of(
        "sslMode",
        "useSSL",
        "requireSSL",
        "verifyServerCertificate",
        "trustCertificateKeyStoreUrl",
        "clientCertificateKeyStoreUrl");
  }

  @Override
  public Map<String, String> tls(Tls tls) {
    Map<String, String> options = new HashMap<>();
    options.put(
        "sslMode",
        switch (tls.mode()) {
          case DISABLE -> "DISABLED";
          case TRUST -> "REQUIRED";
          case VERIFY_CA -> "VERIFY_CA";
          case VERIFY -> "VERIFY_IDENTITY";
        });
    if (!tls.truststore().isEmpty()) {
      options.put("trustCertificateKeyStoreUrl", url(tls.truststore()));
      options.put("trustCertificateKeyStorePassword", tls.truststorePassword());
    }
    if (!tls.keystore().isEmpty()) {
      options.put("clientCertificateKeyStoreUrl", url(tls.keystore()));
      options.put("clientCertificateKeyStorePassword", tls.keystorePassword());
    }
    return options;
  }

  private static String url(String file) {
    return Path.of(file).toUri().toString();
  }

  @Override
  public Set<String> socketOptions() {
    return Set.of("socketFactory", UnixSocketFactory.PATH);
  }

  /** A socket is a safe way to retrieve the server's public key for the password. */
  @Override
  public Map<String, String> socket(String path) {
    return Map.of(
        "socketFactory",
        UnixSocketFactory.class.getName(),
        UnixSocketFactory.PATH,
        path,
        "allowPublicKeyRetrieval",
        "true");
  }

  @Override
  public Map<String, String> tcp() {
    return Map.of("socketFactory", TcpSocketFactory.class.getName());
  }

  @Override
  public Set<String> ownSocketOptions() {
    return Set.of("socketTimeout", "socksProxyHost");
  }

  /** Measured: type, five names and value of a parameter. */
  @Override
  public int parameterBytes() {
    return 480;
  }

  /** The driver's code for streaming; with any other number it buffers the whole result. */
  @Override
  public int streamingFetchSize() {
    return Integer.MIN_VALUE;
  }

  @Override
  public PreparedStatement prepareText(Connection connection, String text) throws SQLException {
    return connection.unwrap(JdbcConnection.class).clientPrepareStatement(text);
  }

  @Override
  public PreparedStatement prepareWithKey(Connection connection, String text) throws SQLException {
    return connection.prepareStatement(text);
  }

  /** From the server's response; getGeneratedKeys would create a result set. */
  @Override
  public long generatedKey(PreparedStatement statement) throws SQLException {
    return statement.unwrap(StatementImpl.class).getLastInsertID();
  }

  @Override
  public Optional<String> refusal(SQLException failure) {
    String words = String.valueOf(failure.getMessage());
    if (words.contains("SSL Connection required, but not provided by server")) {
      return Optional.of(NO_TLS_HINT);
    }
    return words.contains("Public Key Retrieval") ? Optional.of(PASSWORD_HINT) : Optional.empty();
  }
}
