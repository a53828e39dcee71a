package io.ibench.db.memory;

import io.ibench.db.Command;
import io.ibench.db.Cursor;
import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.Scan;
import io.ibench.db.Session;
import io.ibench.db.Transaction;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Optional;
import java.util.stream.IntStream;

/** A session of a {@link MemoryDatabase}. Confined to one thread. */
final class MemorySession implements Session, Transaction {

  private final MemoryDatabase database;
  private final Deque<Runnable> undo = new ArrayDeque<>();
  private boolean open;

  MemorySession(MemoryDatabase database) {
    this.database = database;
  }

  @Override
  public Prepared prepare(Command command) {
    return command.compile(new MemoryCompiler(database, this));
  }

  @Override
  public Prepared prepareLast(Command command) {
    MemoryPrepared prepared = command.compile(new MemoryCompiler(database, this));
    prepared.commitAfterwards();
    return prepared;
  }

  @Override
  public Transaction transaction() {
    return this;
  }

  @Override
  public void begin() {
    if (open) {
      throw new IllegalStateException("a transaction is open already");
    }
    database.lock().lock();
    undo.clear();
    open = true;
  }

  @Override
  public void commit() {
    if (!open) {
      throw new IllegalStateException("no transaction is open");
    }
    end();
  }

  @Override
  public void rollback() {
    if (open) {
      undo.forEach(Runnable::run);
      end();
    }
  }

  private void end() {
    undo.clear();
    open = false;
    database.lock().unlock();
  }

  /** Undoes a change when the transaction is rolled back. */
  void onRollback(Runnable change) {
    if (open) {
      undo.push(change);
    }
  }

  @Override
  public Cursor scan(Scan scan, long... parameters) throws DatabaseException {
    Prepared prepared =
        prepare(
            new Command.Select(
                scan.table(),
                scan.columns(),
                scan.where(),
                Optional.empty(),
                scan.orderBy(),
                false,
                0,
                0));
    for (int i = 0; i < parameters.length; i++) {
      prepared.setLong(i, parameters[i]);
    }
    int rows = prepared.execute();
    Iterator<Integer> positions = IntStream.range(0, rows).iterator();
    return new Cursor() {
      private int row = -1;

      @Override
      public boolean next() {
        if (!positions.hasNext()) {
          return false;
        }
        row = positions.next();
        return true;
      }

      @Override
      public long getLong(int column) {
        return prepared.getLong(row, column);
      }

      @Override
      public void close() {}
    };
  }

  @Override
  public void abort() {}

  @Override
  public void close() {
    rollback();
  }
}
