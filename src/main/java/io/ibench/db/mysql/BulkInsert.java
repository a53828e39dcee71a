package io.ibench.db.mysql;

import io.ibench.db.Command;
import io.ibench.db.jdbc.BatchInsert;
import io.ibench.db.jdbc.Binder;
import io.ibench.db.jdbc.Failures;
import io.ibench.db.jdbc.Sql;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * Inserts several rows with MariaDB's bulk protocol: a statement of one row, prepared on the
 * server, and the parameters of all rows in one packet. If they exceed a packet, the driver sends
 * several packets and the server executes several statements. Not thread-safe.
 */
final class BulkInsert extends BatchInsert {

  /** For a number: a NULL indicator and 8 bytes; for a payload: an indicator and its length. */
  private static final long MAX_BYTES_BESIDE_PAYLOAD = 10;

  private static final long MAX_HEADER_BYTES = 1024;

  private final Preparer preparer;
  private final String text;
  private PreparedStatement statement;
  private final int columns;
  private final long packetBytes;

  /**
   * @param packetBytes maximum length of a packet
   */
  BulkInsert(
      Preparer preparer, Sql sql, Command.Insert insert, Failures failures, long packetBytes) {
    super(insert, Binder.of(sql, insert), failures);
    this.columns = insert.columns().size();
    this.packetBytes = packetBytes;
    this.preparer = preparer;
    this.text = sql.insert(insert, 1);
  }

  @Override
  public void reprepare() throws SQLException {
    statement = preparer.prepare(text);
    bindTo(statement);
  }

  @Override
  public void release() throws SQLException {
    PreparedStatement released = statement;
    statement = null;
    bindTo(null);
    if (released != null) {
      released.close();
    }
  }

  @Override
  public boolean isOneStatement() {
    long bytes = MAX_HEADER_BYTES + rows() * columns * MAX_BYTES_BESIDE_PAYLOAD + payloadBytes();
    return bytes <= packetBytes;
  }

  @Override
  public int position(int cell, int parameter) {
    return parameter + 1;
  }

  @Override
  public void rowBound(PreparedStatement current) throws SQLException {
    current.addBatch();
  }

  @Override
  public int insert() throws SQLException {
    boolean sent = false;
    try {
      for (int row = 0; row < rows() && !isBound(); row++) {
        bind(statement, row, 1);
        statement.addBatch();
      }
      statement.executeBatch();
      sent = true;
      return rows();
    } finally {
      if (!sent) {
        statement.clearBatch();
      }
    }
  }
}
