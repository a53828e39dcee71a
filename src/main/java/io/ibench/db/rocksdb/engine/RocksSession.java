package io.ibench.db.rocksdb.engine;

import io.ibench.db.Command;
import io.ibench.db.Cursor;
import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.Scan;
import io.ibench.db.Session;
import io.ibench.db.Transaction;
import io.ibench.db.rocksdb.RocksSettings.Calls;
import io.ibench.db.rocksdb.RocksSettings.Iterators;
import io.ibench.db.rocksdb.RocksSettings.Transactions;
import io.ibench.db.rocksdb.RocksSettings.Upserts;
import io.ibench.db.rocksdb.engine.RocksPrepared.Place;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rocksdb.AbstractWriteBatch;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.GetStatus;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Status;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * A session: reads and writes of one thread, with one transaction of RocksDB that is used again and
 * again. Confined to one thread; {@link #abort} does nothing, because no call waits for long.
 */
final class RocksSession implements Session {

  private static final int FIRST_VALUE_BYTES = 1024;

  private final RocksDatabase database;
  private final RocksDB db;
  private final WriteOptions writing;
  private final ReadOptions reading = new ReadOptions();
  private final WriteBatch freeWrites = new WriteBatch();
  private final Map<RocksTable, RocksTable> used = new HashMap<>();
  private final InTransaction ofWorker = new InTransaction();

  private org.rocksdb.@Nullable Transaction transaction;

  /** The transaction's batch. Writes into it take no locks. */
  private @Nullable AbstractWriteBatch transactionWrites;

  /** Where the open transaction or group of writes goes; null: none is open. */
  private @Nullable AbstractWriteBatch writes;

  private ByteBuffer keyBuffer = ByteBuffer.allocateDirect(256);
  private ByteBuffer valueBuffer = ByteBuffer.allocateDirect(FIRST_VALUE_BYTES);
  private byte[] value = new byte[FIRST_VALUE_BYTES];
  private byte[][] exact = new byte[256][];
  private boolean closed;

  /** Null before the first command on a table of the workload. */
  private PerfCounters.@Nullable OfThread perf;

  /** Iterators that commands keep. */
  private final List<RocksIterator> kept = new ArrayList<>();

  RocksSession(RocksDatabase database) {
    this.database = database;
    this.db = database.db();
    this.writing = database.newWriteOptions();
  }

  Calls calls() {
    return database.settings().calls();
  }

  RocksDB db() {
    return db;
  }

  String upsertVerb() {
    return calls().upserts() == Upserts.MERGE ? "merge" : "put";
  }

  ReadOptions reading() {
    return reading;
  }

  // ---- reads

  /** The bytes that {@link #get}, {@link #lock} and {@link #readValue} have read. */
  byte[] value() {
    return value;
  }

  /** The same with room for a value, which the caller writes. */
  byte[] value(int length) {
    if (value.length < length) {
      growValue(length);
    }
    return value;
  }

  /** Whether one call may read several keys: it does not see an open transaction's writes. */
  boolean readsTogether() {
    return writes == null;
  }

  /** Reads a value; returns its length, or -1 if there is none. */
  int get(ColumnFamilyHandle family, Bytes key) throws RocksDBException {
    if (writes != null && writes == transactionWrites) {
      return read(family, key, false);
    }
    int length = getOnce(family, key);
    if (length > value.length) {
      growValue(length);
      length = getOnce(family, key);
    }
    return length;
  }

  private int getOnce(ColumnFamilyHandle family, Bytes key) throws RocksDBException {
    return db.get(family, reading, key.array, 0, key.length, value, 0, value.length);
  }

  private void growValue(int length) {
    value = new byte[Math.max(length, 2 * value.length)];
  }

  /** Locks a key for the transaction and reads its value; -1: there is none. */
  int lock(ColumnFamilyHandle family, Bytes key) throws RocksDBException {
    return read(family, key, true);
  }

  private int read(ColumnFamilyHandle family, Bytes key, boolean locks) throws RocksDBException {
    while (true) {
      valueBuffer.clear();
      ByteBuffer keyBytes = key(key);
      GetStatus got =
          locks
              ? Objects.requireNonNull(transaction)
                  .getForUpdate(reading, family, keyBytes, valueBuffer, true)
              : Objects.requireNonNull(transaction).get(reading, family, keyBytes, valueBuffer);
      if (got.status.getCode() == Status.Code.NotFound) {
        return -1;
      }
      if (got.requiredSize <= valueBuffer.capacity()) {
        int length = got.requiredSize;
        if (value.length < length) {
          growValue(length);
        }
        valueBuffer.get(0, value, 0, length);
        return length;
      }
      valueBuffer = ByteBuffer.allocateDirect(2 * got.requiredSize);
    }
  }

  /** An iterator; the caller closes it. */
  RocksIterator iterator(ColumnFamilyHandle family, ReadOptions options) {
    return writes != null && writes == transactionWrites
        ? Objects.requireNonNull(transaction).getIterator(options, family)
        : db.newIterator(family, options);
  }

  /** Whether commands keep their iterators; those of transactions cannot be refreshed. */
  boolean keepsIterators() {
    return writes == null && calls().iterators() == Iterators.REFRESH;
  }

  /** Closes an iterator at the session's end. */
  RocksIterator keep(RocksIterator iterator) {
    kept.add(iterator);
    return iterator;
  }

  /** For rows in an order that nothing has; the caller closes it. */
  EntrySorter sorter() throws DatabaseException {
    return database.sorter("");
  }

  /** Reads the value at an iterator; returns its length. */
  int readValue(RocksIterator iterator) {
    int length = iterator.value(value, 0, value.length);
    if (length > value.length) {
      growValue(length);
      length = iterator.value(value, 0, value.length);
    }
    return length;
  }

  // ---- writes that commit by themselves

  void put(ColumnFamilyHandle family, Bytes key, Bytes value) throws RocksDBException {
    db.put(family, writing, key.array, 0, key.length, value.array, 0, value.length);
  }

  /** A put without a read, or a merge; in a transaction it locks the key. */
  void upsert(ColumnFamilyHandle family, Bytes key, Bytes value) throws RocksDBException {
    boolean merges = calls().upserts() == Upserts.MERGE;
    if (writes == null) {
      if (merges) {
        db.merge(family, writing, key.array, 0, key.length, value.array, 0, value.length);
      } else {
        put(family, key, value);
      }
    } else if (writes == freeWrites) {
      if (merges) {
        writes.merge(
            family, Arrays.copyOf(key.array, key.length), Arrays.copyOf(value.array, value.length));
      } else {
        writes.put(family, key(key), value(value));
      }
    } else if (merges) {
      Objects.requireNonNull(transaction).merge(family, key(key), value(value));
    } else {
      Objects.requireNonNull(transaction).put(family, key(key), value(value));
    }
  }

  /** A tombstone; in a transaction it locks the key. */
  void delete(ColumnFamilyHandle family, Bytes key) throws RocksDBException {
    if (writes == null) {
      db.delete(family, writing, key.array, 0, key.length);
    } else if (writes == freeWrites) {
      writes.delete(family, key(key));
    } else {
      Objects.requireNonNull(transaction).delete(family, exact(key));
    }
  }

  // ---- writes of an open transaction, whose rows are locked already

  void writePut(ColumnFamilyHandle family, Bytes key, Bytes value) throws RocksDBException {
    Objects.requireNonNull(writes).put(family, key(key), value(value));
  }

  void writeDelete(ColumnFamilyHandle family, Bytes key) throws RocksDBException {
    Objects.requireNonNull(writes).delete(family, key(key));
  }

  void writeSingleDelete(ColumnFamilyHandle family, Bytes key) throws RocksDBException {
    Objects.requireNonNull(writes).singleDelete(family, exact(key));
  }

  private ByteBuffer key(Bytes key) {
    if (keyBuffer.capacity() < key.length) {
      keyBuffer = ByteBuffer.allocateDirect(2 * key.length);
    }
    return filled(keyBuffer, key);
  }

  private ByteBuffer value(Bytes value) {
    if (valueBuffer.capacity() < value.length) {
      valueBuffer = ByteBuffer.allocateDirect(2 * value.length);
    }
    return filled(valueBuffer, value);
  }

  private static ByteBuffer filled(ByteBuffer buffer, Bytes bytes) {
    buffer.clear();
    return buffer.put(bytes.array, 0, bytes.length).flip();
  }

  /** An array of exactly the key's length, which RocksDB's classes demand here. */
  private byte[] exact(Bytes key) {
    if (key.length >= exact.length) {
      return Arrays.copyOf(key.array, key.length);
    }
    byte[] array = exact[key.length];
    if (array == null) {
      array = new byte[key.length];
      exact[key.length] = array;
    }
    System.arraycopy(key.array, 0, array, 0, key.length);
    return array;
  }

  // ---- transactions

  boolean isOpen() {
    return writes != null;
  }

  /** Opens a group of writes that reads nothing and locks nothing. */
  boolean beginFreeWrites() {
    if (!database.writesFreely()) {
      return false;
    }
    freeWrites.clear();
    writes = freeWrites;
    return true;
  }

  void commitFreeWrites() throws RocksDBException {
    db.write(writing, freeWrites);
    writes = null;
  }

  private void requireNoTransaction() {
    if (writes != null) {
      throw new IllegalStateException("a transaction is open already");
    }
  }

  void requireTransaction() {
    if (writes == null) {
      throw new IllegalStateException("no transaction is open");
    }
  }

  /** Whether transactions of workloads are batches of writes. */
  boolean hasBatchesOnly() {
    return calls().transactions() == Transactions.NONE;
  }

  void begin() throws DatabaseException {
    requireNoTransaction();
    org.rocksdb.Transaction begun = database.begin(writing, transaction);
    if (begun != transaction) {
      transaction = begun;
      transactionWrites = begun.getWriteBatch();
    }
    writes = transactionWrites;
  }

  void commit() throws DatabaseException {
    requireTransaction();
    try {
      if (writes == freeWrites) {
        commitFreeWrites();
        return;
      }
      Objects.requireNonNull(transaction).commit();
    } catch (RocksDBException e) {
      throw failure(e);
    }
    writes = null;
  }

  /** A command was executed. */
  void called() {
    PerfCounters.OfThread counted = perf;
    if (counted != null) {
      counted.called();
    }
  }

  DatabaseException failure(RocksDBException failure) {
    return RocksFailures.of(failure, database.settings().folder());
  }

  void rollback() {
    if (writes == null) {
      return;
    }
    boolean inTransaction = writes == transactionWrites;
    writes = null;
    if (inTransaction) {
      try {
        Objects.requireNonNull(transaction).rollback();
      } catch (RocksDBException e) {
        // A commit has failed in the middle: RocksDB keeps nothing of it, and wants a new object.
        Objects.requireNonNull(transaction).close();
        transaction = null;
        transactionWrites = null;
      }
    }
  }

  void setSavePoint() throws RocksDBException {
    Objects.requireNonNull(transaction).setSavePoint();
  }

  /** Keeps or undoes what was written since the savepoint. */
  void endSavePoint(boolean keep) throws RocksDBException {
    if (!keep) {
      Objects.requireNonNull(transaction).rollbackToSavePoint();
    }
  }

  // ---- Session

  @Override
  public Prepared prepare(Command command) throws DatabaseException {
    return prepare(command, Place.ALONE);
  }

  private RocksPrepared prepare(Command command, Place place) throws DatabaseException {
    if (!(command instanceof Command.Select)) {
      database.requireOwn();
    }
    RocksTable table = database.table(command.table());
    if (!used.containsKey(table)) {
      if (!table.use()) {
        table.requireThere();
      }
      used.put(table, table);
    }
    if (perf == null && !Catalog.isOwn(table.layout().table().name())) {
      perf = database.perf().begin();
    }
    return compile(command, table, place);
  }

  RocksPrepared compile(Command command, RocksTable table, Place place) throws DatabaseException {
    RocksIndex index = null;
    if (command instanceof Command.Select select && select.by().isPresent()) {
      index = table.index(select.by().get());
    }
    RocksPrepared prepared = command.compile(new RocksCompiler(this, table, index, place));
    Optional<String> mistake = prepared.mistake();
    if (mistake.isPresent()) {
      throw DatabaseException.invalidSetting(mistake.get());
    }
    return prepared;
  }

  @Override
  public Transaction transaction() {
    return ofWorker;
  }

  /** The session's transactions. */
  private final class InTransaction implements Transaction {

    @Override
    public Prepared prepare(Command command) throws DatabaseException {
      return RocksSession.this.prepare(command, Place.IN_TRANSACTION);
    }

    @Override
    public Prepared prepareLast(Command command) throws DatabaseException {
      return RocksSession.this.prepare(command, Place.LAST);
    }

    @Override
    public void begin() throws DatabaseException {
      if (hasBatchesOnly()) {
        requireNoTransaction();
        beginFreeWrites();
      } else {
        RocksSession.this.begin();
      }
    }

    @Override
    public void commit() throws DatabaseException {
      RocksSession.this.commit();
    }

    @Override
    public void rollback() throws DatabaseException {
      RocksSession.this.rollback();
    }
  }

  @Override
  public Cursor scan(Scan scan, long... parameters) throws DatabaseException {
    RocksTable table = database.table(scan.table());
    return RocksCursor.open(this, table, scan, parameters);
  }

  @Override
  public void renew() throws DatabaseException {
    rollback();
  }

  @Override
  public void abort() {}

  @Override
  public void close() throws DatabaseException {
    if (closed) {
      return;
    }
    closed = true;
    try {
      rollback();
      for (RocksTable table : used.keySet()) {
        database.flushOwn(table);
      }
    } finally {
      if (perf != null) {
        perf.end();
      }
      if (transaction != null) {
        transaction.close();
      }
      kept.forEach(RocksIterator::close);
      freeWrites.close();
      reading.close();
      writing.close();
      used.keySet().forEach(RocksTable::release);
    }
  }
}
