package io.ibench.db.rocksdb.engine;

import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.Cursor;
import io.ibench.db.DatabaseException;
import io.ibench.db.Scan;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

/**
 * Streams the rows of a table as of its opening, by the primary key or an index. It leaves the
 * block cache as it is. Confined to its session's thread.
 */
final class RocksCursor implements Cursor {

  private static final long READAHEAD_BYTES = 2 << 20;

  private final RocksSession session;
  private final RocksTable table;
  private final @Nullable RocksIndex index;
  private final RowLayout layout;
  private final ReadOptions reading;
  private final RocksIterator iterator;
  private final List<Predicate> where;
  private final Parameters parameters;
  private final int[] columns;
  private final boolean covering;
  private final Row row;
  private final Bytes key = new Bytes();
  private boolean begun;
  private byte[] entry = new byte[256];

  private RocksCursor(
      RocksSession session,
      RocksTable table,
      Scan scan,
      @Nullable RocksIndex index,
      long[] values) {
    this.session = session;
    this.table = table;
    this.index = index;
    this.layout = table.layout();
    Command.Select conditions =
        Command.Select.of(scan.table(), scan.columns(), List.<Condition>copyOf(scan.where()));
    where = Predicate.of(conditions, layout);
    parameters = new Parameters(conditions);
    for (int i = 0; i < values.length; i++) {
      parameters.setLong(i, values[i]);
    }
    parameters.requireBound();
    columns = scan.columns().stream().mapToInt(name -> layout.table().position(name)).toArray();
    covering = new Access(layout, index, where).covers(columns);
    row = layout.row();
    reading = new ReadOptions().setFillCache(false).setReadaheadSize(READAHEAD_BYTES);
    iterator = session.iterator(index == null ? table.family() : index.family(), reading);
  }

  /** Reads along the primary key, or an index, that begins with the order; sorts without one. */
  static Cursor open(RocksSession session, RocksTable table, Scan scan, long[] values)
      throws DatabaseException {
    table.requireThere();
    if (begins(table.layout().table().primaryKey(), scan.orderBy())) {
      return new RocksCursor(session, table, scan, null, values);
    }
    for (RocksIndex each : table.indexes()) {
      if (begins(each.declared().columns(), scan.orderBy())) {
        return new RocksCursor(session, table, scan, each, values);
      }
    }
    return SortedCursor.open(session, table, scan, values);
  }

  private static boolean begins(List<String> columns, List<String> with) {
    return with.size() <= columns.size() && columns.subList(0, with.size()).equals(with);
  }

  /** In the order of the primary key. */
  static RocksCursor inKeyOrder(RocksSession session, RocksTable table, Scan scan, long[] values) {
    return new RocksCursor(session, table, scan, null, values);
  }

  /** The current row. */
  Row row() {
    return row;
  }

  @Override
  public boolean next() throws DatabaseException {
    try {
      while (move()) {
        if (load() && where.stream().allMatch(each -> each.holds(row, parameters))) {
          return true;
        }
      }
      iterator.status();
      return false;
    } catch (RocksDBException e) {
      throw RocksFailures.of(e);
    }
  }

  private boolean move() {
    boolean backwards = index != null && index.isReversed();
    if (begun) {
      if (backwards) {
        iterator.prev();
      } else {
        iterator.next();
      }
    } else if (backwards) {
      iterator.seekToLast();
    } else {
      iterator.seekToFirst();
    }
    begun = true;
    return iterator.isValid();
  }

  /** Returns false for a row that was deleted meanwhile. */
  private boolean load() throws RocksDBException {
    int length = iterator.key(entry, 0, entry.length);
    if (length > entry.length) {
      entry = new byte[2 * length];
      length = iterator.key(entry, 0, entry.length);
    }
    if (index == null) {
      layout.decodeKey(entry, length, row);
      int valueLength = session.readValue(iterator);
      layout.decodeValue(session.value(), valueLength, row);
      return true;
    }
    layout.decode(entry, length, index.columns(), row);
    if (covering) {
      return true;
    }
    layout.encodeKey(row, key);
    int found = session.get(table.family(), key);
    if (found >= 0) {
      layout.decodeKey(key.array, key.length, row);
      layout.decodeValue(session.value(), found, row);
    }
    return found >= 0;
  }

  @Override
  public long getLong(int column) {
    return row.numbers[columns[column]];
  }

  @Override
  public void close() {
    iterator.close();
    reading.close();
  }
}
