package io.ibench.bench;

import com.sun.management.OperatingSystemMXBean;
import io.ibench.config.Config;
import io.ibench.db.Adapter;
import io.ibench.db.Database;
import io.ibench.db.jdbc.MariadbAdapter;
import io.ibench.engine.Engine;
import io.ibench.engine.RunControl;
import io.ibench.engine.RunSettings;
import io.ibench.measure.Clock;
import io.ibench.measure.PeriodResult;
import io.ibench.measure.RunListener;
import io.ibench.measure.Snapshot;
import io.ibench.measure.StepResult;
import io.ibench.measure.StepStart;
import io.ibench.random.Random64;
import io.ibench.testing.PrivateMariadb;
import io.ibench.workload.Plan;
import io.ibench.workload.Step;
import io.ibench.workload.linkbench.LinkBenchWorkload;
import java.lang.management.ManagementFactory;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/**
 * Runs the bare driver loop and ibench in turn on one private MariaDB server, in one process, and
 * prints requests per second and the process' CPU per request, with the ratio of each pair. The
 * first pair warms up and is not counted. Then both perform the very same requests, drawn from one
 * seed, and the worker threads' allocation per request is compared.
 *
 * <p>Arguments: seconds per round (30), counted pairs (3), threads (4), ids (100000), and percent
 * of one operation only, such as getnode=100 (default: LinkBench's mix).
 */
public final class CompareWithBareLoop {

  private static final OperatingSystemMXBean PROCESS =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  /** Requests of each thread before allocation is compared, and up to which it is. */
  private static final long ALLOCATION_FROM = 20_000;

  private static final long ALLOCATION_TO = 60_000;

  private final PrivateMariadb server;
  private final int seconds;
  private final int threads;
  private final Map<String, String> settings;
  private final Requests[] requests;
  private final int[] position;

  /** What one round came to. */
  private record Round(double perSecond, double cpuMicros) {

    String text(String name) {
      return String.format(
          Locale.ROOT, "%-8s %9.0f requests/s  %6.2f us CPU/request", name, perSecond, cpuMicros);
    }
  }

  private CompareWithBareLoop(
      PrivateMariadb server, int seconds, int pairs, int threads, Map<String, String> settings)
      throws Exception {
    this.server = server;
    this.seconds = seconds;
    this.threads = threads;
    this.settings = settings;
    this.requests = new Requests[threads];
    this.position = new int[threads];
    Plan plan = plan("request");
    int count = seconds * (pairs + 1) * 12_000;
    for (int i = 0; i < threads; i++) {
      requests[i] = draw(plan, i, Random64.hash(77, "bare", Integer.toString(i)), count);
    }
  }

  private static Requests draw(Plan plan, int worker, long seed, int count) throws Exception {
    return Requests.draw(plan.begin(0), (Step.Work) plan.steps().get(0), worker, seed, count);
  }

  public static void main(String[] arguments) throws Exception {
    int seconds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 30;
    int pairs = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 3;
    int threads = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 4;
    long ids = arguments.length > 3 ? Long.parseLong(arguments[3]) : 100_000;
    Map<String, String> settings = new HashMap<>();
    settings.put("linkbench.maxid1", Long.toString(ids + 1));
    settings.put("linkbench.tail", "upstream");
    // What a list returned must not decide what is drawn next, or the two would not do the same.
    settings.put("linkbench.getlinklist_history", "0");
    if (arguments.length > 4) {
      for (String name :
          ("addlink deletelink updatelink countlink getlink getlinklist addnode updatenode"
                  + " deletenode getnode")
              .split(" ")) {
        settings.put("linkbench." + name, "0");
      }
      String[] only = arguments[4].split("=");
      settings.put("linkbench." + only[0], only[1]);
    }
    try (PrivateMariadb server = PrivateMariadb.start()) {
      CompareWithBareLoop comparison =
          new CompareWithBareLoop(server, seconds, pairs, threads, settings);
      comparison.load();
      comparison.run(pairs);
      comparison.compareAllocation();
    }
  }

