package io.ibench.db.rocksdb.engine;

import io.ibench.db.Cursor;
import io.ibench.db.DatabaseException;
import io.ibench.db.Scan;
import java.util.LinkedHashSet;
import java.util.Set;
import org.rocksdb.RocksDBException;

/**
 * Streams the rows of a table in an order that no key and no index has: reads them all when it is
 * opened, and sorts what the scan asks for. Confined to its session's thread.
 */
final class SortedCursor implements Cursor {

  private final RowLayout layout;
  private final EntrySorter sorter;

  /** Those that sort, then the primary key, then those that the scan asks for. */
  private final int[] entry;

  private final int[] columns;
  private final Row row;

  private SortedCursor(RowLayout layout, Scan scan, EntrySorter sorter) {
    this.layout = layout;
    this.sorter = sorter;
    Set<String> names = new LinkedHashSet<>(scan.orderBy());
    names.addAll(layout.table().primaryKey());
    names.addAll(scan.columns());
    entry = names.stream().mapToInt(layout.table()::position).toArray();
    columns = scan.columns().stream().mapToInt(layout.table()::position).toArray();
    row = layout.row();
  }

  static Cursor open(RocksSession session, RocksTable table, Scan scan, long[] values)
      throws DatabaseException {
    EntrySorter sorter = session.sorter();
    SortedCursor cursor = new SortedCursor(table.layout(), scan, sorter);
    boolean done = false;
    try (RocksCursor rows = RocksCursor.inKeyOrder(session, table, scan, values)) {
      Bytes bytes = new Bytes();
      while (rows.next()) {
        cursor.layout.encode(rows.row(), cursor.entry, bytes);
        sorter.add(bytes);
      }
      sorter.sort();
      done = true;
      return cursor;
    } catch (RocksDBException e) {
      throw RocksFailures.of(e);
    } finally {
      if (!done) {
        sorter.close();
      }
    }
  }

  @Override
  public boolean next() throws DatabaseException {
    try {
      boolean more = sorter.next();
      if (more) {
        layout.decode(sorter.key(), sorter.key().length, entry, row);
      }
      return more;
    } catch (RocksDBException e) {
      throw RocksFailures.of(e);
    }
  }

  @Override
  public long getLong(int column) {
    return row.numbers[columns[column]];
  }

  @Override
  public void close() throws DatabaseException {
    sorter.close();
  }
}
