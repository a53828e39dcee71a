package io.ibench.cli;

import io.ibench.cli.Arguments.Given;
import io.ibench.cli.ErrorReporter.UsageException;
import io.ibench.config.ConfigException;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Table;
import io.ibench.engine.Engine;
import io.ibench.engine.RunControl;
import io.ibench.engine.StepInterceptor;
import io.ibench.host.Proc;
import io.ibench.host.ProcessIdentity;
import io.ibench.measure.Clock;
import io.ibench.measure.Listeners;
import io.ibench.report.console.PeriodLines;
import io.ibench.report.console.Progress;
import io.ibench.report.figures.RunInfo;
import io.ibench.report.figures.RunState;
import io.ibench.report.figures.SanitizedText;
import io.ibench.report.store.NewFolder;
import io.ibench.report.store.ResultFolder;
import io.ibench.report.store.Resumption;
import io.ibench.report.store.RunLock;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.StoredExpectation;
import io.ibench.report.store.StoredRun;
import io.ibench.report.store.WriteFailure;
import io.ibench.report.text.TextReport;
import io.ibench.status.ProgressFile;
import io.ibench.verdict.Verdict;
import io.ibench.workload.Plan;
import io.ibench.workload.internal.RefusedException;
import io.ibench.workload.internal.RegisteredDataset;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParentCommand;

/** Runs a workload on a database. */
@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    description = "Runs a workload on a database and writes a result folder.")
final class RunCommand implements Callable<Integer> {

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @ParentCommand private Main main;

  @Mixin private RunArguments arguments;

  @Mixin private RunOptions options;

  @Mixin private MainStepOptions mainSteps;

  @Override
  public Integer call()
      throws ConfigException,
          UsageException,
          RefusedException,
          DatabaseException,
          InterruptedException {
    List<Given> given = arguments.given(options.settings());
    options.check(given.size());
    List<RunSide> sides =
        RunSide.all(given, mainSteps, options.isOnLoaded(), main.process().environment());
    if (options.junit().isPresent()) {
      JunitFile.requirePlace(options.junit().get());
    }
    for (RunSide side : sides) {
      side.setup().warn(spec.commandLine().getErr());
      Probes.requireDisks(side.setup());
    }
    return sides.size() == 1 && options.runs() == 1
        ? run(sides.get(0).setup(), new Alone(sides.get(0).setup()))
        : new RunSeries(options, main.process(), spec.commandLine(), this::run).run(sides);
  }

  /** What differs between a single run and one of several. */
  interface Frame {

    /** Creates the folder of the run. */
    NewFolder createFolder() throws UsageException;

    /** The run's id, in results and in {@code ibench_tables}. */
    String id(Path folder);

    /** Refuses tables that other runs still need. */
    void admit(RegisteredDataset dataset, Plan plan) throws UsageException;

    /** From now on a signal ends the run. */
    Interrupts begin(RunControl control);

    /** The run is over and everything is written. */
    void end(Interrupts interrupts);
  }

  private final class Alone implements Frame {

    private final Setup setup;

    Alone(Setup setup) {
      this.setup = setup;
    }

    @Override
    public NewFolder createFolder() throws UsageException {
      return options.output().isPresent()
          ? OutputFolder.named(options.output().get())
          : OutputFolder.dated(setup.workload() + "-" + setup.database());
    }

    @Override
    public String id(Path folder) {
      return RunInfos.id(folder);
    }

    @Override
    public void admit(RegisteredDataset dataset, Plan plan) {}

    @Override
    public Interrupts begin(RunControl control) {
      return Interrupts.install(
          control, spec.commandLine().getErr(), main.process().patienceMillis());
    }

    @Override
    public void end(Interrupts interrupts) {
      interrupts.finished();
    }
  }

  /** Does one run, and returns its exit code. */
  private int run(Setup setup, Frame frame)
      throws UsageException, RefusedException, DatabaseException, InterruptedException {
    try (StartupGuard before = new StartupGuard(spec.commandLine().getErr())) {
      if (options.upstreamOutput().isPresent()) {
        UpstreamOutput.prepare(options.upstreamOutput().get()).ifPresent(before::made);
      }
      NewFolder folder = frame.createFolder();
      before.made(folder);
      try (LivePage live = LivePage.serve(setup.http());
          ServerHost host = ServerHost.reach(setup.serverHost(), setup.hostDevices());
          Database database = DatabaseOpener.open(setup)) {
        Probes probes = new Probes(database.location(), setup.hostDevices(), host);
        TableLocks locks = locks(setup, database, frame.id(folder.path()));
        locks.requireFree(options.breaksLock());
        RegisteredDataset dataset =
            RegisteredDataset.read(
                setup.plan(), database, setup.workload(), frame.id(folder.path()));
        if (!options.isForced()) {
          Preflight.requireSpace(setup, options.results(), database, dataset, probes);
        }
        frame.admit(dataset, setup.plan());
        dataset.admit(options.consents());
        try (locks) {
          return run(setup, database, dataset, folder, probes, locks, before, frame, live);
        }
      }
    }
  }

