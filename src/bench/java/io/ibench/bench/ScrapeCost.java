package io.ibench.bench;

import static io.ibench.testing.SnapshotBuilder.anInterval;
import static io.ibench.testing.StepBuilder.aStep;

import com.sun.management.ThreadMXBean;
import io.ibench.host.HostMetric;
import io.ibench.measure.OperationStats;
import io.ibench.measure.Readings;
import io.ibench.measure.Recorder;
import io.ibench.measure.Role;
import io.ibench.measure.WorkerState;
import io.ibench.monitor.HttpAddress;
import io.ibench.monitor.LiveRun;
import io.ibench.monitor.MonitorServer;
import io.ibench.report.ReportSamples;
import io.ibench.report.Samples;
import io.ibench.report.figures.RunInfo;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What a scrape of /metrics costs: CPU and memory of the threads of the HTTP server, at one scrape
 * a second from the first one on, as in a run: so its code is not compiled for a long time. The run
 * has 7 steps and 10 paced operations. The goal is less than 0.2 % of one CPU, which is 2000
 * microseconds a scrape.
 *
 * <p>Arguments: scrapes (60), milliseconds between them (1000).
 */
public final class ScrapeCost {

  private static final int STEPS = 7;
  private static final int OPERATIONS = 10;
  private static final int LATENCIES = 200;
  private static final double GOAL_PERCENT = 0.2;
  private static final double MICROS_PER_PERCENT = 10_000;

  private static final RunInfo RUN =
      ReportSamples.run(
          "request",
          IntStream.range(0, OPERATIONS).mapToObj(i -> "OPERATION_" + i).toList(),
          Collections.nCopies(OPERATIONS, Role.QUERY),
          List.of("deadlock", "timeout"),
          List.of());

  private ScrapeCost() {}

  public static void main(String[] arguments) throws Exception {
    int scrapes = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 60;
    long pause = arguments.length > 1 ? Long.parseLong(arguments[1]) : 1000;
    LiveRun live = new LiveRun(RUN);
    for (int step = 0; step < STEPS; step++) {
      interval(live, "step" + step);
    }
    try (MonitorServer server = MonitorServer.start(new HttpAddress("127.0.0.1", 0, List.of()))) {
      server.begin(live, nothing(), System::nanoTime);
      int port = URI.create(server.url()).getPort();
      long text = 0;
      Cost before = Cost.now();
      Cost half = before;
      for (int i = 0; i < scrapes; i++) {
        half = i == scrapes / 2 ? Cost.now() : half;
        Thread.sleep(pause);
        interval(live, "step" + (STEPS - 1));
        text = scrape(port);
      }
      Cost end = Cost.now();
      print("first half", before, half, scrapes / 2, text);
      print("second half", half, end, scrapes - scrapes / 2, text);
    }
  }

  private static MonitorServer.Contents nothing() {
    return new MonitorServer.Contents() {
      @Override
      public byte[] page() {
        return new byte[0];
      }

      @Override
      public byte[] status() {
        return new byte[0];
      }
    };
  }

  private static void interval(LiveRun live, String step) {
    live.interval(
        aStep().named(step, "request").paced(true).start(),
        anInterval(operations())
            .from(0, Samples.SECOND, Samples.EPOCH_MILLIS)
            .readings(Readings.NONE, readings())
            .workers(new WorkerState(4, 0, 0))
            .build());
  }

  private static List<OperationStats> operations() {
    Recorder recorder = new Recorder(OPERATIONS, 2, true);
    work(recorder);
    List<OperationStats> sums = Recorder.emptySums(OPERATIONS, 2, true);
    recorder.flip();
    recorder.drainInto(sums);
    return sums;
  }

  private static Readings readings() {
    return new Readings(
        Arrays.stream(HostMetric.values())
            .collect(Collectors.toMap(HostMetric::key, metric -> 3_000_000_000L)),
        Map.of(),
        Map.of());
  }

  private static void work(Recorder recorder) {
    for (int operation = 0; operation < OPERATIONS; operation++) {
      for (int i = 0; i < LATENCIES; i++) {
        long start = 1_000_000L * i;
        recorder.success(operation, start - 500_000, start, start + 10_000L * (i + 1), 1);
      }
    }
  }

  private static long scrape(int port) throws IOException {
    try (Socket socket = new Socket("127.0.0.1", port)) {
      OutputStream out = socket.getOutputStream();
      String request = "GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
      out.write(request.getBytes(StandardCharsets.US_ASCII));
      return socket.getInputStream().readAllBytes().length;
    }
  }

  /** CPU and memory of the server's threads since the JVM began. */
  private record Cost(long nanos, long bytes) {

    static Cost now() {
      ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
      long nanos = 0;
      long bytes = 0;
      for (ThreadInfo thread : threads.getThreadInfo(threads.getAllThreadIds())) {
        String name = thread == null ? "" : thread.getThreadName();
        if (name.startsWith("ibench-http") || name.startsWith("HTTP-Dispatcher")) {
          nanos += threads.getThreadCpuTime(thread.getThreadId());
          bytes += threads.getThreadAllocatedBytes(thread.getThreadId());
        }
      }
      return new Cost(nanos, bytes);
    }
  }

  private static void print(String title, Cost from, Cost to, int scrapes, long text) {
    double micros = (to.nanos() - from.nanos()) / 1e3 / scrapes;
    System.out.printf(
        Locale.ROOT,
        "%s: %.0f us per scrape, %.3f %% of one CPU at 1/s (goal %.1f %%), %d KB allocated, %d KB"
            + " of text%n",
        title,
        micros,
        micros / MICROS_PER_PERCENT,
        GOAL_PERCENT,
        (to.bytes() - from.bytes()) / scrapes >> 10,
        text >> 10);
  }
}
