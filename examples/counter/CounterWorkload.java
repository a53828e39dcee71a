package example.counter;

import io.ibench.config.Config;
import io.ibench.config.Key;
import io.ibench.db.Add;
import io.ibench.db.Column;
import io.ibench.db.ColumnType;
import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.Cursor;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.RowHash;
import io.ibench.db.Scan;
import io.ibench.db.Session;
import io.ibench.db.Table;
import io.ibench.random.Mix;
import io.ibench.random.Random64;
import io.ibench.workload.ActionContext;
import io.ibench.workload.Dataset;
import io.ibench.workload.Plan;
import io.ibench.workload.Step;
import io.ibench.workload.StepKeys;
import io.ibench.workload.StepKind;
import io.ibench.workload.StepReader;
import io.ibench.workload.TableUse;
import io.ibench.workload.Worker;
import io.ibench.workload.Workload;
import io.ibench.workload.WorkloadCounters;
import io.ibench.workload.WorkloadRun;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;

/** Counters that are read and incremented: their sum tells whether an increment was lost. */
public final class CounterWorkload implements Workload {

  private static final Key<Long> ROWS =
      Key.count("counter.rows", 1, 1_000_000_000_000L, "counters to load").withDefault("1000");
  private static final Key<Double> READS =
      Key.decimal("counter.reads", 0, 100, "percent of requests that read").withDefault("50");

  private static final Table COUNTERS =
      new Table(
          "counters",
          List.of(Column.number("id", ColumnType.LONG), Column.number("value", ColumnType.LONG)),
          List.of("id"),
          false,
          List.of());

  /** Operations, by their position. */
  private static final List<String> OPERATIONS = List.of("LOAD", "READ", "INCREMENT");

  private static final int LOAD = 0;
  private static final int READ = 1;
  private static final int INCREMENT = 2;

  /** WorkloadCounters, by their position: what {@code verify} holds against the table. */
  private static final List<String> TALLIES = List.of("increments", "uncertain");

  private static final int INCREMENTS = 0;
  private static final int UNCERTAIN = 1;

  @Override
  public String name() {
    return "counter";
  }

  @Override
  public String description() {
    return "counters that are read and incremented";
  }

  @Override
  public List<Key<?>> keys() {
    return List.of(ROWS, READS);
  }

  @Override
  public Plan plan(Config config) {
    return new CounterPlan(config);
  }

  /** The settings, checked. */
  private static final class CounterPlan implements Plan {

    private final long rows;
    private final Mix mix;
    private final Map<String, String> dataSettings = new TreeMap<>();
    private final List<Step> steps;

    CounterPlan(Config config) {
      rows = config.get(ROWS);
      double reads = config.get(READS);
      mix = new Mix(new double[] {0, reads, 100 - reads});
      dataSettings.put(ROWS.name(), Long.toString(rows));
      dataSettings.put(StepKeys.SEED.name(), Long.toString(config.get(StepKeys.SEED)));
      Map<String, StepKind> kinds = new LinkedHashMap<>();
      kinds.put("drop", StepKind.ofAction());
      kinds.put("create", StepKind.ofAction());
      kinds.put("load", StepKind.ofLoad(rows));
      kinds.put("request", StepKind.ofRequests());
      kinds.put("verify", StepKind.ofAction());
      steps = new StepReader(config, kinds).read();
    }

    @Override
    public List<LoadedTable> tables() {
      return List.of(new LoadedTable(COUNTERS, rows));
    }

    @Override
    public List<String> operations() {
      return OPERATIONS;
    }

    @Override
    public Role role(int operation) {
      return operation == LOAD ? Role.INSERT : Role.QUERY;
    }

    @Override
    public List<String> tallies() {
      return TALLIES;
    }

    @Override
    public List<Step> steps() {
      return steps;
    }

    @Override
    public TableUse use(Step step) {
      return switch (step.kind()) {
        case "drop" -> TableUse.DROPS;
        case "create" -> TableUse.CREATES;
        case "load" -> TableUse.LOADS;
        case "verify" -> TableUse.READS;
        default -> TableUse.WRITES;
      };
    }