  private void run(int pairs) throws Exception {
    List<double[]> ratios = new ArrayList<>();
    for (int pair = 0; pair <= pairs; pair++) {
      Round bare = bare();
      Round ours = ours(pair);
      System.out.println((pair == 0 ? "warm-up\n" : "pair " + pair + "\n") + bare.text("bare"));
      System.out.println(ours.text("ibench"));
      if (pair > 0) {
        double[] ratio = {ours.perSecond() / bare.perSecond(), ours.cpuMicros() / bare.cpuMicros()};
        ratios.add(ratio);
        System.out.printf(
            Locale.ROOT,
            "ibench/bare: requests/s %.3f, CPU per request %.3f%n",
            ratio[0],
            ratio[1]);
      }
    }
    System.out.printf(
        Locale.ROOT,
        "median: requests/s %.3f, CPU per request %.3f%n",
        median(ratios, 0),
        median(ratios, 1));
  }

  private static double median(List<double[]> ratios, int column) {
    double[] sorted = ratios.stream().mapToDouble(ratio -> ratio[column]).sorted().toArray();
    return sorted[sorted.length / 2];
  }

  private Config config(String steps) {
    Map<String, String> all = new HashMap<>(settings);
    all.put("steps", steps);
    all.put("load.threads", Integer.toString(threads));
    all.put("request.threads", Integer.toString(threads));
    if (!settings.containsKey("request.operations")) {
      all.put("request.until", seconds + "s");
    }
    all.put("url", server.jdbcUrl());
    all.put("user", server.user());
    all.put("password", server.password());
    return Config.of(all);
  }

  private Plan plan(String steps) throws Exception {
    Config config = config(steps);
    Plan plan = new LinkBenchWorkload().plan(config);
    RunSettings.from(config);
    new MariadbAdapter().bind(config);
    config.check();
    return plan;
  }

  private void load() throws Exception {
    settings.put("seed", "1");
    run(config("create, load, index"), new Watcher(), plan("create, load, index"));
  }

  private Round ours(int pair) throws Exception {
    settings.put("seed", Integer.toString(1000 + pair));
    Watcher watcher = new Watcher();
    run(config("request"), watcher, plan("request"));
    return watcher.round();
  }

  private static void run(Config config, RunListener listener, Plan plan) throws Exception {
    new LinkBenchWorkload().plan(config);
    RunSettings runSettings = RunSettings.from(config);
    Adapter.Target target = new MariadbAdapter().bind(config);
    config.check();
    try (Database database = target.open()) {
      List<StepResult> results =
          new Engine(Clock.system(), runSettings, listener, new RunControl(), List.of(), List.of())
              .run(plan, database);
      StepResult last = results.get(results.size() - 1);
      if (!last.succeeded()) {
        throw new IllegalStateException(last.failure().orElse("failed"));
      }
    }
  }

  /** Both perform the same requests, once to make them alike and once more to be measured. */
  private void compareAllocation() throws Exception {
    settings.put("seed", "4711");
    settings.put("request.operations", Long.toString((ALLOCATION_TO + 1) * threads));
    Plan plan = plan("request");
    Requests[] same = new Requests[threads];
    for (int i = 0; i < threads; i++) {
      long seed = Random64.hash(4711, "worker", "request", "", Integer.toString(i));
      same[i] = draw(plan, i, seed, (int) ALLOCATION_TO);
    }
    double counted = (double) (ALLOCATION_TO - ALLOCATION_FROM) * threads;
    double all = (double) ALLOCATION_TO * threads;
    for (int round = 0; round < 4; round++) {
      long cpu = PROCESS.getProcessCpuTime();
      double bare = bareBytes(same) / counted;
      double bareCpu = (PROCESS.getProcessCpuTime() - cpu) / 1e3 / all;
      MarkedPlan marked = new MarkedPlan(plan, ALLOCATION_FROM, ALLOCATION_TO);
      cpu = PROCESS.getProcessCpuTime();
      run(config("request"), new Watcher(), marked);
      double oursCpu = (PROCESS.getProcessCpuTime() - cpu) / 1e3 / all;
      double ours = marked.bytes() / counted;
      System.out.printf(
          Locale.ROOT,
          "%s bytes per request: bare %.1f, ibench %.1f, own %.1f; us CPU: %.2f, %.2f = %.3f%n",
          round == 0 ? "warm-up:" : "same requests:",
          bare,
          ours,
          ours - bare,
          bareCpu,
          oursCpu,
          oursCpu / bareCpu);
    }
  }

