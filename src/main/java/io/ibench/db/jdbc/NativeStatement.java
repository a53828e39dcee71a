package io.ibench.db.jdbc;

import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.Native;
import io.ibench.db.Native.Control;
import io.ibench.db.NativeKind;
import io.ibench.db.NativePrepared;
import io.ibench.db.RowHash;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A statement in the product's own language as one JDBC statement. It reads every column of every
 * row. Its own code allocates nothing, but a string for each value that is no whole number.
 * Confined to the session's thread.
 */
public class NativeStatement implements NativePrepared {

  /** What NULL is in a hash. */
  private static final long NULL = 0x4E554C4CL;

  private static final int FIRST_BYTES = 256;

  /** A number of so many digits always has 64 bits. */
  private static final int SURE_DIGITS = 18;

  private final Natives owner;
  private final Native definition;

  @SuppressWarnings("NullAway.Init") // prepare() comes first
  private PreparedStatement statement;

  private List<String> columns = List.of();
  private int[] types = new int[0];
  private boolean read;

  /** The driver has closed the statement when it failed. */
  private boolean closed;

  private long resultHash;
  private byte[] buffer = new byte[FIRST_BYTES];

  /** Some drivers take a NULL only in the parameter's type. */
  private boolean typedNulls;

  private int batched;
  private int kept;
  private NativeKind[] keptKinds = new NativeKind[0];
  private long[] keptNumbers = new long[0];
  private String[] keptTexts = new String[0];

  protected NativeStatement(Natives owner, Native definition) {
    this.owner = owner;
    this.definition = definition;
  }

  /** Prepares it on its owner's connection. */
  protected void prepare() throws SQLException {
    String text = definition.text();
    statement = owner.prepareNow(text.isEmpty() ? owner.usual(definition.control()) : text);
    batched = 0;
    if (definition.control() == Control.NONE) {
      describe(metaData());
    }
  }

  /** The columns of the prepared statement; null if they are not known yet. */
  protected @Nullable ResultSetMetaData metaData() throws SQLException {
    return statement.getMetaData();
  }

  /** Some drivers know the columns before the first execution. */
  private void describe(@Nullable ResultSetMetaData metaData) throws SQLException {
    int count = metaData == null ? 0 : columns(metaData);
    read = count > 0;
    if (count == types.length && count == columns.size() && count == 0) {
      return;
    }
    List<String> names = new ArrayList<>();
    types = new int[count];
    for (int i = 0; i < count; i++) {
      names.add(Objects.requireNonNull(metaData).getColumnLabel(i + 1));
      types[i] = type(metaData, i + 1);
    }
    columns = List.copyOf(names);
  }

  /** The number of columns. */
  protected int columns(ResultSetMetaData metaData) throws SQLException {
    return metaData.getColumnCount();
  }

  /** A type of {@link Types}, by which the values of a column are read. */
  protected int type(ResultSetMetaData metaData, int column) throws SQLException {
    int type = metaData.getColumnType(column);
    return switch (type) {
      case Types.TINYINT, Types.SMALLINT, Types.INTEGER -> Types.BIGINT;
      case Types.BIGINT -> metaData.isSigned(column) ? Types.BIGINT : Types.DECIMAL;
      case Types.BIT -> metaData.getPrecision(column) > 1 ? Types.BINARY : Types.BOOLEAN;
      case Types.REAL, Types.FLOAT, Types.DOUBLE -> Types.DOUBLE;
      case Types.NUMERIC -> Types.DECIMAL;
      case Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB -> Types.BINARY;
      default -> type;
    };
  }

  /** The driver's statement; a new one after the driver has closed the last one, which failed. */
  private PreparedStatement open() throws SQLException {
    if (closed) {
      prepare();
      closed = false;
    }
    return statement;
  }

  /** The driver's statement, to bind values. */
  protected final PreparedStatement statement() {
    return statement;
  }

  /** Binds a value. */
  protected interface Binding {
    void bind() throws SQLException;
  }

  /** A failure to bind a value. */
  protected final DatabaseException unbound(SQLException failure) {
    return owner.failures().of(failure);
  }

  /** A number that the parameter's type cannot hold. */
  protected static DatabaseException outOfRange(Object value, int parameter, String type) {
    return new DatabaseException(
        FailureKind.FATAL,
        value + " is no value of parameter " + (parameter + 1) + ", whose type is " + type);
  }

  @Override
  public void setLong(int parameter, long value) throws DatabaseException {
    try {
      open().setLong(parameter + 1, value);
    } catch (SQLException e) {
      throw unbound(e);
    }
  }

  @Override
  public void setDouble(int parameter, double value) throws DatabaseException {
    try {
      open().setDouble(parameter + 1, value);
    } catch (SQLException e) {
      throw unbound(e);
    }
  }

  @Override
  public void setDecimal(int parameter, String value) throws DatabaseException {
    try {
      open().setBigDecimal(parameter + 1, new BigDecimal(value));
    } catch (SQLException e) {
      throw unbound(e);
    }
  }

