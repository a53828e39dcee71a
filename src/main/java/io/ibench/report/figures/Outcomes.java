package io.ibench.report.figures;

import io.ibench.host.HostMetric;
import io.ibench.host.Neighbours;
import io.ibench.host.ServerPlace;
import io.ibench.measure.BoundaryMetric;
import io.ibench.measure.PeriodResult;
import io.ibench.measure.StepResult;
import io.ibench.measure.WorkloadCounter;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** How a run and its steps ended, and why metrics are missing. Stateless. */
public final class Outcomes {

  /** Separates a metric's key from its device. */
  private static final char DEVICE = ':';

  /** Unknown before the tables exist. */
  private static final List<String> BEFORE_TABLES =
      List.of(BoundaryMetric.SIZE, BoundaryMetric.ROWS, BoundaryMetric.ROW_BYTES);

  private Outcomes() {}

  /**
   * The state of a run.
   *
   * @param ended the run is over; if steps are left and no step has failed, it was interrupted
   */
  public static RunState state(RunInfo run, List<StepResult> results, boolean ended) {
    return state(run.steps(), results, ended);
  }

  /**
   * The same for a process that did not begin the run.
   *
   * @param planned the names of its steps
   */
  public static RunState state(List<String> planned, List<StepResult> results, boolean ended) {
    if (results.stream().anyMatch(result -> state(result) == RunState.FAILED)) {
      return RunState.FAILED;
    }
    boolean incomplete =
        ended && (!notBegun(planned, results).isEmpty() || repeatsAreLeft(results));
    if (incomplete || results.stream().anyMatch(StepResult::interrupted)) {
      return RunState.INTERRUPTED;
    }
    return ended ? RunState.DONE : RunState.RUNNING;
  }

  /** The state of a step that is over. */
  public static RunState state(StepResult result) {
    if (!result.problems().isEmpty()) {
      return RunState.FAILED;
    }
    // The interruption may cause failures, such as of operations on a hanging server: they are not
    // why the step ended.
    if (result.interrupted()) {
      return RunState.INTERRUPTED;
    }
    return result.failure().isPresent() ? RunState.FAILED : RunState.DONE;
  }

  /** The planned steps without a result. */
  private static List<String> notBegun(List<String> planned, List<StepResult> results) {
    Set<String> begun = results.stream().map(r -> r.step().name()).collect(Collectors.toSet());
    return planned.stream().filter(name -> !begun.contains(name)).toList();
  }

  private static boolean repeatsAreLeft(List<StepResult> results) {
    return !results.isEmpty()
        && results.get(results.size() - 1).step().repeat()
            < results.get(results.size() - 1).step().repeats();
  }

  /**
   * Why metrics have no value, by metric. The reason names the steps of a metric that other steps
   * have.
   */
  public static Map<String, String> absent(RunInfo run, List<StepResult> results) {
    Map<String, String> reasons = new TreeMap<>();
    Map<String, Set<StepResult>> steps = new HashMap<>();
    for (StepResult result : results) {
      Map<String, String> own = new TreeMap<>();
      result
          .periods()
          .forEach(period -> addAbsent(own, period, List.of(period), run.serverPlace()));
      addAbsent(own, result.whole(), result.periods(), run.serverPlace());
      own.keySet()
          .forEach(
              metric ->
                  steps
                      .computeIfAbsent(
                          metric, none -> Collections.newSetFromMap(new IdentityHashMap<>()))
                      .add(result));
      reasons.putAll(own);
    }
    boolean counts =
        run.workloadCounters().stream()
            .anyMatch(counter -> counter.name().equals(WorkloadCounter.ROW_BYTES_WRITTEN));
    if (!counts && results.stream().anyMatch(Outcomes::knowsWrites)) {
      reasons.put(Figure.WRITE_AMP.key(), "the workload does not count the bytes that it writes");
    }
    BEFORE_TABLES.forEach(metric -> dropIfBeforeTables(metric, reasons, results));
    reasons.replaceAll(
        (metric, reason) -> reason + where(metric, steps.getOrDefault(metric, Set.of()), results));
    return grouped(reasons);
  }

  /** The steps without a metric that others have; empty if none has it. */
  private static String where(String metric, Set<StepResult> without, List<StepResult> results) {
    Stream<StepResult> relevant = results.stream();
    if (BEFORE_TABLES.contains(metric)) {
      relevant = relevant.dropWhile(step -> !isKnown(metric, step.whole()));
    }
    String names =
        relevant
            .filter(without::contains)
            .map(step -> step.step().name())
            .distinct()
            .collect(Collectors.joining(", "));
    boolean any = results.stream().anyMatch(step -> isKnown(metric, step.whole()));
    return any && !names.isEmpty() ? " (" + names + ")" : "";
  }

  private static boolean isKnown(String metric, PeriodResult period) {
    return period.end().values().containsKey(metric);
  }

  private static boolean knowsWrites(StepResult result) {
    return result.whole().end().values().keySet().stream()
        .anyMatch(
            Set.of(HostMetric.DISK_WRITTEN_BYTES.key(), HostMetric.SERVER_WRITTEN_BYTES.key())
                ::contains);
  }

  /** A counter needs a value at both ends of a period, a level only at its end. */
  private static void addAbsent(
      Map<String, String> reasons,
      PeriodResult period,
      List<PeriodResult> parts,
      ServerPlace place) {
    PeriodGrowth growth = PeriodGrowth.of(period, parts);
    for (HostMetric metric : HostMetric.values()) {
      String atStart = period.start().absent().get(metric.key());
      if (metric.isCounter() && atStart != null) {
        reasons.put(metric.key(), atStart);
      }
      if (growth.fell(metric)) {
        reasons.put(metric.key(), "the counter was started anew during the run");
      }
    }
    reasons.putAll(period.end().absent());
    if (new Neighbours(place, growth::of).countsPageCache()) {
      reasons.put(Figure.OTHER_WKBPS.key(), pageCache(place));
    }
    ServerCounters.absent(period)
        .ifPresent(why -> reasons.put(BoundaryMetric.SERVER_COUNTERS, why));
  }

  private static String pageCache(ServerPlace place) {
    String writer =
        place == ServerPlace.EMBEDDED
            ? "ibench's process, with the database in it,"
            : "the server's processes";
    return "the kernel says that "
        + writer
        + " wrote more than the disks did: it counts writes to the page cache";
  }

  /**
   * Before the tables exist they have no size. So the metric is missing only if it was never known,
   * or was unknown after it had once been known.
   */
  private static void dropIfBeforeTables(
      String metric, Map<String, String> reasons, List<StepResult> results) {
    List<Boolean> known =
        results.stream()
            .flatMap(result -> Stream.concat(result.periods().stream(), Stream.of(result.whole())))
            .map(period -> period.end().values().containsKey(metric))
            .toList();
    int first = known.indexOf(true);
    if (first >= 0 && !known.subList(first, known.size()).contains(false)) {
      reasons.remove(metric);
    }
  }

  /** Names each disk once, and no disk for a reason that all disks have. */
  private static Map<String, String> grouped(Map<String, String> reasons) {
    Map<String, String> grouped = new TreeMap<>();
    reasons.forEach(
        (metric, reason) -> {
          int colon = metric.indexOf(DEVICE);
          if (colon < 0) {
            grouped.put(metric, reason);
          } else if (!reason.equals(reasons.get(metric.substring(0, colon)))) {
            grouped.put("disk" + metric.substring(colon), reason);
          }
        });
    return grouped;
  }
}
