package io.ibench.overhead;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import org.openjdk.jmh.runner.RunnerException;

/** The client alone: one JVM for each figure. Thread-safe for {@link #stop} only. */
public final class ClientCosts {

  /** LinkBench's mix by one thread, for the answer. */
  static final String MIX = "LinkBench";

  private final JmhRun jmh;
  private volatile boolean stopped;

  /** A figure to measure. */
  private record Part(
      String name,
      boolean driver,
      Class<?> benchmark,
      Map<String, String> parameters,
      int threads) {

    /**
     * On a busy machine a compiler in the background may not be done with the little code of ibench
     * when the figures count. A driver has too much code to wait for its compilation.
     */
    String[] jvmOptions() {
      return driver ? new String[0] : new String[] {"-XX:-BackgroundCompilation"};
    }

    static Part own(String name, Class<?> benchmark) {
      return new Part(name, false, benchmark, Map.of(), 1);
    }

    static Part driver(String name, String product) {
      return new Part(name, true, DriverCalls.class, Map.of("product", product), 1);
    }

    static Part workload(String name, String workload, int threads) {
      return new Part(name, false, WorkloadOperations.class, Map.of("workload", workload), threads);
    }
  }

  /**
   * @param quick a second for each figure instead of some four
   */
  public ClientCosts(boolean quick) {
    jmh = new JmhRun(quick ? JmhRun.Lengths.QUICK : JmhRun.Lengths.USUAL);
  }

  private static List<Part> parts(int cpus) {
    List<Part> parts =
        new ArrayList<>(
            List.of(
                Part.own("clock read", ClockRead.class),
                Part.own("record an operation", Recording.class),
                Part.workload(MIX, "linkbench", 1),
                Part.workload("insert, 100 rows", "insert", 1),
                Part.workload("custom", "custom", 1),
                Part.workload("point select of oltp", "oltp", 1),
                Part.workload("script, 1 read", "script", 1),
                Part.workload("readrandom of kv", "kv", 1),
                Part.workload("YCSB, workload A", "ycsb", 1)));
    if (cpus > 1) {
      parts.add(Part.workload(MIX + ", " + cpus + " threads", "linkbench", cpus));
    }
    parts.addAll(
        List.of(
            Part.driver("MariaDB driver", "mariadb"),
            Part.driver("MySQL driver", "mysql"),
            Part.driver("PostgreSQL driver", "postgres"),
            Part.driver("MongoDB driver", "mongodb")));
    parts.removeIf(
        part ->
            part.driver()
                && !DriverCalls.isPresent(
                    Objects.requireNonNull(part.parameters().get("product"))));
    return parts;
  }

  /**
   * Measures all figures.
   *
   * @throws CancellationException after {@link #stop}
   * @throws IllegalStateException if a JVM fails
   */
  public List<OverheadRow> measure() {
    List<OverheadRow> rows = new ArrayList<>();
    for (Part part : parts(Runtime.getRuntime().availableProcessors())) {
      Cost cost = measure(part);
      rows.add(
          part.driver()
              ? OverheadRow.ofDriver(part.name(), cost)
              : OverheadRow.ofClient(part.name(), cost));
    }
    return rows;
  }

  private Cost measure(Part part) {
    try {
      requireGoing();
      return jmh.of(part.benchmark(), part.parameters(), part.threads(), part.jvmOptions());
    } catch (RunnerException e) {
      requireGoing();
      throw new IllegalStateException("cannot measure " + part.name() + ": " + e.getMessage(), e);
    }
  }

  private void requireGoing() {
    if (stopped) {
      throw new CancellationException();
    }
  }

  /** Ends the measurement and its JVM. Any thread. */
  public void stop() {
    stopped = true;
    ProcessHandle.current()
        .children()
        .filter(child -> child.info().commandLine().orElse("").contains(JmhRun.FORK))
        .forEach(ProcessHandle::destroyForcibly);
  }
}
