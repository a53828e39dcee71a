package io.ibench.workload.io;

import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.FileDatabase;
import io.ibench.db.FileSession;
import io.ibench.db.Session;
import io.ibench.random.Random64;
import io.ibench.workload.ActionContext;
import io.ibench.workload.Dataset;
import io.ibench.workload.Laps;
import io.ibench.workload.Step;
import io.ibench.workload.Worker;
import io.ibench.workload.WorkloadCounters;
import io.ibench.workload.WorkloadRun;
import io.ibench.workload.internal.Drain;
import io.ibench.workload.table.Lines;
import io.ibench.workload.table.TableSteps;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** One run of io: its pages, and what the threads of a step share. */
final class IoRun implements WorkloadRun {

  private final IoPlan plan;
  private final IoSettings settings;
  private final Dataset dataset;
  private final long boot;

  @SuppressWarnings("NullAway.Init") // the first step opens it
  private FileDatabase database;

  private Optional<PageSet> set = Optional.empty();
  private Optional<SyncedForcer> forcer = Optional.empty();
  private @Nullable Shared shared;
  private volatile boolean filled;

  /** What the threads of a step share. */
  private record Shared(
      Step.Work step,
      StepSettings own,
      PageLocks locks,
      FillWorker.Chunks chunks,
      DirtyPages dirty,
      LogFile redo,
      LogFile binlog,
      ByteBuffer pool,
      List<String> facts) {}

  IoRun(IoPlan plan, Dataset dataset, long boot) {
    this.plan = plan;
    this.settings = plan.settings();
    this.dataset = dataset;
    this.boot = boot;
    this.filled = dataset.totals().isPresent();
  }

  @Override
  public synchronized Outcome act(Step.Action step, Database opened, ActionContext context)
      throws DatabaseException, InterruptedException {
    FileDatabase files = (FileDatabase) opened;
    return switch (step.kind()) {
      case TableSteps.DROP -> drop(files);
      case TableSteps.CREATE -> {
        dataset.create(IoPlan.PAGES, () -> PageSet.create(settings, files));
        yield Outcome.NOTHING;
      }
      case Drain.KIND -> Drain.of(List.of(IoPlan.PAGES), files, context);
      default -> verify(files, context);
    };
  }

  private Outcome drop(FileDatabase files) throws DatabaseException {
    filled = false;
    set = Optional.empty();
    boolean existed = dataset.drop(IoPlan.PAGES, () -> {});
    int removed = 0;
    for (String file : files.files()) {
      files.removeFile(file);
      removed++;
    }
    return existed || removed > 0
        ? new Outcome(0, List.of("files removed: " + removed), List.of())
        : Outcome.NOTHING;
  }

  private Outcome verify(FileDatabase files, ActionContext context)
      throws DatabaseException, InterruptedException {
    try (FileSession session = files.session()) {
      return new IoVerification(open(files), boot, files, session, context.progress()).run();
    }
  }

  private PageSet open(FileDatabase files) throws DatabaseException {
    if (set.isEmpty()) {
      set = Optional.of(PageSet.open(settings, files));
      database = files;
    }
    return set.get();
  }

  @Override
  public Worker worker(
      Step.Work step, Step.Group group, int number, Session session, Random64 random)
      throws DatabaseException {
    return worker(step, group, number, session, random, Laps.NONE);
  }

  @Override
  public synchronized Worker worker(
      Step.Work step, Step.Group group, int number, Session session, Random64 random, Laps laps)
      throws DatabaseException {
    FileSession files = (FileSession) session;
    PageSet pages = open(files.database());
    Shared of = begin(step, files, pages);
    StepSettings own = of.own();
    WorkloadCounters counters = new WorkloadCounters(IoCounter.values().length);
    return switch (own.kind()) {
      case FILL ->
          new FillWorker(
              of.chunks(),
              io(pages, of, number, of.chunks().chunkPages(), files, counters),
              counters);
      case READ, WRITE, MIX -> {
        int threads = step.threads();
        int block = Math.max(own.readPages(), own.writePages());
        yield new PageWorker(
            pages,
            own,
            io(pages, of, number, block, files, counters),
            number,
            choice(own, own.readPages(), random, number, threads),
            choice(own, own.writePages(), random, number, threads),
            random,
            counters);
      }
      case INNOSIM -> innosim(pages, of, group, number, files, random, counters, laps);
    };
  }

  private Worker innosim(
      PageSet pages,
      Shared of,
      Step.Group group,
      int number,
      FileSession files,
      Random64 random,
      WorkloadCounters counters,
      Laps laps)
      throws DatabaseException {
    StepSettings own = of.own();
    boolean scheduler = group.name().equals(IoPlan.SCHEDULER);
    PageIo io = io(pages, of, number, scheduler ? SchedulerWorker.BATCH : 1, files, counters);
    PageChoice choice = choice(own, 1, random, 0, 1);
    if (scheduler) {
      return new SchedulerWorker(pages, own, of.dirty(), choice, io, files, counters);
    }
    if (group.name().equals(IoPlan.WRITERS)) {
      return new PageCleaner(of.dirty(), io, counters);
    }
    return new UserWorker(
        settings,
        own,
        of.dirty(),
        choice,
        io,
        of.redo().new Writer(files, random, counters, laps),
        of.binlog().new Writer(files, random, counters, laps),
        of.pool(),
        random,
        counters,
        laps);
  }

