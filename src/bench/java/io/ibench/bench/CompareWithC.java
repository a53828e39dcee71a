package io.ibench.bench;

import io.ibench.statistics.Median;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Performs the very same LinkBench requests with ibench and with a C program on libmariadb, {@code
 * src/bench/c/replay.c}, in turn on one private MariaDB, and prints requests per second and the
 * process' CPU per request, with their ratios.
 *
 * <p>Arguments: the compiled program, counted pairs (5), threads (4), ids (100000), percent of one
 * operation only, such as getnode=100, or mix (LinkBench's), and tcp or socket.
 */
public final class CompareWithC {

  private CompareWithC() {}

  public static void main(String[] arguments) throws Exception {
    int pairs = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 5;
    int threads = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 4;
    long ids = arguments.length > 3 ? Long.parseLong(arguments[3]) : 100_000;
    String only = arguments.length > 4 ? arguments[4].replace("mix", "") : "";
    boolean bySocket = arguments.length > 5 && arguments[5].equals("socket");
    Path folder = Files.createTempDirectory("ibench-trace");
    try (BenchServer server = BenchServer.start("mariadb")) {
      String socket = bySocket ? server.socket() : Bench.TCP;
      String url = server.url("mariadb");
      Bench bench = new Bench("mariadb", url, socket, 1, 1, threads, ids, only);
      List<String> command = command(arguments[0], bench);
      for (Requests requests :
          bench.draw(
              bench.config("request", Bench.REPLAY_SEED, bench.counted()),
              Bench.REPLAY_SEED,
              (int) Bench.ALLOCATION_TO)) {
        Path trace = folder.resolve(command.size() + ".trace");
        TraceFile.write(requests, trace);
        command.add(trace.toString());
      }
      compare(bench, command, pairs);
    } finally {
      try (var files = Files.list(folder)) {
        for (Path file : files.toList()) {
          Files.delete(file);
        }
      }
      Files.delete(folder);
    }
  }

  private static List<String> command(String program, Bench bench) {
    String[] place = bench.url().replaceFirst(".*//", "").split("[:/]");
    String socket = bench.socket().equals(Bench.TCP) ? "-" : bench.socket();
    return new ArrayList<>(
        List.of(program, place[0], place[1], socket, Bench.USER, Bench.PASSWORD, place[2]));
  }

  private static void compare(Bench bench, List<String> command, int pairs) throws IOException {
    try (SideProcess ibench = new SideProcess("ibench", bench.arguments())) {
      ibench.ask("load");
      try (SideProcess c = new SideProcess(command)) {
        double[] rates = new double[pairs];
        double[] cpus = new double[pairs];
        // The first pair makes the tables alike for all others, and warms the JVM up.
        for (int pair = -1; pair < pairs; pair++) {
          Bench.Round theirs = c.replay();
          Bench.Round ours = ibench.replay();
          double rate = ours.perSecond() / theirs.perSecond();
          double cpu = ours.cpuMicros() / theirs.cpuMicros();
          System.out.printf(
              Locale.ROOT,
              "%s requests/s: C %.0f, ibench %.0f = %.3f; us CPU: %.2f, %.2f = %.3f%n",
              pair < 0 ? "warm-up:" : "same requests:",
              theirs.perSecond(),
              ours.perSecond(),
              rate,
              theirs.cpuMicros(),
              ours.cpuMicros(),
              cpu);
          if (pair >= 0) {
            rates[pair] = rate;
            cpus[pair] = cpu;
          }
        }
        System.out.printf(
            Locale.ROOT,
            "median: requests/s %.3f, CPU per request %.3f%n",
            Median.of(rates),
            Median.of(cpus));
      }
    }
  }
}
