package io.ibench.report;

import io.ibench.host.HostMetric;
import io.ibench.host.HostMetric.Group;
import io.ibench.measure.OperationSummary;
import io.ibench.measure.StepResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What stands below the tables, a line each: what was found, what went wrong, what is missing. */
final class TextNotes {

  private static final Map<Group, String> GROUPS =
      Map.of(
          Group.DISK, "disk",
          Group.CPU, "CPU of the machine",
          Group.SERVER, "CPU, memory and I/O of the server's process",
          Group.CLIENT, "CPU and memory of the client");

  /** A longer line goes on in the next one, after a comma or semicolon. */
  private static final int WIDTH = 110;

  private final RunInfo run;
  private final String indent;
  private final StringBuilder lines = new StringBuilder();

  TextNotes(RunInfo run, String indent) {
    this.run = run;
    this.indent = indent;
  }

  /** Facts, problems and failures, step by step. */
  String steps(List<StepResult> results, boolean ended) {
    lines.setLength(0);
    results.forEach(this::step);
    List<String> notBegun = Outcomes.notBegun(run, results);
    if (ended && !notBegun.isEmpty()) {
      line("not begun", String.join(", ", notBegun));
    }
    return lines.toString();
  }

  private void step(StepResult result) {
    String title = result.step().title();
    result.facts().forEach(fact -> line(title, fact));
    errors(result);
    count(
        title,
        result.whole().operations().stream().mapToLong(OperationSummary::abandoned).sum(),
        "operations in flight were broken off at the end");
    count(
        title,
        result.whole().operations().stream().mapToLong(OperationSummary::clamped).sum(),
        "latencies above 1 h count as 1 h");
    result.problems().forEach(problem -> line(title, "WRONG: " + problem));
    result.failure().ifPresent(failure -> line(title, "FAILED: " + failure));
    if (result.interrupted()) {
      line(title, "INTERRUPTED: everything up to here is kept");
    }
  }

  private void errors(StepResult result) {
    long[] kinds = new long[run.failureKinds().size()];
    for (OperationSummary operation : result.whole().operations()) {
      for (int kind = 0; kind < kinds.length; kind++) {
        kinds[kind] += operation.failures().get(kind);
      }
    }
    List<String> parts = new ArrayList<>();
    for (int kind = 0; kind < kinds.length; kind++) {
      if (kinds[kind] > 0) {
        parts.add(Numbers.count(kinds[kind]) + " " + run.failureKinds().get(kind));
      }
    }
    if (!parts.isEmpty()) {
      line(result.step().title(), "failed operations: " + String.join(", ", parts));
    }
  }

  private void count(String title, long count, String what) {
    if (count > 0) {
      line(title, Numbers.count(count) + " " + what);
    }
  }

  /** Why figures are missing, a line for each reason. */
  String absences(List<StepResult> results) {
    lines.setLength(0);
    Map<String, List<String>> byReason = new TreeMap<>();
    Outcomes.absent(results)
        .forEach(
            (metric, reason) ->
                byReason.computeIfAbsent(reason, key -> new ArrayList<>()).add(metric));
    byReason.forEach((reason, metrics) -> line("not measured", names(metrics) + ": " + reason));
    return lines.toString();
  }

  /** A whole group by its name, of others each metric. */
  private static String names(List<String> metrics) {
    List<String> left = new ArrayList<>(metrics);
    List<String> names = new ArrayList<>();
    for (Group group : Group.values()) {
      List<String> keys = HostMetric.of(group).stream().map(HostMetric::key).toList();
      if (left.containsAll(keys)) {
        left.removeAll(keys);
        names.add(GROUPS.get(group));
      }
    }
    left.forEach(key -> names.add(key.equals(FigureMap.SIZE_METRIC) ? "database size" : key));
    return String.join("; ", names);
  }

  private void line(String title, String what) {
    StringBuilder line = new StringBuilder(indent).append(OneLine.of(title)).append(':');
    int start = 0;
    for (String part : OneLine.of(what).split("(?<=[,;:]) ")) {
      if (line.length() - start + part.length() >= WIDTH && line.length() - start > WIDTH / 2) {
        line.append('\n').append(indent).append(' ');
        start = line.lastIndexOf("\n") + 1;
      }
      line.append(' ').append(part);
    }
    lines.append(line).append('\n');
  }
}
