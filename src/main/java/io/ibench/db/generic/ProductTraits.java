package io.ibench.db.generic;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.ArrayList;
import java.util.List;

/**
 * What a driver reports about its product. Immutable.
 *
 * @param lostCommits how the product may lose acknowledged commits; empty: not known to
 * @param quote around a name; empty: the product has no quotes
 * @param rowLocks whether it has SELECT ... FOR UPDATE
 * @param types all types, the driver's best first; empty: the driver does not report them
 */
record ProductTraits(
    KnownProduct product,
    String lostCommits,
    String quote,
    boolean rowLocks,
    List<TypeInfo> types) {

  /**
   * A type.
   *
   * @param jdbcType a number of {@link java.sql.Types}
   * @param maxLength 0: unknown
   * @param hasLength whether a length in brackets may follow the name
   */
  record TypeInfo(String name, int jdbcType, long maxLength, boolean hasLength) {

    boolean keeps(int length) {
      return maxLength <= 0 || maxLength >= length;
    }

    /** Some names have brackets for it in their middle, such as Derby's for bytes. */
    String withLength(int length) {
      String brackets = "(" + length + ")";
      return name.contains("()") ? name.replace("()", brackets) : name + brackets;
    }
  }

  ProductTraits {
    types = List.copyOf(types);
  }

  static ProductTraits of(Connection connection, String url) throws SQLException {
    DatabaseMetaData metaData = connection.getMetaData();
    String quote = String.valueOf(metaData.getIdentifierQuoteString()).strip();
    KnownProduct product = KnownProduct.of(connection);
    return new ProductTraits(
        product,
        product.lostCommits(connection, url),
        quote,
        metaData.supportsSelectForUpdate(),
        types(metaData));
  }

  private static List<TypeInfo> types(DatabaseMetaData metaData) throws SQLException {
    List<TypeInfo> types = new ArrayList<>();
    try (ResultSet found = metaData.getTypeInfo()) {
      while (found.next()) {
        String parameters = found.getString("CREATE_PARAMS");
        types.add(
            new TypeInfo(
                found.getString("TYPE_NAME"),
                found.getInt("DATA_TYPE"),
                found.getLong("PRECISION"),
                parameters != null && !parameters.isBlank()));
      }
    } catch (SQLFeatureNotSupportedException e) {
      return List.of();
    }
    return types;
  }
}
