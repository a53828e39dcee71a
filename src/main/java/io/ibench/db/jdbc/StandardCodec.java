package io.ibench.db.jdbc;

import io.ibench.db.ColumnType;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.LocalDateTime;

/**
 * Times as TIMESTAMP in UTC, and hundredths as 4-byte floating-point numbers, with literals of
 * standard SQL. Not thread-safe.
 */
public class StandardCodec extends DateTimeCodec {

  private final String floatType;
  private long lastMillis;
  private LocalDateTime lastTime = time(0);

  public StandardCodec() {
    this("REAL");
  }

  /**
   * For another type of FLOAT columns.
   *
   * @param floatType the product's type, of 4 bytes
   */
  public StandardCodec(String floatType) {
    this.floatType = floatType;
  }

  /** Caches the last time: all rows of a batch have the same one. */
  @Override
  public final void bindTime(PreparedStatement statement, int position, long epochMillis)
      throws SQLException {
    if (epochMillis != lastMillis) {
      lastTime = time(epochMillis);
      lastMillis = epochMillis;
    }
    statement.setObject(position, lastTime);
  }

  @Override
  public String literal(ColumnType type, long value) {
    return switch (type) {
      case TIME -> "TIMESTAMP '" + text(value) + "'";
      case FLOAT -> "CAST(" + value / 100.0 + " AS " + floatType + ")";
      default -> Long.toString(value);
    };
  }
}
