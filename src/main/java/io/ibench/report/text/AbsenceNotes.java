package io.ibench.report.text;

import io.ibench.host.HostMetric;
import io.ibench.host.HostMetric.Category;
import io.ibench.host.ThrottleGauge;
import io.ibench.measure.BoundaryMetric;
import io.ibench.report.document.Cell.Tone;
import io.ibench.report.document.Note;
import io.ibench.report.figures.Figure;
import io.ibench.report.figures.MetricNames;
import io.ibench.report.figures.ServerCounters;
import io.ibench.report.store.RunReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Why figures are missing. */
public final class AbsenceNotes {

  private static final Map<Category, String> CATEGORIES =
      Map.of(
          Category.DISK, "disk",
          Category.CPU, "CPU of the machine",
          Category.SERVER, "CPU, memory and I/O of the server's process",
          Category.CLIENT, "CPU and memory of the client",
          Category.MEMORY, "memory of the machine",
          Category.PRESSURE, "pressure (PSI) of the machine");

  /** A category counts as absent even if these of its metrics are known, or absent otherwise. */
  private static final Set<HostMetric> NOT_DECISIVE =
      Set.of(
          HostMetric.SERVER_RESTARTS,
          HostMetric.CLIENT_WRITTEN_BYTES,
          HostMetric.CLIENT_GC_LONG_PAUSES,
          HostMetric.CLIENT_HEAP_BYTES,
          HostMetric.CLIENT_RUN_DELAY_NANOS,
          HostMetric.CLIENT_THROTTLED_MICROS,
          HostMetric.CLIENT_JUDGED_INTERVALS,
          HostMetric.CLIENT_SATURATED_INTERVALS);

  /** Reasons of figures that are absent because there is nothing to measure. */
  private static final Set<String> NOTHING_MISSING =
      Set.of(ServerCounters.NOT_TOLD, ThrottleGauge.NO_LIMIT);

  /** Metrics of figures that only a full report has. */
  private static final Set<String> DETAILS =
      Set.of(BoundaryMetric.ROW_BYTES, Figure.WRITE_AMP.key());

  private AbsenceNotes() {}

  /**
   * A note for each reason.
   *
   * @param all also for figures that only a full report has
   */
  public static List<Note> of(RunReport run, boolean all) {
    Map<String, List<String>> byReason = new TreeMap<>();
    Map<String, String> absent = new TreeMap<>(run.absent());
    if (!all) {
      absent.keySet().removeAll(DETAILS);
    }
    absent.forEach(
        (metric, reason) -> byReason.computeIfAbsent(reason, key -> new ArrayList<>()).add(metric));
    NOTHING_MISSING.forEach(byReason::remove);
    if (isPlainFiles(run)) {
      byReason.remove(ServerCounters.INSIDE_CLIENT);
    }
    List<Note> notes = new ArrayList<>();
    byReason.forEach(
        (reason, metrics) ->
            notes.add(new Note("not measured", names(metrics) + ": " + reason, Tone.PLAIN)));
    return notes;
  }

  /** There is no database then whose figures could be missing. */
  private static boolean isPlainFiles(RunReport run) {
    return run.database().fields().getOrDefault("engine", "?").isEmpty();
  }

  /** The names of complete categories, also of one disk of several; else of each metric. */
  private static String names(List<String> metrics) {
    List<String> left = new ArrayList<>(metrics);
    List<String> names = new ArrayList<>();
    for (Category category : Category.values()) {
      if (removeCategory(left, category, "")) {
        names.add(CATEGORIES.get(category));
      }
    }
    for (String device : devices(metrics)) {
      if (removeCategory(left, Category.DISK, ":" + device)) {
        names.add(CATEGORIES.get(Category.DISK) + " " + device);
      }
    }
    left.stream().map(MetricNames::of).distinct().forEach(names::add);
    return String.join("; ", names);
  }

  /** Removes a category of which all metrics are absent; returns whether it did. */
  private static boolean removeCategory(List<String> metrics, Category category, String suffix) {
    List<HostMetric> all = HostMetric.of(category);
    boolean complete =
        all.stream()
            .filter(metric -> !NOT_DECISIVE.contains(metric))
            .allMatch(metric -> metrics.contains(metric.key() + suffix));
    if (complete) {
      all.forEach(metric -> metrics.remove(metric.key() + suffix));
    }
    return complete;
  }

  /** The devices that metrics name, as in {@code disk.reads:vda}. */
  private static List<String> devices(List<String> metrics) {
    return metrics.stream()
        .filter(key -> key.indexOf(':') > 0)
        .map(key -> key.substring(key.indexOf(':') + 1))
        .distinct()
        .toList();
  }
}
