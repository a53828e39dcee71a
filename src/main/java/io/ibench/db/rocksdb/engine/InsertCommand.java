package io.ibench.db.rocksdb.engine;

import io.ibench.db.Command;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import java.util.Arrays;
import org.rocksdb.RocksDBException;

/**
 * Inserts rows in one write. A generated key needs no read; a given one is looked up unless {@code
 * unique_checks = false}.
 */
final class InsertCommand extends RocksPrepared {

  private final RowLayout layout;
  private final int[] columns;
  private final int maxBatch;
  private final boolean generates;
  private final boolean checks;
  private final int keyColumn;
  private final Changes changes;
  private final Row row;
  private final Bytes key = new Bytes();
  private final Bytes value = new Bytes();

  /** The rows of a batch as keys and values, one after the other, and where each ends. */
  private final Bytes batch = new Bytes();

  private int[] ends = {};
  private int rows;
  private boolean executed;

  InsertCommand(Command.Insert insert, RocksSession session, RocksTable table, Place place) {
    super(session, table, new Parameters(insert), place);
    layout = table.layout();
    columns = insert.columns().stream().mapToInt(layout.table()::position).toArray();
    maxBatch = insert.maxBatch();
    generates = insert.columns().size() < layout.columns();
    checks = !generates && session.calls().uniqueChecks();
    keyColumn = layout.table().generatedKey() ? layout.key()[0] : -1;
    changes = new Changes(session, table);
    row = layout.row();
    if (generates && (keyColumn < 0 || insert.columns().size() < layout.columns() - 1)) {
      throw new IllegalArgumentException("nothing sets a column of " + layout.table().name());
    }
  }

  /** Without checks, one row is one write of one key. */
  @Override
  boolean needsTransaction() {
    return checks || maxBatch > 1 || table.indexes().length > 0;
  }

  @Override
  boolean onlyWrites() {
    return !checks;
  }

  @Override
  String describe() {
    return (checks ? "get of the key, then put" : "put without a read") + indexed();
  }

  private String indexed() {
    return " into family "
        + layout.table().name()
        + ", and a put into the families of "
        + table.indexes().length
        + " indexes";
  }

  @Override
  public void setLong(int parameter, long number) {
    beginBatch();
    super.setLong(parameter, number);
  }

  @Override
  public void setBytes(int parameter, byte[] bytes, int length) {
    beginBatch();
    super.setBytes(parameter, bytes, length);
  }

  private void beginBatch() {
    if (executed && maxBatch > 1) {
      batch.clear();
      rows = 0;
    }
    executed = false;
  }

  @Override
  public void addBatch() {
    if (maxBatch < 2 || rows == maxBatch && !executed) {
      throw new IllegalStateException("more than " + maxBatch + " rows in a batch");
    }
    beginBatch();
    parameters.requireBound();
    bind();
    layout.encodeKey(row, key);
    layout.encodeValue(row, value);
    append(key);
    append(value);
    rows++;
    parameters.unbind();
  }

  private void append(Bytes part) {
    batch.raw(part.array, 0, part.length);
    int at = 2 * rows + (part == key ? 0 : 1);
    if (ends.length <= at) {
      ends = Arrays.copyOf(ends, Math.max(2 * at, 2));
    }
    ends[at] = batch.length;
  }

  private void bind() {
    for (int i = 0; i < columns.length; i++) {
      parameters.into(row, i, columns[i], layout.isNumber(columns[i]));
    }
  }

  @Override
  void requireReady() {
    if (maxBatch < 2) {
      parameters.requireBound();
    } else if (rows == 0) {
      throw new IllegalStateException("an empty batch");
    }
  }

  @Override
  int run() throws RocksDBException, DatabaseException {
    executed = true;
    if (maxBatch < 2) {
      bind();
      insert();
      return 1;
    }
    boolean canUndo = checks && place != Place.ALONE;
    if (canUndo) {
      session.setSavePoint();
    }
    boolean done = false;
    try {
      for (int i = 0; i < rows; i++) {
        load(i);
        insert();
      }
      done = true;
    } finally {
      if (canUndo) {
        session.endSavePoint(done);
      }
    }
    return rows;
  }

  private void load(int number) {
    int start = number == 0 ? 0 : ends[2 * number - 1];
    int middle = ends[2 * number];
    int end = ends[2 * number + 1];
    key.clear();
    key.raw(batch.array, start, middle - start);
    value.clear();
    value.raw(batch.array, middle, end - middle);
    layout.decodeKey(key.array, key.length, row);
    layout.decodeValue(value.array, value.length, row);
  }

  private void insert() throws RocksDBException, DatabaseException {
    if (generates) {
      row.numbers[keyColumn] = table.nextKey();
    } else if (keyColumn >= 0) {
      table.hasKey(row.numbers[keyColumn]);
    }
    if (checks) {
      layout.encodeKey(row, key);
      if (session.lock(table.family(), key) >= 0) {
        throw new DatabaseException(
            FailureKind.DUPLICATE_KEY, "duplicate primary key in " + layout.table().name());
      }
    }
    if (session.isOpen()) {
      changes.insert(row);
    } else {
      layout.encodeKey(row, key);
      layout.encodeValue(row, value);
      session.put(table.family(), key, value);
    }
  }
}
