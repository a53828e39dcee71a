package io.ibench.db.sqlite;

import io.ibench.db.ColumnType;
import io.ibench.db.jdbc.ValueCodec;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** SQLite has no type for times: they are seconds since 1970 UTC. REAL has 8 bytes. Stateless. */
final class SqliteValueCodec implements ValueCodec {

  @Override
  public boolean readsTextAsBytes() {
    return true;
  }

  @Override
  public void bindTime(PreparedStatement statement, int position, long epochMillis)
      throws SQLException {
    statement.setLong(position, Math.floorDiv(epochMillis, 1000L));
  }

  @Override
  public long readTime(ResultSet results, int position) throws SQLException {
    return 1000 * results.getLong(position);
  }

  @Override
  public void bindFloat(PreparedStatement statement, int position, long hundredths)
      throws SQLException {
    statement.setDouble(position, hundredths / 100.0);
  }

  @Override
  public long readFloat(ResultSet results, int position) throws SQLException {
    return Math.round(results.getDouble(position) * 100.0);
  }

  @Override
  public String literal(ColumnType type, long value) {
    return switch (type) {
      case TIME -> Long.toString(Math.floorDiv(value, 1000L));
      case FLOAT -> Double.toString(value / 100.0);
      default -> Long.toString(value);
    };
  }
}
