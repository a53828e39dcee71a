package io.ibench.workload.kv;

import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Maintenance;
import io.ibench.db.Session;
import io.ibench.db.Table;
import io.ibench.workload.ActionContext;
import io.ibench.workload.Dataset;
import io.ibench.workload.Division;
import io.ibench.workload.Step;
import io.ibench.workload.Worker;
import io.ibench.workload.WorkloadCounters;
import io.ibench.workload.table.Lines;
import io.ibench.workload.table.Seat;
import io.ibench.workload.table.TableRun;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** One run of kv: its books, and the numbers of its threads. */
final class KvRun extends TableRun<KvPlan, KeyBooks> {

  private final KvSettings settings;
  private final KvTable table;
  private final ValueBuffer buffer;

  /** The workers of the step that runs or ran last. */
  private final List<RequestWorker> requests = new ArrayList<>();

  private @Nullable FillSource source;

  /** The batches of the next fill that an earlier process has put. */
  private BitSet loaded = new BitSet();

  /** db_bench seeds its threads by their number, from 1 on over all steps. */
  private long firstThread = 1;

  private long nextThread = 1;

  /** Writers of stamped values have numbers from 1 on over all steps of requests. */
  private long firstWriter;

  private long nextWriter = 1;

  KvRun(KvPlan plan, Dataset dataset, Division division) {
    super(plan, new KeyBooks(plan.settings().num()), dataset, division);
    this.settings = plan.settings();
    this.table = plan.table();
    this.buffer = settings.valueBuffer();
  }

  @Override
  protected Outcome verify(Database database, ActionContext context)
      throws DatabaseException, InterruptedException {
    return new KvVerification(plan, books, database, context.progress()).run();
  }

  @Override
  protected Outcome other(Step.Action step, Database database, ActionContext context)
      throws DatabaseException {
    return maintain(step.kind(), database, tables);
  }

  private static Outcome maintain(String kind, Database database, List<Table> tables)
      throws DatabaseException {
    List<String> done =
        database.maintain(Maintenance.valueOf(kind.toUpperCase(Locale.ROOT)), tables);
    String product = database.description().product();
    return new Outcome(
        0,
        done.isEmpty() ? List.of("nothing done: " + product + " has no " + kind) : done,
        List.of());
  }

  @Override
  protected synchronized Worker create(Seat seat) throws DatabaseException {
    StepSettings own = Objects.requireNonNull(plan.settings(seat.step()));
    boolean writer = seat.group().name().equals(KvPlan.WRITER);
    int place = writer || !own.benchmark().hasWriter() ? seat.number() : seat.number() + 1;
    KeyStream keys =
        settings.isLikeDbBench()
            ? KeyStream.ofDbBench(settings.seed() + firstThread + place, settings.num(), own.skew())
            : KeyStream.of(seat.random(), settings.num(), own.skew());
    Session session = seat.session();
    if (seat.loads()) {
      return filler(own.benchmark(), keys, session);
    }
    KvOperation main = writer ? KvOperation.PUT : own.benchmark().operation();
    RequestWorker worker =
        new RequestWorker(settings, table, own, main, keys, source, values(place), books, session);
    requests.add(worker);
    return worker;
  }

  @Override
  protected synchronized void begin(Seat first) {
    Step.Work step = first.step();
    requests.clear();
    firstThread = nextThread;
    nextThread += step.threads();
    Benchmark benchmark = Objects.requireNonNull(plan.settings(step)).benchmark();
    if (first.loads()) {
      boolean unique = benchmark == Benchmark.FILLUNIQUERANDOM;
      FillSource filling =
          new FillSource(settings, first.group().rowsPerOperation(), unique, loaded, division);
      source = filling;
      loaded = new BitSet();
      books.beginFill(benchmark == Benchmark.FILLRANDOM);
      if (benchmark == Benchmark.FILLRANDOM) {
        filling.forEachDone(put -> books.put(filling.randomKey(put)));
      }
      return;
    }
    firstWriter = nextWriter;
    nextWriter += step.threads();
    if (benchmark.writes()) {
      int batch = Math.max(1, Objects.requireNonNull(plan.settings(step)).batchSize());
      source = new FillSource(settings, batch, false, new BitSet(), division);
      books.beginWrites(benchmark.deletes());
    }
  }

  private Worker filler(Benchmark benchmark, KeyStream keys, Session session)
      throws DatabaseException {
    ValueStream values =
        settings.isLikeDbBench() ? values(0) : new ValueStream.Stamped(stamp(), ValueStamp.LOAD);
    FillSource filling = Objects.requireNonNull(source); // begin() makes it
    return benchmark == Benchmark.FILLSEQ
        ? FillWorker.inTurn(settings, table, filling, books, values, session)
        : FillWorker.atRandom(
            settings,
            table,
            filling,
            books,
            settings.isLikeDbBench() ? keys : null,
            values,
            session);
  }

