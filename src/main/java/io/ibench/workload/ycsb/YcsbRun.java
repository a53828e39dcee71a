package io.ibench.workload.ycsb;

import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.Session;
import io.ibench.workload.ActionContext;
import io.ibench.workload.Dataset;
import io.ibench.workload.Division;
import io.ibench.workload.Step;
import io.ibench.workload.Worker;
import io.ibench.workload.WorkloadCounters;
import io.ibench.workload.internal.LoadBatches;
import io.ibench.workload.table.BatchLoadWorker;
import io.ibench.workload.table.BatchRun;
import io.ibench.workload.table.Seat;
import java.util.BitSet;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/** One run of ycsb: its books, and the numbers of new rows. */
final class YcsbRun extends BatchRun<YcsbPlan, YcsbBooks> {

  /** Larger batches cost memory on both sides, and gain nothing. */
  private static final long MOST_BATCH_BYTES = 4 << 20;

  private final YcsbSettings settings;
  private final YcsbTable table;
  private Optional<KeySequence> sequence = Optional.empty();

  /** The numbers of rows that were given before the step. */
  private long rows;

  YcsbRun(YcsbPlan plan, Dataset dataset, Division division) {
    super(plan, new YcsbBooks(plan.settings().records()), dataset, division);
    this.settings = plan.settings();
    this.table = plan.table();
  }

  @Override
  protected Outcome verify(Database database, ActionContext context)
      throws DatabaseException, InterruptedException {
    return new YcsbVerification(settings, table, books.now(), database, context.progress()).run();
  }

  @Override
  protected LoadBatches batches(Step.Group group, BitSet leftOut) {
    long most = Math.max(1, MOST_BATCH_BYTES / (KeyText.MOST_BYTES + settings.fieldBytes()));
    int rowsPerCommit = (int) Math.min(group.rowsPerOperation(), most);
    return new LoadBatches(1, settings.records(), rowsPerCommit, leftOut, division);
  }

  @Override
  protected BatchLoadWorker loader(LoadBatches source, Session session) throws DatabaseException {
    return new LoadWorker(settings, table, source, books.worker(), session);
  }

  @Override
  protected void beginRequests(Seat first) throws DatabaseException {
    sequence = Optional.empty();
    rows = books.given().orElse(settings.records());
    if (Objects.requireNonNull(plan.settings(first.step())).has(YcsbOperation.INSERT)) {
      sequence = books.beginInserts(first.step().threads());
      if (sequence.isEmpty()) {
        throw new DatabaseException(
            FailureKind.FATAL,
            "nobody knows which rows were inserted, as after a run that died; load again");
      }
    }
  }

  @Override
  protected Worker requests(Seat seat) throws DatabaseException {
    StepSettings own = plan.settings(seat.step());
    return new RequestWorker(
        settings,
        Objects.requireNonNull(own),
        table,
        rows,
        sequence.orElse(null),
        books.worker(),
        seat);
  }

  @Override
  public OptionalLong recount(Database database) throws DatabaseException, InterruptedException {
    WorkloadCounters progress = YcsbCounter.SET.worker();
    books.start(
        new YcsbVerification(settings, table, Optional.empty(), database, progress).found());
    return lastingRows();
  }

  /** Every field has the same length. */
  @Override
  public OptionalLong rowBytesInTables() {
    OptionalLong known = books.rows();
    return known.isPresent()
        ? OptionalLong.of(known.getAsLong() * settings.fieldBytes() + books.keyBytes())
        : OptionalLong.empty();
  }
}
