package io.ibench.db.rocksdb.engine;

import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import java.util.Optional;
import org.rocksdb.RocksDBException;

/** A command with its parameters. Confined to the session's thread. */
abstract class RocksPrepared implements Prepared {

  /** What surrounds an execution. */
  enum Place {
    /** The command commits by itself. */
    ALONE,
    IN_TRANSACTION,
    /** It ends the transaction. */
    LAST
  }

  final RocksSession session;
  final RocksTable table;
  final Parameters parameters;
  final Place place;

  RocksPrepared(RocksSession session, RocksTable table, Parameters parameters, Place place) {
    this.session = session;
    this.table = table;
    this.parameters = parameters;
    this.place = place;
  }

  /** Executes it within a transaction if {@link #needsTransaction}. */
  abstract int run() throws RocksDBException, DatabaseException;

  /** Whether it reads before it writes, or writes several keys. */
  abstract boolean needsTransaction();

  /** Whether it reads nothing and needs no lock. */
  boolean onlyWrites() {
    return false;
  }

  /**
   * What is wrong with its place where transactions are batches of writes, which nobody can read
   * before they are committed; empty: nothing.
   */
  Optional<String> mistake() {
    return place == Place.ALONE || !session.hasBatchesOnly() || onlyWrites()
        ? Optional.empty()
        : Optional.of(
            "transactions = none: the workload has a transaction that reads "
                + table.layout().table().name()
                + "; use optimistic or pessimistic");
  }

  /** In words, for {@code explain}. */
  abstract String describe();

  void requireReady() {
    parameters.requireBound();
  }

  @Override
  public final int execute() throws DatabaseException {
    requireReady();
    table.requireThere();
    try {
      if (place != Place.ALONE) {
        session.requireTransaction();
        int rows = run();
        if (place == Place.LAST) {
          session.commit();
        }
        return rows;
      }
      return needsTransaction() ? runAlone() : run();
    } catch (RocksDBException e) {
      throw session.failure(e);
    } finally {
      session.called();
    }
  }

  private int runAlone() throws RocksDBException, DatabaseException {
    boolean free = onlyWrites() && session.beginFreeWrites();
    if (!free) {
      session.begin();
    }
    boolean done = false;
    try {
      int rows = run();
      if (free) {
        session.commitFreeWrites();
      } else {
        session.commit();
      }
      done = true;
      return rows;
    } finally {
      if (!done) {
        session.rollback();
      }
    }
  }

  @Override
  public void setLong(int parameter, long value) {
    parameters.setLong(parameter, value);
  }

  @Override
  public void setBytes(int parameter, byte[] value, int length) {
    parameters.setBytes(parameter, value, length);
  }

  @Override
  public void setLongs(int parameter, long[] values, int count) {
    parameters.setLongs(parameter, values, count);
  }

  @Override
  public void setBytesAt(int parameter, int index, byte[] value, int length) {
    parameters.setBytesAt(parameter, index, value, length);
  }
}
