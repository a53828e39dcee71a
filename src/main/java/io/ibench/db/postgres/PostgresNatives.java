package io.ibench.db.postgres;

import io.ibench.db.DatabaseException;
import io.ibench.db.Native;
import io.ibench.db.jdbc.Failures;
import io.ibench.db.jdbc.NativeStatement;
import io.ibench.db.jdbc.Natives;
import java.sql.Connection;
import java.sql.ParameterMetaData;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import org.jspecify.annotations.Nullable;
import org.postgresql.core.BaseConnection;
import org.postgresql.core.Field;
import org.postgresql.jdbc.PgResultSetMetaData;

/**
 * Statements in PostgreSQL's language. The server infers the types of parameters when a statement
 * is prepared, and values are bound as these types: numbers in binary where the driver can,
 * everything else as text whose type the server knows.
 */
final class PostgresNatives extends Natives {

  private final boolean unnamed;

  /**
   * @param unnamed the server knows no statement by a name
   */
  PostgresNatives(Connection connection, Failures failures, boolean unnamed) {
    super(connection, failures);
    this.unnamed = unnamed;
  }

  /** What the driver's own method returns, which always names the statement. */
  private @Nullable ResultSetMetaData described(String text) throws SQLException {
    Field[] fields = StatementDescription.of(connection(), text, true);
    return fields.length == 0
        ? null
        : new PgResultSetMetaData(connection().unwrap(BaseConnection.class), fields);
  }

  @Override
  protected NativeStatement create(Native statement) {
    return new Inferred(this, statement);
  }

  private static final class Inferred extends NativeStatement {

    /** From here on the server writes a float8, or a float4, with an exponent. */
    private static final double EXPONENT_OF_DOUBLE = 1e15;

    private static final double EXPONENT_OF_REAL = 1e6;

    private final PostgresNatives owner;
    private final String text;
    private final int parameters;
    private int[] types = new int[0];
    private String[] names = new String[0];

    /** By column, the numbers from which on the server writes an exponent; 0: no float. */
    private double[] exponents = new double[0];

    Inferred(PostgresNatives owner, Native definition) {
      super(owner, definition);
      this.owner = owner;
      text = definition.text();
      parameters = definition.parameters();
    }

    @Override
    protected @Nullable ResultSetMetaData metaData() throws SQLException {
      return owner.unnamed ? owner.described(text) : super.metaData();
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

    /** The driver takes money for a double, which would lose digits. */
    @Override
    protected int type(ResultSetMetaData metaData, int column) throws SQLException {
      if (exponents.length < column) {
        exponents = new double[metaData.getColumnCount()];
      }
      exponents[column - 1] =
          switch (metaData.getColumnType(column)) {
            case Types.DOUBLE -> EXPONENT_OF_DOUBLE;
            case Types.REAL -> EXPONENT_OF_REAL;
            default -> 0;
          };
      return metaData.getColumnTypeName(column).equals("money")
          ? Types.OTHER
          : super.type(metaData, column);
    }

    /** As the server writes it, whether the driver gets it as text or in binary. */
    @Override
    protected double keptDouble(ResultSet results, int column) throws SQLException {
      String text = results.getString(column + 1);
      return text == null ? 0 : Double.parseDouble(text);
    }

    /** pgbench takes a number for a whole one if the server writes it without a point. */
    @Override
    protected int keptType(ResultSet results, int column) throws SQLException {
      int type = super.keptType(results, column);
      if (type != Types.DOUBLE) {
        return type;
      }
      double value = keptDouble(results, column);
      return value == Math.rint(value) && Math.abs(value) < exponents[column]
          ? Types.BIGINT
          : Types.DOUBLE;
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
          case Types.REAL -> statement().setFloat(at, (float) value);
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
    public void setDecimal(int parameter, String value) throws DatabaseException {
      setText(parameter, value);
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
