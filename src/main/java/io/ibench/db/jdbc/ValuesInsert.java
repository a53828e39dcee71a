package io.ibench.db.jdbc;

import io.ibench.db.Command;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * Inserts several rows with one multi-row VALUES statement, which is one trip on every product, or
 * with as few of them as its parameters allow. The full statement is prepared at once; the last
 * shorter one is prepared anew when its length changes.
 */
final class ValuesInsert extends BatchInsert {

  private final StatementPreparer preparer;
  private final Sql sql;
  private final Command.Insert insert;
  private final int mostRows;
  private PreparedStatement full;
  private PreparedStatement shorter;
  private int shorterRows;

  ValuesInsert(StatementPreparer preparer, Sql sql, Command.Insert insert, Failures failures) {
    super(insert, Binder.of(sql, insert), failures);
    this.preparer = preparer;
    this.sql = sql;
    this.insert = insert;
    mostRows = Math.min(insert.maxBatch(), sql.mostParameters() / insert.columns().size());
  }

  @Override
  public void reprepare() throws SQLException {
    shorterRows = 0;
    shorter = null;
    full = preparer.prepare(sql.insert(insert, mostRows));
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
  public boolean isAlwaysOneStatement() {
    return mostRows == insert.maxBatch();
  }

  @Override
  public boolean isOneStatement() {
    return rows() <= mostRows;
  }

  @Override
  public int position(int cell, int parameter) {
    return cell + 1;
  }

  @Override
  public void rowBound(PreparedStatement statement) {}

  @Override
  public int insert() throws SQLException {
    if (isBound() && rows() == mostRows) {
      return full.executeUpdate();
    }
    int inserted = 0;
    for (int first = 0; first < rows(); first += mostRows) {
      int count = Math.min(mostRows, rows() - first);
      PreparedStatement statement = statement(count);
      bind(statement, first, count);
      inserted += statement.executeUpdate();
    }
    return inserted;
  }

  private PreparedStatement statement(int rows) throws SQLException {
    if (rows == mostRows) {
      return full;
    }
    if (shorterRows != rows) {
      if (shorter != null) {
        shorter.close();
      }
      shorterRows = 0;
      shorter = preparer.prepare(sql.insert(insert, rows));
      shorterRows = rows;
    }
    return shorter;
  }
}
