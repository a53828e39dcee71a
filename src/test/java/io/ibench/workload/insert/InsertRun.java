package io.ibench.workload.insert;

import io.ibench.config.Config;
import io.ibench.config.Problem;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.Session;
import io.ibench.db.Table;
import io.ibench.measure.Role;
import io.ibench.random.Random64;
import io.ibench.workload.FakeActionContext;
import io.ibench.workload.Step;
import io.ibench.workload.TableContents;
import io.ibench.workload.Worker;
import io.ibench.workload.WorkloadCounters;
import io.ibench.workload.WorkloadRun;
import io.ibench.workload.WorkloadRun.End;
import io.ibench.workload.internal.RegisteredDataset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The insert benchmark on a database without the engine, on one thread: after each insert come the
 * delete that answers it and some queries, so that one seed has one outcome.
 */
final class InsertRun {

  static final long LOAD_MILLIS = 1_700_000_000_000L;
  static final long SEED = 4711;

  private static final int QUERIES_PER_INSERT = 3;

  private final Database database;
  private final InsertPlan plan;
  private final WorkloadRun experiment;
  private long millis = LOAD_MILLIS;

  private InsertRun(Database database, InsertPlan plan) throws DatabaseException {
    this.database = database;
    this.plan = plan;
    this.experiment =
        plan.begin(LOAD_MILLIS, RegisteredDataset.read(plan, database, "insert", "test"));
  }

  static Config config(Map<String, String> settings) {
    Map<String, String> all = new HashMap<>();
    all.put("seed", Long.toString(SEED));
    all.put("steps", "l.i0, l.x, l.i1, l.i2, drain, qr100, qp100, verify");
    all.put("l.i0.rows", "1000");
    all.put("l.i1.rows", "330");
    all.put("l.i2.rows", "21");
    all.put("insert.query_seconds", "2");
    all.putAll(settings);
    all.values().removeIf(String::isEmpty);
    return Config.of(all);
  }

  /** A plan of valid settings. */
  static InsertPlan plan(Map<String, String> settings) {
    Config config = config(settings);
    InsertPlan plan = new InsertPlan(config);
    if (!config.problems().isEmpty()) {
      throw new IllegalArgumentException(config.problems().toString());
    }
    return plan;
  }

  /** The mistakes of settings, one line each. */
  static List<String> problems(Map<String, String> settings) {
    Config config = config(settings);
    new InsertPlan(config);
    return config.problems().stream().map(Problem::toString).toList();
  }

  static InsertRun on(Database database, Map<String, String> settings) throws DatabaseException {
    return new InsertRun(database, plan(settings));
  }

  InsertPlan plan() {
    return plan;
  }

  /** Runs steps by name; returns what workers did, one line each. */
  List<String> run(String... names) throws Exception {
    List<String> lines = new ArrayList<>();
    for (String name : names) {
      Step step = step(name);
      if (step instanceof Step.Work work) {
        lines.addAll(work(work));
      } else {
        act((Step.Action) step);
      }
    }
    return lines;
  }

  Step step(String name) {
    return plan.steps().stream().filter(s -> s.name().equals(name)).findFirst().orElseThrow();
  }

  WorkloadRun.Outcome act(String name) throws Exception {
    return act((Step.Action) step(name));
  }

  /** Goes on with a load of another run; returns the rows that it found. */
  long continueLoad(String name) throws DatabaseException {
    return experiment.continueLoad((Step.Work) step(name), database);
  }

  private WorkloadRun.Outcome act(Step.Action step) throws Exception {
    FakeActionContext context = new FakeActionContext(new WorkloadCounters(plan.counters().size()));
    return experiment.act(step, database, context);
  }

  /** A worker of a step, for a caller that drives it. */
  Worker worker(Step.Work step, Role role, int number, Session session) throws DatabaseException {
    Step.Group group =
        step.groups().stream().filter(g -> g.role() == role).findFirst().orElseThrow();
    long seed = Random64.hash(SEED, step.name(), group.name(), Integer.toString(number));
    return experiment.worker(step, group, number, session, new Random64(seed));
  }

