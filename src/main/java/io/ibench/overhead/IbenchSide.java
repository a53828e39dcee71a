package io.ibench.overhead;

import io.ibench.db.Command;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.Session;
import io.ibench.db.Transaction;
import io.ibench.engine.SoloLoop;
import io.ibench.measure.Clock;
import io.ibench.random.Random64;
import io.ibench.workload.Worker;
import io.ibench.workload.WorkloadCounters;

/** An operation through ibench: its session, worker, loop and recorder. Not thread-safe. */
final class IbenchSide implements OverheadSide {

  private final Session session;
  private final Drawing worker;
  private final SoloLoop loop;

  /**
   * @param link the upsert of the transaction's link
   */
  IbenchSide(
      Database database, ComparedOperation operation, Command.Upsert link, InsertedKeys inserted)
      throws DatabaseException {
    session = database.sessionForWorker();
    try {
      worker =
          switch (operation) {
            case POINT_READ -> new Read(session, Tables.POINT_READ, Tables.ROWS);
            case RANGE_READ -> new Read(session, Tables.RANGE_READ, Tables.ROWS - Tables.RANGE + 1);
            case INSERT -> new Insert(session, inserted);
            case TRANSACTION -> new LinkTransaction(session, link);
          };
      loop = new SoloLoop(Clock.system(), worker, session, 1);
    } catch (DatabaseException e) {
      session.close();
      throw e;
    }
  }

  @Override
  public void perform(int operations) throws DatabaseException {
    loop.run(operations);
  }

  @Override
  public long rowsRead() {
    return worker instanceof Read read ? read.rows : 0;
  }

  @Override
  public void close() throws DatabaseException {
    session.close();
  }

  /** Draws keys and payloads of one operation. */
  private abstract static class Drawing implements Worker {

    private final Random64 random = new Random64(1);
    private final byte[] payload = new byte[Tables.PAYLOAD];
    private final WorkloadCounters counters = new WorkloadCounters(0);

    final long key(long bound) {
      return 1 + random.nextLong(bound);
    }

    final byte[] payload() {
      payload[0] = (byte) random.nextLong();
      return payload;
    }

    @Override
    public final int next() {
      return 0;
    }

    @Override
    public void rollback() throws DatabaseException {}

    @Override
    public final void failed(int operation, boolean outcomeUnknown) {}

    @Override
    public long checksum(int operation) {
      return 0;
    }

    @Override
    public final WorkloadCounters counters() {
      return counters;
    }
  }

  private static final class Read extends Drawing {

    private final Prepared select;
    private final long keys;
    private long checksum;
    private long rows;

    Read(Session session, Command.Select command, long keys) throws DatabaseException {
      select = session.prepare(command);
      this.keys = keys;
    }

    @Override
    public void prepare(int operation, long epochMillis) {
      select.setLong(0, key(keys));
    }

    @Override
    public int execute(int operation) throws DatabaseException {
      int found = select.execute();
      checksum += select.resultHash();
      rows += found;
      return found;
    }

    @Override
    public long checksum(int operation) {
      return checksum;
    }
  }

  private static final class Insert extends Drawing {

    private final Prepared insert;
    private final InsertedKeys inserted;

    Insert(Session session, InsertedKeys inserted) throws DatabaseException {
      insert = session.prepare(Tables.INSERT);
      this.inserted = inserted;
    }

    @Override
    public void prepare(int operation, long epochMillis) {
      for (int i = 0; i < Tables.BATCH; i++) {
        Tables.setRow(insert, inserted.next(), payload());
        insert.addBatch();
      }
    }

    @Override
    public int execute(int operation) throws DatabaseException {
      return insert.execute();
    }
  }

  private static final class LinkTransaction extends Drawing {

    private final Transaction transaction;
    private final Prepared link;
    private final Prepared count;
    private final boolean reportsOld;
    private long old;

    LinkTransaction(Session session, Command.Upsert command) throws DatabaseException {
      transaction = session.transaction();
      link = transaction.prepare(command);
      count = transaction.prepareLast(Tables.COUNT);
      reportsOld = command.old().isPresent();
    }

    @Override
    public void prepare(int operation, long epochMillis) {
      long id = key(Tables.LINKS);
      Tables.setLink(link, id, payload());
      Tables.setCount(count, id);
    }

    @Override
    public int execute(int operation) throws DatabaseException {
      transaction.begin();
      int rows = link.execute();
      if (reportsOld) {
        old += link.old();
      }
      return rows + count.execute();
    }

    @Override
    public void rollback() throws DatabaseException {
      transaction.rollback();
    }

    @Override
    public long checksum(int operation) {
      return old;
    }
  }
}
