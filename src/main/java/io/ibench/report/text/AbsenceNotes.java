package io.ibench.report.text;

import io.ibench.host.HostMetric;
import io.ibench.host.HostMetric.Group;
import io.ibench.host.ThrottleGauge;
import io.ibench.report.document.Cell.Tone;
import io.ibench.report.document.Note;
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

  private static final Map<Group, String> GROUPS =
      Map.of(
          Group.DISK, "disk",
          Group.CPU, "CPU of the machine",
          Group.SERVER, "CPU, memory and I/O of the server's process",
          Group.CLIENT, "CPU and memory of the client",
          Group.MEMORY, "memory of the machine",
          Group.PRESSURE, "pressure (PSI) of the machine");

  /** A group counts as absent even if these of its metrics are known, or absent otherwise. */
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

  private AbsenceNotes() {}

  /** A note for each reason. */
  public static List<Note> of(RunReport run) {
    Map<String, List<String>> byReason = new TreeMap<>();
    run.absent()
        .forEach(
            (metric, reason) ->
                byReason.computeIfAbsent(reason, key -> new ArrayList<>()).add(metric));
    NOTHING_MISSING.forEach(byReason::remove);
    List<Note> notes = new ArrayList<>();
    byReason.forEach(
        (reason, metrics) ->
            notes.add(new Note("not measured", names(metrics) + ": " + reason, Tone.PLAIN)));
    return notes;
  }

  /** The names of complete groups, also of one disk of several; else of each metric. */
  private static String names(List<String> metrics) {
    List<String> left = new ArrayList<>(metrics);
    List<String> names = new ArrayList<>();
    for (Group group : Group.values()) {
      if (removeGroup(left, group, "")) {
        names.add(GROUPS.get(group));
      }
    }
    for (String device : devices(metrics)) {
      if (removeGroup(left, Group.DISK, ":" + device)) {
        names.add(GROUPS.get(Group.DISK) + " " + device);
      }
    }
    left.stream().map(MetricNames::of).distinct().forEach(names::add);
    return String.join("; ", names);
  }

  /** Removes a group of which all metrics are absent; returns whether it did. */
  private static boolean removeGroup(List<String> metrics, Group group, String suffix) {
    List<HostMetric> all = HostMetric.of(group);
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
