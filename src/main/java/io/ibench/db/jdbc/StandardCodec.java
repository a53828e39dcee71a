package io.ibench.db.jdbc;

import io.ibench.db.ColumnType;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.LocalDateTime;

/**
 * Times as TIMESTAMP in UTC, and hundredths as 4-byte floating-point numbers, with literals of
 * standard SQL. Not thread-safe.
 */
public class StandardCodec extends DateTimeCodec {

  private final String floatType;
  private final boolean timestampLiterals;
  private long lastMillis;
  private LocalDateTime lastTime = time(0);
  private Timestamp lastTimestamp = new Timestamp(0);

  public StandardCodec() {
    this("REAL");
  }

  /**
   * For another type of FLOAT columns.
   *
   * @param floatType the product's type, of 4 bytes
   */
  public StandardCodec(String floatType) {
    this(floatType, true);
  }

  /**
   * For a product that may lack standard SQL's literals.
   *
   * @param timestampLiterals whether it has TIMESTAMP '...'
   */
  public StandardCodec(String floatType, boolean timestampLiterals) {
    this.floatType = floatType;
    this.timestampLiterals = timestampLiterals;
  }

  /** Caches the last time: all rows of a batch have the same one. */
  @Override
  public final void bindTime(PreparedStatement statement, int position, long epochMillis)
      throws SQLException {
    if (epochMillis != lastMillis) {
      lastTime = time(epochMillis);
      lastTimestamp = new Timestamp(epochMillis);
      lastMillis = epochMillis;
    }
    if (takesTimestampsOnly()) {
      bindTimestamp(statement, position, lastTimestamp);
      return;
    }
    try {
      statement.setObject(position, lastTime);
    } catch (SQLException e) {
      bindRefused(statement, position, e);
    }
  }

  private void bindRefused(PreparedStatement statement, int position, SQLException refusal)
      throws SQLException {
    try {
      bindTimestamp(statement, position, lastTimestamp);
    } catch (SQLException e) {
      refusal.addSuppressed(e);
      throw refusal;
    }
  }

  @Override
  public String literal(ColumnType type, long value) {
    return switch (type) {
      case TIME ->
          timestampLiterals
              ? "TIMESTAMP '" + text(value) + "'"
              : "CAST('" + text(value) + "' AS TIMESTAMP)";
      case FLOAT -> "CAST(" + value / 100.0 + " AS " + floatType + ")";
      default -> Long.toString(value);
    };
  }
}
