package io.ibench.db.jdbc;

import io.ibench.db.Type;
import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/**
 * Times of MariaDB and MySQL as DATETIME in UTC, which no time zone changes on its way, neither the
 * client's nor the server's; and 4-byte floating-point numbers, as comparing a FLOAT column with
 * the 8-byte number nearest to the same hundredths would not find it.
 */
final class MariadbCarrier implements Carrier {

  private static final DateTimeFormatter SECONDS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss");

  private long lastMillis;
  private LocalDateTime lastTime = time(0);

  private static LocalDateTime time(long epochMillis) {
    return LocalDateTime.ofEpochSecond(Math.floorDiv(epochMillis, 1000L), 0, ZoneOffset.UTC);
  }

  /** A batch bears one time, for which nothing is allocated but once. */
  @Override
  public void bindTime(PreparedStatement statement, int position, long epochMillis)
      throws SQLException {
    if (epochMillis != lastMillis) {
      lastTime = time(epochMillis);
      lastMillis = epochMillis;
    }
    statement.setObject(position, lastTime);
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

  /** A floating-point number with all its digits, and an exponent, or it would be a decimal. */
  @Override
  public String literal(Type type, long value) {
    return switch (type) {
      case TIME -> "TIMESTAMP'" + SECONDS.format(time(value)) + "'";
      case FLOAT -> new BigDecimal(value / 100f).toPlainString() + "E0";
      default -> Long.toString(value);
    };
  }
}
