package io.ibench.workload;

import io.ibench.db.ColumnType;
import io.ibench.db.Command;
import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.Session;
import io.ibench.db.Table;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32;

/** The full content of a table, for tests that compare databases. */
public final class TableContents {

  private static final int LONGEST_PAYLOAD = 1 << 20;

  private TableContents() {}

  /** Reads every column of every row in key order. */
  public static Prepared everything(Session session, Table table) throws DatabaseException {
    return session.prepare(
        new Command.Select(
            table,
            table.columnNames(),
            List.of(),
            Optional.empty(),
            table.primaryKey(),
            false,
            0,
            0));
  }

  /** The bytes of all values, as figures of amplification count them. */
  public static long valueBytes(Session session, Table table) throws DatabaseException {
    Prepared all = everything(session, table);
    int rows = all.execute();
    byte[] bytes = new byte[LONGEST_PAYLOAD];
    long sum = 0;
    for (int row = 0; row < rows; row++) {
      for (int column = 0; column < table.columns().size(); column++) {
        ColumnType type = table.columns().get(column).type();
        sum +=
            switch (type) {
              case LONG, TIME -> 8;
              case INT, SIGNED, FLOAT -> 4;
              case BYTE -> 1;
              case BYTES, CHAR, VARCHAR -> all.getBytes(row, column, bytes);
            };
      }
    }
    return sum;
  }

  /** The number of rows and a checksum of everything. */
  public static String hash(Session session, Table table) throws DatabaseException {
    Prepared all = everything(session, table);
    int rows = all.execute();
    CRC32 crc = new CRC32();
    byte[] bytes = new byte[LONGEST_PAYLOAD];
    for (int row = 0; row < rows; row++) {
      for (int column = 0; column < table.columns().size(); column++) {
        if (table.columns().get(column).type().isNumber()) {
          crc.update((all.getLong(row, column) + ",").getBytes(StandardCharsets.US_ASCII));
        } else {
          int length = all.getBytes(row, column, bytes);
          crc.update((length + ":").getBytes(StandardCharsets.US_ASCII));
          crc.update(bytes, 0, length);
        }
      }
    }
    return rows + " rows, " + Long.toHexString(crc.getValue());
  }
}