  private PageChoice choice(
      StepSettings own, int blockPages, Random64 random, int thread, int threads) {
    return PageChoice.of(
        own.pattern(), own.zipfExponent(), settings.pages(), blockPages, random, thread, threads);
  }

  /**
   * @param slot the number of the worker in its group: of each step, the workers of one group alone
   *     write pages
   */
  private static PageIo io(
      PageSet pages,
      Shared of,
      int slot,
      int blockPages,
      FileSession files,
      WorkloadCounters counters)
      throws DatabaseException {
    return new PageIo(pages, of.locks(), of.own(), slot, blockPages, files, counters);
  }

  /** The first worker of a step: none of them works before all are created. */
  private Shared begin(Step.Work step, FileSession files, PageSet pages) throws DatabaseException {
    if (shared != null && shared.step() == step) {
      return shared;
    }
    StepSettings own = Objects.requireNonNull(plan.settings(step));
    List<String> facts = new ArrayList<>();
    if (own.kind() != Kind.FILL) {
      facts.addAll(recover(pages));
    }
    StepSettings.Innosim model = own.innosim();
    LogFile redo = LogFile.redo(model.redo());
    LogFile binlog = LogFile.binlog(model.binlog());
    if (own.kind() == Kind.INNOSIM) {
      redo.make(files.database(), files);
      binlog.make(files.database(), files);
      if (model.doublewrite() && !files.database().hasFile(SchedulerWorker.FILE)) {
        files
            .database()
            .createFile(SchedulerWorker.FILE, (long) SchedulerWorker.BATCH * settings.pageBytes());
      }
    }
    shared =
        new Shared(
            step,
            own,
            new PageLocks(Math.max(own.readPages(), own.writePages())),
            new FillWorker.Chunks(settings),
            new DirtyPages(model.maxDirty(), own.kind() == Kind.INNOSIM ? settings.pages() : 1),
            redo,
            binlog,
            pages.buffer(own.kind() == Kind.INNOSIM ? model.poolBytes() : 1),
            facts);
    if (own.kind().writes()) {
      pages.acknowledged().begin(boot);
      forcer = Optional.of(SyncedForcer.start(pages.acknowledged()));
    }
    return shared;
  }

  /** What an earlier process left that died while it wrote. */
  private List<String> recover(PageSet pages) throws DatabaseException {
    if (!pages.acknowledged().isUnclean()) {
      return List.of();
    }
    if (pages.acknowledged().boot() != boot) {
      throw DatabaseException.invalidSetting(
          "the machine went down while a run wrote these files; begin with steps = verify, which"
              + " finds out what they hold");
    }
    long inFlight = pages.forgetInFlight();
    return List.of(
        Lines.text(
            "an earlier run died while it wrote: %,d pages that were in flight are not checked"
                + " until they are written again",
            inFlight));
  }

  @Override
  public synchronized Outcome finished(Step.Work step, End end) throws DatabaseException {
    forcer.ifPresent(SyncedForcer::stop);
    forcer = Optional.empty();
    Shared over = shared;
    shared = null;
    if (over == null || set.isEmpty()) {
      return Outcome.NOTHING;
    }
    List<String> facts = new ArrayList<>(over.facts());
    if (over.own().kind().writes() && end != End.ABANDONED) {
      set.get().generations().force();
      set.get().acknowledged().end();
    }
    if (over.own().kind() == Kind.FILL) {
      filled = end == End.COMPLETE;
      facts.addAll(endOfFill(over));
    } else {
      facts.add(0, how(over.own()));
    }
    return new Outcome(0, facts, List.of());
  }

  /** A disk that is full would stay full. */
  private List<String> endOfFill(Shared over) throws DatabaseException {
    if (!over.chunks().isDiskFull()) {
      return List.of();
    }
    for (int file = 0; file < settings.files(); file++) {
      database.removeFile(IoSettings.file(file));
    }
    return List.of("the disk was full: the data files were removed");
  }

  private static String how(StepSettings own) {
    String path = own.direct() ? "direct I/O" : "through the page cache";
    String checked =
        own.kind() == Kind.WRITE
            ? ""
            : own.checks() ? ", each page that is read is checked" : ", pages are not checked";
    String synced =
        own.sync() == IoKeys.Sync.DSYNC
            ? ", each write waits for the disk (O_DSYNC)"
            : own.syncEvery() > 0
                ? ", " + own.sync().name().toLowerCase(Locale.ROOT) + " after " + own.syncEvery()
                : "";
    return path + checked + synced;
  }

  /** What pages hold is in their own books; the register has their number. */
  @Override
  public Optional<Map<String, Map<String, Long>>> totals() {
    return filled
        ? Optional.of(Map.of(IoPlan.PAGES.name(), Map.of("pages", settings.pages())))
        : Optional.empty();
  }

  @Override
  public OptionalLong rowsInTables() {
    return filled ? OptionalLong.of(settings.pages()) : OptionalLong.empty();
  }

  @Override
  public OptionalLong rowBytesInTables() {
    return filled ? OptionalLong.of(settings.bytes()) : OptionalLong.empty();
  }
}
