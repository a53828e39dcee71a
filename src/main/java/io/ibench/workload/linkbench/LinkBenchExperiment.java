package io.ibench.workload.linkbench;

import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Session;
import io.ibench.db.Table;
import io.ibench.random.Random64;
import io.ibench.workload.ActionContext;
import io.ibench.workload.Dataset;
import io.ibench.workload.Step;
import io.ibench.workload.Worker;
import io.ibench.workload.WorkloadRun;
import io.ibench.workload.internal.Drain;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** One run of LinkBench: the time and source of its load, and the expected totals. */
final class LinkBenchExperiment implements WorkloadRun {

  private final LinkBenchSettings settings;
  private final long loadMillis;
  private final Dataset dataset;
  private final GraphBooks books = new GraphBooks();
  private LoadSource source;

  /** The step with workers that runs or ran last. */
  private Step begun;

  LinkBenchExperiment(LinkBenchSettings settings, long loadMillis, Dataset dataset) {
    this.settings = settings;
    this.loadMillis = loadMillis;
    this.dataset = dataset;
    dataset.totals().ifPresent(books::continueFrom);
  }

  @Override
  public Outcome act(Step.Action step, Database database, ActionContext context)
      throws DatabaseException, InterruptedException {
    return switch (step.kind()) {
      case LinkBenchPlan.DROP -> drop();
      case LinkBenchPlan.CREATE -> create();
      case LinkBenchPlan.INDEX -> index(database);
      case LinkBenchPlan.DRAIN -> Drain.of(GraphTables.ALL, database, context);
      case LinkBenchPlan.VERIFY ->
          new Verification(settings, books, database, context.progress()).run();
      default -> throw new IllegalArgumentException("not an action: " + step.kind());
    };
  }

  private Outcome drop() throws DatabaseException {
    books.clear();
    List<String> dropped = new ArrayList<>();
    for (Table table : GraphTables.ALL) {
      if (dataset.drop(table)) {
        dropped.add(table.name());
      }
    }
    return new Outcome(
        0,
        dropped.isEmpty() ? List.of() : List.of("dropped " + String.join(", ", dropped)),
        List.of());
  }

  private Outcome create() throws DatabaseException {
    for (Table table : GraphTables.ALL) {
      dataset.create(table);
    }
    return Outcome.NOTHING;
  }

  private Outcome index(Database database) throws DatabaseException {
    database.createIndex(GraphTables.LINKS, GraphTables.ID1_TYPE);
    return new Outcome(books.knowsTotals() ? books.linkRows() : 0, List.of(), List.of());
  }

  @Override
  public Worker worker(
      Step.Work step, Step.Group group, int number, Session session, Random64 random)
      throws DatabaseException {
    begin(step);
    Worker worker =
        isLoad(step)
            ? new LoadWorker(
                settings, source, loadMillis, number, group.rowsPerOperation(), session)
            : new RequestWorker(
                settings.forWorker(number, group.threads()), books, session, random);
    books.add(worker.tallies());
    return worker;
  }

  private static boolean isLoad(Step step) {
    return step.kind().equals(LinkBenchPlan.LOAD);
  }

  /** The first worker of a step updates the register: no worker writes before all are created. */
  private synchronized void begin(Step step) throws DatabaseException {
    if (begun == step) {
      return;
    }
    if (isLoad(step)) {
      source = new LoadSource(settings.degrees());
      dataset.loading(loadMillis);
    } else {
      dataset.working();
    }
    begun = step;
  }

  @Override
  public OptionalLong rowsInTables() {
    return books.nodesAndLinks();
  }

  @Override
  public Outcome finished(Step.Work step, End end) throws DatabaseException {
    if (isLoad(step) && end == End.COMPLETE) {
      books.loaded(settings.degrees().totals(), settings.ids());
      dataset.loaded(books.totals());
    } else if (!isLoad(step) && end != End.ABANDONED && books.knowsTotals()) {
      dataset.worked(books.totals());
    }
    boolean warmUp = step.kind().equals(LinkBenchPlan.WARMUP);
    return new Outcome(0, warmUp ? List.of() : settings.warnings(), List.of());
  }
}
