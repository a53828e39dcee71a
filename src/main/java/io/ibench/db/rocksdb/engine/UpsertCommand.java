package io.ibench.db.rocksdb.engine;

import io.ibench.db.Add;
import io.ibench.db.Command;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;

/**
 * Inserts or changes a row. If all columns get new values, nobody asks for the old ones and there
 * is no index, it is a put without a read.
 */
final class UpsertCommand extends RocksPrepared {

  private final RowLayout layout;
  private final int[] columns;
  private final int[] set;
  private final int[] added;
  private final long[] constants;
  private final int oldColumn;
  private final boolean puts;
  private final int keyColumn;
  private final Changes changes;
  private final Row given;
  private final Row before;
  private final Row after;
  private final Bytes key = new Bytes();
  private final Bytes value = new Bytes();

  /** Key and value as they are bound, which need no encoding; null: they are encoded. */
  private final @Nullable Bytes boundKey;

  private final @Nullable Bytes boundValue;
  private long old = ABSENT;

  UpsertCommand(Command.Upsert upsert, RocksSession session, RocksTable table, Place place) {
    super(session, table, new Parameters(upsert), place);
    layout = table.layout();
    columns = positions(upsert.columns());
    set = positions(upsert.set());
    added = upsert.add().stream().mapToInt(add -> layout.table().position(add.column())).toArray();
    constants =
        upsert.add().stream().map(Add::constant).mapToLong(each -> each.orElse(0L)).toArray();
    oldColumn = upsert.old().map(layout.table()::position).orElse(-1);
    puts =
        oldColumn < 0
            && added.length == 0
            && columns.length == layout.columns()
            && set.length == columns.length - layout.key().length;
    keyColumn = layout.table().generatedKey() ? layout.key()[0] : -1;
    if (columns.length + added.length < layout.columns()) {
      throw new IllegalArgumentException("nothing sets a column of " + layout.table().name());
    }
    boolean bare = puts && layout.isBare();
    boundKey = bare ? bound(layout.key()[0]) : null;
    boundValue = bare ? bound(layout.value()[0]) : null;
    changes = new Changes(session, table);
    given = layout.row();
    before = layout.row();
    after = layout.row();
  }

  private int[] positions(java.util.List<String> names) {
    return names.stream().mapToInt(layout.table()::position).toArray();
  }

  private Bytes bound(int column) {
    int parameter = 0;
    while (columns[parameter] != column) {
      parameter++;
    }
    return parameters.bound(parameter);
  }

  private boolean isBlind() {
    return puts && table.indexes().length == 0;
  }

  @Override
  boolean needsTransaction() {
    return !isBlind();
  }

  @Override
  boolean onlyWrites() {
    return isBlind();
  }

  @Override
  String describe() {
    return isBlind()
        ? session.upsertVerb() + " without a read into family " + layout.table().name()
        : "locking get, then put into family "
            + layout.table().name()
            + " and into those of the indexes whose entries change";
  }

  @Override
  int run() throws RocksDBException {
    if (boundKey != null && isBlind()) {
      session.upsert(table.family(), boundKey, Objects.requireNonNull(boundValue));
      return 1;
    }
    for (int i = 0; i < columns.length; i++) {
      parameters.into(given, i, columns[i], layout.isNumber(columns[i]));
    }
    if (keyColumn >= 0) {
      table.hasKey(given.numbers[keyColumn]);
    }
    layout.encodeKey(given, key);
    old = ABSENT;
    if (isBlind()) {
      layout.encodeValue(given, value);
      session.upsert(table.family(), key, value);
    } else {
      change();
    }
    return 1;
  }

  private void change() throws RocksDBException {
    int length = session.lock(table.family(), key);
    if (length < 0) {
      for (int i = 0; i < added.length; i++) {
        given.numbers[added[i]] = constants[i];
      }
      changes.insert(given);
      return;
    }
    layout.decodeKey(key.array, key.length, before);
    layout.decodeValue(session.value(), length, before);
    after.copyOf(before);
    for (int column : set) {
      after.numbers[column] = given.numbers[column];
      after.bytes(column, given.sources[column], given.offsets[column], given.lengths[column]);
    }
    for (int i = 0; i < added.length; i++) {
      after.numbers[added[i]] += constants[i];
    }
    changes.replace(before, after);
    if (oldColumn >= 0) {
      old = before.numbers[oldColumn];
    }
  }

  @Override
  public long old() {
    return oldColumn < 0 ? super.old() : old;
  }
}
