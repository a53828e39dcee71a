package io.ibench.report;

import io.ibench.host.HostMetric;
import io.ibench.host.HostMetric.Group;
import io.ibench.host.ThrottleGauge;
import io.ibench.report.RunReport.Operation;
import io.ibench.report.RunReport.Step;
import io.ibench.verdict.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/** What stands below the tables, a line each: what was found, what went wrong, what is missing. */
final class TextNotes {

  private static final Map<Group, String> GROUPS =
      Map.of(
          Group.DISK, "disk",
          Group.CPU, "CPU of the machine",
          Group.SERVER, "CPU, memory and I/O of the server's process",
          Group.CLIENT, "CPU and memory of the client",
          Group.MEMORY, "memory of the machine",
          Group.PRESSURE, "pressure (PSI) of the machine");

  /** Not known to the first versions, so that a group of theirs is whole without them. */
  private static final Set<HostMetric> LATER =
      Set.of(
          HostMetric.SERVER_RESTARTS,
          HostMetric.CLIENT_GC_LONG_PAUSES,
          HostMetric.CLIENT_HEAP_BYTES,
          HostMetric.CLIENT_RUN_DELAY_NANOS,
          HostMetric.CLIENT_THROTTLED_MICROS,
          HostMetric.CLIENT_JUDGED_INTERVALS,
          HostMetric.CLIENT_SATURATED_INTERVALS);

  /** Reasons of figures that are absent because there is nothing to be had. */
  private static final Set<String> NOTHING_MISSING =
      Set.of(ServerCounters.NOT_TOLD, ThrottleGauge.NO_LIMIT);

  /** More of them are summed up. */
  private static final int MOST_OUTAGES = 5;

  /** More steps of which the same is said are not named one by one. */
  private static final int MOST_TITLES = 4;

  /** So many lines that differ in their numbers alone are put together. */
  private static final int LEAST_ALIKE = 3;

  private final RunReport run;
  private final Layout layout;
  private final StringBuilder lines = new StringBuilder();

  TextNotes(RunReport run, Layout layout) {
    this.run = run;
    this.layout = layout;
  }

  /** Why steps are not trusted, what else was noticed, and how their figures changed. */
  String verdicts() {
    lines.setLength(0);
    Map<String, Map<String, List<String>>> alike = new LinkedHashMap<>();
    for (Step step : run.steps()) {
      for (String said : said(step)) {
        titles(alike, AlikeTexts.pattern(said), said).add(step.title());
      }
      for (String said : step.drift()) {
        titles(alike, said, said).add(step.title());
      }
    }
    alike.values().forEach(this::alike);
    return lines.toString();
  }

  private static List<String> titles(
      Map<String, Map<String, List<String>>> alike, String pattern, String said) {
    return alike
        .computeIfAbsent(pattern, key -> new LinkedHashMap<>())
        .computeIfAbsent(said, key -> new ArrayList<>());
  }

  /** What is said of many steps in the same words is one line, with the range of its numbers. */
  private void alike(Map<String, List<String>> titles) {
    if (titles.size() < LEAST_ALIKE) {
      titles.forEach((said, of) -> line(steps(of), said));
      return;
    }
    List<String> all = titles.values().stream().flatMap(List::stream).toList();
    line(steps(all), AlikeTexts.merged(List.copyOf(titles.keySet())));
  }

  /** Equal lines of several steps are one line, so that a cause of all is told once. */
  private static List<String> said(Step step) {
    List<String> said = new ArrayList<>();
    Optional<String> bad = step.verdict().filter(v -> v != Verdict.VALID).map(VerdictText::of);
    if (bad.isPresent() && step.reasons().isEmpty()) {
      said.add(bad.get());
    }
    for (String reason : step.reasons()) {
      said.add(bad.map(v -> mark(v, said.isEmpty()) + ": ").orElse("") + reason);
    }
    said.addAll(step.remarks());
    return said.stream().distinct().toList();
  }

  /** Of an invalid step only the first reason, the gravest, is known to have made it that. */
  private static String mark(String verdict, boolean first) {
    return first || !verdict.equals(VerdictText.of(Verdict.INVALID)) ? verdict : "also";
  }

  private static String steps(List<String> titles) {
    int n = titles.size();
    return n <= MOST_TITLES
        ? String.join(", ", titles)
        : titles.get(0) + " ... " + titles.get(n - 1) + " (" + n + " steps)";
  }

  /** Facts, problems and failures, step by step. */
  String steps() {
    lines.setLength(0);
    run.steps().forEach(this::step);
    boolean running = run.state() == RunState.RUNNING;
    List<String> left = running ? run.notOver() : run.notBegun();
    if (!left.isEmpty()) {
      line(running ? "not over" : "not begun", String.join(", ", left));
    }
    return lines.toString();
  }

