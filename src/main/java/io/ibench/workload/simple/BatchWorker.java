package io.ibench.workload.simple;

import io.ibench.db.Command;
import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.Session;
import io.ibench.db.Table;
import io.ibench.random.Random64;
import io.ibench.workload.internal.LoadBatches;
import io.ibench.workload.internal.LoadBatches.Batch;
import io.ibench.workload.table.BatchLoadWorker;
import java.util.Arrays;
import java.util.List;

/** Loads batches of rows; each is one transaction. */
final class BatchWorker extends BatchLoadWorker {

  private final List<RowSource> rows;
  private final TrackingPrepared[] tracked;
  private final long[] numberBytes;

  /** The checked sums of each table. */
  private final LoadedSum[][] sums;

  private final Random64 random = new Random64(0);
  private final Values values;
  private final Books books;

  /**
   * @param operations how many there are
   */
  BatchWorker(
      List<RowSource> rows,
      LoadBatches source,
      int operations,
      Books books,
      long loadMillis,
      Session session)
      throws DatabaseException {
    super(source, rows.size(), operations, books.outcomeUnknown(), books.worker());
    this.rows = rows;
    this.books = books;
    this.tracked = new TrackingPrepared[rows.size()];
    this.numberBytes = rows.stream().mapToLong(each -> each.table().numberBytes()).toArray();
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
      Command.Insert insert = rows.get(i).insert(statementRows(source.batchRows(i)));
      TrackingPrepared numbers = new TrackingPrepared(session.prepare(insert), insert);
      tracked[i] = numbers;
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
  protected int operation(Batch next) {
    return next.table();
  }

  @Override
  public void prepare(int operation, long epochMillis) {
    Prepared insert = inserts[operation];
    RowSource table = rows.get(operation);
    LoadedSum[] checked = sums[operation];
    for (LoadedSum sum : checked) {
      sum.ofBatch = 0;
    }
    for (long number = batch.first(); number <= batch.last(); number++) {
      table.bind(insert, number, random, values);
      for (LoadedSum sum : checked) {
        sum.ofBatch += sum.numbers.number(sum.column);
      }
      insert.addBatch();
    }
  }

  @Override
  protected void written(int count) {
    int table = batch.table();
    counters.add(books.number(table, Books.OfTable.LOADED), count);
    long bytes = count * numberBytes[table] + tracked[table].bytes();
    counters.add(books.rowBytesWritten(), bytes);
    for (LoadedSum sum : sums[table]) {
      counters.add(sum.counter, sum.ofBatch);
    }
  }

  @Override
  protected void bindFirst(Prepared lookup, Batch asked) {
    RowSource source = rows.get(asked.table());
    TrialPrepared first = new TrialPrepared(source.insert(1));
    source.bind(first, asked.first(), random, values);
    List<String> key = source.table().primaryKey();
    for (int i = 0; i < key.size(); i++) {
      first.bindTo(lookup, i, source.table().position(key.get(i)));
    }
  }

  /** Sums of rows are functions of their numbers. */
  @Override
  protected void found(Batch earlier) {
    counters.add(books.number(earlier.table(), Books.OfTable.LOADED), earlier.rows());
    LoadedSum[] checked = sums[earlier.table()];
    if (checked.length == 0) {
      return;
    }
    RowSource source = rows.get(earlier.table());
    Command.Insert insert = source.insert(1);
    TrackingPrepared row = new TrackingPrepared(new TrialPrepared(insert), insert);
    for (long number = earlier.first(); number <= earlier.last(); number++) {
      source.bind(row, number, random, values);
      for (LoadedSum sum : checked) {
        counters.add(sum.counter, row.number(sum.column));
      }
    }
  }
}
