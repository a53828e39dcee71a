package io.ibench.workload.simple;

import io.ibench.db.Command;
import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.Session;
import io.ibench.db.Table;
import io.ibench.random.Random64;
import io.ibench.workload.Worker;
import io.ibench.workload.WorkloadCounters;
import java.util.Arrays;
import java.util.List;

/** Loads batches of rows; each is one transaction. */
final class BatchWorker implements Worker {

  private final List<RowSource> rows;
  private final BatchSource source;
  private final BatchSource.Batch batch = new BatchSource.Batch();
  private final TrackingPrepared[] inserts;
  private final long[] numberBytes;
  private final Prepared[] lookups;

  /** The checked sums of each table. */
  private final LoadedSum[][] sums;

  private final Random64 random = new Random64(0);
  private final Values values;
  private final Books books;
  private final WorkloadCounters counters;

  BatchWorker(
      List<RowSource> rows, BatchSource source, Books books, long loadMillis, Session session)
      throws DatabaseException {
    this.rows = rows;
    this.source = source;
    this.books = books;
    this.counters = books.worker();
    this.inserts = new TrackingPrepared[rows.size()];
    this.numberBytes = rows.stream().mapToLong(each -> each.table().numberBytes()).toArray();
    this.lookups = new Prepared[rows.size()];
    this.sums = new LoadedSum[rows.size()][];
    KeySpace[] keys =
        rows.stream()
            .filter(each -> Definition.hasNumberedKey(each.table()))
            .map(each -> KeySpace.fixed(each.table(), each.rows()))
            .toArray(KeySpace[]::new);
    this.values = new Values(random, keys, 1);
    values.at(loadMillis);
    for (int i = 0; i < inserts.length; i++) {
      Table table = rows.get(i).table();
      // A batch of 1 would commit row by row, without addBatch.
      Command.Insert insert = rows.get(i).insert(Math.max(2, source.batchRows(i)));
      TrackingPrepared numbers = new TrackingPrepared(session.prepare(insert), insert);
      inserts[i] = numbers;
      sums[i] =
          Arrays.stream(books.sumsOf(table))
              .mapToObj(sum -> new LoadedSum(numbers, table, sum, books))
              .toArray(LoadedSum[]::new);
      lookups[i] = session.prepare(byKey(table));
    }
  }

  /** The sum of a column over the rows of the current batch. */
  private static final class LoadedSum {

    private final TrackingPrepared numbers;
    private final int column;
    private final int counter;
    private long ofBatch;

    LoadedSum(TrackingPrepared numbers, Table table, int sum, Books books) {
      this.numbers = numbers;
      this.column = table.position(books.column(sum));
      this.counter = books.number(sum, Books.OfSum.LOADED);
    }
  }

  private static Command byKey(Table table) {
    Command.Select select = table.select(table.primaryKey().get(0));
    for (String column : table.primaryKey()) {
      select = select.where(column);
    }
    return select;
  }

  @Override
  public int next() {
    return source.next(batch) ? batch.table : DONE;
  }

  @Override
  public void prepare(int operation, long epochMillis) {
    Prepared insert = inserts[operation];
    RowSource table = rows.get(operation);
    LoadedSum[] checked = sums[operation];
    for (LoadedSum sum : checked) {
      sum.ofBatch = 0;
    }
    for (long number = batch.first; number <= batch.last; number++) {
      table.bind(insert, number, random, values);
      for (LoadedSum sum : checked) {
        sum.ofBatch += sum.numbers.number(sum.column);
      }
      insert.addBatch();
    }
  }

  @Override
  public int execute(int operation) throws DatabaseException {
    return loaded(inserts[operation].execute());
  }

  private int loaded(int count) {
    counters.add(books.number(batch.table, Books.OfTable.LOADED), count);
    long bytes = count * numberBytes[batch.table] + inserts[batch.table].bytes();
    counters.add(books.rowBytesWritten(), bytes);
    for (LoadedSum sum : sums[batch.table]) {
      counters.add(sum.counter, sum.ofBatch);
    }
    return count;
  }

  /** A batch is atomic: its first row shows whether it was committed. */
  @Override
  public int resolveOutcome(int operation) throws DatabaseException {
    return isCommitted(operation) ? loaded((int) (batch.last - batch.first + 1)) : NOT_EXECUTED;
  }

  private boolean isCommitted(int operation) throws DatabaseException {
    RowSource source = rows.get(operation);
    TrialPrepared first = new TrialPrepared(source.insert(1));
    source.bind(first, batch.first, random, values);
    List<String> key = source.table().primaryKey();
    for (int i = 0; i < key.size(); i++) {
      first.bindTo(lookups[operation], i, source.table().position(key.get(i)));
    }
    return lookups[operation].execute() > 0;
  }

  /**
   * Counts the batch as loaded, if an earlier process has committed it. Executes nothing but a
   * lookup.
   *
   * @return its rows; 0 if it is not in the table
   */
  int found(int operation) throws DatabaseException {
    if (!isCommitted(operation)) {
      return 0;
    }
    int count = (int) (batch.last - batch.first + 1);
    counters.add(books.number(batch.table, Books.OfTable.LOADED), count);
    if (sums[operation].length > 0) {
      addSums(operation);
    }
    return count;
  }

  /** The sums of rows that are functions of their numbers. */
  private void addSums(int operation) {
    RowSource source = rows.get(operation);
    Command.Insert insert = source.insert(1);
    TrackingPrepared row = new TrackingPrepared(new TrialPrepared(insert), insert);
    for (long number = batch.first; number <= batch.last; number++) {
      source.bind(row, number, random, values);
      for (LoadedSum sum : sums[operation]) {
        counters.add(sum.counter, row.number(sum.column));
      }
    }
  }

  /** The server has rolled back the batch already. */
  @Override
  public void rollback() {}

  @Override
  public void failed(int operation, boolean outcomeUnknown) {
    if (outcomeUnknown) {
      counters.add(books.outcomeUnknown(), 1);
    }
  }

  /** The number of rows: threads share them out in any order. */
  @Override
  public long checksum(int operation) {
    return operation < rows.size()
        ? counters.get(books.number(operation, Books.OfTable.LOADED))
        : 0;
  }

  @Override
  public WorkloadCounters counters() {
    return counters;
  }
}
