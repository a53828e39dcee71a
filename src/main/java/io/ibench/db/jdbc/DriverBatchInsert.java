package io.ibench.db.jdbc;

import io.ibench.db.Command;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Inserts several rows by the driver's batches: a statement of one row with the parameters of all
 * rows. The driver decides how they travel. Not thread-safe.
 */
public class DriverBatchInsert extends BatchInsert {

  private final Preparer preparer;
  private final String text;
  private @Nullable PreparedStatement statement;

  public DriverBatchInsert(Preparer preparer, Sql sql, Command.Insert insert, Failures failures) {
    super(insert, Binder.of(sql, insert), failures);
    this.preparer = preparer;
    this.text = sql.insert(insert, 1);
  }

  @Override
  public final void reprepare() throws SQLException {
    statement = preparer.prepare(text);
    bindTo(statement);
  }

  @Override
  public final void release() throws SQLException {
    PreparedStatement released = statement;
    statement = null;
    bindTo(null);
    if (released != null) {
      released.close();
    }
  }

  @Override
  public boolean isOneStatement() {
    return rows() == 1;
  }

  @Override
  public final int position(int cell, int parameter) {
    return parameter + 1;
  }

  @Override
  public final void rowBound(PreparedStatement current) throws SQLException {
    current.addBatch();
  }

  @Override
  public final int insert() throws SQLException {
    boolean sent = false;
    try {
      for (int row = 0; row < rows() && !isBound(); row++) {
        bind(Objects.requireNonNull(statement), row, 1);
        Objects.requireNonNull(statement).addBatch();
      }
      Objects.requireNonNull(statement).executeBatch();
      sent = true;
      return rows();
    } finally {
      if (!sent) {
        clear();
      }
    }
  }

  /** The failure of the batch counts, not that of a statement that the driver has closed. */
  private void clear() {
    try {
      Objects.requireNonNull(statement).clearBatch();
    } catch (SQLException e) {
      refuse();
    }
  }
}
