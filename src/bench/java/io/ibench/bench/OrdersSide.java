package io.ibench.bench;

import io.ibench.config.Config;
import io.ibench.config.ConfigException;
import io.ibench.db.noop.NoopDatabase;
import io.ibench.engine.Engine;
import io.ibench.engine.RunControl;
import io.ibench.engine.RunSettings;
import io.ibench.measure.Clock;
import io.ibench.measure.Listeners;
import io.ibench.measure.StepResult;
import io.ibench.workload.Plan;
import io.ibench.workload.Workload;
import io.ibench.workload.custom.CustomWorkload;
import io.ibench.workload.internal.RegisteredDataset;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** One thread of requests on orders against noop, through the engine; a round is a run. */
final class OrdersSide implements SideProcess.Side {

  /** The requests of {@link OrdersDefinition} as settings. */
  private static final Map<String, String> CUSTOM =
      Map.ofEntries(
          Map.entry("tables.customers", "id long key, orders long"),
          Map.entry(
              "tables.orders",
              "id long key generated, customer long, status byte, created time, note bytes(100)"),
          Map.entry("index.by_customer", "orders(customer, created) descending"),
          Map.entry("rows.customers", Long.toString(OrdersDefinition.BUYERS)),
          Map.entry("rows.orders", Long.toString(OrdersDefinition.ROWS)),
          Map.entry("fill.customers", "orders: count(orders.customer)"),
          Map.entry(
              "fill.orders",
              "customer: in_turn(customers), status: 0, created: now, note: letters"),
          Map.entry("op.GET_ORDER", "50: read orders where id = any(orders)"),
          Map.entry("op.LATEST", "25: read 10 latest orders where customer = any(customers)"),
          Map.entry(
              "op.NEW_ORDER",
              "15: begin; $c = any(customers);"
                  + " insert orders(customer: $c, status: 0, created: now, note: letters);"
                  + " update customers add orders 1 where id = $c; commit"),
          Map.entry("op.SHIP", "10: update orders set status = 1 where id = any(orders)"));

  private final long operations;
  private final Plan plan;
  private final RunSettings settings;

  /** How the requests are written. */
  enum Form {
    BY_HAND,
    SIMPLE,
    CUSTOM
  }

  /**
   * @param operations of one round
   */
  OrdersSide(Form form, String operations) throws ConfigException {
    this.operations = Long.parseLong(operations);
    Map<String, String> keys = new HashMap<>(form == Form.CUSTOM ? CUSTOM : Map.of());
    keys.put("steps", "request");
    keys.put("request.threads", "1");
    keys.put("request.operations", operations);
    Config config = Config.of(keys);
    Workload workload = form == Form.CUSTOM ? new CustomWorkload() : new OrdersDefinition();
    // Once, as in a run: the trial of a plan calls the binders, and would shape their compiled
    // code.
    Plan simple = workload.plan(config);
    settings = RunSettings.from(config);
    config.check();
    plan = form == Form.BY_HAND ? new RawOrders(simple) : simple;
  }

  /** The answer is the nanoseconds of CPU and of time for one operation. */
  @Override
  public String answer(String[] words) throws Exception {
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
