package io.ibench.bench;

import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.RowHash;
import io.ibench.db.Session;
import io.ibench.db.Transaction;
import io.ibench.random.Mix;
import io.ibench.random.Random64;
import io.ibench.random.UniformPayload;
import io.ibench.workload.ActionContext;
import io.ibench.workload.Dataset;
import io.ibench.workload.Plan;
import io.ibench.workload.Step;
import io.ibench.workload.Worker;
import io.ibench.workload.WorkloadCounters;
import io.ibench.workload.WorkloadRun;
import io.ibench.workload.internal.ForwardingPlan;

/** The requests of {@link OrdersDefinition}, written by hand on the interfaces of workloads. */
final class RawOrders extends ForwardingPlan implements WorkloadRun {

  private static final int GET = 2;
  private static final int LATEST = 3;
  private static final int NEW = 4;
  private static final int SHIP = 5;
  private static final int INSERTED = 0;

  RawOrders(Plan simple) {
    super(simple);
  }

  @Override
  public WorkloadRun begin(long epochMillis, Dataset dataset) {
    return this;
  }

  @Override
  public Outcome act(Step.Action step, Database database, ActionContext context) {
    return Outcome.NOTHING;
  }

  @Override
  public Worker worker(
      Step.Work step, Step.Group group, int number, Session session, Random64 random)
      throws DatabaseException {
    return new Requests(session, random, counters().size());
  }

  @Override
  public Outcome finished(Step.Work step, End end) {
    return Outcome.NOTHING;
  }

  private static final class Requests implements Worker {

    private final Random64 random;
    private final Mix mix = new Mix(new double[] {0, 0, 50, 25, 15, 10});
    private final UniformPayload letters = new UniformPayload('a', 'z');
    private final byte[] note = new byte[OrdersDefinition.NOTE];
    private final Prepared get;
    private final Prepared latest;
    private final Prepared insert;
    private final Prepared count;
    private final Prepared ship;
    private final Transaction transaction;
    private final WorkloadCounters counters;
    private final long[] checksums = new long[SHIP + 1];

    Requests(Session session, Random64 random, int counters) throws DatabaseException {
      this.random = random;
      this.counters = new WorkloadCounters(counters);
      get = session.prepare(OrdersDefinition.GET);
      latest = session.prepare(OrdersDefinition.LATEST);
      transaction = session.transaction();
      insert = transaction.prepare(OrdersDefinition.INSERT);
      count = transaction.prepareLast(OrdersDefinition.COUNT);
      ship = session.prepare(OrdersDefinition.SHIP);
    }

    @Override
    public int next() {
      return mix.next(random);
    }

    @Override
    public void prepare(int operation, long epochMillis) {
      switch (operation) {
        case GET -> get.setLong(0, order());
        case LATEST -> latest.setLong(0, buyer());
        case SHIP -> ship.setLong(0, order());
        default -> {
          long buyer = buyer();
          insert.setLong(0, buyer);
          insert.setLong(1, 0);
          insert.setLong(2, epochMillis / 1000 * 1000);
          letters.fill(random, note, note.length);
          insert.setBytes(3, note, note.length);
          count.setLong(0, buyer);
        }
      }
    }

    private long order() {
      return 1 + random.nextLong(OrdersDefinition.ROWS + counters.get(INSERTED));
    }

    private long buyer() {
      return 1 + random.nextLong(OrdersDefinition.BUYERS);
    }

    @Override
    public int execute(int operation) throws DatabaseException {
      return switch (operation) {
        case GET -> read(operation, get);
        case LATEST -> read(operation, latest);
        case SHIP -> add(operation, ship.execute());
        default -> {
          transaction.begin();
          int rows = insert.execute() + count.execute();
          counters.add(INSERTED, 1);
          yield add(NEW, rows);
        }
      };
    }

    private int read(int operation, Prepared select) throws DatabaseException {
      int rows = select.execute();
      checksums[operation] = RowHash.mix(checksums[operation], select.resultHash());
      return rows;
    }

    private int add(int operation, int rows) {
      checksums[operation] = RowHash.mix(checksums[operation], rows);
      return rows;
    }

    @Override
    public void rollback() throws DatabaseException {
      transaction.rollback();
    }

    @Override
    public void failed(int operation, boolean outcomeUnknown) {}

    @Override
    public long checksum(int operation) {
      return checksums[operation];
    }

    @Override
    public WorkloadCounters counters() {
      return counters;
    }
  }
}
