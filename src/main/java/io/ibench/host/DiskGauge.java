package io.ibench.host;

import io.ibench.measure.Gauge;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The work of one or several disks, summed, from /proc/diskstats in its units (sectors of 512 bytes
 * for every disk). Also reports each disk, under {@link HostMetric#key(String)}, if there are
 * several or some are unknown.
 *
 * <p>Counters start at the kernel's values and continue beyond 32 bits. A counter falls only if the
 * kernel has reset it. A sum is absent while one of its devices is, with the same reason.
 */
public final class DiskGauge implements Gauge {

  private static final List<HostMetric> METRICS = DiskCounters.METRICS;

  private final ProcReader reader;
  private final List<String> unknown;
  private final boolean each;
  private final Map<String, DiskCounters> disks = new LinkedHashMap<>();
  private final Map<String, String> uncounted = new LinkedHashMap<>();

  /** Sums over {@code devices}; absent if these have reasons. */
  public DiskGauge(Proc proc, Devices devices) {
    this.reader = proc.reader();
    this.unknown = devices.reasons();
    this.each = devices.names().size() > 1 || !unknown.isEmpty();
    for (String name : devices.names()) {
      disks.put(name, new DiskCounters(name));
      if (isUncounted(reader, new BlockTree(proc).wholeDisk(name))) {
        uncounted.put(
            name, "the kernel does not count the I/O of " + name + ": queue/iostats is 0");
      }
    }
  }

  /** A driver without a queue has no device folder, and counts nevertheless. */
  private static boolean isUncounted(ProcReader reader, Path disk) {
    return Files.exists(disk.resolve("device"))
        && reader.line(disk.resolve("queue").resolve("iostats")).filter("0"::equals).isPresent();
  }

  @Override
  public void read(long nanos, Sink sink) {
    Map<String, Figure[]> figures = figures();
    for (int i = 0; i < METRICS.size(); i++) {
      List<Figure> parts = new ArrayList<>();
      for (Map.Entry<String, Figure[]> disk : figures.entrySet()) {
        Figure figure = disk.getValue()[i];
        parts.add(figure);
        if (each && figure.isPresent()) {
          figure.report(METRICS.get(i).key(disk.getKey()), sink);
        }
      }
      sum(parts).report(METRICS.get(i), sink);
    }
  }

  private Figure sum(List<Figure> parts) {
    Set<String> reasons = new LinkedHashSet<>(unknown);
    parts.stream().filter(part -> !part.isPresent()).map(Figure::reason).forEach(reasons::add);
    if (!reasons.isEmpty()) {
      return new Figure(0, String.join("; ", reasons));
    }
    return Figure.of(
        () -> {
          long sum = 0;
          for (Figure part : parts) {
            sum = ExactMath.sum(sum, part.value());
          }
          return sum;
        });
  }

  private Map<String, Figure[]> figures() {
    Map<String, Figure[]> figures = new LinkedHashMap<>();
    disks.keySet().forEach(name -> figures.put(name, absent(missing(name))));
    try {
      ProcText text = reader.proc("diskstats");
      while (text.nextLine()) {
        text.skip(2);
        String name = text.word();
        if (disks.containsKey(name)) {
          figures.put(name, read(name, text));
        }
      }
    } catch (ProcException e) {
      figures.replaceAll((name, none) -> absent(String.valueOf(e.getMessage())));
    }
    return figures;
  }

  private Figure[] read(String name, ProcText row) {
    try {
      return uncounted.containsKey(name)
          ? absent(uncounted.get(name))
          : Objects.requireNonNull(disks.get(name)).read(row);
    } catch (ProcException e) {
      return absent(String.valueOf(e.getMessage()));
    }
  }

  private static String missing(String name) {
    return "/proc/diskstats does not list " + name + " any more";
  }

  private static Figure[] absent(String reason) {
    Figure[] figures = new Figure[METRICS.size()];
    Arrays.fill(figures, new Figure(0, reason));
    return figures;
  }
}
