package io.ibench.engine;

import io.ibench.db.Database;
import io.ibench.measure.Clock;
import io.ibench.measure.CompilerThreads;
import io.ibench.measure.Gauge;
import io.ibench.measure.PeriodAccumulator;
import io.ibench.measure.PeriodGauge;
import io.ibench.measure.PeriodResult;
import io.ibench.measure.Readings;
import io.ibench.measure.RunListener;
import io.ibench.measure.StepEndingBuilder;
import io.ibench.measure.StepResult;
import io.ibench.measure.StepResultBuilder;
import io.ibench.measure.StepStart;
import io.ibench.random.Random64;
import io.ibench.workload.DataRegister;
import io.ibench.workload.Plan;
import io.ibench.workload.Step;
import io.ibench.workload.WorkloadRun;
import java.util.ArrayList;
import java.util.List;

/** Runs the steps of a plan on a database, in order, on the caller's thread, until a step fails. */
public final class Engine {

  private final Clock clock;
  private final RunSettings settings;
  private final RunListener listener;
  private final RunControl control;
  private final List<Gauge> gauges;
  private final List<PeriodGauge> slowGauges;
  private final CompilerThreads compiler;
  private final StepInterceptor interceptor;
  private final Peers peers;

  /** Without an interceptor. */
  public Engine(
      Clock clock,
      RunSettings settings,
      RunListener listener,
      RunControl control,
      List<Gauge> gauges,
      List<PeriodGauge> slowGauges) {
    this(
        clock,
        settings,
        listener,
        control,
        gauges,
        slowGauges,
        CompilerThreads.UNKNOWN,
        StepInterceptor.NONE);
  }

  /**
   * @param gauges read at every interval
   * @param slowGauges read at the boundaries of periods
   * @param compiler the JVM's compiler threads, which must not starve
   */
  public Engine(
      Clock clock,
      RunSettings settings,
      RunListener listener,
      RunControl control,
      List<Gauge> gauges,
      List<PeriodGauge> slowGauges,
      CompilerThreads compiler,
      StepInterceptor interceptor) {
    this(clock, settings, listener, control, gauges, slowGauges, compiler, interceptor, Peers.NONE);
  }

  /**
   * @param peers the other processes that work as one client with this one
   */
  public Engine(
      Clock clock,
      RunSettings settings,
      RunListener listener,
      RunControl control,
      List<Gauge> gauges,
      List<PeriodGauge> slowGauges,
      CompilerThreads compiler,
      StepInterceptor interceptor,
      Peers peers) {
    this.peers = peers;
    this.clock = clock;
    this.settings = settings;
    this.listener = listener;
    this.control = control;
    this.gauges = List.copyOf(gauges);
    this.slowGauges = List.copyOf(slowGauges);
    this.compiler = compiler;
    this.interceptor = interceptor;
  }

  /**
   * Runs all steps.
   *
   * @param register the plan's tables on this database; the run's seed and their ordinal give the
   *     seed of every worker
   * @return the results of all steps that began, and of a step that could not begin; the last one
   *     has the reason why the run ended early
   */
  public List<StepResult> run(Plan plan, Database database, DataRegister register)
      throws InterruptedException {
    long loadMillis = settings.rowTimeMillis().orElseGet(clock::epochMillis);
    return run(plan, database, register, loadMillis, Continuation.NONE);
  }

  /**
   * Goes on with a run that an earlier process has begun.
   *
   * @param plan begins with the first step that is not over
   * @param loadMillis the time that loaded rows get
   */
  public List<StepResult> run(
      Plan plan,
      Database database,
      DataRegister register,
      long loadMillis,
      Continuation continuation)
      throws InterruptedException {
    return run(plan, database, register, loadMillis, continuation, StepSequel.NONE);
  }

  /** The same with steps that are decided on during the run. */
  public List<StepResult> run(
      Plan plan,
      Database database,
      DataRegister register,
      long loadMillis,
      Continuation continuation,
      StepSequel sequel)
      throws InterruptedException {
    WorkloadRun experiment =
        peers.isAlone()
            ? plan.begin(loadMillis, register)
            : plan.begin(loadMillis, register, peers.division());
    List<StepResult> results = new ArrayList<>();
    try (PeriodGauges slow = new PeriodGauges(slowGauges, control)) {
      StepContext context =
          new StepContext(
              settings,
              listener,
              control,
              new RunGauges(gauges, slow, compiler),
              plan,
              new StepContext.RunData(database, register, experiment, loadMillis),
              new OutageWatch(clock),
              new Repeatability(plan, database.keepsData(), settings.rowTimeMillis().isPresent()),
              continuation.streamSeed(Random64.hash(settings.seed(), register.ordinal())),
              continuation,
              peers,
              clock);
      for (Step step : plan.steps()) {
        if (control.isStopped() || !allSucceeded(results)) {
          break;
        }
        List<StepResult> own = runIntercepted(step, context);
        results.addAll(own);
        if (!control.isStopped() && allSucceeded(results)) {
          sequel.after(step, own, more -> runMore(more, context, results));
        }
      }
    }
    return results;
  }

  private List<StepResult> runMore(Step step, StepContext context, List<StepResult> results)
      throws InterruptedException {
    if (control.isStopped() || !allSucceeded(results)) {
      return List.of();
    }
    List<StepResult> own = runIntercepted(step, context);
    results.addAll(own);
    return own;
  }

  private static boolean allSucceeded(List<StepResult> results) {
    return results.isEmpty() || results.get(results.size() - 1).succeeded();
  }

  private List<StepResult> runIntercepted(Step step, StepContext context)
      throws InterruptedException {
    control.stepStarted();
    interceptor.before(step).ifPresent(control::fail);
    peers.begin(step, control);
    if (control.isInterrupted()) {
      return List.of();
    }
    if (control.isStopped()) {
      return List.of(skipped(context, step));
    }
    List<StepResult> results = run(step, context);
    interceptor.after(step, results);
    return results;
  }

  private static List<StepResult> run(Step step, StepContext context) throws InterruptedException {
    if (step instanceof Step.Action action) {
      return List.of(new ActionRun(context, action).run());
    }
    return new WorkRun(context, (Step.Work) step).run();
  }

  /**
   * Reports a step that failed before it began. It has a result of length 0, so that readers find
   * the reason in the usual place.
   */
  private static StepResult skipped(StepContext context, Step step) {
    StepStart start = startOf(context, step);
    StepResult result =
        StepResultBuilder.builder()
            .step(start)
            .whole(emptyPeriod(context, start))
            .ending(StepEndingBuilder.builder().failure(context.control().failure()).build())
            .build();
    context.listener().stepStarted(start);
    context.listener().stepEnded(result);
    return result;
  }

  private static StepStart startOf(StepContext context, Step step) {
    long epochMillis = context.clock().epochMillis();
    return step instanceof Step.Action action
        ? ActionRun.start(action, epochMillis)
        : WorkRun.start(
            (Step.Work) step,
            1,
            epochMillis,
            StepStart.Reached.NOTHING,
            context.peers().division());
  }

  private static PeriodResult emptyPeriod(StepContext context, StepStart start) {
    long now = context.clock().nanoTime();
    return new PeriodAccumulator(
            context.shape(start.clients(), start.paced()),
            now,
            start.startEpochMillis(),
            context.settings().intervalNanos(),
            Readings.NONE)
        .close(now, start.startEpochMillis(), Readings.NONE, false);
  }
}
