package io.ibench.cli.run;

import io.ibench.cli.ground.Interrupts;
import io.ibench.cli.ground.ProcessEnvironment;
import io.ibench.cli.ground.UsageException;
import io.ibench.cli.setup.HookSettings;
import io.ibench.engine.Engine;
import io.ibench.engine.RunControl;
import io.ibench.engine.StepInterceptor;
import io.ibench.engine.StepSequel;
import io.ibench.measure.Clock;
import io.ibench.measure.Listeners;
import io.ibench.measure.RunListener;
import io.ibench.measure.StepResult;
import io.ibench.report.console.PeriodLines;
import io.ibench.report.console.Progress;
import io.ibench.report.figures.RunInfo;
import io.ibench.report.figures.SanitizedText;
import io.ibench.report.store.ResultFolder;
import io.ibench.report.store.Resumption;
import io.ibench.sampling.WaitSeries;
import io.ibench.server.ServerWatch;
import io.ibench.status.ProgressFile;
import io.ibench.workload.Step;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Does the steps of a run that is ready, with everything that watches them. */
final class RunExecution {

  /** Between two readings of the server's counters that nobody has asked for. */
  private static final long LEAST_EVERY_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final ReadyRun run;
  private final RunTerminal terminal;
  private final RunEnding ending;
  private final RunSequel sequel;
  private final Optional<ServerWatch> server;
  private final RunControl control = new RunControl(Clock.system());

  RunExecution(ReadyRun run, RunTerminal terminal, RunEnding ending) {
    this(run, terminal, ending, RunSequel.NONE, Optional.empty());
  }

  /**
   * @param server of the run's own, whose end is that of the run
   */
  RunExecution(
      ReadyRun run,
      RunTerminal terminal,
      RunEnding ending,
      RunSequel sequel,
      Optional<ServerWatch> server) {
    this.server = server;
    this.sequel = sequel;
    this.run = run;
    this.terminal = terminal;
    this.ending = ending;
  }

  /** Opens the files of a run. */
  interface Opening {
    ResultFolder open() throws UsageException;
  }

  /**
   * Does the steps and ends the run.
   *
   * @param files opened when signals already end the run
   * @param upstream the folder for files as the workload's original client writes them
   * @return the exit code
   */
  int run(Opening files, RunFrame frame, Optional<Path> upstream, LivePage live)
      throws InterruptedException, UsageException {
    Interrupts interrupts = frame.begin(control);
    Progress progress = progress();
    run.locks().onLost(control::fail);
    long outageMaxNanos = run.setup().settings().outageMaxNanos();
    server.ifPresent(
        own -> {
          control.explainFailures(own::explained);
          own.serves(control::serverEnded, outageMaxNanos);
        });
    HookSettings hooked = run.setup().hooks();
    if (!run.leads()) {
      hooked = new HookSettings(Optional.empty(), Optional.empty(), hooked.timeoutNanos());
    }
    Hooks hooks = new Hooks(hooked, run.folder(), run.probes().serverPid(), control);
    Resumption resumption = run.resumed().resumption();
    StepNumber numbered = new StepNumber(resumption.segment(), resumption.stepsDone());
    try (ResultFolder results = files.open();
        StallEvidence stalls =
            new StallEvidence(
                run.folder(),
                numbered,
                run.database(),
                run.tables(),
                run.probes()::serverThreads,
                hooks);
        TimedEvents events =
            new TimedEvents(
                run.leads() ? run.setup().events() : List.of(), numbered, hooks, Clock.system());
        CounterReader counters = counters(results);
        WaitSeries waits =
            WaitSeries.start(
                run.database(),
                run.leads() ? run.setup().results().waitsPerSecond() : 0,
                run.info().latencyEveryNanos(),
                results::waits);
        UpstreamOutput upstreamOutput = UpstreamOutput.of(upstream, run.info());
        ProgressFile progressFile = new ProgressFile(run.folder(), run.info())) {
      results.onFailure(control::interrupt);
      sayBegin();
      CpuProfiling profiling = new CpuProfiling(run, control, progress::say);
      Listeners listeners =
          new Listeners(
              List.of(
                  // Its last row is in the results before the step's end is.
                  waits,
                  results,
                  upstreamOutput.listener(),
                  progress,
                  progressFile,
                  live.listener(),
                  counters,
                  stalls,
                  events,
                  sequel.listener(),
                  new ExpectationWatch(
                      run.setup().expectations(), run.info().roles(), control::fail)));
      try {
        StepInterceptor around =
            around(
                numbered,
                hooks,
                stalls,
                events,
                progress,
                () -> addServerFacts(results, waits),
                results);
        doSteps(
            profiling.heardBy(listeners),
            sampled(around, profiling),
            profiling.and(sequel.begin(run, control, hooks, results)));
      } finally {
        // Also after an unexpected error.
        addServerFacts(results, waits);
        ending.end(run.folder(), results, progress, upstreamOutput, interrupts);
        run.agents().ifPresent(agents -> agents.ended(results));
      }
      return interrupts.exitCode(ending.exitCode(results));
    } finally {
      frame.end(interrupts);
      progress.finish();
    }
  }

