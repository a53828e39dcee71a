package io.ibench.db.postgres;

import io.ibench.db.ColumnType;
import io.ibench.db.jdbc.DateTimeCodec;
import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;

/**
 * Times as timestamps without zone in UTC, which no time zone changes; 4-byte floating-point
 * numbers. It binds every number in the type of its column: with another type, the server would
 * prepare the statement again. Not thread-safe.
 */
final class PostgresValueCodec extends DateTimeCodec {

  private final BinaryValue time = new BinaryValue("timestamp");

  @Override
  public boolean rowsAreComplete() {
    return true;
  }

  @Override
  public boolean readsTextAsBytes() {
    return true;
  }

  @Override
  public boolean isBoundAsLong(ColumnType type) {
    return type == ColumnType.LONG || type == ColumnType.INT;
  }

  @Override
  public void bind(PreparedStatement statement, int position, ColumnType type, long value)
      throws SQLException {
    if (type == ColumnType.BYTE) {
      statement.setShort(position, (short) value);
    } else if (type == ColumnType.SIGNED) {
      statement.setInt(position, (int) value);
    } else {
      super.bind(statement, position, type, value);
    }
  }

  @Override
  public void bindText(PreparedStatement statement, int position, ColumnType type, byte[] ascii)
      throws SQLException {
    String text = new String(ascii, StandardCharsets.ISO_8859_1);
    statement.setObject(position, text, type == ColumnType.CHAR ? Types.CHAR : Types.VARCHAR);
  }

  @Override
  public void bindTime(PreparedStatement statement, int position, long epochMillis)
      throws SQLException {
    time.time(epochMillis);
    statement.setObject(position, time);
  }

  @Override
  public String literal(ColumnType type, long value) {
    return switch (type) {
      case TIME -> "TIMESTAMP '" + text(value) + "'";
      case FLOAT -> "REAL '" + value / 100f + "'";
      default -> Long.toString(value);
    };
  }
}