  private ValueStamp stamp() {
    return new ValueStamp(buffer);
  }

  /** Runs that work on the same data have other writers. */
  private ValueStream values(int place) {
    return settings.isLikeDbBench()
        ? new ValueStream.DbBench(buffer)
        : new ValueStream.Stamped(
            stamp(), dataset.ordinal() + 1 << Integer.SIZE | firstWriter + place);
  }

  @Override
  public synchronized long continueLoad(Step.Work load, Database database)
      throws DatabaseException {
    Benchmark benchmark = Objects.requireNonNull(plan.settings(load)).benchmark();
    boolean random = benchmark != Benchmark.FILLSEQ;
    int batchSize = load.groups().get(0).rowsPerOperation();
    boolean unique = benchmark == Benchmark.FILLUNIQUERANDOM;
    FillSource all = new FillSource(settings, batchSize, unique, new BitSet(), division);
    try (Session session = database.session()) {
      FillLookup lookup = new FillLookup(table, all, random, session);
      loaded = all.committed(load.threads(), lookup::isCommitted);
      return lookup.rows();
    }
  }

  @Override
  public OptionalLong recount(Database database) throws DatabaseException, InterruptedException {
    WorkloadCounters progress = KvCounter.SET.worker();
    return OptionalLong.of(new KvVerification(plan, books, database, progress).recount());
  }

  /** While keys are deleted, nobody knows how many rows there must be. */
  @Override
  public OptionalLong lastingRows() {
    return books.state() == KeyBooks.State.ALL ? books.rows() : OptionalLong.empty();
  }

  @Override
  public synchronized Outcome finished(Step.Work step, End end) {
    Benchmark benchmark = Objects.requireNonNull(plan.settings(step)).benchmark();
    if (end == End.ABANDONED && (benchmark.fills() || benchmark.writes())) {
      books.clear();
    } else if (benchmark.fills()) {
      return end == End.COMPLETE ? filled(benchmark) : forgotten();
    }
    if (end != End.ABANDONED && benchmark == Benchmark.READMISSING) {
      return found();
    }
    boolean isChecked = end != End.ABANDONED && dataset.keepsData();
    return isChecked && books.state() == KeyBooks.State.ALL ? missing() : Outcome.NOTHING;
  }

  private Outcome forgotten() {
    books.clear();
    return Outcome.NOTHING;
  }

  private Outcome filled(Benchmark benchmark) {
    boolean random = benchmark == Benchmark.FILLRANDOM;
    if (!random) {
      books.loaded();
    }
    OptionalLong rows = books.rows();
    return random && rows.isPresent()
        ? new Outcome(
            0,
            List.of(
                Lines.text(
                    "%,d puts of random keys made %,d rows", settings.num(), rows.getAsLong())),
            List.of())
        : Outcome.NOTHING;
  }

  /** No key is there that reads have asked for. */
  private Outcome found() {
    long found = sum(KvCounter.KEYS_FOUND);
    return found == 0
        ? Outcome.NOTHING
        : new Outcome(
            0, List.of(), List.of(Lines.text("reads found %,d keys that nothing put", found)));
  }

  /** Every key is there: reads that found fewer have met an error in the data. */
  private Outcome missing() {
    Lines problems = new Lines();
    long asked = sum(KvCounter.KEYS_READ);
    long found = sum(KvCounter.KEYS_FOUND);
    if (found != asked) {
      problems.add("every key is there, but reads found %,d of %,d", found, asked);
    }
    long expected = requests.stream().mapToLong(RequestWorker::expectedRows).sum();
    long rows = sum(KvCounter.ROWS_SCANNED);
    boolean ranges = expected > 0 || sum(KvCounter.SEEKS) > 0;
    if (ranges && expected != rows && settings.keys().keepsOrder()) {
      problems.add("every key is there, but seeks read %,d rows instead of %,d", rows, expected);
    }
    return new Outcome(0, List.of(), problems.all());
  }

  private long sum(KvCounter counter) {
    return requests.stream().mapToLong(worker -> worker.counters().get(counter.ordinal())).sum();
  }

  /** Not asked while bits change: counting them takes too long for each interval. */
  @Override
  public OptionalLong rowsInTables() {
    return books.state() == KeyBooks.State.TRACKED ? OptionalLong.empty() : books.rows();
  }

  @Override
  public OptionalLong rowBytesInTables() {
    OptionalLong rows = rowsInTables();
    return rows.isPresent() && settings.maxValueSize().isEmpty()
        ? OptionalLong.of(rows.getAsLong() * settings.rowBytes())
        : OptionalLong.empty();
  }
}
