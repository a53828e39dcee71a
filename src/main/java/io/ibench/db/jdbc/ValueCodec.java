package io.ibench.db.jdbc;

import io.ibench.db.ColumnType;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * How a product's times and floating-point numbers travel, which ibench knows as whole numbers. Of
 * one thread: it may remember what it converted last.
 */
public interface ValueCodec {

  /** Binds milliseconds since 1970 UTC, in whole seconds. */
  void bindTime(PreparedStatement statement, int position, long epochMillis) throws SQLException;

  long readTime(ResultSet results, int position) throws SQLException;

  /** Binds a number of hundredths. */
  void bindFloat(PreparedStatement statement, int position, long hundredths) throws SQLException;

  long readFloat(ResultSet results, int position) throws SQLException;

  /** A value in the product's SQL, which compares with a column as the same value bound would. */
  String literal(ColumnType type, long value);

  /** Whether values of this type are bound as 64-bit numbers, without asking {@link #bind}. */
  default boolean isBoundAsLong(ColumnType type) {
    return type.isWholeNumber();
  }

  /** Binds a value of a column of this type, which is not BYTES. */
  default void bind(PreparedStatement statement, int position, ColumnType type, long value)
      throws SQLException {
    switch (type) {
      case TIME -> bindTime(statement, position, value);
      case FLOAT -> bindFloat(statement, position, value);
      default -> statement.setLong(position, value);
    }
  }

  /** Reads a value of a column of this type, which is not BYTES. */
  default long read(ResultSet results, int position, ColumnType type) throws SQLException {
    return switch (type) {
      case TIME -> readTime(results, position);
      case FLOAT -> readFloat(results, position);
      default -> results.getLong(position);
    };
  }
}
