package io.ibench.overhead;

import io.ibench.config.Config;
import io.ibench.config.ConfigException;
import io.ibench.db.DatabaseException;
import io.ibench.db.Session;
import io.ibench.db.noop.NoopAdapter;
import io.ibench.db.noop.NoopDatabase;
import io.ibench.engine.SoloLoop;
import io.ibench.measure.Clock;
import io.ibench.random.Random64;
import io.ibench.workload.Plan;
import io.ibench.workload.PlanContext;
import io.ibench.workload.Step;
import io.ibench.workload.Worker;
import io.ibench.workload.Workload;
import io.ibench.workload.WorkloadRun;
import io.ibench.workload.custom.CustomWorkload;
import io.ibench.workload.insert.InsertWorkload;
import io.ibench.workload.internal.RegisteredDataset;
import io.ibench.workload.kv.KvWorkload;
import io.ibench.workload.linkbench.LinkBenchWorkload;
import io.ibench.workload.oltp.OltpWorkload;
import io.ibench.workload.script.ScriptWorkload;
import io.ibench.workload.ycsb.YcsbWorkload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * All that the client does for one operation of a workload when the database answers in no time:
 * choose, bind, read the clock twice, record. {@code src/bench/bin/jmh WorkloadOperations -prof
 * gc}. All threads share one run, as in a step.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class WorkloadOperations {

  /** Operations of one call: the loop's begin and end cost nothing then. */
  private static final int BLOCK = 200;

  /** pgbench's select-only. */
  private static final String SCRIPT =
      """
      \\set account random(1, 100000)
      SELECT balance FROM pgbench_accounts WHERE id = :account;
      """;

  /** More workers than any machine has CPUs. */
  private static final int MOST_WORKERS = 1000;

  /** A workload without its database. */
  @State(Scope.Benchmark)
  public static class Run {

    @Param({"linkbench", "insert", "custom", "oltp", "script", "kv", "ycsb"})
    public String workload;

    private final AtomicInteger workers = new AtomicInteger();
    private Plan plan;
    private WorkloadRun run;

    @Setup(Level.Trial)
    public void begin() throws DatabaseException, ConfigException, IOException {
      Path script = Files.createTempFile("ibench-overhead", ".sql");
      try {
        Files.writeString(script, SCRIPT);
        NoopAdapter noop = new NoopAdapter();
        Config config = Config.of(settings(workload, script));
        plan =
            named(workload)
                .plan(config, new PlanContext(noop.name(), List.of(noop.name()), noop.language()));
        config.check();
      } finally {
        Files.delete(script);
      }
      run = plan.begin(0, RegisteredDataset.read(plan, new NoopDatabase(), workload, "overhead"));
    }

    private static Workload named(String name) {
      return switch (name) {
        case "linkbench" -> new LinkBenchWorkload();
        case "insert" -> new InsertWorkload();
        case "custom" -> new CustomWorkload();
        case "oltp" -> new OltpWorkload();
        case "script" -> new ScriptWorkload();
        case "kv" -> new KvWorkload();
        case "ycsb" -> new YcsbWorkload();
        default -> throw new IllegalArgumentException("no workload " + name);
      };
    }

    private static Map<String, String> settings(String name, Path script) {
      String threads = Integer.toString(MOST_WORKERS);
      return switch (name) {
        case "linkbench" ->
            Map.of(
                "steps", "request",
                "request.threads", threads,
                "request.until", "1d",
                "linkbench.maxid1", "100001");
        case "insert" ->
            Map.of(
                "steps", "l.i1",
                "l.i1.rows", "1000B",
                "l.i1.rows_per_commit", "100",
                "insert.deletes", "none");
        case "oltp" ->
            Map.of(
                "steps", "point_select",
                "oltp.threads", threads,
                "oltp.until", "1d",
                "oltp.rows", "100k");
        case "script" ->
            Map.of(
                "steps",
                "request",
                "request.threads",
                threads,
                "request.until",
                "1d",
                "script.files",
                script.toString());
        case "kv" ->
            Map.of(
                "steps", "readrandom",
                "kv.threads", threads,
                "kv.until", "1d",
                "kv.num", "300k");
        case "ycsb" ->
            Map.of(
                "steps", "workloada",
                "ycsb.threads", threads,
                "ycsb.until", "1d",
                "ycsb.recordcount", "100k");
        default ->
            Map.of(
                "steps", "request",
                "request.threads", threads,
                "request.until", "1d",
                "tables.orders", "id long key, customer long, status byte, note bytes(100)",
                "rows.orders", "100k",
                "fill.orders", "customer: 1..1000, status: 0..4, note: letters",
                "op.GET_ORDER", "80: read orders where id = any(orders)",
                "op.SET_STATUS", "20: update orders set status = 0..4 where id = any(orders)");
      };
    }

    SoloLoop loop() throws DatabaseException {
      Step.Work step = (Step.Work) plan.steps().get(0);
      Session session = new NoopDatabase().session();
      int number = workers.getAndIncrement();
      Worker worker =
          run.worker(step, step.groups().get(0), number, session, new Random64(number + 1L));
      return new SoloLoop(Clock.system(), worker, session, plan.operations().size());
    }
  }

  /** One worker. */
  @State(Scope.Thread)
  public static class OneWorker {

    private SoloLoop loop;

    @Setup(Level.Trial)
    public void begin(Run run) throws DatabaseException {
      loop = run.loop();
    }
  }

  @Benchmark
  @OperationsPerInvocation(BLOCK)
  public void operations(OneWorker worker, ThreadCpu cpu) throws DatabaseException {
    worker.loop.run(BLOCK);
  }
}
