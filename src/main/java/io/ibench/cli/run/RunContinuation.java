package io.ibench.cli.run;

import io.ibench.cli.ground.UsageException;
import io.ibench.cli.setup.DatabaseOpener;
import io.ibench.cli.setup.ServerHost;
import io.ibench.cli.setup.Setup;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.engine.Continuation;
import io.ibench.host.Proc;
import io.ibench.host.ProcessIdentity;
import io.ibench.measure.Clock;
import io.ibench.measure.CountedIntervals;
import io.ibench.report.figures.RunInfo;
import io.ibench.report.store.Resumption;
import io.ibench.report.store.RunLock;
import io.ibench.report.store.StoppedRun;
import io.ibench.report.store.StoredGap;
import io.ibench.workload.Plan;
import io.ibench.workload.Step;
import io.ibench.workload.TableUse;
import io.ibench.workload.internal.ForwardingPlan;
import io.ibench.workload.internal.RefusedException;
import io.ibench.workload.internal.RegisteredDataset;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/** Goes on with a run that has stopped: checks the database, takes the tables, does the rest. */
final class RunContinuation {

  private static final long LAST_STATEMENTS_MILLIS = 3_000;

  private final Path folder;
  private final StoppedRun stopped;
  private final Setup setup;
  private final Plan rest;
  private final CommonRunOptions options;
  private final RunTerminal terminal;

  /**
   * @param folder of the results
   */
  RunContinuation(
      Path folder,
      StoppedRun stopped,
      Setup setup,
      CommonRunOptions options,
      RunTerminal terminal) {
    this.folder = folder;
    this.stopped = stopped;
    this.setup = setup;
    this.rest = new RestOfPlan(setup.plan(), stopped.position().stepsDone());
    this.options = options;
    this.terminal = terminal;
  }

  /** The steps that are left. */
  private static final class RestOfPlan extends ForwardingPlan {

    private final List<Step> steps;

    RestOfPlan(Plan plan, long done) {
      super(plan);
      steps = plan.steps().subList(Math.toIntExact(done), plan.steps().size());
    }

    @Override
    public List<Step> steps() {
      return steps;
    }
  }

  /**
   * Does the rest of the run, and returns its exit code.
   *
   * @param lock of the folder
   * @param waitNanos how long to wait for the database
   */
  int run(ProcessIdentity here, RunLock lock, long waitNanos)
      throws UsageException,
          RefusedException,
          DatabaseException,
          InterruptedException,
          IOException {
    String id = stopped.report().id();
    try (StartupGuard before = new StartupGuard(terminal.err());
        ServerHost host = ServerHost.reach(setup.serverHost(), setup.hostDevices());
        Database database =
            new ServerWait(Clock.system(), waitNanos, terminal::say)
                .open(() -> DatabaseOpener.open(setup))) {
      TableLocks locks = locks(database, id);
      locks.requireFree(options.breaksLock());
      RegisteredDataset dataset =
          RegisteredDataset.resumed(
              rest, database, setup.workload(), id, stopped.report().data().runsBefore());
      requireResumable(dataset);
      Preflight.requireConnections(rest, database, 1, setup.results().looksAtWaits(), terminal);
      try (locks) {
        WriteAccess.take(locks, rest, dataset, options.breaksLock(), terminal);
        admit(dataset, id);
        awaitLastStatements();
        WriteAccess.begin(database, rest);
        before.begins();
        Probes probes = new Probes(database.location(), setup.hostDevices(), host);
        ReadyRun ready = ready(SkipsExistingIndexes.of(database), dataset, probes, locks, here);
        return run(ready, lock);
      }
    }
  }

  private int run(ReadyRun ready, RunLock lock)
      throws UsageException, InterruptedException, IOException {
    try (LivePage live = LivePage.serve(setup.http())) {
      live.begin(ready.info(), EarlierCounts.of(stopped, ready), folder, terminal.err());
      RunEnding ending = new RunEnding(options, Optional.empty(), terminal);
      RunFrame frame = new SingleRun(setup, Optional.of(folder), terminal);
      return new RunExecution(ready, terminal, ending)
          .run(() -> ready.openResults(lock), frame, Optional.empty(), live);
    }
  }

  private TableLocks locks(Database database, String id) {
    return new TableLocks(
        database,
        setup.plan(),
        id,
        Instant.now(),
        new SecureRandom().nextLong(),
        OptionalLong.of(stopped.position().leaseToken()));
  }

