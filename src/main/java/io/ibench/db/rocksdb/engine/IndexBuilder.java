package io.ibench.db.rocksdb.engine;

import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.rocksdb.RocksSettings.IndexBuild;
import java.util.Arrays;
import java.util.List;
import org.rocksdb.FlushOptions;
import org.rocksdb.IngestExternalFileOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/** Makes the entries of an index for the rows that a table has. Confined to one thread. */
final class IndexBuilder {

  private static final int BATCH_BYTES = 1 << 20;
  private static final long FILE_BYTES = 64 << 20;
  private static final byte[] NONE = {};

  private final RocksDatabase database;
  private final RocksDB db;
  private final RocksTable table;
  private final RocksIndex index;

  /** Takes entries in the order of the rows. */
  private interface Entries {
    void add(Bytes entry) throws RocksDBException, DatabaseException;
  }

  IndexBuilder(RocksDatabase database, RocksTable table, RocksIndex index) {
    this.database = database;
    this.db = database.db();
    this.table = table;
    this.index = index;
  }

  void build() throws RocksDBException, DatabaseException {
    if (database.settings().calls().indexBuild() == IndexBuild.INGEST) {
      ingest();
    } else {
      write();
    }
  }

  private void forEach(Entries entries) throws RocksDBException, DatabaseException {
    RowLayout layout = table.layout();
    Row row = layout.row();
    Bytes entry = new Bytes();
    try (RocksIterator rows = db.newIterator(table.family())) {
      for (rows.seekToFirst(); rows.isValid(); rows.next()) {
        byte[] key = rows.key();
        byte[] value = rows.value();
        layout.decodeKey(key, key.length, row);
        layout.decodeValue(value, value.length, row);
        layout.encode(row, index.columns(), entry);
        entries.add(entry);
      }
      rows.status();
    }
  }

  /** Writes the entries without a log, then flushes them. */
  private void write() throws RocksDBException, DatabaseException {
    try (WriteBatch batch = new WriteBatch();
        WriteOptions writing = new WriteOptions().setDisableWAL(true);
        FlushOptions flush = new FlushOptions()) {
      forEach(
          entry -> {
            batch.put(index.family(), Arrays.copyOf(entry.array, entry.length), NONE);
            if (batch.getDataSize() > BATCH_BYTES) {
              db.write(writing, batch);
              batch.clear();
              if (Thread.currentThread().isInterrupted()) {
                throw new DatabaseException(
                    FailureKind.FATAL, "creating the index was interrupted");
              }
            }
          });
      db.write(writing, batch);
      db.flush(flush, index.family());
    }
  }

  /** Sorts the entries into files, which RocksDB moves to the family's last level. */
  private void ingest() throws RocksDBException, DatabaseException {
    try (EntrySorter sorter =
            database.sorter(Catalog.family(table.layout().table().name(), index.declared()));
        IngestExternalFileOptions moving = new IngestExternalFileOptions().setMoveFiles(true)) {
      forEach(sorter::add);
      List<String> files = sorter.writeSorted(FILE_BYTES);
      if (!files.isEmpty()) {
        db.ingestExternalFile(index.family(), files, moving);
      }
    }
  }
}
