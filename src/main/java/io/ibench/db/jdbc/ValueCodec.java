package io.ibench.db.jdbc;

import io.ibench.db.ColumnType;
import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * Converts between ibench's numbers and a product's times and floating-point numbers. Not
 * thread-safe: it may cache the last value.
 */
public interface ValueCodec {

  /** Binds milliseconds since 1970 UTC, a multiple of 1000. */
  void bindTime(PreparedStatement statement, int position, long epochMillis) throws SQLException;

  long readTime(ResultSet results, int position) throws SQLException;

  /** Binds a number of hundredths. */
  void bindFloat(PreparedStatement statement, int position, long hundredths) throws SQLException;

  long readFloat(ResultSet results, int position) throws SQLException;

  /**
   * Binds ASCII text.
   *
   * @param type CHAR or VARCHAR
   */
  default void bindText(PreparedStatement statement, int position, ColumnType type, byte[] ascii)
      throws SQLException {
    statement.setString(position, new String(ascii, StandardCharsets.ISO_8859_1));
  }

  /**
   * Whether the driver's getBytes returns the ASCII of a text, and makes no String. Every driver
   * has getString; many refuse getBytes for a text.
   */
  default boolean readsTextAsBytes() {
    return false;
  }

  /**
   * Whether a row that the driver has moved to has all of its values in the client's memory, so
   * that reading them asks the server for nothing.
   */
  default boolean rowsAreComplete() {
    return false;
  }

  /** A literal in the product's SQL that compares with a column like the same bound value. */
  String literal(ColumnType type, long value);

  /** Whether values of this type are bound as 64-bit numbers, without {@link #bind}. */
  default boolean isBoundAsLong(ColumnType type) {
    return type.isWholeNumber();
  }

  /** Binds a number of this type. */
  default void bind(PreparedStatement statement, int position, ColumnType type, long value)
      throws SQLException {
    switch (type) {
      case TIME -> bindTime(statement, position, value);
      case FLOAT -> bindFloat(statement, position, value);
      default -> statement.setLong(position, value);
    }
  }

  /** Reads a number of this type. */
  default long read(ResultSet results, int position, ColumnType type) throws SQLException {
    return switch (type) {
      case TIME -> readTime(results, position);
      case FLOAT -> readFloat(results, position);
      default -> results.getLong(position);
    };
  }
}