  private void step(Step step) {
    String title = step.title();
    step.facts().forEach(fact -> line(title, fact));
    outages(step);
    targets(step);
    errors(step);
    count(step, Operation::abandoned, "operations in flight were broken off at the end");
    count(step, Operation::clamped, "latencies above 1 h count as 1 h");
    step.problems().forEach(problem -> line(title, "WRONG: " + problem));
    step.failure().ifPresent(failure -> line(title, "FAILED: " + failure));
    if (step.interrupted()) {
      line(title, "INTERRUPTED: everything up to here is kept");
    }
  }

  private void outages(Step step) {
    StoredOutages outages = step.whole().outages();
    List<StoredOutages.One> shown = outages.first().stream().limit(MOST_OUTAGES).toList();
    for (StoredOutages.One outage : shown) {
      String lost =
          outage.operationsLost() > 0
              ? ", " + counted(outage.operationsLost(), "operation") + " lost"
              : "";
      line(
          step.title(),
          "OUTAGE of "
              + Numbers.figure(outage.seconds().orElse(null))
              + " s from "
              + outage.started()
              + ": "
              + counted(outage.workers(), "worker")
              + " without a connection"
              + lost
              + "; "
              + outage.cause());
    }
    if (outages.count() > shown.size()) {
      line(
          step.title(),
          Numbers.count(outages.count())
              + " OUTAGES in all, "
              + Numbers.figure(outages.seconds().orElse(null))
              + " s together");
    }
  }

  /** What was not held must not be overlooked; the reasons of an invalid step say so. */
  private void targets(Step step) {
    if (step.verdict().filter(Verdict.INVALID::equals).isPresent() && !step.reasons().isEmpty()) {
      return;
    }
    for (StoredTarget target : TargetTable.byCount(step)) {
      if (!target.sustained() && target.actualPerSecond().isPresent()) {
        double share = target.share().map(Number::doubleValue).orElse(0.0);
        line(
            step.title(),
            String.format(
                Locale.ROOT,
                "%s/s of %s/s %s (%d %%): not sustained",
                Numbers.figure(target.actualPerSecond().get()),
                Numbers.figure(target.perSecond()),
                TargetTable.done(target.counts()),
                (long) (100 * share)));
      }
    }
  }

  private static String counted(long count, String what) {
    return Numbers.count(count) + " " + what + (count == 1 ? "" : "s");
  }

  /** By kind, the most frequent ones first. */
  private void errors(Step step) {
    Map<String, Long> kinds = new HashMap<>();
    for (Operation operation : step.whole().operations()) {
      operation.errors().forEach((kind, count) -> kinds.merge(kind, count.longValue(), Long::sum));
    }
    List<String> parts =
        kinds.entrySet().stream()
            .sorted(
                Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                    .thenComparing(Map.Entry.comparingByKey()))
            .map(kind -> Numbers.count(kind.getValue()) + " " + kind.getKey())
            .toList();
    if (!parts.isEmpty()) {
      line(step.title(), "failed operations: " + String.join(", ", parts));
    }
  }

  private void count(Step step, ToLongFunction<Operation> counter, String what) {
    long count = step.whole().operations().stream().mapToLong(counter).sum();
    if (count > 0) {
      line(step.title(), Numbers.count(count) + " " + what);
    }
  }

  /** Where to find what the server counted, if it did. */
  String serverCounters() {
    lines.setLength(0);
    int count = ServerCounterTable.names(run).size();
    if (count > 0) {
      line("server counters", count + " in summary.json; report --server-counters prints them");
    }
    return lines.toString();
  }

  /** Why figures are missing, a line for each reason. */
  String absences() {
    lines.setLength(0);
    Map<String, List<String>> byReason = new TreeMap<>();
    run.absent()
        .forEach(
            (metric, reason) ->
                byReason.computeIfAbsent(reason, key -> new ArrayList<>()).add(metric));
    NOTHING_MISSING.forEach(byReason::remove);
    byReason.forEach((reason, metrics) -> line("not measured", names(metrics) + ": " + reason));
    return lines.toString();
  }

  /** A whole group by its name, also of one disk of several; of others each metric. */
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

  /** Whether it was whole, and so was removed. */
  private static boolean removeGroup(List<String> metrics, Group group, String suffix) {
    List<HostMetric> all = HostMetric.of(group);
    boolean whole =
        all.stream()
            .filter(metric -> !LATER.contains(metric))
            .allMatch(metric -> metrics.contains(metric.key() + suffix));
    if (whole) {
      all.forEach(metric -> metrics.remove(metric.key() + suffix));
    }
    return whole;
  }

  /** Those of which each metric has a name of its own, as in {@code disk.reads:vda}. */
  private static List<String> devices(List<String> metrics) {
    return metrics.stream()
        .filter(key -> key.indexOf(':') > 0)
        .map(key -> key.substring(key.indexOf(':') + 1))
        .distinct()
        .toList();
  }

  private void line(String title, String what) {
    lines.append(layout.note(title + ": " + what));
  }
}
