package io.ibench.db.mysql;

import io.ibench.db.ColumnType;
import io.ibench.db.jdbc.DateTimeCodec;
import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.LocalDateTime;

/**
 * Times of MariaDB and MySQL as DATETIME in UTC, which no time zone changes on its way, neither the
 * client's nor the server's; and 4-byte floating-point numbers, as comparing a FLOAT column with
 * the 8-byte number nearest to the same hundredths would not find it.
 */
public final class MysqlValueCodec extends DateTimeCodec {

  private long lastMillis;
  private LocalDateTime lastTime = time(0);

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

  /** A floating-point number with all its digits, and an exponent, or it would be a decimal. */
  @Override
  public String literal(ColumnType type, long value) {
    return switch (type) {
      case TIME -> "TIMESTAMP'" + text(value) + "'";
      case FLOAT -> new BigDecimal(value / 100f).toPlainString() + "E0";
      default -> Long.toString(value);
    };
  }
}