  private long bareBytes(Requests[] same) throws Exception {
    long[] bytes = new long[threads];
    List<Thread> running = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      int number = i;
      Thread thread = new Thread(() -> bytes[number] = replay(same[number]));
      thread.start();
      running.add(thread);
    }
    for (Thread thread : running) {
      thread.join();
    }
    return Arrays.stream(bytes).sum();
  }

  private long replay(Requests mine) {
    try (BareLoop loop = new BareLoop(server.jdbcUrl(), server.user(), server.password())) {
      long before = 0;
      for (int at = 0; at < mine.size(); at++) {
        if (at == ALLOCATION_FROM) {
          before = MarkedPlan.allocated();
        }
        loop.perform(
            mine.operations()[at],
            mine.numbers(),
            mine.first()[at],
            mine.first()[at + 1],
            mine.payloads()[at]);
      }
      return MarkedPlan.allocated() - before;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Sees the process' CPU at each interval. */
  private static final class Watcher implements RunListener {

    private long firstCpu;
    private long lastCpu;
    private long firstNanos = -1;
    private long lastNanos;
    private long operations;

    @Override
    public void stepStarted(StepStart step) {
      operations = 0;
      firstNanos = System.nanoTime();
      firstCpu = PROCESS.getProcessCpuTime();
    }

    @Override
    public void interval(StepStart step, Snapshot snapshot) {
      lastCpu = PROCESS.getProcessCpuTime();
      lastNanos = System.nanoTime();
      operations += snapshot.successes();
    }

    @Override
    public void periodEnded(StepStart step, PeriodResult period) {}

    @Override
    public void stepEnded(StepResult result) {}

    Round round() {
      return new Round(
          operations / ((lastNanos - firstNanos) / 1e9), (lastCpu - firstCpu) / 1e3 / operations);
    }
  }

  private Round bare() throws Exception {
    long[] counts = new long[threads];
    long[] readByThread = new long[threads];
    CountDownLatch ready = new CountDownLatch(threads);
    CountDownLatch go = new CountDownLatch(1);
    List<Thread> running = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      int number = i;
      Thread thread =
          new Thread(
              () -> {
                try (BareLoop loop =
                    new BareLoop(server.jdbcUrl(), server.user(), server.password())) {
                  ready.countDown();
                  go.await();
                  counts[number] = work(loop, number);
                  readByThread[number] = loop.read();
                } catch (Exception e) {
                  throw new IllegalStateException(e);
                }
              });
      thread.start();
      running.add(thread);
    }
    ready.await();
    long cpu = PROCESS.getProcessCpuTime();
    long start = System.nanoTime();
    go.countDown();
    for (Thread thread : running) {
      thread.join();
    }
    double took = (System.nanoTime() - start) / 1e9;
    long count = Arrays.stream(counts).sum();
    return new Round(count / took, (PROCESS.getProcessCpuTime() - cpu) / 1e3 / count);
  }

  private long work(BareLoop loop, int number) throws Exception {
    Requests mine = requests[number];
    byte[] operations = mine.operations();
    int[] first = mine.first();
    long[] numbers = mine.numbers();
    byte[][] payloads = mine.payloads();
    int at = position[number];
    long count = 0;
    long end = System.nanoTime() + seconds * 1_000_000_000L;
    while (System.nanoTime() < end) {
      loop.perform(operations[at], numbers, first[at], first[at + 1], payloads[at]);
      count++;
      at = at + 1 == operations.length ? 0 : at + 1;
    }
    position[number] = at;
    return count;
  }
}
