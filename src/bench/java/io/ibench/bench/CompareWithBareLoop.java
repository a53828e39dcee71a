package io.ibench.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Runs the bare driver loop and ibench in turn on one private server, each in a JVM of its own, and
 * prints requests per second and the process' CPU per request, with their ratios. Then both perform
 * the very same requests, drawn from one seed, and the worker threads' allocation per request is
 * compared, too.
 *
 * <p>Arguments: seconds per round (30), counted pairs (3), threads (4), ids (100000), percent of
 * one operation only, such as getnode=100, or mix (LinkBench's), and the database: mariadb or
 * postgres.
 */
public final class CompareWithBareLoop {

  private static final int REPLAYS = 4;

  private final SideProcess bare;
  private final SideProcess ibench;

  private CompareWithBareLoop(SideProcess bare, SideProcess ibench) {
    this.bare = bare;
    this.ibench = ibench;
  }

  public static void main(String[] arguments) throws Exception {
    int seconds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 30;
    int pairs = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 3;
    int threads = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 4;
    long ids = arguments.length > 3 ? Long.parseLong(arguments[3]) : 100_000;
    String only = arguments.length > 4 ? arguments[4].replace("mix", "") : "";
    String database = arguments.length > 5 ? arguments[5] : "mariadb";
    try (BenchServer server = BenchServer.start(database)) {
      Bench bench =
          new Bench(database, server.url(database), seconds, pairs + 2, threads, ids, only);
      compare(bench, pairs, true);
    }
  }

  /**
   * Compares on a server that there is.
   *
   * @param pairs 0: both perform the same requests only
   * @param load whether the graph is to be loaded first
   */
  static void compare(Bench bench, int pairs, boolean load) throws IOException {
    try (SideProcess ibench = new SideProcess("ibench", bench.arguments());
        SideProcess bare = new SideProcess("bare", bench.arguments())) {
      if (load) {
        ibench.ask("load");
      }
      CompareWithBareLoop comparison = new CompareWithBareLoop(bare, ibench);
      if (pairs > 0) {
        comparison.run(pairs);
      }
      comparison.replay(bench.threads());
    }
  }

  /**
   * Bare and ibench in turn, beginning and ending with bare. The graph grows under both, so that
   * each round is slower than the one before it: a round of ibench is compared with the mean of the
   * two bare rounds around it. The first two warm up.
   */
  private void run(int pairs) throws IOException {
    System.out.println("warm-up");
    print("bare", bare.round(0));
    print("ibench", ibench.round(0));
    System.out.println("measured");
    List<double[]> ratios = new ArrayList<>();
    Bench.Round before = print("bare", bare.round(1));
    for (int pair = 1; pair <= pairs; pair++) {
      Bench.Round ours = print("ibench", ibench.round(pair));
      Bench.Round after = print("bare", bare.round(pair + 1));
      double[] ratio = {
        ours.perSecond() * 2 / (before.perSecond() + after.perSecond()),
        ours.cpuMicros() * 2 / (before.cpuMicros() + after.cpuMicros())
      };
      ratios.add(ratio);
      printRatio("ibench/bare", ratio[0], ratio[1]);
      before = after;
    }
    printRatio("median", median(ratios, 0), median(ratios, 1));
  }

  private static Bench.Round print(String name, Bench.Round round) {
    System.out.printf(
        Locale.ROOT,
        "%-8s %9.0f requests/s  %6.2f us CPU/request%n",
        name,
        round.perSecond(),
        round.cpuMicros());
    return round;
  }

  private static void printRatio(String name, double perSecond, double cpu) {
    System.out.printf(
        Locale.ROOT, "%s: requests/s %.3f, CPU per request %.3f%n", name, perSecond, cpu);
  }

  private static double median(List<double[]> ratios, int column) {
    double[] sorted = ratios.stream().mapToDouble(ratio -> ratio[column]).sorted().toArray();
    return sorted[sorted.length / 2];
  }

  /** Both perform the same requests, once to make them alike and then to be measured. */
  private void replay(int threads) throws IOException {
    double counted = (double) (Bench.ALLOCATION_TO - Bench.ALLOCATION_FROM) * threads;
    for (int round = 0; round < REPLAYS; round++) {
      Bench.Round one = bare.replay();
      Bench.Round other = ibench.replay();
      System.out.printf(
          Locale.ROOT,
          "%s bytes per request: bare %.1f, ibench %.1f, own %.1f; us CPU: %.2f, %.2f = %.3f%n",
          round == 0 ? "warm-up:" : "same requests:",
          one.bytes() / counted,
          other.bytes() / counted,
          (other.bytes() - one.bytes()) / counted,
          one.cpuMicros(),
          other.cpuMicros(),
          other.cpuMicros() / one.cpuMicros());
    }
  }
}
