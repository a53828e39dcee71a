package io.ibench.workload.simple;

import io.ibench.db.Column;
import io.ibench.db.Command;
import io.ibench.db.Prepared;
import io.ibench.db.Table;
import io.ibench.random.Random64;

/** The rows of one table. A row has the same values whichever thread loads it. Immutable. */
final class RowSource {

  /** Larger batches cost memory on both sides, and gain nothing. */
  private static final long MAX_BATCH_BYTES = 4 << 20;

  private final Definition.Source source;
  private final long seed;
  private final boolean numbered;
  private final int key;
  private final long rowBytes;

  RowSource(Definition.Source source, long seed) {
    this.source = source;
    this.seed = Random64.hash(seed, "load", source.table().name());
    this.numbered = Definition.hasNumberedKey(source.table());
    long bytes = source.table().columns().stream().mapToLong(Column::maxBytes).sum();
    this.rowBytes = Math.max(1, bytes);
    this.key = numbered ? source.table().position(source.table().primaryKey().get(0)) : -1;
  }

  Table table() {
    return source.table();
  }

  /** An insert of all columns. */
  Command.Insert insert(int maxBatch) {
    return new Command.Insert(table(), table().columnNames(), maxBatch);
  }

  /** How many rows one transaction inserts: fewer than asked for if they are long. */
  int batchRows(int rowsPerCommit) {
    return (int) Math.max(1, Math.min(rowsPerCommit, MAX_BATCH_BYTES / rowBytes));
  }

  long rows() {
    return source.rows();
  }

  /**
   * Binds one row.
   *
   * @param random seeded for this row; the generator of {@code values}
   */
  void bind(Prepared row, long number, Random64 random, Values values) {
    random.seed(Random64.hash(seed, number));
    if (numbered) {
      row.setLong(key, number);
    }
    source.binder().bind(row, number, values);
  }
}
