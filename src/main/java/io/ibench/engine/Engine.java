package io.ibench.engine;

import io.ibench.db.Database;
import io.ibench.measure.Clock;
import io.ibench.measure.CompilerThreads;
import io.ibench.measure.Gauge;
import io.ibench.measure.PeriodGauge;
import io.ibench.measure.RunListener;
import io.ibench.measure.StepResult;
import io.ibench.random.Random64;
import io.ibench.workload.Dataset;
import io.ibench.workload.Plan;
import io.ibench.workload.Step;
import io.ibench.workload.WorkloadRun;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs the steps of a plan on a database, one after the other, on the caller's thread; it ends at
 * the first step that does not succeed.
 */
public final class Engine {

  private final Clock clock;
  private final RunSettings settings;
  private final RunListener listener;
  private final RunControl control;
  private final List<Gauge> gauges;
  private final List<PeriodGauge> slowGauges;
  private final CompilerThreads compiler;
  private final StepInterceptor around;

  /** With nothing around its steps. */
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
   * @param compiler the JVM's, which must not starve
   * @param around what is done before and after each step
   */
  public Engine(
      Clock clock,
      RunSettings settings,
      RunListener listener,
      RunControl control,
      List<Gauge> gauges,
      List<PeriodGauge> slowGauges,
      CompilerThreads compiler,
      StepInterceptor around) {
    this.clock = clock;
    this.settings = settings;
    this.listener = listener;
    this.control = control;
    this.gauges = List.copyOf(gauges);
    this.slowGauges = List.copyOf(slowGauges);
    this.compiler = compiler;
    this.around = around;
  }

  /**
   * Runs all steps.
   *
   * @param dataset the plan's tables on this database; every worker's stream is derived from the
   *     run's seed and the dataset's ordinal
   * @return the results of all steps that were begun; the last one tells why the run ended early,
   *     and may be of a step that could not begin
   */
  public List<StepResult> run(Plan plan, Database database, Dataset dataset)
      throws InterruptedException {
    WorkloadRun experiment = plan.begin(clock.epochMillis(), dataset);
    List<StepResult> results = new ArrayList<>();
    try (PeriodGauges slow = new PeriodGauges(slowGauges, control)) {
      StepContext context =
          new StepContext(
              clock,
              settings,
              listener,
              control,
              new RunGauges(gauges, slow, compiler),
              plan,
              database,
              experiment,
              new OutageWatch(clock),
              Random64.hash(settings.seed(), dataset.ordinal()));
      for (Step step : plan.steps()) {
        if (control.isStopped() || !allSucceeded(results)) {
          break;
        }
        results.addAll(runWithWhatIsAround(step, context));
      }
    }
    return results;
  }

  private static boolean allSucceeded(List<StepResult> results) {
    return results.isEmpty() || results.get(results.size() - 1).succeeded();
  }

  private List<StepResult> runWithWhatIsAround(Step step, StepContext context)
      throws InterruptedException {
    control.stepStarted();
    around.before(step).ifPresent(control::fail);
    if (control.isInterrupted()) {
      return List.of();
    }
    if (control.isStopped()) {
      return List.of(SkippedStep.tell(context, step));
    }
    List<StepResult> results = run(step, context);
    around.after(step, results);
    return results;
  }

  private static List<StepResult> run(Step step, StepContext context) throws InterruptedException {
    if (step instanceof Step.Action action) {
      return List.of(new ActionRun(context, action).run());
    }
    return new WorkRun(context, (Step.Work) step).run();
  }
}
