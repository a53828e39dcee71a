package io.ibench.db.postgres;

import io.ibench.db.Column;
import io.ibench.db.ColumnType;
import io.ibench.db.Command;
import io.ibench.db.jdbc.BatchInsert;
import io.ibench.db.jdbc.Binder;
import io.ibench.db.jdbc.Failures;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.postgresql.core.Oid;

/**
 * Inserts several rows with one statement that has an array for each column. It is the same
 * statement for batches of all lengths, takes one round trip, and inserts all rows or no row. COPY
 * is a little faster on the server, but takes two round trips and cannot be prepared. Not
 * thread-safe.
 */
final class UnnestInsert extends BatchInsert {

  private final Preparer preparer;
  private final String text;
  private final ColumnType[] types;
  private final BinaryValue[] arrays;
  private @Nullable PreparedStatement statement;

  UnnestInsert(Preparer preparer, PostgresSql sql, Command.Insert insert, Failures failures) {
    super(insert, Binder.of(sql, insert), failures);
    this.preparer = preparer;
    this.text = sql.insertArrays(insert);
    List<Column> columns = insert.parameters();
    types = columns.stream().map(Column::type).toArray(ColumnType[]::new);
    arrays = new BinaryValue[types.length];
    for (int column = 0; column < types.length; column++) {
      arrays[column] = new BinaryValue(arrayType(types[column]));
    }
  }

  private static String arrayType(ColumnType type) {
    return switch (type) {
      case LONG, INT -> "_int8";
      case SIGNED -> "_int4";
      case BYTE -> "_int2";
      case TIME -> "_timestamp";
      case FLOAT -> "_float4";
      case BYTES -> "_bytea";
      case CHAR -> "_bpchar";
      case VARCHAR -> "_varchar";
    };
  }

  private static int elementOid(ColumnType type) {
    return switch (type) {
      case LONG, INT -> Oid.INT8;
      case SIGNED -> Oid.INT4;
      case BYTE -> Oid.INT2;
      case TIME -> Oid.TIMESTAMP;
      case FLOAT -> Oid.FLOAT4;
      case BYTES -> Oid.BYTEA;
      case CHAR -> Oid.BPCHAR;
      case VARCHAR -> Oid.VARCHAR;
    };
  }

  @Override
  public void reprepare() throws SQLException {
    statement = preparer.prepare(text);
  }

  @Override
  public void release() throws SQLException {
    PreparedStatement released = statement;
    statement = null;
    if (released != null) {
      released.close();
    }
  }

  @Override
  public boolean isOneStatement() {
    return true;
  }

  @Override
  public boolean isAlwaysOneStatement() {
    return true;
  }

  @Override
  public int position(int cell, int parameter) {
    throw new IllegalStateException("values are bound as whole columns");
  }

  @Override
  public void rowBound(PreparedStatement present) {
    throw new IllegalStateException("values are bound as whole columns");
  }

  @Override
  public int insert() throws SQLException {
    for (int column = 0; column < arrays.length; column++) {
      fill(arrays[column], column);
      Objects.requireNonNull(statement).setObject(column + 1, arrays[column]);
    }
    return Objects.requireNonNull(statement).executeUpdate();
  }

  private void fill(BinaryValue array, int column) {
    ColumnType type = types[column];
    array.array(elementOid(type), rows());
    for (int row = 0; row < rows(); row++) {
      switch (type) {
        case LONG, INT -> array.addLong(number(row, column));
        case SIGNED -> array.addInt(number(row, column));
        case BYTE -> array.addShort(number(row, column));
        case TIME -> array.addTime(number(row, column));
        case FLOAT -> array.addFloat(number(row, column) / 100f);
        case BYTES, CHAR, VARCHAR -> array.addBytes(payload(row, column));
      }
    }
  }
}