  private List<String> work(Step.Work step) throws Exception {
    List<String> lines = new ArrayList<>();
    List<Client> clients = new ArrayList<>();
    for (int number = 0; number < step.clients(); number++) {
      clients.add(new Client(step, number));
    }
    boolean more = true;
    while (more) {
      more = false;
      millis += 700;
      for (Client client : clients) {
        more |= client.insertsOnce(lines);
      }
    }
    for (Client client : clients) {
      client.session.close();
    }
    experiment.finished(step, End.COMPLETE);
    return lines;
  }

  /** The workers of one client. */
  private final class Client {

    private final Session session;
    private final List<Worker> workers = new ArrayList<>();
    private final List<Role> roles = new ArrayList<>();

    Client(Step.Work step, int number) throws DatabaseException {
      session = database.session();
      for (Step.Group group : step.groups()) {
        workers.add(worker(step, group.role(), number, session));
        roles.add(group.role());
      }
    }

    /** False when the client has no rows left to insert. */
    boolean insertsOnce(List<String> lines) throws DatabaseException {
      int inserted = perform(workers.get(0), lines);
      for (int i = 1; i < workers.size() && inserted > 0; i++) {
        if (roles.get(i) == Role.DELETE) {
          workers.get(i).followed(inserted);
          while (perform(workers.get(i), lines) >= 0 && wasAside(lines)) {
            // The delete itself comes after a read of the lowest key.
          }
        } else {
          for (int query = 0; query < QUERIES_PER_INSERT; query++) {
            perform(workers.get(i), lines);
          }
        }
      }
      return inserted > 0;
    }

    private static boolean wasAside(List<String> lines) {
      return lines.get(lines.size() - 1).startsWith("get_min");
    }

    private int perform(Worker worker, List<String> lines) throws DatabaseException {
      int operation = worker.next();
      if (operation == Worker.DONE) {
        return -1;
      }
      worker.prepare(operation, millis);
      int rows = worker.execute(operation);
      String name = plan.operations().get(operation);
      lines.add(name + " " + rows + " rows, " + Long.toHexString(worker.checksum(operation)));
      return rows;
    }
  }

  /** A hash of every column of every row of each table, after the number of rows. */
  Map<String, String> contents() throws DatabaseException {
    Map<String, String> contents = new LinkedHashMap<>();
    try (Session session = database.session()) {
      for (PurchaseTable table : plan.purchaseTables()) {
        contents.put(table.name(), TableContents.hash(session, table.table()));
      }
    }
    return contents;
  }

  /** According to the experiment. */
  OptionalLong rowsInTables() {
    return experiment.rowsInTables();
  }

  /** According to the experiment. */
  OptionalLong rowBytesInTables() {
    return experiment.rowBytesInTables();
  }

  /** The bytes of the values in all tables. */
  long valueBytes() throws DatabaseException {
    long sum = 0;
    try (Session session = database.session()) {
      for (PurchaseTable table : plan.purchaseTables()) {
        sum += TableContents.valueBytes(session, table.table());
      }
    }
    return sum;
  }

  /** According to the tables, all together. */
  long countRows() throws DatabaseException {
    long rows = 0;
    try (Session session = database.session()) {
      for (PurchaseTable table : plan.purchaseTables()) {
        rows += TableContents.everything(session, table.table()).execute();
      }
    }
    return rows;
  }

  /** A number from every row, in key order. */
  List<Long> column(String name) throws DatabaseException {
    List<Long> values = new ArrayList<>();
    try (Session session = database.session()) {
      Table table = plan.purchaseTables().get(0).table();
      Prepared all = TableContents.everything(session, table);
      int rows = all.execute();
      for (int row = 0; row < rows; row++) {
        values.add(all.getLong(row, table.position(name)));
      }
    }
    return values;
  }
}
