package io.ibench.cli;

import io.ibench.cli.ErrorReporter.UsageException;
import io.ibench.config.Config;
import io.ibench.config.ConfigException;
import io.ibench.config.ConfigLoader;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.engine.Continuation;
import io.ibench.host.Proc;
import io.ibench.host.ProcessIdentity;
import io.ibench.report.figures.RunInfo;
import io.ibench.report.figures.SanitizedText;
import io.ibench.report.store.ResultFolder;
import io.ibench.report.store.Resumption;
import io.ibench.report.store.RunLock;
import io.ibench.report.store.StoppedRun;
import io.ibench.report.store.StoredGap;
import io.ibench.report.store.UnreadableResultException;
import io.ibench.report.store.WriteFailure;
import io.ibench.report.text.TextReport;
import io.ibench.workload.Plan;
import io.ibench.workload.Step;
import io.ibench.workload.TableUse;
import io.ibench.workload.internal.ForwardingPlan;
import io.ibench.workload.internal.RefusedException;
import io.ibench.workload.internal.RegisteredDataset;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Goes on with a run whose process was killed, interrupted, or ended by a reboot. */
@Command(
    name = "resume",
    mixinStandardHelpOptions = true,
    description =
        "Goes on with a run that was killed or interrupted, in its result folder: does the rest of"
            + " the step that was under way, and the steps after it.")
final class ResumeCommand implements Callable<Integer> {

  private static final String MASKED = "***";
  private static final long RETRY_MILLIS = 1_000;
  private static final long LAST_STATEMENTS_MILLIS = 3_000;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @ParentCommand private Main main;

  @Parameters(paramLabel = "DIR", description = "the result folder of the run")
  private Path folder;

  @Option(
      names = {"-d", "--database"},
      paramLabel = "DATABASE",
      description =
          "the database's properties file, for its passwords: results contain none; else the file"
              + " that the run used")
  private Path database;

  @Option(
      names = "--wait",
      paramLabel = "TIME",
      defaultValue = "0s",
      description = "how long to wait for the database, such as 10m after a reboot")
  private String patience;

  @Option(
      names = "--break-lock",
      description = "take over tables from another run that is known to be dead")
  private boolean breaksLock;

  @Option(names = "--strict", description = "print the reasons of the verdict INVALID first")
  private boolean strict;

  @Option(names = "--lenient", description = "exit with 0 also when the verdict is INVALID")
  private boolean lenient;

  @Option(names = "--no-page", description = "write no report.html")
  private boolean noPage;

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

  @Override
  public Integer call()
      throws ConfigException,
          UsageException,
          RefusedException,
          DatabaseException,
          InterruptedException {
    long waitMillis = waitMillis();
    ProcessIdentity here = ProcessIdentity.here(new Proc(), Instant.now());
    StoppedRun stopped = read();
    try (RunLock lock = lock(here)) {
      // Another process may have gone on with the run before this one got the lock.
      StoppedRun now = read();
      if (!now.position().equals(stopped.position())) {
        throw new UsageException(folder + " has just been resumed by another process");
      }
      if (stopped.isOver()) {
        PrintWriter err = spec.commandLine().getErr();
        err.println(
            "ibench: "
                + SanitizedText.of(folder.toString())
                + ": there is nothing to resume: the run is "
                + stopped.report().state().name().toLowerCase(java.util.Locale.ROOT));
        err.flush();
        return ExitCode.NOTHING_TO_DO;
      }
      Setup setup = setup(stopped);
      Probes.requireDisks(setup);
      return resume(stopped, setup, here, lock, waitMillis);
    } catch (UncheckedIOException e) {
      throw unusable(e.getCause());
    } catch (IOException e) {
      throw unusable(e);
    }
  }

  private long waitMillis() throws UsageException {
    if (!patience.matches("\\d{1,6}(ms|s|m|h)")) {
      throw new UsageException("--wait " + patience + ": allowed: a time such as 90s or 10m");
    }
    String unit = patience.replaceAll("\\d", "");
    return Duration.parse(
            (unit.equals("ms") ? "PT0.001S" : "PT1" + unit.toUpperCase(java.util.Locale.ROOT)))
        .multipliedBy(Long.parseLong(patience.replaceAll("\\D", "")))
        .toMillis();
  }

