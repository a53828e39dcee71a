package io.ibench.bench;

import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;

/**
 * Runs the same requests on noop as a {@code SimpleWorkload} and as a workload written by hand, in
 * turn, each in a JVM of its own, and prints CPU and time per operation with their ratios.
 *
 * <p>Arguments: counted pairs (9), operations of a round (20000000).
 */
public final class CompareSimpleWithRaw {

  private static final int WARM_UP = 2;

  private CompareSimpleWithRaw() {}

  public static void main(String[] arguments) throws IOException {
    int pairs = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 9;
    String operations = arguments.length > 1 ? arguments[1] : "20000000";
    double[] cpu = new double[pairs];
    double[] time = new double[pairs];
    try (SideProcess raw = new SideProcess("raw-orders", new String[] {operations});
        SideProcess simple = new SideProcess("simple-orders", new String[] {operations})) {
      for (int pair = -WARM_UP; pair < pairs; pair++) {
        boolean rawFirst = pair % 2 == 0;
        double[] first = round(rawFirst ? raw : simple);
        double[] second = round(rawFirst ? simple : raw);
        double[] byHand = rawFirst ? first : second;
        double[] ours = rawFirst ? second : first;
        System.out.printf(
            Locale.ROOT,
            "%s: by hand %.1f ns CPU, %.1f ns; simple %.1f ns CPU, %.1f ns%n",
            pair < 0 ? "warm-up" : "pair " + (pair + 1),
            byHand[0],
            byHand[1],
            ours[0],
            ours[1]);
        if (pair >= 0) {
          cpu[pair] = ours[0] / byHand[0];
          time[pair] = ours[1] / byHand[1];
        }
      }
    }
    System.out.printf(
        Locale.ROOT,
        "simple / by hand, median of %d pairs: CPU %.3f, time %.3f%n",
        pairs,
        median(cpu),
        median(time));
  }

  private static double[] round(SideProcess side) throws IOException {
    return Arrays.stream(side.ask("round").split(" ")).mapToDouble(Double::parseDouble).toArray();
  }

  private static double median(double[] ratios) {
    double[] sorted = ratios.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