  private static TableLocks locks(Setup setup, Database database, String id) {
    long token = new SecureRandom().nextLong();
    return new TableLocks(database, setup.plan(), id, Instant.now(), token, OptionalLong.empty());
  }

  private int run(
      Setup setup,
      Database database,
      RegisteredDataset dataset,
      NewFolder folder,
      Probes probes,
      TableLocks locks,
      StartupGuard before,
      Frame frame,
      LivePage live)
      throws UsageException, DatabaseException, InterruptedException {
    PrintWriter err = spec.commandLine().getErr();
    locks
        .take(options.breaksLock())
        .ifPresent(why -> err.println("ibench: warning: " + SanitizedText.of(why)));
    dataset.requireUnchanged();
    Optional<MachineReport> machine =
        setup.probesMachine()
            ? Optional.of(Preflight.probe(database.location(), folder.path(), before, err))
            : Optional.empty();
    before.begins();
    RunInfo info = RunInfos.of(setup, database, dataset, frame.id(folder.path()), probes, machine);
    live.begin(info, folder.path(), err);
    Resumed fromBeginning = Resumed.newRun(setup.plan());
    return run(
        setup,
        fromBeginning,
        database,
        dataset,
        folder.path(),
        () -> openResults(folder, info, dataset, locks.token()),
        probes,
        locks,
        info,
        frame,
        live);
  }

  /** The command of a run that is resumed, which has other arguments. */
  static RunCommand forResumed(CommandLine.Model.CommandSpec spec, Main main, RunOptions options) {
    RunCommand command = new RunCommand();
    command.spec = spec;
    command.main = main;
    command.options = options;
    return command;
  }

  /** The frame of a single run. */
  Frame alone(Setup setup) {
    return new Alone(setup);
  }

  /** Opens the files of a run. */
  interface Opening {
    ResultFolder open() throws UsageException;
  }

  /** Does the steps of a run that may begin. */
  int run(
      Setup setup,
      Resumed resumed,
      Database database,
      RegisteredDataset dataset,
      Path folder,
      Opening files,
      Probes probes,
      TableLocks locks,
      RunInfo info,
      Frame frame,
      LivePage live)
      throws InterruptedException, UsageException {
    RunControl control = new RunControl(Clock.system());
    PrintWriter err = spec.commandLine().getErr();
    Interrupts interrupts = frame.begin(control);
    Progress progress =
        new Progress(
            err,
            main.process().screen(),
            info,
            new PeriodLines(info, setup.settings().reportEveryNanos(), main.process().screen()));
    locks.onLost(control::fail);
    Hooks hooks = new Hooks(setup.hooks(), folder, probes.serverPid(), control);
    try (ResultFolder results = files.open();
        StallEvidence stalls =
            new StallEvidence(
                folder, database, tables(setup.plan()), probes::serverThreads, hooks);
        TimedEvents events = new TimedEvents(setup.events(), hooks, Clock.system());
        UpstreamOutput upstream = UpstreamOutput.of(options.upstreamOutput(), info);
        ProgressFile progressFile = new ProgressFile(folder, info)) {
      results.onFailure(control::interrupt);
      begin(info, folder);
      Engine engine =
          new Engine(
              Clock.system(),
              setup.settings(),
              new Listeners(
                  List.of(
                      results,
                      upstream.listener(),
                      progress,
                      progressFile,
                      live.listener(),
                      stalls,
                      events,
                      new ExpectationWatch(setup.expectations(), info.roles(), control::fail))),
              control,
              probes.everyInterval(),
              probes.atBoundaries(database, tables(setup.plan())),
              probes.compiler(),
              around(setup, resumed, database, hooks, stalls, events, control, progress, results));
      try {
        engine.run(
            resumed.plan(),
            database,
            dataset,
            resumed.loadMillis().orElseGet(() -> loadMillis(setup)),
            resumed.continuation());
      } finally {
        // Also after an unexpected error.
        end(results, progress, folder);
        upstream.complain(err);
        junit(results.report());
        page(new StoredRun(folder, results.report()), interrupts);
      }
      return interrupts.exitCode(
          ExitCode.of(
              results.state(),
              results.report().verdict(),
              options.isLenient(),
              results.report().expectations().stream().allMatch(StoredExpectation::passed)));
    } finally {
      frame.end(interrupts);
      progress.finish();
    }
  }

  private static long loadMillis(Setup setup) {
    return setup.settings().rowTimeMillis().orElseGet(Clock.system()::epochMillis);
  }

