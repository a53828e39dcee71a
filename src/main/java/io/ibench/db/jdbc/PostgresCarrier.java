package io.ibench.db.jdbc;

import io.ibench.db.Type;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/**
 * Times of PostgreSQL as timestamps without zone in UTC, which no time zone changes; 4-byte
 * floating-point numbers; and every number in the type of its column, as which the server has
 * prepared it: another one would make it prepare the statement again.
 */
final class PostgresCarrier implements Carrier {

  private static final DateTimeFormatter SECONDS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss");

  private final BinaryValue time = new BinaryValue("timestamp");

  @Override
  public boolean isBoundAsLong(Type type) {
    return type == Type.LONG || type == Type.INT;
  }

  @Override
  public void bind(PreparedStatement statement, int position, Type type, long value)
      throws SQLException {
    if (type == Type.BYTE) {
      statement.setShort(position, (short) value);
    } else {
      Carrier.super.bind(statement, position, type, value);
    }
  }

  @Override
  public void bindTime(PreparedStatement statement, int position, long epochMillis)
      throws SQLException {
    time.time(epochMillis);
    statement.setObject(position, time);
  }

  @Override
  public long readTime(ResultSet results, int position) throws SQLException {
    return 1000 * results.getObject(position, LocalDateTime.class).toEpochSecond(ZoneOffset.UTC);
  }

  @Override
  public void bindFloat(PreparedStatement statement, int position, long hundredths)
      throws SQLException {
    statement.setFloat(position, hundredths / 100f);
  }

  @Override
  public long readFloat(ResultSet results, int position) throws SQLException {
    return Math.round(results.getFloat(position) * 100.0);
  }

  @Override
  public String literal(Type type, long value) {
    return switch (type) {
      case TIME -> {
        long seconds = Math.floorDiv(value, 1000L);
        yield "TIMESTAMP '"
            + SECONDS.format(LocalDateTime.ofEpochSecond(seconds, 0, ZoneOffset.UTC))
            + "'";
      }
      case FLOAT -> "REAL '" + value / 100f + "'";
      default -> Long.toString(value);
    };
  }
}