    @Override
    public Step.Action verification() {
      return new Step.Action("verify", "verify", Optional.empty(), false);
    }

    @Override
    public Map<String, String> dataSettings() {
      return dataSettings;
    }

    @Override
    public WorkloadRun begin(long epochMillis, Dataset dataset) {
      return new CounterExperiment(this, epochMillis, dataset);
    }
  }

  /** One run: what its steps share. */
  private static final class CounterExperiment implements WorkloadRun {

    private final CounterPlan plan;
    private final long loadMillis;
    private final Dataset dataset;
    private final AtomicLong nextRow = new AtomicLong(1);
    private final List<WorkloadCounters> workers = new ArrayList<>();
    private Optional<Long> sumAtFirst;
    private Step begun;

    CounterExperiment(CounterPlan plan, long loadMillis, Dataset dataset) {
      this.plan = plan;
      this.loadMillis = loadMillis;
      this.dataset = dataset;
      this.sumAtFirst = dataset.totals().map(totals -> totals.get(COUNTERS.name()).get("sum"));
    }

    @Override
    public Outcome act(Step.Action step, Database database, ActionContext context)
        throws DatabaseException, InterruptedException {
      switch (step.kind()) {
        case "drop" -> {
          dataset.drop(COUNTERS);
          workers.clear();
          sumAtFirst = Optional.empty();
          nextRow.set(1);
        }
        case "create" -> dataset.create(COUNTERS);
        default -> {
          return verify(database);
        }
      }
      return Outcome.NOTHING;
    }

    /** The first worker of a step says what is about to happen: none writes before all are made. */
    @Override
    public synchronized Worker worker(
        Step.Work step, Step.Group group, int number, Session session, Random64 random)
        throws DatabaseException {
      boolean load = step.kind().equals("load");
      if (begun != step && load) {
        dataset.loading(loadMillis);
      } else if (begun != step) {
        dataset.working();
      }
      begun = step;
      Worker worker =
          load
              ? new LoadWorker(plan.rows, nextRow, group.rowsPerOperation(), session)
              : new RequestWorker(plan.rows, plan.mix, session, random);
      workers.add(worker.tallies());
      return worker;
    }

    @Override
    public Outcome finished(Step.Work step, End end) throws DatabaseException {
      if (step.kind().equals("load") && end == End.COMPLETE) {
        sumAtFirst = Optional.of(0L);
        dataset.loaded(totals());
      } else if (end != End.ABANDONED && sumAtFirst.isPresent() && booked(UNCERTAIN) == 0) {
        dataset.worked(totals());
      }
      return Outcome.NOTHING;
    }

    private Map<String, Map<String, Long>> totals() {
      return Map.of(COUNTERS.name(), Map.of("sum", sumAtFirst.orElseThrow() + booked(INCREMENTS)));
    }

    private long booked(int tally) {
      return workers.stream().mapToLong(tallies -> tallies.get(tally)).sum();
    }

    private Outcome verify(Database database) throws DatabaseException, InterruptedException {
      if (!database.keepsData()) {
        return new Outcome(0, List.of("nothing verified: nothing is kept"), List.of());
      }
      long rows = 0;
      long sum = 0;
      Scan all = new Scan(COUNTERS, List.of("value"), List.of(), List.of("id"));
      try (Session session = database.session();
          Cursor counters = session.scan(all)) {
        while (counters.next()) {
          rows++;
          sum += counters.getLong(0);
          if (Thread.interrupted()) {
            session.abort();
            throw new InterruptedException();
          }
        }
      }
      List<String> problems = new ArrayList<>();
      if (rows != plan.rows) {
        problems.add(String.format("%,d counters, expected %,d", rows, plan.rows));
      }
      if (sumAtFirst.isEmpty()) {
        return new Outcome(rows, List.of("the sum is not known, and was not checked"), problems);
      }
      long expected = sumAtFirst.get() + booked(INCREMENTS);
      if (Math.abs(sum - expected) > booked(UNCERTAIN)) {
        problems.add(String.format("the sum is %,d, expected %,d as booked", sum, expected));
      }
      return new Outcome(rows, List.of(String.format("sum of the counters: %,d", sum)), problems);
    }
  }

