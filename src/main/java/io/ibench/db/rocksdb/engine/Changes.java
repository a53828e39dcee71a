package io.ibench.db.rocksdb.engine;

import org.rocksdb.RocksDBException;

/**
 * Writes changed rows of one table with their index entries, which it never reads: an entry is
 * removed by what the old row says. Equal entries are not touched, so that each is put once between
 * two removals, as a single delete demands. Confined to its session's thread.
 */
final class Changes {

  private final RocksSession session;
  private final RocksTable table;
  private final RowLayout layout;
  private final Bytes key = new Bytes();
  private final Bytes value = new Bytes();
  private final Bytes before = new Bytes();
  private final Bytes after = new Bytes();
  private final Bytes none = new Bytes();

  Changes(RocksSession session, RocksTable table) {
    this.session = session;
    this.table = table;
    this.layout = table.layout();
  }

  void insert(Row row) throws RocksDBException {
    layout.encodeKey(row, key);
    layout.encodeValue(row, value);
    session.writePut(table.family(), key, value);
    RocksIndex[] indexes = table.indexes();
    for (RocksIndex index : indexes) {
      layout.encode(row, index.columns(), after);
      session.writePut(index.family(), after, none);
    }
  }

  void replace(Row old, Row row) throws RocksDBException {
    layout.encodeKey(row, key);
    layout.encodeValue(row, value);
    session.writePut(table.family(), key, value);
    RocksIndex[] indexes = table.indexes();
    for (RocksIndex index : indexes) {
      layout.encode(old, index.columns(), before);
      layout.encode(row, index.columns(), after);
      if (!before.equalTo(after)) {
        session.writeSingleDelete(index.family(), before);
        session.writePut(index.family(), after, none);
      }
    }
  }

  void delete(Row old) throws RocksDBException {
    layout.encodeKey(old, key);
    session.writeDelete(table.family(), key);
    RocksIndex[] indexes = table.indexes();
    for (RocksIndex index : indexes) {
      layout.encode(old, index.columns(), before);
      session.writeSingleDelete(index.family(), before);
    }
  }
}
