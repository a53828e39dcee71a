package io.ibench.workload.linkbench;

import io.ibench.config.Config;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.Session;
import io.ibench.db.Table;
import io.ibench.random.Random64;
import io.ibench.workload.FakeActionContext;
import io.ibench.workload.Plan;
import io.ibench.workload.Step;
import io.ibench.workload.TableContents;
import io.ibench.workload.Worker;
import io.ibench.workload.WorkloadCounters;
import io.ibench.workload.WorkloadRun;
import io.ibench.workload.WorkloadRun.End;
import io.ibench.workload.internal.RegisteredDataset;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** LinkBench on a database without the engine: no pacing, no clock, no recording. */
final class LinkBenchRun {

  static final long LOAD_MILLIS = 1_700_000_000_000L;
  static final long SEED = 4711;

  private static final long PATIENCE_SECONDS = 120;

  private final Database database;
  private final Plan plan;
  private final RegisteredDataset dataset;
  private final WorkloadRun experiment;

  private LinkBenchRun(Database database, Plan plan) throws DatabaseException {
    this.database = database;
    this.plan = plan;
    this.dataset = RegisteredDataset.read(plan, database, "linkbench", "test");
    this.experiment = plan.begin(LOAD_MILLIS, dataset);
  }

  /** The results of a worker's requests: rows and the checksum so far, after each of them. */
  record Answers(List<String> lines, List<Long> counters) {}

  /**
   * A plan with these settings in addition to a request step and the seed; an empty one is left
   * out.
   */
  static Plan plan(Map<String, String> settings) {
    Config config = config(settings);
    Plan plan = new LinkBenchWorkload().plan(config);
    if (!config.problems().isEmpty()) {
      throw new IllegalArgumentException(config.problems().toString());
    }
    return plan;
  }

  static Config config(Map<String, String> settings) {
    Map<String, String> all = new HashMap<>();
    all.put("seed", Long.toString(SEED));
    all.put("steps", "drop, create, load, index, request, verify");
    all.put("request.operations", "1");
    all.putAll(settings);
    all.values().removeIf(String::isEmpty);
    return Config.of(all);
  }

  static LinkBenchRun on(Database database, Map<String, String> settings) throws DatabaseException {
    return new LinkBenchRun(database, plan(settings));
  }

  /** A file with links per id: pairs of a value and a cumulative percentage. */
  static String distribution(Path folder, String points) throws IOException {
    Path file = Files.createTempFile(folder, "distribution", ".dat");
    return Files.writeString(file, "nlinks\n" + points + "\n").toString();
  }

  Plan plan() {
    return plan;
  }

  WorkloadRun.Outcome act(String name) throws DatabaseException, InterruptedException {
    return experiment.act(
        (Step.Action) step(name),
        database,
        new FakeActionContext(new WorkloadCounters(plan.counters().size())));
  }

  private Step step(String name) {
    return plan.steps().stream().filter(s -> s.name().equals(name)).findFirst().orElseThrow();
  }

  /** Creates the tables and loads them. */
  void load(int threads) throws Exception {
    act("create");
    Step.Work load = (Step.Work) step("load");
    inThreads(threads, number -> loadAll(load, number));
    experiment.finished(load, End.COMPLETE);
  }

  private Answers loadAll(Step.Work load, int number) throws DatabaseException {
    try (Session session = database.session()) {
      Worker worker = worker(load, number, session);
      int operation = worker.next();
      while (operation != Worker.DONE) {
        worker.prepare(operation, LOAD_MILLIS);
        worker.execute(operation);
        operation = worker.next();
      }
      return new Answers(List.of(), List.of());
    }
  }

  /** Loads a part: some workers execute batches in any order, and stop as a process that dies. */
  void loadPart(int workers, int batches, Random64 order) throws Exception {
    act("create");
    Step.Work load = (Step.Work) step("load");
    List<Session> sessions = new ArrayList<>();
    List<Worker> working = new ArrayList<>();
    for (int number = 0; number < workers; number++) {
      sessions.add(database.session());
      working.add(worker(load, number, sessions.get(number)));
    }
    for (int batch = 0; batch < batches && !working.isEmpty(); batch++) {
      Worker worker = working.get((int) order.nextLong(working.size()));
      int operation = worker.next();
      if (operation == Worker.DONE) {
        working.remove(worker);
      } else {
        worker.prepare(operation, LOAD_MILLIS);
        worker.execute(operation);
      }
    }
    for (Session session : sessions) {
      session.close();
    }
  }

