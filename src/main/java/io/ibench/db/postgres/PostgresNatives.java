package io.ibench.db.postgres;

import io.ibench.db.DatabaseException;
import io.ibench.db.Native;
import io.ibench.db.jdbc.Failures;
import io.ibench.db.jdbc.NativeStatement;
import io.ibench.db.jdbc.Natives;
import java.sql.Connection;
import java.sql.ParameterMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;

/**
 * Statements in PostgreSQL's language. The server infers the types of parameters when a statement
 * is prepared, and values are bound as these types: numbers in binary where the driver can,
 * everything else as text whose type the server knows.
 */
final class PostgresNatives extends Natives {

  PostgresNatives(Connection connection, Failures failures) {
    super(connection, failures);
  }

  @Override
  protected NativeStatement create(Native statement) {
    return new Inferred(this, statement);
  }

  private static final class Inferred extends NativeStatement {

    private final int parameters;
    private int[] types = new int[0];
    private String[] names = new String[0];

    Inferred(Natives owner, Native definition) {
      super(owner, definition);
      parameters = definition.parameters();
    }

    /** The driver asks the server here, once. */
    @Override
    protected void prepare() throws SQLException {
      super.prepare();
      ParameterMetaData metaData = statement().getParameterMetaData();
      if (metaData.getParameterCount() != parameters) {
        throw new SQLException(
            "the driver finds "
                + metaData.getParameterCount()
                + " parameters, the text has "
                + parameters);
      }
      types = new int[parameters];
      names = new String[parameters];
      for (int i = 0; i < parameters; i++) {
        types[i] = metaData.getParameterType(i + 1);
        names[i] = metaData.getParameterTypeName(i + 1);
      }
    }

    @Override
    public void setLong(int parameter, long value) throws DatabaseException {
      try {
        int at = parameter + 1;
        switch (types[parameter]) {
          case Types.BIGINT -> statement().setLong(at, value);
          case Types.INTEGER -> {
            requireExact(value == (int) value, value, parameter);
            statement().setInt(at, (int) value);
          }
          case Types.SMALLINT -> {
            requireExact(value == (short) value, value, parameter);
            statement().setShort(at, (short) value);
          }
          case Types.DOUBLE -> statement().setDouble(at, value);
          case Types.REAL -> statement().setFloat(at, value);
          case Types.BIT, Types.BOOLEAN -> statement().setBoolean(at, value != 0);
          default -> setUntyped(at, Long.toString(value));
        }
      } catch (SQLException e) {
        throw unbound(e);
      }
    }

    @Override
    protected long hash(long hash, ResultSet results, int column) throws SQLException {
      return isText(column) ? hashText(hash, results, column) : super.hash(hash, results, column);
    }

    private void requireExact(boolean exact, Object value, int parameter) throws DatabaseException {
      if (!exact) {
        throw outOfRange(value, parameter, names[parameter]);
      }
    }

    private void setUntyped(int at, String text) throws SQLException {
      statement().setObject(at, text, Types.OTHER);
    }

    @Override
    public void setDouble(int parameter, double value) throws DatabaseException {
      try {
        int at = parameter + 1;
        switch (types[parameter]) {
          case Types.DOUBLE -> statement().setDouble(at, value);
          case Types.REAL -> statement().setFloat(at, (float) value);
          case Types.BIGINT, Types.INTEGER, Types.SMALLINT, Types.BIT, Types.BOOLEAN -> {
            requireExact(value == Math.rint(value) && Math.abs(value) < 1L << 62, value, parameter);
            setLong(parameter, (long) value);
          }
          default -> setUntyped(at, Double.toString(value));
        }
      } catch (SQLException e) {
        throw unbound(e);
      }
    }

    @Override
    public void setBoolean(int parameter, boolean value) throws DatabaseException {
      try {
        switch (types[parameter]) {
          case Types.BIT, Types.BOOLEAN -> statement().setBoolean(parameter + 1, value);
          case Types.BIGINT, Types.INTEGER, Types.SMALLINT -> setLong(parameter, value ? 1 : 0);
          default -> setUntyped(parameter + 1, value ? "true" : "false");
        }
      } catch (SQLException e) {
        throw unbound(e);
      }
    }

    /** Without a type: as varchar it would not compare like a value of type char, for instance. */
    @Override
    public void setText(int parameter, String value) throws DatabaseException {
      try {
        setUntyped(parameter + 1, value);
      } catch (SQLException e) {
        throw unbound(e);
      }
    }

    @Override
    public void setNull(int parameter) throws DatabaseException {
      try {
        statement().setNull(parameter + 1, Types.NULL);
      } catch (SQLException e) {
        throw unbound(e);
      }
    }
  }
}
