package io.ibench.db.generic;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a driver reports about its product. Immutable.
 *
 * @param warnings what a reader of a result must know of the product
 * @param file of a database inside the client, if it is known
 * @param quote around a name; empty: the product has no quotes
 * @param rowLocks whether it has SELECT ... FOR UPDATE
 * @param types all types, the driver's best first; empty: the driver does not report them
 */
record ProductTraits(
    KnownProduct product,
    List<String> warnings,
    Optional<Path> file,
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

  private static final String NO_TRANSACTIONS =
      "the driver says that the product has no transactions: each statement is kept by itself, and"
          + " a rollback undoes nothing";

  ProductTraits {
    warnings = List.copyOf(warnings);
    types = List.copyOf(types);
  }

  static ProductTraits of(Connection connection, String url) throws SQLException {
    DatabaseMetaData metaData = connection.getMetaData();
    String quote = String.valueOf(metaData.getIdentifierQuoteString()).strip();
    KnownProduct product = KnownProduct.of(connection);
    return new ProductTraits(
        product,
        warnings(product, product.lostCommits(connection, url), metaData.supportsTransactions()),
        product == KnownProduct.DUCKDB ? DuckDb.file(connection) : Optional.empty(),
        quote,
        metaData.supportsSelectForUpdate(),
        types(metaData));
  }

  private static List<String> warnings(
      KnownProduct product, String lostCommits, boolean transactions) {
    List<String> warnings = new ArrayList<>();
    if (product == KnownProduct.DUCKDB) {
      warnings.add(DuckDb.LOST_UPDATES);
    }
    if (!lostCommits.isEmpty()) {
      warnings.add(lostCommits);
    }
    if (!transactions) {
      warnings.add(NO_TRANSACTIONS);
    }
    return warnings;
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
