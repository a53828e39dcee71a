package io.ibench.db.jdbc;

import io.ibench.db.Command;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Inserts several rows with one multi-row VALUES statement, which is one round trip on every
 * product, or with several when there are too many parameters. The full-length statement is
 * prepared first; the last, shorter one is prepared again when its length changes. Not thread-safe.
 */
final class ValuesInsert extends BatchInsert {

  private final Preparer preparer;
  private final Sql sql;
  private final Command.Insert insert;
  private final int maxRowsPerStatement;
  private @Nullable PreparedStatement full;
  private @Nullable PreparedStatement shorter;
  private int shorterRows;

  ValuesInsert(Preparer preparer, Sql sql, Command.Insert insert, Failures failures) {
    super(insert, Binder.of(sql, insert), failures);
    this.preparer = preparer;
    this.sql = sql;
    this.insert = insert;
    maxRowsPerStatement =
        Math.min(insert.maxBatch(), sql.maxParameters() / insert.columns().size());
  }

  @Override
  public void reprepare() throws SQLException {
    shorterRows = 0;
    shorter = null;
    full = preparer.prepare(sql.insert(insert, maxRowsPerStatement));
    bindTo(isAlwaysOneStatement() ? full : null);
  }

  @Override
  public void release() throws SQLException {
    PreparedStatement released = full;
    PreparedStatement alsoReleased = shorter;
    full = null;
    bindTo(null);
    shorter = null;
    shorterRows = 0;
    if (alsoReleased != null) {
      alsoReleased.close();
    }
    if (released != null) {
      released.close();
    }
  }

  @Override
  boolean hasClosedStatement() {
    return JdbcPrepared.isClosed(full) || JdbcPrepared.isClosed(shorter);
  }

  @Override
  public boolean isAlwaysOneStatement() {
    return maxRowsPerStatement == insert.maxBatch();
  }

  @Override
  public boolean isOneStatement() {
    return rows() <= maxRowsPerStatement;
  }

  @Override
  public int position(int cell, int parameter) {
    return cell + 1;
  }

  @Override
  public int insert() throws SQLException {
    if (isBound() && rows() == maxRowsPerStatement) {
      return Objects.requireNonNull(full).executeUpdate();
    }
    int inserted = 0;
    for (int first = 0; first < rows(); first += maxRowsPerStatement) {
      int count = Math.min(maxRowsPerStatement, rows() - first);
      PreparedStatement statement = statement(count);
      bind(statement, first, count);
      inserted += statement.executeUpdate();
    }
    return inserted;
  }

  private PreparedStatement statement(int rows) throws SQLException {
    if (rows == maxRowsPerStatement) {
      return Objects.requireNonNull(full);
    }
    if (shorterRows != rows) {
      if (shorter != null) {
        shorter.close();
      }
      shorterRows = 0;
      shorter = preparer.prepare(sql.insert(insert, rows));
      shorterRows = rows;
    }
    return Objects.requireNonNull(shorter);
  }
}