  /** Loads rows, which all threads take from one source. */
  private static final class LoadWorker implements Worker {

    private final long rows;
    private final AtomicLong nextRow;
    private final int rowsPerCommit;
    private final Prepared insert;
    private final WorkloadCounters tallies = new WorkloadCounters(TALLIES.size());
    private long first;

    LoadWorker(long rows, AtomicLong nextRow, int rowsPerCommit, Session session)
        throws DatabaseException {
      this.rows = rows;
      this.nextRow = nextRow;
      this.rowsPerCommit = rowsPerCommit;
      this.insert =
          session.prepare(
              new Command.Insert(COUNTERS, COUNTERS.columnNames(), Math.max(2, rowsPerCommit)));
    }

    @Override
    public int next() {
      first = nextRow.getAndAdd(rowsPerCommit);
      return first <= rows ? LOAD : DONE;
    }

    @Override
    public void prepare(int operation, long epochMillis) {
      long last = Math.min(first + rowsPerCommit - 1, rows);
      for (long id = first; id <= last; id++) {
        insert.setLong(0, id);
        insert.setLong(1, 0);
        insert.addBatch();
      }
    }

    @Override
    public int execute(int operation) throws DatabaseException {
      return insert.execute();
    }

    /** A batch is a transaction of its own. */
    @Override
    public void rollback() {}

    /** A load that fails ends the run. */
    @Override
    public void failed(int operation, boolean outcomeUnknown) {}

    @Override
    public long checksum(int operation) {
      return 0;
    }

    @Override
    public WorkloadCounters tallies() {
      return tallies;
    }
  }

  /** Reads and increments counters at random. */
  private static final class RequestWorker implements Worker {

    private final long rows;
    private final Mix mix;
    private final Random64 random;
    private final Prepared read;
    private final Prepared increment;
    private final WorkloadCounters tallies = new WorkloadCounters(TALLIES.size());
    private final long[] checksums = new long[OPERATIONS.size()];

    RequestWorker(long rows, Mix mix, Session session, Random64 random) throws DatabaseException {
      this.rows = rows;
      this.mix = mix;
      this.random = random;
      List<Condition> byId = List.of(Condition.eq("id"));
      read = session.prepare(Command.Select.of(COUNTERS, List.of("value"), byId));
      List<Add> plusOne = List.of(new Add("value", 1));
      increment =
          session.prepare(new Command.Update(COUNTERS, List.of(), plusOne, byId, Optional.empty()));
    }

    @Override
    public int next() {
      return mix.next(random);
    }

    @Override
    public void prepare(int operation, long epochMillis) {
      Prepared command = operation == READ ? read : increment;
      command.setLong(0, 1 + random.nextLong(rows));
    }

    @Override
    public int execute(int operation) throws DatabaseException {
      if (operation == READ) {
        int found = read.execute();
        checksums[READ] = RowHash.mix(checksums[READ], read.resultHash());
        return found;
      }
      int changed = increment.execute();
      checksums[INCREMENT] = RowHash.mix(checksums[INCREMENT], changed);
      tallies.add(INCREMENTS, changed);
      return changed;
    }

    /** An increment is a transaction of its own. */
    @Override
    public void rollback() {}

    @Override
    public void failed(int operation, boolean outcomeUnknown) {
      if (operation == INCREMENT && outcomeUnknown) {
        tallies.add(UNCERTAIN, 1);
      }
    }

    @Override
    public long checksum(int operation) {
      return checksums[operation];
    }

    @Override
    public WorkloadCounters tallies() {
      return tallies;
    }
  }
}
