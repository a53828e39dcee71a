package io.ibench.report.text;

import io.ibench.report.store.RunReport;
import io.ibench.report.store.RunReport.Step;
import io.ibench.report.store.StoredRun;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Several runs beside each other, as published tables show them: a row for each. The runs stand
 * numbered above the tables with all that has to be known of them, and the rows have these numbers.
 */
public final class ComparisonReport {

  private final List<StoredRun> runs;
  private final Layout layout;

  private ComparisonReport(List<StoredRun> runs, boolean markdown) {
    this.runs = runs;
    this.layout =
        markdown ? new MarkdownLayout() : new TerminalLayout(TextReport.Options.ANY_WIDTH);
  }

  /** A table for each step that all runs have; of its repeats the last one. */
  public static String engines(List<StoredRun> runs, boolean markdown) {
    ComparisonReport report = new ComparisonReport(runs, markdown);
    return report.text("", List.of(report.engineTables()), ComparisonReport::hasRate);
  }

  /** One table of what was loaded, by all steps together that insert and do not query. */
  public static String loads(List<StoredRun> runs, boolean markdown) {
    ComparisonReport report = new ComparisonReport(runs, markdown);
    return report.text("", List.of(report.loadTable()), LoadTable::isLoad);
  }

  /**
   * Both of them below one head, for each workload that several of the runs have.
   *
   * @return a text for each of these workloads, in the order in which they first appear; none for
   *     one of which there is nothing to compare
   */
  public static List<String> byWorkload(List<StoredRun> runs, boolean markdown) {
    Map<String, List<StoredRun>> workloads =
        runs.stream()
            .collect(
                Collectors.groupingBy(
                    run -> run.report().workload(), LinkedHashMap::new, Collectors.toList()));
    List<String> texts = new ArrayList<>();
    workloads.forEach(
        (workload, its) -> {
          ComparisonReport report = new ComparisonReport(its, markdown);
          if (its.size() > 1 && report.any(ComparisonReport::hasRate)) {
            texts.add(report.all(" of " + workload));
          }
        });
    return texts;
  }

  private String all(String ofWhat) {
    List<String> tables = new ArrayList<>(List.of(engineTables()));
    if (any(LoadTable::isLoad)) {
      tables.add(loadTable());
    }
    return text(ofWhat, tables, step -> hasRate(step) || LoadTable.isLoad(step));
  }

  private boolean any(Predicate<Step> wanted) {
    return runs.stream().anyMatch(run -> run.report().steps().stream().anyMatch(wanted));
  }

  private String loadTable() {
    return LoadTable.text(runs.stream().map(StoredRun::report).toList(), layout);
  }

  private String text(String ofWhat, List<String> tables, Predicate<Step> shown) {
    String results = runs.size() == 1 ? " result" : " results";
    StringBuilder head =
        new StringBuilder(
            layout.heading("ibench: " + runs.size() + results + ofWhat + " compared"));
    for (int i = 0; i < runs.size(); i++) {
      head.append(layout.note((i + 1) + ": " + about(runs.get(i))));
    }
    List<String> sections = new ArrayList<>(List.of(head.toString()));
    sections.addAll(tables);
    sections.add(reasons(shown));
    return String.join("\n", sections.stream().filter(section -> !section.isEmpty()).toList());
  }

  private static String about(StoredRun stored) {
    RunReport run = stored.report();
    String verdict = run.verdict().map(v -> ", " + VerdictText.of(v)).orElse("");
    return String.format(
        "%s: ibench %s, %s, run %s, %s%s; %s",
        stored.folder(),
        run.version(),
        run.workload(),
        run.id(),
        run.state().label(),
        verdict,
        TextReport.target(run.database()));
  }

  private String engineTables() {
    List<String> common = new ArrayList<>();
    List<String> others = new ArrayList<>();
    for (String name : names()) {
      boolean everywhere = runs.stream().allMatch(run -> last(run, name).isPresent());
      (everywhere ? common : others).add(name);
    }
    List<String> tables = new ArrayList<>(common.stream().map(this::engineTable).toList());
    if (!others.isEmpty()) {
      tables.add(layout.note("not in all of them: " + String.join(", ", others)));
    }
    return String.join("\n", tables);
  }

  /** Of steps that have figures, in the order in which they first appear. */
  private Set<String> names() {
    return runs.stream()
        .flatMap(run -> run.report().steps().stream())
        .filter(ComparisonReport::hasRate)
        .map(Step::name)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private static boolean hasRate(Step step) {
    return step.whole().figures().containsKey("ips") || step.whole().figures().containsKey("qps");
  }

  private static Optional<Step> last(StoredRun run, String name) {
    return run.report().steps().stream()
        .filter(step -> step.name().equals(name) && hasRate(step))
        .reduce((before, after) -> after);
  }

  private String engineTable(String name) {
    List<Step> steps = runs.stream().map(run -> last(run, name).orElseThrow()).toList();
    List<FigureColumn> columns = FigureColumn.of(steps.get(0).unit(), steps);
    TextTable table = new TextTable(0, 2);
    FigureColumn.addHead(table, List.of(), columns, List.of("engine", "verdict"));
    for (int i = 0; i < steps.size(); i++) {
      List<String> row = new ArrayList<>(FigureColumn.cells(columns, steps.get(i).whole()));
      row.add(engine(i + 1, runs.get(i).report()));
      row.add(VerdictText.of(steps.get(i).verdict()));
      table.add(row);
    }
    boolean repeats = steps.stream().anyMatch(step -> step.repeats() > 1);
    return layout.title(name + (repeats ? ", the last repeat" : "")) + layout.table(table);
  }

  /** With the number of the line that says more. */
  static String engine(int number, RunReport run) {
    Map<String, String> fields = run.database().fields();
    return String.format(
        Locale.ROOT,
        "%d %s %s %s",
        number,
        fields.get("product"),
        fields.get("version"),
        fields.get("engine"));
  }

  /** Why steps that are shown are not trusted, each below the numbers of its runs. */
  private String reasons(Predicate<Step> shown) {
    Map<String, List<String>> numbers = new LinkedHashMap<>();
    for (int i = 0; i < runs.size(); i++) {
      String number = "" + (i + 1);
      runs.get(i).report().steps().stream()
          .filter(shown)
          .flatMap(step -> step.reasons().stream().map(why -> step.title() + ": " + why))
          .forEach(why -> numbers.computeIfAbsent(why, key -> new ArrayList<>()).add(number));
    }
    StringBuilder lines = new StringBuilder();
    numbers.forEach((why, of) -> lines.append(layout.note(String.join(", ", of) + ": " + why)));
    return lines.toString();
  }
}
