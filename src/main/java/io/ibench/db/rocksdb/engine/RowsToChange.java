package io.ibench.db.rocksdb.engine;

import io.ibench.db.DatabaseException;
import java.util.Arrays;
import org.rocksdb.RocksDBException;

/**
 * The keys of the rows that an update or delete changes: found first and changed afterwards, so
 * that no iterator is open meanwhile. Confined to its session's thread.
 */
final class RowsToChange implements Walk.Visitor {

  private final RocksSession session;
  private final RocksTable table;
  private final RowLayout layout;
  private final Walk walk;
  private final int limit;
  private final Row row;
  private final Bytes keys = new Bytes();
  private final Bytes key = new Bytes();
  private int[] ends = new int[1];
  private int count;

  /** Changes one locked row. */
  interface Change {
    void apply(Row row) throws RocksDBException;
  }

  /**
   * @param limit 0: none
   */
  RowsToChange(Access access, RocksSession session, RocksTable table, int limit) {
    this.session = session;
    this.table = table;
    this.layout = table.layout();
    this.limit = limit;
    this.walk = new Walk(access, table, session, layout.key());
    this.row = layout.row();
  }

  @Override
  public boolean visit(Row found) {
    layout.encodeKey(found, key);
    keys.raw(key.array, 0, key.length);
    if (ends.length == count) {
      ends = Arrays.copyOf(ends, 2 * count);
    }
    ends[count++] = keys.length;
    return limit == 0 || count < limit;
  }

  /** Locks each row, looks whether it still matches, and changes it. Returns their number. */
  int forEach(Parameters parameters, Change change) throws RocksDBException, DatabaseException {
    keys.clear();
    count = 0;
    if (walk.access().isPoint()) {
      return point(parameters, change);
    }
    walk.run(parameters, session.reading(), false, this);
    int changed = 0;
    int start = 0;
    for (int i = 0; i < count; i++) {
      key.clear();
      key.raw(keys.array, start, ends[i] - start);
      start = ends[i];
      changed += changeOne(parameters, change);
    }
    return changed;
  }

  /** The whole key is given: locking it reads the row. */
  private int point(Parameters parameters, Change change) throws RocksDBException {
    for (int i = 0; i < walk.access().equal().size(); i++) {
      walk.access().equal().get(i).operandInto(row, parameters);
    }
    layout.encodeKey(row, key);
    return changeOne(parameters, change);
  }

  private int changeOne(Parameters parameters, Change change) throws RocksDBException {
    int length = session.lock(table.family(), key);
    if (length < 0) {
      return 0;
    }
    layout.decodeKey(key.array, key.length, row);
    layout.decodeValue(session.value(), length, row);
    for (int i = 0; i < walk.access().rest().size(); i++) {
      if (!walk.access().rest().get(i).holds(row, parameters)) {
        return 0;
      }
    }
    change.apply(row);
    return 1;
  }

  String describe() {
    return walk.access().describe() + ", a locking get of each row";
  }
}
