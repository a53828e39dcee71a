package io.ibench.db.mysql;

import io.ibench.db.ColumnType;
import io.ibench.db.jdbc.StandardCodec;
import java.math.BigDecimal;

/**
 * Times as DATETIME in UTC, which neither the client's nor the server's time zone changes; numbers
 * with decimals as 4-byte floating-point numbers. Not thread-safe.
 */
public final class MysqlValueCodec extends StandardCodec {

  @Override
  public boolean rowsAreComplete() {
    return true;
  }

  @Override
  public boolean readsTextAsBytes() {
    return true;
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
