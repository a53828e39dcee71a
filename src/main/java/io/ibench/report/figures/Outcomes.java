package io.ibench.report.figures;

import io.ibench.host.HostMetric;
import io.ibench.host.Neighbours;
import io.ibench.host.ServerPlace;
import io.ibench.measure.BoundaryMetric;
import io.ibench.measure.PeriodResult;
import io.ibench.measure.StepResult;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** How a run went as a whole, from its steps. */
public final class Outcomes {

  /** Stands between a metric and the device that it is of. */
  private static final char DEVICE = ':';

  /** There is nothing to be had of them before the tables exist. */
  private static final List<String> BEFORE_TABLES =
      List.of(BoundaryMetric.SIZE, BoundaryMetric.ROWS);

  /** A figure that is worked out, of which the counters are there and do not fit. */
  static final String OTHER_WRITES = "other_wkbps";

  private static final String PAGE_CACHE =
      "the kernel counts more for the server's processes than the disks wrote: it counts the page"
          + " cache";

  private Outcomes() {}

  /**
   * How the run goes.
   *
   * @param ended the run is over; with steps left that no failure explains, it was interrupted
   */
  public static RunState state(RunInfo run, List<StepResult> results, boolean ended) {
    if (results.stream().anyMatch(result -> state(result) == RunState.FAILED)) {
      return RunState.FAILED;
    }
    boolean incomplete = ended && (!notBegun(run, results).isEmpty() || repeatsAreLeft(results));
    if (incomplete || results.stream().anyMatch(StepResult::interrupted)) {
      return RunState.INTERRUPTED;
    }
    return ended ? RunState.DONE : RunState.RUNNING;
  }

  /** How a step went that is over. */
  public static RunState state(StepResult result) {
    if (!result.problems().isEmpty()) {
      return RunState.FAILED;
    }
    // What fails because somebody ended the step, such as what a hanging server was still to do, is
    // not why it ended.
    if (result.interrupted()) {
      return RunState.INTERRUPTED;
    }
    return result.failure().isPresent() ? RunState.FAILED : RunState.DONE;
  }

  /** The steps of the plan that are not among the results. */
  private static List<String> notBegun(RunInfo run, List<StepResult> results) {
    Set<String> begun = results.stream().map(r -> r.step().name()).collect(Collectors.toSet());
    return run.steps().stream().filter(name -> !begun.contains(name)).toList();
  }

  private static boolean repeatsAreLeft(List<StepResult> results) {
    return !results.isEmpty()
        && results.get(results.size() - 1).step().repeat()
            < results.get(results.size() - 1).step().repeats();
  }

  /** Why metrics have no value, each once. */
  public static Map<String, String> absent(RunInfo run, List<StepResult> results) {
    Map<String, String> reasons = new TreeMap<>();
    for (StepResult result : results) {
      result
          .periods()
          .forEach(period -> addAbsent(reasons, period, List.of(period), run.serverPlace()));
      addAbsent(reasons, result.whole(), result.periods(), run.serverPlace());
    }
    BEFORE_TABLES.forEach(metric -> dropIfBeforeTables(metric, reasons, results));
    return grouped(reasons);
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
      reasons.put(OTHER_WRITES, PAGE_CACHE);
    }
    ServerCounters.absent(period)
        .ifPresent(why -> reasons.put(BoundaryMetric.SERVER_COUNTERS, why));
  }

  /**
   * Before the tables exist they have no size: only what could not be had again after it once could
   * is missing, or what could never be had.
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

  /** What is missing of one disk among several stands once, and not where it is missing of all. */
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