  /** Loads the rest after {@link #loadPart} of another run; returns the rows that it found. */
  long continueLoad(int threads) throws Exception {
    Step.Work load = (Step.Work) step("load");
    long found = experiment.continueLoad(load, database);
    inThreads(threads, number -> loadAll(load, number));
    experiment.finished(load, End.COMPLETE);
    return found;
  }

  /** Executes this many requests in each thread. */
  List<Answers> request(int threads, int operations) throws Exception {
    Step.Work request = (Step.Work) step("request");
    List<Answers> answers = inThreads(threads, number -> request(request, number, operations));
    experiment.finished(request, End.COMPLETE);
    return answers;
  }

  private Answers request(Step.Work request, int number, int operations) throws DatabaseException {
    try (Session session = database.session()) {
      Worker worker = worker(request, number, session);
      List<String> lines = new ArrayList<>();
      for (int i = 0; i < operations; i++) {
        int operation = worker.next();
        worker.prepare(operation, LOAD_MILLIS + 1000 + i);
        int rows = executeWithRetries(worker, operation);
        String name = plan.operations().get(operation);
        lines.add(i + " " + name + " " + rows + " " + worker.checksum(operation));
      }
      List<Long> counters = new ArrayList<>();
      for (int counter = 0; counter < worker.counters().size(); counter++) {
        counters.add(worker.counters().get(counter));
      }
      return new Answers(lines, counters);
    }
  }

  private static int executeWithRetries(Worker worker, int operation) throws DatabaseException {
    while (true) {
      try {
        return worker.execute(operation);
      } catch (DatabaseException e) {
        worker.rollback();
        if (e.kind() != FailureKind.DEADLOCK && e.kind() != FailureKind.LOCK_TIMEOUT) {
          throw e;
        }
      }
    }
  }

  /** One worker of the request step, for a caller that drives it. */
  Worker requestWorker(Session session) throws DatabaseException {
    return worker((Step.Work) step("request"), 0, session);
  }

  /** The first worker of the load, driven by the test. */
  Worker loader(Session session) throws DatabaseException {
    return worker((Step.Work) step("load"), 0, session);
  }

  private Worker worker(Step.Work step, int number, Session session) throws DatabaseException {
    Random64 random = new Random64(Random64.hash(SEED, step.name(), Integer.toString(number)));
    return experiment.worker(step, step.groups().get(0), number, session, random);
  }

  private interface Share {
    Answers work(int number) throws DatabaseException;
  }

  private static List<Answers> inThreads(int threads, Share share) throws Exception {
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try {
      List<Future<Answers>> futures = new ArrayList<>();
      for (int number = 0; number < threads; number++) {
        int own = number;
        futures.add(executor.submit(() -> share.work(own)));
      }
      List<Answers> answers = new ArrayList<>();
      for (Future<Answers> future : futures) {
        answers.add(future.get(PATIENCE_SECONDS, TimeUnit.SECONDS));
      }
      return answers;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    } finally {
      executor.shutdownNow();
    }
  }

  /** According to the experiment, of nodes and links. */
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
      for (Table table : GraphTables.ALL) {
        sum += TableContents.valueBytes(session, table);
      }
    }
    return sum;
  }

  /** Rows of each table, by name. */
  Map<String, Long> rowCounts() throws DatabaseException {
    Map<String, Long> counts = new LinkedHashMap<>();
    try (Session session = database.session()) {
      for (Table table : GraphTables.ALL) {
        counts.put(table.name(), (long) TableContents.everything(session, table).execute());
      }
    }
    return counts;
  }

  /** A hash of every column of every row of each table. */
  Map<String, String> contents() throws DatabaseException {
    Map<String, String> contents = new LinkedHashMap<>();
    try (Session session = database.session()) {
      for (Table table : GraphTables.ALL) {
        contents.put(table.name(), TableContents.hash(session, table));
      }
    }
    return contents;
  }
}