  private static StepInterceptor around(
      Setup setup,
      Resumed resumed,
      Database database,
      Hooks hooks,
      StallEvidence stalls,
      TimedEvents events,
      RunControl control,
      Progress progress,
      ResultFolder results) {
    Path folder = results.path();
    return new StepHooks(
        hooks,
        new ServerTextFiles(database, tables(setup.plan()), folder, control),
        stalls,
        events,
        control,
        progress::say,
        results::addFact,
        results::addEvents,
        resumed.resumption());
  }

  private static RunLock lock(NewFolder folder) throws UsageException {
    try {
      return RunLock.take(folder.path(), ProcessIdentity.here(new Proc(), Instant.now()));
    } catch (IOException e) {
      folder.remove();
      throw OutputFolder.unusable(folder.path(), e);
    } catch (RunLock.HeldException e) {
      throw new UsageException(e.getMessage());
    }
  }

  private static ResultFolder openResults(
      NewFolder folder, RunInfo info, RegisteredDataset dataset, long leaseToken)
      throws UsageException {
    RunLock lock = lock(folder);
    try {
      return new ResultFolder(
          folder.path(),
          info,
          () -> books(dataset),
          TextReport::of,
          lock,
          leaseToken,
          Resumption.NONE);
    } catch (UncheckedIOException e) {
      folder.remove();
      throw OutputFolder.unusable(folder.path(), e.getCause());
    }
  }

  static RunInfo.Books books(RegisteredDataset dataset) {
    return new RunInfo.Books(dataset.runsServed(), dataset.totals());
  }

  private void begin(RunInfo info, Path folder) {
    Map<String, String> versions = info.versions();
    PrintWriter err = spec.commandLine().getErr();
    err.printf(
        "ibench %s: %s on %s%n  results in %s%n",
        versions.get("ibench"),
        info.workload(),
        SanitizedText.of(versions.get("server")),
        SanitizedText.of(folder.toString()));
    DatabaseLines.warnings(err, info.database());
    err.flush();
  }

  /** On a terminal, progress on stderr comes before the result. */
  private void end(ResultFolder results, Progress progress, Path folder)
      throws InterruptedException {
    results.finish();
    progress.finish();
    PrintWriter err = spec.commandLine().getErr();
    boolean invalid = results.report().verdict().equals(Optional.of(Verdict.INVALID));
    if (options.isStrict() && invalid) {
      results.report().reasons().stream()
          .map(reason -> "ibench: INVALID: " + SanitizedText.of(reason))
          .forEach(err::println);
      err.flush();
    }
    TextReport.Options shown = TextReport.Options.usual(main.process().resultColumns());
    ReportCommand.print(
        spec.commandLine().getOut(), TextReport.of(results.report(), shown), folder);
    results
        .failure()
        .ifPresent(
            why ->
                err.println(
                    "ibench: " + SanitizedText.of(why) + "; the run was ended, see its report"));
    boolean refused =
        ExitCode.isRefused(results.state(), results.report().verdict(), options.isLenient());
    if (refused) {
      err.println("ibench: exits with 1, as the verdict is INVALID; --lenient exits with 0");
    }
    long broken = results.report().expectations().stream().filter(e -> !e.passed()).count();
    if (broken > 0 && results.state() == RunState.DONE && !refused) {
      err.printf(
          "ibench: exits with 3, as %d of %d expectations failed%n",
          broken, results.report().expectations().size());
    }
    err.flush();
  }

  private void junit(RunReport run) {
    if (options.junit().isPresent()) {
      PrintWriter err = spec.commandLine().getErr();
      JunitFile.write(run, options.isLenient(), options.junit().get())
          .ifPresent(why -> err.println("ibench: " + SanitizedText.of(why)));
      err.flush();
    }
  }

  /**
   * Writes the page, after the text. For a run of a week this takes seconds, and an interrupt
   * aborts it. If the folder is missing, the run's failure has reported it.
   */
  private void page(StoredRun run, Interrupts interrupts) {
    if (!options.makesPage() || !Files.isDirectory(run.folder())) {
      return;
    }
    PrintWriter err = spec.commandLine().getErr();
    interrupts.whenLate(() -> giveUpPage(run.folder(), err));
    err.println(
        SanitizedText.of(
            Pages.writeBeside(run)
                .map(why -> "ibench: " + why)
                .orElse("page in " + run.folder().resolve(Pages.NAME))));
    err.flush();
  }

  private static void giveUpPage(Path folder, PrintWriter err) {
    err.printf(
        "ibench: the page was not ready in time, all else is; ibench report %s --html %s makes"
            + " it%n",
        SanitizedText.of(folder.toString()),
        SanitizedText.of(folder.resolve(Pages.NAME).toString()));
    err.flush();
    try {
      Pages.removePart(folder);
    } catch (IOException e) {
      err.println("ibench: half of it is left: " + SanitizedText.of(WriteFailure.reason(e)));
      err.flush();
    }
  }

  private static List<Table> tables(Plan plan) {
    return plan.tables().stream().map(Plan.LoadedTable::table).toList();
  }
}
