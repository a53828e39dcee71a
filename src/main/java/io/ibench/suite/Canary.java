package io.ibench.suite;

import io.ibench.host.machine.HashLoop;
import io.ibench.host.machine.MachineProbe;
import io.ibench.host.machine.MachineProbe.Lengths;
import io.ibench.host.machine.ProbeFile;
import io.ibench.host.machine.ProbeResult;
import io.ibench.statistics.Median;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A measurement of the machine before each cell, in seconds: the same computation and the same I/O
 * each time, so that a machine that changes is told from variants that differ. Stateless.
 */
public final class Canary {

  /** Two seconds of syncs, two of reads, one of computing. */
  private static final Lengths LENGTHS = new Lengths(1, 900_000_000, 1_500_000_000, 500_000_000);

  private static final long FILE_BYTES = 64L << 20;

  /** A larger difference from the suite's median is remarked. */
  static final double MAX_DIFFERENCE = 0.10;

  /**
   * What was measured.
   *
   * @param cpuPerSecond millions of steps a second on one thread
   * @param readMicros the median of a direct read of 16 KB
   * @param fsyncMicros the median of an fsync of 4 KB
   */
  public record Figures(double cpuPerSecond, double readMicros, double fsyncMicros) {

    /** By the names cpu, read and fsync. */
    public Map<String, Double> byName() {
      Map<String, Double> all = new LinkedHashMap<>();
      all.put("cpu", cpuPerSecond);
      all.put("read", readMicros);
      all.put("fsync", fsyncMicros);
      return all;
    }
  }

  private Canary() {}

  /** Measures for five seconds, with a temporary file in the folder. */
  static Figures measure(Path folder) throws IOException, InterruptedException {
    HashLoop cpu = new HashLoop(1);
    try (ProbeFile file = ProbeFile.create(folder, FILE_BYTES)) {
      file.fill();
      ProbeResult result = new MachineProbe(System::nanoTime, file, cpu, LENGTHS).measure(folder);
      return new Figures(
          value(result, ProbeResult.CPU),
          value(result, ProbeResult.READ),
          value(result, ProbeResult.FSYNC));
    }
  }

  private static double value(ProbeResult result, String name) {
    return result.figures().stream()
        .filter(figure -> figure.name().equals(name))
        .findFirst()
        .orElseThrow()
        .value();
  }

  /**
   * Which figures of a cell's canary are off by more than a tenth from the median of all, or from
   * that of the base's cells, in words. Syncs and reads of a shared disk vary by more from one
   * second to the next; they are told from twice the limit on.
   *
   * @param base the cells of the variant that this one is divided by; none for the base itself
   */
  static List<String> remarks(Figures of, List<Figures> all, List<Figures> base) {
    Map<String, String> remarks = new LinkedHashMap<>();
    if (all.size() > 2) {
      off(List.of(of), all).forEach((name, ratio) -> remarks.put(name, ratio + " of the median"));
    }
    off(List.of(of), base)
        .forEach((name, ratio) -> remarks.putIfAbsent(name, ratio + " of the base's"));
    return List.copyOf(remarks.values());
  }

  /** How far the medians of a variant's cells are off from those of the base; empty: not far. */
  static Optional<String> offBase(List<Figures> variant, List<Figures> base) {
    Map<String, String> off = off(variant, base);
    return off.isEmpty()
        ? Optional.empty()
        : Optional.of(String.join(", ", off.values()) + " of the base's");
  }

  private static Map<String, String> off(List<Figures> some, List<Figures> others) {
    Map<String, String> off = new LinkedHashMap<>();
    if (some.isEmpty() || others.isEmpty()) {
      return off;
    }
    for (String name : some.get(0).byName().keySet()) {
      double ratio = median(name, some) / median(name, others);
      double limit = name.equals("cpu") ? MAX_DIFFERENCE : 2 * MAX_DIFFERENCE;
      if (Math.abs(ratio - 1) > limit) {
        off.put(name, String.format(Locale.ROOT, "%s %.2f", name, ratio));
      }
    }
    return off;
  }

  private static double median(String name, List<Figures> of) {
    return Median.of(of.stream().mapToDouble(one -> one.byName().get(name)).toArray());
  }
}
