package io.ibench.page.compare;

import io.ibench.report.document.Chart;
import io.ibench.report.document.Choice;
import io.ibench.report.document.Line;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One chart for any figure of any step, which the reader chooses. Not thread-safe. */
final class CompareExplorer {

  private static final String STEP = "step";
  private static final String FIGURE = "figure";

  private final List<Line> lines = new ArrayList<>();

  static Map<String, String> tags(String step, String figure) {
    return Map.of(STEP, step, FIGURE, figure);
  }

  void add(Line line) {
    lines.add(line);
  }

  /**
   * Empty without lines.
   *
   * @param step shown first, if it has lines
   */
  Optional<Chart> chart(String step) {
    if (lines.isEmpty()) {
      return Optional.empty();
    }
    List<Choice> choices = List.of(choice(STEP, "step", step), choice(FIGURE, "figure", cpu()));
    return Optional.of(
        new Chart(
            "explorer",
            "Any figure of any step",
            "Each interval's figure, by the time since each run's step began; its repeats are"
                + " joined. A step of 12 hours or more in any run has the means of hours;"
                + " p99 and clients have the time of latency.every. op: a query, or an inserted row"
                + " in steps that insert. own CPU is that of server and client, CPU that of the"
                + " whole machine, r, rKB and wKB are the disk's, cs: context switches, p99 is that"
                + " of service times. The size is that at the end of repeats and report periods."
                + " From intervals.csv, operations.csv, clients.csv and summary.json.",
            "",
            false,
            choices,
            lines));
  }

  private String cpu() {
    String own = CompareFigure.OWN_CPU.label();
    boolean known = lines.stream().anyMatch(line -> own.equals(line.tags().get(FIGURE)));
    return known ? own : CompareFigure.CPU.label();
  }

  private Choice choice(String key, String label, String wanted) {
    List<String> options = lines.stream().map(line -> line.tags().get(key)).distinct().toList();
    return new Choice(key, label, options, options.contains(wanted) ? wanted : options.get(0));
  }
}
