package io.ibench.db.jdbc;

import io.ibench.db.Column;
import io.ibench.db.ColumnType;
import io.ibench.db.Command;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/** Binds a command's numbers in the product's types. Not thread-safe. */
public final class Binder {

  private final ValueCodec codec;
  private final ColumnType[] types;
  private final boolean[] isLong;
  private final boolean bindsBytesOnce;

  Binder(ValueCodec codec, List<Column> parameters, boolean bindsBytesOnce) {
    this.codec = codec;
    this.bindsBytesOnce = bindsBytesOnce;
    types = parameters.stream().map(Column::type).toArray(ColumnType[]::new);
    isLong = new boolean[types.length];
    for (int i = 0; i < types.length; i++) {
      isLong[i] = codec.isBoundAsLong(types[i]);
    }
  }

  public static Binder of(Sql sql, Command command) {
    return new Binder(sql.codec(), command.parameters(), sql.bindsBytesOnce());
  }

  /**
   * @param position in the statement, from 1
   * @param parameter of the command, from 0
   */
  public void bind(PreparedStatement statement, int position, int parameter, long value)
      throws SQLException {
    if (isLong[parameter]) {
      statement.setLong(position, value);
    } else {
      codec.bind(statement, position, types[parameter], value);
    }
  }

  /**
   * Binds bytes, or ASCII text.
   *
   * @param position in the statement, from 1
   * @param parameter of the command, from 0
   */
  public void bind(PreparedStatement statement, int position, int parameter, byte[] value)
      throws SQLException {
    if (types[parameter].isText()) {
      codec.bindText(statement, position, types[parameter], value);
    } else {
      statement.setBytes(position, value);
    }
  }

  /** See {@link Sql#bindsBytesOnce}. */
  boolean bindsBytesOnce() {
    return bindsBytesOnce;
  }

  boolean isNumber(int parameter) {
    return types[parameter].isNumber();
  }

  public int parameters() {
    return types.length;
  }
}
