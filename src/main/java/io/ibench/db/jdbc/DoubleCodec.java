package io.ibench.db.jdbc;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * For products whose floating-point columns have 8 bytes, such as HSQLDB's REAL: a 4-byte number is
 * unequal to the 8-byte number nearest to the same hundredths. Not thread-safe.
 */
public final class DoubleCodec extends StandardCodec {

  /**
   * @param floatType the product's type of FLOAT columns
   */
  public DoubleCodec(String floatType) {
    super(floatType);
  }

  /**
   * @param timestampLiterals whether the product has TIMESTAMP '...'
   */
  public DoubleCodec(String floatType, boolean timestampLiterals) {
    super(floatType, timestampLiterals);
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
}
