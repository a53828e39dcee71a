package io.ibench.bench;

import io.ibench.host.ClientGauges;
import io.ibench.host.CpuGauge;
import io.ibench.host.Devices;
import io.ibench.host.DiskGauge;
import io.ibench.host.MemoryGauge;
import io.ibench.host.PressureGauge;
import io.ibench.host.Proc;
import io.ibench.host.ProcessGauge;
import io.ibench.host.ServerProcess;
import io.ibench.measure.Gauge;
import io.ibench.measure.Readings;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

/**
 * What the gauges of one interval cost: CPU and memory of the thread that reads them, with several
 * numbers of worker threads, and servers of one process and of many. The goal is less than 0.5 % of
 * one CPU at intervals of 1 s, which is 5000 microseconds per reading.
 *
 * <p>Arguments: readings of each case (60), milliseconds between them (1000). Figures that this
 * machine does not have cost nothing here; they are named at the end.
 */
public final class ProbeCost {

  private static final int WARM_UP = 300;
  private static final int CHILDREN = 100;
  private static final double GOAL_PERCENT = 0.5;
  private static final double MICROS_PER_PERCENT = 10_000;

  private final int readings;
  private final long pauseMillis;
  private final TreeSet<String> absent = new TreeSet<>();

  private ProbeCost(int readings, long pauseMillis) {
    this.readings = readings;
    this.pauseMillis = pauseMillis;
  }

  public static void main(String[] arguments) throws Exception {
    int readings = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 60;
    long pause = arguments.length > 1 ? Long.parseLong(arguments[1]) : 1000;
    ProbeCost cost = new ProbeCost(readings, pause);
    cost.measure(0);
    cost.measure(CHILDREN);
    System.out.println("absent on this machine, at no cost:");
    cost.absent.forEach(line -> System.out.println("  " + line));
  }

  /** All numbers of threads, with a server of one process and its children. */
  private void measure(int children) throws IOException, InterruptedException {
    Process server = server(children);
    try {
      while (server.descendants().count() < children) {
        Thread.sleep(10);
      }
      for (int threads : new int[] {1, 8, 64}) {
        measure(threads, children, new ServerProcess(server.pid(), children > 0));
      }
    } finally {
      server.descendants().forEach(ProcessHandle::destroy);
      server.destroy();
    }
  }

  private static Process server(int children) throws IOException {
    String script = "for ((i = 0; i < " + children + "; i++)); do sleep 3600 & done; wait";
    ProcessBuilder builder =
        children > 0
            ? new ProcessBuilder("bash", "-c", script)
            : new ProcessBuilder("sleep", "3600");
    return builder.inheritIO().start();
  }

  private void measure(int threads, int children, ServerProcess server)
      throws InterruptedException {
    CountDownLatch over = new CountDownLatch(1);
    List<Thread> workers = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      Thread worker = new Thread(() -> work(over), "ibench-cost-" + i);
      worker.start();
      workers.add(worker);
    }
    try {
      read(threads + " threads, " + children + " children", gauges(server));
    } finally {
      over.countDown();
      for (Thread worker : workers) {
        worker.join();
      }
    }
  }

  /** Wakes up now and then, as a worker does that waits for a server. */
  private static void work(CountDownLatch over) {
    try {
      boolean isOver = false;
      while (!isOver) {
        isOver = over.await(100, TimeUnit.MILLISECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static List<Gauge> gauges(ServerProcess server) {
    Proc proc = new Proc();
    List<Gauge> gauges = new ArrayList<>();
    gauges.add(new DiskGauge(proc, Devices.ofPaths(proc, List.of(Path.of(".")))));
    gauges.add(new CpuGauge(proc));
    gauges.add(ProcessGauge.server(proc, List.of(server)));
    gauges.add(new MemoryGauge(proc));
    gauges.add(new PressureGauge(proc));
    gauges.addAll(ClientGauges.of(proc));
    return gauges;
  }

  /** Each gauge is timed by itself: together they are what an interval costs. */
  private void read(String title, List<Gauge> gauges) throws InterruptedException {
    for (int i = 0; i < WARM_UP; i++) {
      Readings.of(gauges, System.nanoTime());
    }
    long[] nanos = new long[gauges.size()];
    long bytes = 0;
    for (int i = 0; i < readings; i++) {
      Thread.sleep(pauseMillis);
      bytes -= ThreadCost.allocated();
      for (int gauge = 0; gauge < nanos.length; gauge++) {
        long before = cpuNanos();
        Readings one = Readings.of(gauges.subList(gauge, gauge + 1), System.nanoTime());
        nanos[gauge] += cpuNanos() - before;
        one.absent().forEach((metric, reason) -> absent.add(metric + ": " + reason));
      }
      bytes += ThreadCost.allocated();
    }
    print(title, gauges, nanos, bytes / readings);
  }

  private static long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private void print(String title, List<Gauge> gauges, long[] nanos, long bytes) {
    double micros = LongStream.of(nanos).sum() / 1e3 / readings;
    System.out.printf(
        Locale.ROOT,
        "%s: %.0f us per reading, %.3f %% of one CPU at 1 s (goal %.1f %%), %d KB allocated%n",
        title,
        micros,
        micros / MICROS_PER_PERCENT,
        GOAL_PERCENT,
        bytes >> 10);
    for (int gauge = 0; gauge < nanos.length; gauge++) {
      String name = gauges.get(gauge).getClass().getSimpleName();
      System.out.printf(Locale.ROOT, "  %-16s %6.0f us%n", name, nanos[gauge] / 1e3 / readings);
    }
  }
}
