package io.ibench.db.rocksdb.engine;

import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.Index;
import io.ibench.db.Table;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.rocksdb.ColumnFamilyHandle;

/**
 * A table's families. Thread-safe: an index is added while no other session writes, and a dropped
 * table's families are closed when no session has commands for it.
 */
final class RocksTable {

  private final RowLayout layout;
  private final ColumnFamilyHandle family;
  private volatile RocksIndex[] indexes = {};

  /** The highest key that was given out or inserted. */
  private final AtomicLong lastKey = new AtomicLong();

  /** Whether the family stays open when the table is dropped. */
  private final boolean inDefaultFamily;

  private int users;
  private volatile boolean dropped;

  RocksTable(Table table, ColumnFamilyHandle family, boolean inDefaultFamily) {
    this.inDefaultFamily = inDefaultFamily;
    this.layout = new RowLayout(table);
    this.family = family;
  }

  RowLayout layout() {
    return layout;
  }

  ColumnFamilyHandle family() {
    return family;
  }

  boolean isInDefaultFamily() {
    return inDefaultFamily;
  }

  RocksIndex[] indexes() {
    return indexes;
  }

  RocksIndex index(Index wanted) throws DatabaseException {
    return find(wanted.name())
        .orElseThrow(
            () ->
                new DatabaseException(
                    FailureKind.NOT_FOUND,
                    "no index " + wanted.name() + " on table " + layout.table().name()));
  }

  Optional<RocksIndex> find(String name) {
    return Arrays.stream(indexes).filter(each -> each.declared().name().equals(name)).findFirst();
  }

  void add(RocksIndex index) {
    RocksIndex[] more = Arrays.copyOf(indexes, indexes.length + 1);
    more[indexes.length] = index;
    indexes = more;
  }

  long nextKey() {
    return lastKey.incrementAndGet();
  }

  /** A row has this key: generated ones go on above it. */
  void hasKey(long key) {
    if (key > lastKey.get()) {
      lastKey.accumulateAndGet(key, Math::max);
    }
  }

  long lastKey() {
    return lastKey.get();
  }

  /** A session has commands for it; false if it is dropped. */
  synchronized boolean use() {
    if (!dropped) {
      users++;
    }
    return !dropped;
  }

  /** A session that had commands for it is closed. */
  synchronized void release() {
    users--;
    closeUnused();
  }

  synchronized void drop() {
    dropped = true;
    closeUnused();
  }

  /** RocksDB keeps the files of a family until its handle is closed. */
  private void closeUnused() {
    if (dropped && users == 0) {
      close();
    }
  }

  private void close() {
    if (!inDefaultFamily) {
      family.close();
    }
    for (RocksIndex index : indexes) {
      index.family().close();
    }
  }

  boolean isDropped() {
    return dropped;
  }

  void requireThere() throws DatabaseException {
    if (dropped) {
      throw new DatabaseException(FailureKind.NOT_FOUND, "no table " + layout.table().name());
    }
  }
}
