package io.ibench.workload.linkbench;

import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Session;
import io.ibench.random.Random64;
import io.ibench.workload.ActionContext;
import io.ibench.workload.Dataset;
import io.ibench.workload.Division;
import io.ibench.workload.Step;
import io.ibench.workload.TableActions;
import io.ibench.workload.TableUse;
import io.ibench.workload.Worker;
import io.ibench.workload.WorkloadCounters;
import io.ibench.workload.WorkloadRun;
import io.ibench.workload.internal.Drain;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** One run of LinkBench: the time and source of its load, and the expected totals. */
final class LinkBenchExperiment implements WorkloadRun {

  private final LinkBenchSettings settings;
  private final long loadMillis;
  private final Dataset dataset;
  private final Division division;
  private final GraphBooks books = new GraphBooks();
  private LoadSource source;

  /** The step with workers that runs or ran last. */
  private Step begun;

  /**
   * @param division the part of the work that this process does
   */
  LinkBenchExperiment(
      LinkBenchSettings settings, long loadMillis, Dataset dataset, Division division) {
    this.division = division;
    this.settings = settings;
    this.loadMillis = loadMillis;
    this.dataset = dataset;
    dataset.totals().ifPresent(books::continueFrom);
  }

  @Override
  public Outcome act(Step.Action step, Database database, ActionContext context)
      throws DatabaseException, InterruptedException {
    return switch (step.kind()) {
      case LinkBenchPlan.DROP -> {
        books.clear();
        yield TableActions.drop(GraphTables.ALL, dataset);
      }
      case LinkBenchPlan.CREATE -> TableActions.create(GraphTables.ALL, dataset);
      case LinkBenchPlan.INDEX -> index(database);
      case LinkBenchPlan.DRAIN -> Drain.of(GraphTables.ALL, database, context);
      case LinkBenchPlan.VERIFY ->
          new Verification(settings, books, database, context.progress()).run();
      default -> throw new IllegalArgumentException("not an action: " + step.kind());
    };
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
    books.add(worker.counters());
    return worker;
  }

  private static boolean isLoad(Step step) {
    return step.use() == TableUse.LOADS;
  }

  /** Each load begins with its first row. */
  private synchronized void begin(Step step) {
    if (begun != step && isLoad(step)) {
      source = new LoadSource(settings.degrees(), division);
    }
    begun = step;
  }

  @Override
  public synchronized long continueLoad(Step.Work load, Database database)
      throws DatabaseException {
    try (Session session = database.session()) {
      LoadRecovery recovery = new LoadRecovery(settings, load.threads(), session);
      source = recovery.recover();
      begun = load;
      books.continueLoad(recovery.nodesAndLinks());
      return recovery.rows();
    }
  }

  @Override
  public OptionalLong recount(Database database) throws DatabaseException, InterruptedException {
    Recount found = Recount.of(database);
    books.recounted(found, Math.max(0, found.highestNode() - (settings.endId() - 1)));
    return OptionalLong.of(found.links());
  }

  /** Requests hide links, and delete none. */
  @Override
  public OptionalLong lastingRows() {
    return books.knowsTotals() ? OptionalLong.of(books.linkRows()) : OptionalLong.empty();
  }

  @Override
  public Optional<Map<String, Map<String, Long>>> totals() {
    return books.knowsTotals() ? Optional.of(books.totals()) : Optional.empty();
  }

  @Override
  public void addCounted(int totals, WorkloadCounters counted) {
    books.add(counted);
  }

  @Override
  public OptionalLong rowsInTables() {
    return books.nodesAndLinks();
  }

  @Override
  public OptionalLong rowBytesInTables() {
    return books.rowBytes();
  }

  @Override
  public Outcome finished(Step.Work step, End end) {
    if (isLoad(step) && end == End.COMPLETE) {
      books.loaded(settings.degrees().totals(), settings.ids());
    }
    boolean warmUp = step.kind().equals(LinkBenchPlan.WARMUP);
    return new Outcome(0, warmUp ? List.of() : settings.warnings(), List.of());
  }
}