  @Override
  public void setBoolean(int parameter, boolean value) throws DatabaseException {
    setLong(parameter, value ? 1 : 0);
  }

  @Override
  public void setText(int parameter, String value) throws DatabaseException {
    try {
      open().setString(parameter + 1, value);
    } catch (SQLException e) {
      throw unbound(e);
    }
  }

  @Override
  public void setBytes(int parameter, byte[] value) throws DatabaseException {
    try {
      open().setBytes(parameter + 1, value);
    } catch (SQLException e) {
      throw unbound(e);
    }
  }

  @Override
  public void setNull(int parameter) throws DatabaseException {
    try {
      if (!typedNulls) {
        open().setNull(parameter + 1, Types.NULL);
        return;
      }
    } catch (SQLException e) {
      typedNulls = true;
    }
    try {
      int type = open().getParameterMetaData().getParameterType(parameter + 1);
      statement.setNull(parameter + 1, type);
    } catch (SQLException e) {
      throw unbound(e);
    }
  }

  @Override
  public final void addBatch(int row) throws DatabaseException {
    try {
      if (row == 0 && batched > 0) {
        open().clearBatch();
      }
      batched = row;
      open().addBatch();
      batched++;
    } catch (SQLException e) {
      throw unbound(e);
    }
  }

  @Override
  public final int execute() throws DatabaseException {
    if (definition.control() != Control.NONE) {
      owner.control(definition.control(), definition.text(), this);
      return 0;
    }
    boolean alone = !owner.isOpen() && !read;
    if (alone) {
      owner.enter("");
    }
    try {
      open();
      return executeBound();
    } catch (SQLException e) {
      closed |= JdbcPrepared.isClosed(statement);
      throw owner.failed(e, read);
    } finally {
      if (alone) {
        owner.release();
      }
    }
  }

  /** Executes a statement that begins or ends a transaction. */
  protected void executeControl() throws SQLException {
    statement.execute();
  }

  private int executeBound() throws SQLException {
    kept = 0;
    resultHash = 0;
    if (batched > 0) {
      return executeBatch();
    }
    if (statement.execute()) {
      try (ResultSet results = statement.getResultSet()) {
        int rows = read(results);
        read = true; // Also rows without columns.
        return rows;
      }
    }
    read = false;
    return Math.max(0, statement.getUpdateCount());
  }

  /** Some drivers do not tell how many rows each of its statements has changed: it was one. */
  private int executeBatch() throws SQLException {
    read = false;
    int rows = 0;
    for (int count : statement.executeBatch()) {
      rows += count == Statement.SUCCESS_NO_INFO ? 1 : count;
    }
    batched = 0;
    return rows;
  }

  private int read(ResultSet results) throws SQLException {
    if (!read) {
      describe(results.getMetaData());
    }
    int rows = 0;
    long sum = 0;
    while (results.next()) {
      sum += RowHash.end(hash(results), 0, false);
      if (definition.keptRows() != 0) {
        keep(results, rows);
      }
      rows++;
    }
    resultHash = sum;
    return rows;
  }

  private long hash(ResultSet results) throws SQLException {
    long hash = 0;
    for (int i = 0; i < types.length; i++) {
      hash = hash(hash, results, i);
    }
    return hash;
  }

  /** Adds a value to the hash of its row. */
  protected long hash(long hash, ResultSet results, int column) throws SQLException {
    switch (types[column]) {
      case Types.BIGINT -> {
        long number = results.getLong(column + 1);
        return RowHash.number(hash, column, number == 0 && results.wasNull() ? NULL : number);
      }
      case Types.BOOLEAN -> {
        boolean flag = results.getBoolean(column + 1);
        return RowHash.number(hash, column, flag ? 1 : results.wasNull() ? NULL : 0);
      }
      case Types.BINARY -> {
        return hash(hash, results.getBytes(column + 1), column);
      }
      default -> {
        return hash(hash, results.getString(column + 1), column);
      }
    }
  }

  /**
   * Adds a text to the hash of its row by the bytes that the server has sent, without a string. For
   * drivers that return these bytes, in a character set that contains ASCII.
   */
  protected final long hashText(long hash, ResultSet results, int column) throws SQLException {
    byte[] sent = results.getBytes(column + 1);
    if (sent != null) {
      for (byte each : sent) {
        if (each < 0) {
          return hash(hash, results.getString(column + 1), column);
        }
      }
    }
    return hash(hash, sent, column);
  }

  /** Whether a column is a text of some length. */
  protected final boolean isText(int column) {
    return types[column] == Types.CHAR
        || types[column] == Types.VARCHAR
        || types[column] == Types.LONGVARCHAR;
  }

  /** Adds bytes to the hash of their row. */
  protected static long hash(long hash, byte @Nullable [] value, int column) {
    return value == null
        ? RowHash.number(hash, column, NULL)
        : RowHash.bytes(hash, column, value, value.length);
  }

