package io.ibench.workload.kv;

import io.ibench.db.Command;
import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.Session;
import io.ibench.db.Transaction;
import io.ibench.workload.kv.KvTable.KeyAccess;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Puts or deletes of one transaction. It keeps their keys and values, so that the transaction can
 * be repeated. Confined to the worker's thread; allocates nothing.
 */
final class WriteBatch {

  private final Prepared command;
  private final KeyAccess access;

  /** Null for a batch of one, which commits by itself. */
  private final @Nullable Transaction transaction;

  /** Null for deletes. */
  private final @Nullable ValueStream stream;

  private final int valueSize;
  private final long[] keys;
  private final byte[][] values;
  private final int[] lengths;
  private long valueBytes;
  private int size;

  /**
   * @param stream of the values; null for deletes
   * @param valueSize of a value without a length of its own
   * @param longest value
   * @param most keys of a batch
   */
  WriteBatch(
      Command command,
      KvTable table,
      @Nullable ValueStream stream,
      int valueSize,
      int longest,
      int most,
      Session session)
      throws DatabaseException {
    this.transaction = most > 1 ? session.transaction() : null;
    this.command =
        most > 1 ? Objects.requireNonNull(transaction).prepare(command) : session.prepare(command);
    this.access = table.access();
    this.stream = stream;
    this.valueSize = valueSize;
    this.keys = new long[most];
    this.values = new byte[stream == null ? 0 : most][longest];
    this.lengths = new int[most];
  }

  void clear() {
    size = 0;
    valueBytes = 0;
  }

  void add(long key) {
    add(key, valueSize);
  }

  void add(long key, int length) {
    keys[size] = key;
    if (stream != null) {
      stream.write(key, values[size], length);
      lengths[size] = length;
      valueBytes += length;
    }
    size++;
  }

  /** The bytes of all values. */
  long valueBytes() {
    return valueBytes;
  }

  int size() {
    return size;
  }

  long key(int position) {
    return keys[position];
  }

  /** Returns the rows of all commands. */
  int execute() throws DatabaseException {
    if (transaction == null) {
      bind(0);
      return command.execute();
    }
    transaction.begin();
    int rows = 0;
    for (int i = 0; i < size; i++) {
      bind(i);
      rows += command.execute();
    }
    transaction.commit();
    return rows;
  }

  private void bind(int position) {
    access.bind(command, 0, keys[position]);
    if (stream != null) {
      command.setBytes(1, values[position], lengths[position]);
    }
  }

  void rollback() throws DatabaseException {
    if (transaction != null) {
      transaction.rollback();
    }
  }
}
