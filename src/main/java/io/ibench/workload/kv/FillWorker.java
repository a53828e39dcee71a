package io.ibench.workload.kv;

import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.Session;
import io.ibench.workload.internal.LoadBatches;
import io.ibench.workload.kv.KvTable.KeyAccess;
import io.ibench.workload.table.TableWorker;
import org.jspecify.annotations.Nullable;

/**
 * Fills the table. All keys in turn are inserted, several in a statement; random keys are put, as
 * some of them come twice.
 */
final class FillWorker extends TableWorker {

  private static final int OPERATION = KvOperation.PUT.ordinal();

  private final FillSource source;
  private final KeyBooks books;
  private final int rowBytes;
  private final Filling filling;
  private final LoadBatches.Batch batch = new LoadBatches.Batch();

  /** How a batch is written. */
  private interface Filling {
    void prepare(long first, long end);

    int execute() throws DatabaseException;

    void rollback() throws DatabaseException;

    /** Whether the last batch is in the table; false also if it may be written again. */
    boolean isThere() throws DatabaseException;
  }

  private FillWorker(KvSettings settings, FillSource source, KeyBooks books, Filling filling) {
    super(KvOperation.values().length, KvCounter.SET.worker());
    this.source = source;
    this.books = books;
    this.rowBytes = settings.rowBytes();
    this.filling = filling;
  }

  /** Inserts all keys in turn. */
  static FillWorker inTurn(
      KvSettings settings,
      KvTable table,
      FillSource source,
      KeyBooks books,
      ValueStream values,
      Session session)
      throws DatabaseException {
    Filling filling = new InTurn(settings, table, source.batchSize(), values, session);
    return new FillWorker(settings, source, books, filling);
  }

  /**
   * Puts random keys.
   *
   * @param keys draws them; null: they depend on the number of the put
   */
  static FillWorker atRandom(
      KvSettings settings,
      KvTable table,
      FillSource source,
      KeyBooks books,
      @Nullable KeyStream keys,
      ValueStream values,
      Session session)
      throws DatabaseException {
    WriteBatch batch =
        new WriteBatch(
            table.put(),
            table,
            values,
            settings.valueSize(),
            settings.valueSize(),
            source.batchSize(),
            session);
    return new FillWorker(settings, source, books, new AtRandom(source, keys, batch, books));
  }

  @Override
  public int next() {
    return source.next(batch) ? OPERATION : DONE;
  }

  @Override
  public void prepare(int operation, long epochMillis) {
    filling.prepare(batch.first() - 1, batch.last());
  }

  @Override
  public int execute(int operation) throws DatabaseException {
    return written(filling.execute());
  }

  /** Sums up the puts: threads share them out in any order. */
  private int written(int rows) {
    checksums[OPERATION] += rows;
    counters.add(KvCounter.PUTS.ordinal(), rows);
    counters.add(KvCounter.ROW_BYTES_WRITTEN.ordinal(), (long) rows * rowBytes);
    return rows;
  }

  @Override
  public void rollback() throws DatabaseException {
    filling.rollback();
  }

  @Override
  public int resolveOutcome(int operation) throws DatabaseException {
    return filling.isThere() ? written(batch.rows()) : NOT_EXECUTED;
  }

  @Override
  public void failed(int operation, boolean outcomeUnknown) {
    if (outcomeUnknown) {
      counters.add(KvCounter.OUTCOME_UNKNOWN.ordinal(), batch.rows());
      books.clear();
    }
  }

  /** Inserts consecutive keys. A statement is atomic. */
  private static final class InTurn implements Filling {

    private final Prepared insert;
    private final Prepared get;
    private final KeyAccess access;
    private final ValueStream values;
    private final byte[] value;
    private final boolean batched;
    private long last;

    InTurn(KvSettings settings, KvTable table, int batchSize, ValueStream values, Session session)
        throws DatabaseException {
      insert = session.prepare(table.insert(batchSize));
      get = session.prepare(table.get());
      access = table.access();
      this.values = values;
      value = new byte[settings.valueSize()];
      batched = batchSize > 1;
    }

    @Override
    public void prepare(long first, long end) {
      for (long key = first; key < end; key++) {
        access.bind(insert, 0, key);
        values.write(key, value, value.length);
        insert.setBytes(1, value, value.length);
        if (batched) {
          insert.addBatch();
        }
      }
      last = end - 1;
    }

    @Override
    public int execute() throws DatabaseException {
      return insert.execute();
    }

    /** The server has rolled back the statement already. */
    @Override
    public void rollback() {}

    @Override
    public boolean isThere() throws DatabaseException {
      access.bind(get, 0, last);
      return get.execute() > 0;
    }
  }

  /** Puts random keys, each batch in a transaction. */
  private record AtRandom(
      FillSource source, @Nullable KeyStream keys, WriteBatch batch, KeyBooks books)
      implements Filling {

    @Override
    public void prepare(long first, long end) {
      batch.clear();
      if (keys != null) {
        keys.chooseDatabase();
      }
      for (long put = first; put < end; put++) {
        batch.add(keys == null ? source.randomKey(put) : keys.nextToWrite());
      }
    }

    @Override
    public int execute() throws DatabaseException {
      int rows = batch.execute();
      for (int i = 0; i < batch.size(); i++) {
        books.put(batch.key(i));
      }
      return rows;
    }

    @Override
    public void rollback() throws DatabaseException {
      batch.rollback();
    }

    /** To put the same values again changes nothing. */
    @Override
    public boolean isThere() {
      return false;
    }
  }
}
