package io.ibench.db.jdbc;

import io.ibench.db.Command;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * Inserts several rows with MariaDB's bulk protocol: a statement of one row, prepared on the
 * server, and all rows' parameters in one packet. The driver makes several packets, and the server
 * several statements, of what is longer than a packet may be.
 */
final class BulkInsert extends BatchInsert {

  /** Of a number: one byte that says it is there, and eight. Of a payload: its length besides. */
  private static final long MOST_BYTES_BESIDE_PAYLOAD = 10;

  private static final long MOST_HEADER_BYTES = 1024;

  private final PreparedStatement statement;
  private final int columns;
  private final long packetBytes;

  /**
   * @param packetBytes that a packet may have at most
   */
  BulkInsert(
      StatementPreparer preparer,
      Sql sql,
      Command.Insert insert,
      Failures failures,
      long packetBytes)
      throws SQLException {
    super(insert, failures);
    this.columns = insert.columns().size();
    this.packetBytes = packetBytes;
    this.statement = preparer.prepare(sql.insert(insert, 1));
  }

  @Override
  boolean isOneStatement() {
    long bytes = MOST_HEADER_BYTES + rows() * columns * MOST_BYTES_BESIDE_PAYLOAD + payloadBytes();
    return bytes <= packetBytes;
  }

  @Override
  int insert() throws SQLException {
    boolean sent = false;
    try {
      for (int row = 0; row < rows(); row++) {
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
