package io.ibench.db.mysql;

import io.ibench.db.ColumnType;
import io.ibench.db.jdbc.DateTimeCodec;
import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.LocalDateTime;

/**
 * Times as DATETIME in UTC, which neither the client's nor the server's time zone changes; numbers
 * with decimals as 4-byte floating-point numbers. Not thread-safe.
 */
public final class MysqlValueCodec extends DateTimeCodec {

  private long lastMillis;
  private LocalDateTime lastTime = time(0);

  /** Caches the last time: all rows of a batch have the same one. */
  @Override
  public void bindTime(PreparedStatement statement, int position, long epochMillis)
      throws SQLException {
    if (epochMillis != lastMillis) {
      lastTime = time(epochMillis);
      lastMillis = epochMillis;
    }
    statement.setObject(position, lastTime);
  }

  /** A FLOAT has all its digits and an exponent: without it, the literal would be a decimal. */
  @Override
  public String literal(ColumnType type, long value) {
    return switch (type) {
      case TIME -> "TIMESTAMP'" + text(value) + "'";
      case FLOAT -> new BigDecimal(value / 100f).toPlainString() + "E0";
      default -> Long.toString(value);
    };
  }
}
