package io.ibench.bench;

import io.ibench.config.Config;
import io.ibench.db.noop.NoopDatabase;
import io.ibench.engine.Engine;
import io.ibench.engine.RunControl;
import io.ibench.engine.RunSettings;
import io.ibench.measure.Clock;
import io.ibench.measure.Listeners;
import io.ibench.measure.StepResult;
import io.ibench.workload.Plan;
import io.ibench.workload.internal.RegisteredDataset;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;

/** One thread of requests on orders against noop, through the engine; a round is a run. */
final class OrdersSide implements SideProcess.Side {

  private final boolean raw;
  private final long operations;

  /**
   * @param operations of one round
   */
  OrdersSide(boolean raw, long operations) {
    this.raw = raw;
    this.operations = operations;
  }

  /** The answer is the nanoseconds of CPU and of time for one operation. */
  @Override
  public String answer(String[] words) throws Exception {
    Config config =
        Config.of(
            Map.of(
                "steps", "request",
                "request.threads", "1",
                "request.operations", Long.toString(operations)));
    Plan simple = new OrdersDefinition().plan(config);
    RunSettings settings = RunSettings.from(config);
    config.check();
    Plan plan = raw ? new RawOrders(simple) : simple;
    Clock clock = Clock.system();
    long cpu = cpuNanos();
    List<StepResult> results =
        new Engine(
                clock,
                settings,
                new Listeners(List.of()),
                new RunControl(clock),
                List.of(),
                List.of())
            .run(
                plan,
                new NoopDatabase(),
                RegisteredDataset.read(plan, new NoopDatabase(), "orders", "bench"));
    double cpuNanos = cpuNanos() - cpu;
    StepResult result = results.get(0);
    if (result.whole().successes() != operations) {
      throw new IllegalStateException(result.toString());
    }
    return cpuNanos / operations + " " + (double) result.whole().nanos() / operations;
  }

  private static long cpuNanos() {
    return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }
}
