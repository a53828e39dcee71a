package io.ibench.workload.linkbench;

import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Session;
import io.ibench.workload.ActionContext;
import io.ibench.workload.Dataset;
import io.ibench.workload.Division;
import io.ibench.workload.Step;
import io.ibench.workload.StepKind;
import io.ibench.workload.Worker;
import io.ibench.workload.table.Seat;
import io.ibench.workload.table.TableRun;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** One run of LinkBench: the time and source of its load, and the expected totals. */
final class LinkBenchExperiment extends TableRun<LinkBenchPlan, GraphBooks> {

  private final LinkBenchSettings settings;
  private final long loadMillis;

  @SuppressWarnings("NullAway.Init") // a load makes it when it begins
  private LoadSource source;

  /** What is left of a load of another process. */
  private Optional<LoadSource> left = Optional.empty();

  LinkBenchExperiment(LinkBenchPlan plan, long loadMillis, Dataset dataset, Division division) {
    super(plan, books(plan.settings()), dataset, division);
    this.settings = plan.settings();
    this.loadMillis = loadMillis;
  }

  private static GraphBooks books(LinkBenchSettings settings) {
    return new GraphBooks(settings.degrees().totals(), settings.ids());
  }

  @Override
  protected Outcome verify(Database database, ActionContext context)
      throws DatabaseException, InterruptedException {
    return new Verification(settings, books, database, context.progress()).run();
  }

  @Override
  protected Outcome index(Database database) throws DatabaseException {
    database.createIndex(GraphTables.LINKS, GraphTables.ID1_TYPE);
    return new Outcome(books.knowsTotals() ? books.linkRows() : 0, List.of(), List.of());
  }

  /** Each load begins with its first row, or where another process has left it. */
  @Override
  protected synchronized void begin(Seat first) {
    if (first.loads()) {
      source = left.orElseGet(() -> new LoadSource(settings.degrees(), division));
      left = Optional.empty();
    }
  }

  @Override
  protected Worker create(Seat seat) throws DatabaseException {
    Step.Group group = seat.group();
    Session session = seat.session();
    Worker worker =
        seat.loads()
            ? new LoadWorker(
                settings, source, loadMillis, seat.number(), group.rowsPerOperation(), session)
            : new RequestWorker(
                settings.forWorker(seat.number(), group.threads()), books, session, seat.random());
    books.add(worker.counters());
    return worker;
  }

  @Override
  public synchronized long continueLoad(Step.Work load, Database database)
      throws DatabaseException {
    try (Session session = database.session()) {
      LoadRecovery recovery = new LoadRecovery(settings, load.threads(), session);
      left = Optional.of(recovery.recover());
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
  public OptionalLong rowBytesInTables() {
    return books.rowBytes();
  }

  @Override
  public Outcome finished(Step.Work step, End end) {
    super.finished(step, end);
    boolean warmUp = step.kind().equals(StepKind.WARMUP);
    return new Outcome(0, warmUp ? List.of() : settings.warnings(), List.of());
  }
}