  private void requireResumable(RegisteredDataset dataset) throws UsageException {
    if (isNext(TableUse.LOADS) && dataset.isLoading() && !rest.continuesLoads()) {
      throw new UsageException(
          folder
              + ": "
              + rest.steps().get(0).name()
              + " was under way, and a load of this workload cannot be resumed; run it again");
    }
  }

  private boolean isNext(TableUse use) {
    return !rest.steps().isEmpty() && rest.steps().get(0).use() == use;
  }

  private void admit(RegisteredDataset dataset, String id)
      throws UsageException, RefusedException, DatabaseException {
    dataset.requireUnchanged();
    if (isNext(TableUse.CREATES)) {
      dataset.dropCreated();
    }
    dataset.admitResumed(
        stopped.report().data().loadedBy().equals(Optional.of(id)),
        !stopped.report().data().asIs().isEmpty());
  }

  /**
   * The server may still execute the last statements of a process that was killed just now, and
   * commit them after their rows were counted.
   */
  private void awaitLastStatements() throws InterruptedException {
    long age = System.currentTimeMillis() - stopped.lastSignMillis();
    if (age < LAST_STATEMENTS_MILLIS) {
      TimeUnit.MILLISECONDS.sleep(LAST_STATEMENTS_MILLIS - Math.max(0, age));
    }
  }

  private ReadyRun ready(
      Database database,
      RegisteredDataset dataset,
      Probes probes,
      TableLocks locks,
      ProcessIdentity here)
      throws UsageException, IOException {
    stopped.cut();
    long started = stopped.report().started().toEpochMilli();
    RunInfo info =
        RunInfos.of(
            setup, database, dataset, stopped.report().id(), started, probes, Optional.empty());
    StoredGap bare = stopped.gap(Instant.now().truncatedTo(ChronoUnit.MILLIS), here);
    StoredGap gap = bare.with(changes(bare, info, probes));
    Resumption resumption = stopped.resumption(gap, locks.token());
    Resumed resumed =
        new Resumed(
            rest,
            continuation(dataset, gap, resumption.segment()),
            resumption,
            dataset.loadMillis() > 0
                ? OptionalLong.of(dataset.loadMillis())
                : OptionalLong.empty());
    return new ReadyRun(setup, resumed, database, dataset, folder, probes, locks, info);
  }

  /** What is not as before the gap. */
  private List<String> changes(StoredGap gap, RunInfo info, Probes probes) {
    List<String> changes = new ArrayList<>(gap.changes());
    OptionalLong server = probes.serverPid().get();
    OptionalLong age =
        server.isPresent()
            ? ProcessIdentity.ageMillis(new Proc(), server.getAsLong())
            : OptionalLong.empty();
    if (age.isPresent() && Instant.now().minusMillis(age.getAsLong()).isAfter(gap.from())) {
      changes.add("the server was restarted in the gap: its caches were cold");
    }
    Map<String, String> now = info.versions();
    stopped
        .settings()
        .run()
        .versions()
        .forEach(
            (name, then) -> {
              if (now.containsKey(name) && !now.get(name).equals(then)) {
                changes.add(name + " " + now.get(name) + " after " + then);
              }
            });
    return changes;
  }

  private Continuation continuation(RegisteredDataset dataset, StoredGap gap, int segment)
      throws IOException {
    Optional<Continuation.Begun> begun = stopped.underWay().map(RunContinuation::begun);
    if (begun.isEmpty() && !rest.steps().isEmpty() && dataset.isLoading()) {
      begun = Optional.of(uncountedLoad(gap));
    }
    return new Continuation(segment, begun, stopped.position().acknowledgedRows());
  }

  private static Continuation.Begun begun(StoppedRun.UnderWay at) {
    return new Continuation.Begun(
        at.step(),
        at.repeat(),
        at.started().toEpochMilli(),
        at.nanos(),
        at.operations(),
        at.rows(),
        at.rowsAtStart(),
        at.counts(),
        at.intervals());
  }

  /** The load has written rows, but no interval of it is counted. */
  private Continuation.Begun uncountedLoad(StoredGap gap) {
    return new Continuation.Begun(
        rest.steps().get(0).name(),
        1,
        gap.from().toEpochMilli(),
        0,
        0,
        stopped.uncountedRows(),
        OptionalLong.empty(),
        new byte[0],
        CountedIntervals.NONE);
  }
}