  private StoppedRun read() throws UsageException {
    try {
      return StoppedRun.read(folder);
    } catch (UnreadableResultException e) {
      throw new UsageException("cannot resume: " + e.getMessage());
    }
  }

  private RunLock lock(ProcessIdentity here) throws UsageException, IOException {
    try {
      return RunLock.take(folder, here);
    } catch (RunLock.HeldException e) {
      throw new UsageException(e.getMessage());
    }
  }

  private UsageException unusable(IOException e) {
    return new UsageException("cannot resume " + folder + ": " + WriteFailure.reason(e));
  }

  /** The settings of run.json; secrets come from a file or the environment. */
  private Setup setup(StoppedRun stopped) throws ConfigException, UsageException {
    Map<String, String> given = new LinkedHashMap<>();
    Optional<String> secretsFile = Optional.empty();
    for (RunInfo.Setting setting : stopped.settings().settings()) {
      boolean decided = setting.origin().matches("[\\w.]+ = .*");
      if (setting.value().equals(MASKED)) {
        secretsFile = Optional.of(setting.origin().replaceAll(":\\d+( \\(.*\\))?$", ""));
      } else if (!setting.origin().equals("default") && !decided) {
        given.put(setting.name(), setting.value());
      }
    }
    Map<String, String> environment = main.process().environment();
    Installation installation = Installation.of(environment);
    PlugIns plugIns = PlugIns.load(installation.plugInFolders());
    Optional<Path> secrets = Optional.empty();
    if (database != null) {
      secrets = Optional.of(SettingFiles.findDatabase(database, installation));
    } else if (secretsFile.isPresent()) {
      secrets = secretsFile.map(Path::of);
    }
    Config config = new ConfigLoader(environment).again(given, "run.json", secrets);
    Setup setup = Setup.of(config, plugIns);
    requireSame(stopped, setup);
    return setup;
  }

  private void requireSame(StoppedRun stopped, Setup setup) throws UsageException {
    Map<String, String> then = new LinkedHashMap<>();
    stopped.settings().settings().forEach(each -> then.put(each.name(), each.value()));
    Map<String, String> now = new LinkedHashMap<>();
    RunInfos.settings(setup).forEach(each -> now.put(each.name(), each.value()));
    List<String> differences =
        Stream.concat(then.keySet().stream(), now.keySet().stream())
            .distinct()
            .filter(key -> !String.valueOf(then.get(key)).equals(String.valueOf(now.get(key))))
            .map(
                key ->
                    "cannot resume with other settings: "
                        + key
                        + " is "
                        + now.getOrDefault(key, "not set")
                        + ", but was "
                        + then.getOrDefault(key, "not set"))
            .toList();
    if (!differences.isEmpty()) {
      throw new UsageException(differences);
    }
  }

  private int resume(
      StoppedRun stopped, Setup setup, ProcessIdentity here, RunLock lock, long waitMillis)
      throws UsageException,
          RefusedException,
          DatabaseException,
          InterruptedException,
          IOException {
    Plan rest = new RestOfPlan(setup.plan(), stopped.position().stepsDone());
    String id = stopped.report().id();
    try (StartupGuard before = new StartupGuard(spec.commandLine().getErr());
        ServerHost host = ServerHost.reach(setup.serverHost(), setup.hostDevices());
        Database opened = open(setup, waitMillis)) {
      Database tables = new SkipsExistingIndexes(opened);
      TableLocks locks =
          new TableLocks(
              opened,
              setup.plan(),
              id,
              Instant.now(),
              new SecureRandom().nextLong(),
              OptionalLong.of(stopped.position().leaseToken()));
      locks.requireFree(breaksLock);
      RegisteredDataset dataset =
          RegisteredDataset.resumed(
              rest, opened, setup.workload(), id, stopped.report().data().runsBefore());
      requireResumable(rest, dataset);
      try (locks) {
        locks.take(breaksLock);
        dataset.requireUnchanged();
        if (!rest.steps().isEmpty() && rest.steps().get(0).use() == TableUse.CREATES) {
          dataset.dropCreated();
        }
        dataset.admitResumed(stopped.report().data().loadedBy().equals(Optional.of(id)));
        awaitLastStatements(stopped);
        before.begins();
        return run(
            stopped,
            setup,
            rest,
            tables,
            dataset,
            new Probes(opened.location(), setup.hostDevices(), host),
            locks,
            here,
            lock);
      }
    }
  }

