package io.ibench.db.mongo;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.config.Config;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Session;
import io.ibench.random.Random64;
import io.ibench.workload.Dataset;
import io.ibench.workload.Experiment;
import io.ibench.workload.Experiment.End;
import io.ibench.workload.Experiment.Outcome;
import io.ibench.workload.FakeActionContext;
import io.ibench.workload.Plan;
import io.ibench.workload.Step;
import io.ibench.workload.Tallies;
import io.ibench.workload.Worker;
import io.ibench.workload.linkbench.LinkBenchWorkload;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** LinkBench as a user would run it, without the engine: one thread and a scripted clock. */
final class LinkBenchRun {

  private static final long LOAD_MILLIS = 1_700_000_000_000L;

  /** A graph with lists of several lengths, and lists that are read further back. */
  private static final Map<String, String> SETTINGS =
      Map.of(
          "steps", "create, load, index, request, verify",
          "linkbench.maxid1", "1001",
          "linkbench.range_limit", "10",
          "linkbench.getlinklist_history", "20",
          "load.rows_per_commit", "100",
          "request.operations", "3000");

  /** What an operation has done: how often, the sum of its rows, and what it read. */
  record Books(long operations, long rows, long checksum) {}

  private final Plan plan;
  private final Database database;
  private final Experiment experiment;
  private final Map<String, Long> tallies = new LinkedHashMap<>();
  private final Map<String, Books> books = new LinkedHashMap<>();

  LinkBenchRun(Database database, Map<String, String> overrides) throws DatabaseException {
    Map<String, String> settings = new HashMap<>(SETTINGS);
    settings.putAll(overrides);
    Config config = Config.of(settings);
    plan = new LinkBenchWorkload().plan(config);
    assertThat(config.problems()).isEmpty();
    this.database = database;
    experiment = plan.begin(LOAD_MILLIS, Dataset.read(plan, database, "linkbench", "test"));
  }

  Plan plan() {
    return plan;
  }

  /** Runs the steps up to and with the named one; returns what came of that. */
  Outcome run(String last) throws DatabaseException, InterruptedException {
    for (Step step : plan.steps()) {
      Outcome outcome = run(step);
      if (step.name().equals(last)) {
        return outcome;
      }
    }
    throw new IllegalArgumentException("no step " + last);
  }

  Outcome run(Step step) throws DatabaseException, InterruptedException {
    if (step instanceof Step.Action action) {
      return experiment.act(
          action, database, new FakeActionContext(new Tallies(plan.tallies().size())));
    }
    Step.Work work = (Step.Work) step;
    try (Session session = database.session()) {
      Worker worker = experiment.worker(work, work.groups().get(0), 0, session, new Random64(17));
      drive(worker, work.operations().orElse(Long.MAX_VALUE));
    }
    return experiment.finished(work, End.COMPLETE);
  }

  private void drive(Worker worker, long most) throws DatabaseException {
    int count = plan.operations().size();
    long[] operations = new long[count];
    long[] rows = new long[count];
    for (long i = 0; i < most; i++) {
      int operation = worker.next();
      if (operation == Worker.DONE) {
        break;
      }
      worker.prepare(operation, LOAD_MILLIS + i);
      rows[operation] += worker.execute(operation);
      operations[operation]++;
    }
    for (int i = 0; i < count; i++) {
      if (operations[i] > 0) {
        books.put(plan.operations().get(i), new Books(operations[i], rows[i], worker.checksum(i)));
      }
    }
    List<String> names = plan.tallies();
    IntStream.range(0, names.size())
        .forEach(i -> tallies.merge(names.get(i), worker.tallies().get(i), Long::sum));
  }

  /** By operation, of the last step of each kind. */
  Map<String, Books> books() {
    return books;
  }

  Map<String, Long> tallies() {
    return tallies;
  }
}