  private void doSteps(RunListener listener, StepInterceptor around, StepSequel further)
      throws InterruptedException {
    Probes probes = run.probes();
    new Engine(
            Clock.system(),
            run.setup().settings(),
            listener,
            control,
            probes.everyInterval(),
            run.leads() ? probes.atBoundaries(run.database(), run.tables()) : List.of(),
            probes.compiler(),
            around,
            run.peers())
        .run(
            run.resumed().plan(),
            run.database(),
            run.dataset(),
            run.loadMillis(),
            run.resumed().continuation(),
            further);
  }

  private StepInterceptor around(
      StepNumber numbered,
      Hooks hooks,
      StallEvidence stalls,
      TimedEvents events,
      Progress progress,
      Runnable facts,
      ResultFolder results) {
    StepInterceptor stepHooks =
        new StepHooks(
            numbered,
            hooks,
            new ServerTextFiles(run.database(), run.tables(), run.folder(), control),
            stalls,
            events,
            control,
            progress::say,
            results::addFact,
            results::addEvents);
    return new StepInterceptor() {
      @Override
      public Optional<String> before(Step step) throws InterruptedException {
        return stepHooks.before(step);
      }

      @Override
      public void after(Step step, List<StepResult> ended) throws InterruptedException {
        facts.run();
        stepHooks.after(step, ended);
      }
    };
  }

  /** The one more repeat for a profile has no hooks, texts or number. */
  private static StepInterceptor sampled(StepInterceptor around, CpuProfiling profiling) {
    return new StepInterceptor() {
      @Override
      public Optional<String> before(Step step) throws InterruptedException {
        if (profiling.isExtra()) {
          return Optional.empty();
        }
        Optional<String> failure = around.before(step);
        profiling.before(step);
        return failure;
      }

      @Override
      public void after(Step step, List<StepResult> ended) throws InterruptedException {
        if (!profiling.isExtra()) {
          profiling.after(step);
          around.after(step, ended);
        }
      }
    };
  }

  /** All counters as often as the user wants, else those that explain most. */
  private CounterReader counters(ResultFolder results) {
    OptionalLong every = run.setup().results().countersEveryNanos();
    Set<String> names =
        run.info().names().serverCounters().stream()
            .map(RunInfo.ServerCounter::name)
            .collect(Collectors.toSet());
    if (every.isPresent()) {
      names = Set.of();
    } else if (!names.isEmpty()) {
      every = OptionalLong.of(Math.max(LEAST_EVERY_NANOS, run.info().latencyEveryNanos()));
    }
    return CounterReader.start(
        run.leads() ? every : OptionalLong.empty(), names, run.database(), results);
  }

  private void addServerFacts(ResultFolder results, WaitSeries waits) {
    waits.takeFailure().ifPresent(results::addFact);
    server.ifPresent(own -> own.takeFacts().forEach(results::addFact));
  }

  private Progress progress() {
    RunInfo info = run.info();
    ProcessEnvironment process = terminal.process();
    long every = run.setup().settings().reportEveryNanos();
    return new Progress(
        terminal.err(), process.screen(), info, new PeriodLines(info, every, process.screen()));
  }

  private void sayBegin() {
    Map<String, String> versions = run.info().versions();
    terminal
        .err()
        .printf(
            Locale.ROOT,
            "ibench %s: %s on %s%n  results in %s%n",
            versions.get("ibench"),
            run.info().workload(),
            SanitizedText.of(Objects.requireNonNull(versions.get("server"))),
            SanitizedText.of(run.folder().toString()));
    DatabaseLines.warnings(terminal.err(), run.info().database());
    terminal.err().flush();
  }
}