  /** Adds a text to the hash of its row. */
  protected final long hash(long hash, @Nullable String value, int column) {
    if (value == null) {
      return RowHash.number(hash, column, NULL);
    }
    int length = value.length();
    if (length > buffer.length) {
      buffer = new byte[2 * length];
    }
    for (int i = 0; i < length; i++) {
      char next = value.charAt(i);
      if (next > 0x7f) {
        return hash(hash, value.getBytes(StandardCharsets.UTF_8), column);
      }
      buffer[i] = (byte) next;
    }
    return RowHash.bytes(hash, column, buffer, length);
  }

  /** Adds a whole number to the hash of its row. */
  protected static long hash(long hash, long value, int column) {
    return RowHash.number(hash, column, value);
  }

  private void keep(ResultSet results, int row) throws SQLException {
    boolean last = definition.keptRows() == Native.LAST_ROW;
    if (!last && row >= definition.keptRows()) {
      return;
    }
    int at = last ? 0 : row * types.length;
    if (at + types.length > keptKinds.length) {
      int length = Math.max(at + types.length, 2 * keptKinds.length);
      keptKinds = Arrays.copyOf(keptKinds, length);
      keptNumbers = Arrays.copyOf(keptNumbers, length);
      keptTexts = Arrays.copyOf(keptTexts, length);
    }
    for (int i = 0; i < types.length; i++) {
      keepValue(results, i, at + i);
    }
    kept = last ? 1 : row + 1;
  }

  private void keepValue(ResultSet results, int column, int at) throws SQLException {
    keptTexts[at] = null;
    switch (keptType(results, column)) {
      case Types.BIGINT -> {
        keptKinds[at] = NativeKind.INTEGER;
        keptNumbers[at] = results.getLong(column + 1);
      }
      case Types.BOOLEAN -> {
        keptKinds[at] = NativeKind.BOOLEAN;
        keptNumbers[at] = results.getBoolean(column + 1) ? 1 : 0;
      }
      case Types.DOUBLE -> {
        keptKinds[at] = NativeKind.DOUBLE;
        keptNumbers[at] = Double.doubleToRawLongBits(keptDouble(results, column));
        keptTexts[at] = results.getString(column + 1);
      }
      case Types.DECIMAL -> keepDecimal(results.getString(column + 1), at);
      default -> {
        keptKinds[at] = NativeKind.TEXT;
        keptTexts[at] = results.getString(column + 1);
      }
    }
    if (results.wasNull()) {
      keptKinds[at] = NativeKind.NULL;
    }
  }

  /** A number of a floating type in the current row. */
  protected double keptDouble(ResultSet results, int column) throws SQLException {
    return results.getDouble(column + 1);
  }

  /** A double would lose digits. */
  private void keepDecimal(String text, int at) {
    if (text == null) {
      return; // The caller finds NULL.
    }
    if (isSurelyLong(text)) {
      keptKinds[at] = NativeKind.INTEGER;
      keptNumbers[at] = Long.parseLong(text);
      return;
    }
    try {
      BigDecimal number = new BigDecimal(text);
      keptKinds[at] = NativeKind.of(number);
      keptNumbers[at] = keptKinds[at] == NativeKind.INTEGER ? number.longValueExact() : 0;
      keptTexts[at] = number.toPlainString();
    } catch (NumberFormatException e) {
      keptNotANumber(text, at);
    }
  }

  /** PostgreSQL's numeric has NaN and infinities. */
  private void keptNotANumber(String text, int at) {
    keptTexts[at] = text;
    try {
      keptNumbers[at] = Double.doubleToRawLongBits(Double.parseDouble(text));
      keptKinds[at] = NativeKind.DOUBLE;
    } catch (NumberFormatException e) {
      keptKinds[at] = NativeKind.TEXT;
    }
  }

  private static boolean isSurelyLong(String text) {
    int begin = text.startsWith("-") ? 1 : 0;
    if (text.length() == begin || text.length() - begin > SURE_DIGITS) {
      return false;
    }
    for (int i = begin; i < text.length(); i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return true;
  }

  /** A type of {@link Types} of the column's value in the current row. */
  protected int keptType(ResultSet results, int column) throws SQLException {
    return types[column];
  }

  @Override
  public final boolean isRead() {
    return read;
  }

  @Override
  public final long resultHash() {
    return resultHash;
  }

  @Override
  public final List<String> columns() {
    return columns;
  }

  @Override
  public final int keptRows() {
    return kept;
  }

  @Override
  public final NativeKind kind(int row, int column) {
    return keptKinds[row * types.length + column];
  }

  @Override
  public final long getLong(int row, int column) {
    return keptNumbers[row * types.length + column];
  }

  @Override
  public final double getDouble(int row, int column) {
    return Double.longBitsToDouble(keptNumbers[row * types.length + column]);
  }

  @Override
  public final String getText(int row, int column) {
    int at = row * types.length + column;
    return switch (keptKinds[at]) {
      case NULL -> "";
      case INTEGER -> Long.toString(keptNumbers[at]);
      case BOOLEAN -> keptNumbers[at] == 1 ? "true" : "false";
      default -> keptTexts[at];
    };
  }
}
