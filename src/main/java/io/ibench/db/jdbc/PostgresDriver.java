package io.ibench.db.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

final class PostgresDriver implements ServerDriver {
  @Override
  public String scheme() {
    return "jdbc:postgresql:";
  }

  @Override
  public Map<String, String> needed() {
    return Map.of();
  }

  @Override
  public Set<String> unusable() {
    return Set.of();
  }

  @Override
  public Map<String, String> preferred() {
    return Map.of();
  }

  @Override
  public Map<String, String> pooled() {
    return Map.of();
  }

  @Override
  public Set<String> tlsOptions() {
    return Set.of("sslmode");
  }

  @Override
  public Map<String, String> tls(Tls tls) {
    return Map.of();
  }

  @Override
  public Set<String> socketOptions() {
    return Set.of("socketFactory");
  }

  @Override
  public Map<String, String> socket(String path) {
    return Map.of();
  }

  @Override
  public int streamingFetchSize() {
    return 1000;
  }

  @Override
  public PreparedStatement prepareWithKey(Connection connection, String text) throws SQLException {
    return connection.prepareStatement(text);
  }

  @Override
  public long generatedKey(PreparedStatement statement) {
    return 0;
  }

  @Override
  public Optional<String> refusal(SQLException failure) {
    return Optional.empty();
  }
}
