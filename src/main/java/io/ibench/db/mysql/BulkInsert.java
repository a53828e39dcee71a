package io.ibench.db.mysql;

import io.ibench.db.Command;
import io.ibench.db.jdbc.DriverBatchInsert;
import io.ibench.db.jdbc.Failures;
import io.ibench.db.jdbc.Sql;

/**
 * Inserts several rows with MariaDB's bulk protocol: a statement of one row, prepared on the
 * server, and the parameters of all rows in one packet. If they exceed a packet, the driver sends
 * several packets and the server executes several statements. Not thread-safe.
 */
final class BulkInsert extends DriverBatchInsert {

  /** For a number: a NULL indicator and 8 bytes; for a payload: an indicator and its length. */
  private static final long MAX_BYTES_BESIDE_PAYLOAD = 10;

  private static final long MAX_HEADER_BYTES = 1024;

  private final int columns;
  private final long packetBytes;

  /**
   * @param packetBytes maximum length of a packet
   */
  BulkInsert(
      Preparer preparer, Sql sql, Command.Insert insert, Failures failures, long packetBytes) {
    super(preparer, sql, insert, failures);
    this.columns = insert.columns().size();
    this.packetBytes = packetBytes;
  }

  @Override
  public boolean isOneStatement() {
    long bytes =
        MAX_HEADER_BYTES + (long) rows() * columns * MAX_BYTES_BESIDE_PAYLOAD + payloadBytes();
    return bytes <= packetBytes;
  }
}