  /** Retries while the server is away. */
  private static Database open(Setup setup, long waitMillis)
      throws DatabaseException, UsageException, InterruptedException {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(waitMillis);
    while (true) {
      try {
        return DatabaseOpener.open(setup);
      } catch (DatabaseException e) {
        if (System.nanoTime() - end >= 0) {
          throw e;
        }
        Thread.sleep(RETRY_MILLIS);
      }
    }
  }

  /**
   * The server may still execute the last statements of a process that was killed just now, and
   * commit them after their rows were counted.
   */
  private static void awaitLastStatements(StoppedRun stopped) throws InterruptedException {
    long age = System.currentTimeMillis() - stopped.lastSignMillis();
    if (age < LAST_STATEMENTS_MILLIS) {
      Thread.sleep(LAST_STATEMENTS_MILLIS - Math.max(0, age));
    }
  }

  private void requireResumable(Plan rest, RegisteredDataset dataset) throws UsageException {
    boolean loads = !rest.steps().isEmpty() && rest.steps().get(0).use() == TableUse.LOADS;
    if (loads && dataset.isLoading() && !rest.continuesLoads()) {
      throw new UsageException(
          folder
              + ": "
              + rest.steps().get(0).name()
              + " was under way, and a load of this workload cannot be resumed; run it again");
    }
  }

  private int run(
      StoppedRun stopped,
      Setup setup,
      Plan rest,
      Database tables,
      RegisteredDataset dataset,
      Probes probes,
      TableLocks locks,
      ProcessIdentity here,
      RunLock lock)
      throws UsageException, InterruptedException, IOException {
    try {
      stopped.cut();
    } catch (UnreadableResultException e) {
      throw new UsageException("cannot resume: " + e.getMessage());
    }
    StoredGap gap = stopped.gap(Instant.now().truncatedTo(ChronoUnit.MILLIS), here);
    Resumption resumption = stopped.resumption(gap, locks.token());
    long started = stopped.report().started().toEpochMilli();
    RunInfo info =
        RunInfos.of(
            setup, tables, dataset, stopped.report().id(), started, probes, Optional.empty());
    Resumed resumed =
        new Resumed(
            rest,
            continuation(stopped, rest, dataset, gap, resumption),
            resumption,
            dataset.loadMillis() > 0 ? OptionalLong.of(dataset.loadMillis()) : OptionalLong.empty(),
            OptionalLong.of(started));
    RunOptions options = RunOptions.ofResumed(breaksLock, strict, lenient, !noPage);
    RunCommand.Opening files =
        () ->
            new ResultFolder(
                folder,
                info,
                () -> RunCommand.books(dataset),
                TextReport::of,
                lock,
                locks.token(),
                resumption);
    try (LivePage live = LivePage.serve(setup.http())) {
      live.begin(info, folder, spec.commandLine().getErr());
      RunCommand command = RunCommand.forResumed(spec, main, options);
      return command.run(
          setup,
          resumed,
          tables,
          dataset,
          folder,
          files,
          probes,
          locks,
          info,
          command.alone(setup),
          live);
    }
  }

  private static Continuation continuation(
      StoppedRun stopped,
      Plan rest,
      RegisteredDataset dataset,
      StoredGap gap,
      Resumption resumption)
      throws IOException {
    Optional<Continuation.Begun> begun =
        stopped
            .underWay()
            .map(
                at ->
                    new Continuation.Begun(
                        at.step(),
                        at.repeat(),
                        at.started().toEpochMilli(),
                        at.nanos(),
                        at.operations(),
                        at.rows(),
                        at.counts(),
                        at.intervals()));
    if (begun.isEmpty() && !rest.steps().isEmpty() && dataset.isLoading()) {
      // The load has written rows, but no interval of it is counted.
      Step load = rest.steps().get(0);
      begun =
          Optional.of(
              new Continuation.Begun(
                  load.name(),
                  1,
                  gap.from().toEpochMilli(),
                  0,
                  0,
                  stopped.uncountedRows(),
                  new byte[0],
                  List.of()));
    }
    return new Continuation(resumption.segment(), begun);
  }
}
