package io.ibench.report.text;

import io.ibench.report.figures.Figure;
import io.ibench.report.figures.RunLabel;
import io.ibench.report.figures.SanitizedText;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.RunReport.Period;
import io.ibench.report.store.RunReport.Step;
import io.ibench.report.store.StoredRun;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Runs as one table of comma-separated values (RFC 4180), with a row for each step or repeat and
 * for each of its report periods; the last columns are labels and tags, if any run has some.
 * Numbers have all digits and no thousands separators. Control characters are escaped; nothing else
 * is changed. Confined to one thread.
 */
public final class CsvReport {

  private static final String RUN_COLUMNS =
      "folder,run,ibench,workload,database,product,version,engine,driver,batch,durability,"
          + "isolation,step,repeat,repeats,unit,state,verdict,reasons,period,partial,started";

  /** Figures of a step that are among {@link #RUN_COLUMNS}. */
  private static final Set<String> ELSEWHERE = Set.of("repeat", "repeats");

  private final List<String> figures;
  private final List<String> labels;
  private final StringBuilder text = new StringBuilder();

  private CsvReport(List<StoredRun> runs) {
    Set<String> keys = new LinkedHashSet<>(Figure.KEYS);
    keys.addAll(
        runs.stream()
            .flatMap(run -> run.report().steps().stream())
            .flatMap(step -> Stream.concat(Stream.of(step.whole()), step.periods().stream()))
            .flatMap(period -> period.figures().keys().stream())
            .filter(key -> !ELSEWHERE.contains(key))
            .collect(Collectors.toCollection(TreeSet::new)));
    this.figures = List.copyOf(keys);
    this.labels = List.copyOf(Arrangement.names(runs));
  }

  /** One header line for all runs; a missing figure is an empty cell. */
  public static String of(List<StoredRun> runs) {
    CsvReport csv = new CsvReport(runs);
    csv.add(
        Stream.of(Stream.of(RUN_COLUMNS.split(",")), csv.figures.stream(), csv.labels())
            .flatMap(columns -> columns)
            .toList());
    for (StoredRun run : runs) {
      for (Step step : run.report().steps()) {
        csv.add(run, step, step.whole(), "");
        for (int i = 0; i < step.periods().size(); i++) {
          csv.add(run, step, step.periods().get(i), i + 1);
        }
      }
    }
    return csv.text.toString();
  }

  /**
   * Adds a row.
   *
   * @param number of the period; empty for the whole step
   */
  private void add(StoredRun stored, Step step, Period period, Object number) {
    RunReport run = stored.report();
    Map<String, String> database = run.database().fields();
    List<Object> cells = new ArrayList<>();
    cells.addAll(List.of(stored.folder(), run.id(), run.version(), run.workload()));
    Stream.of("name", "product", "version", "engine", "driver", "batch", "durability", "isolation")
        .forEach(field -> cells.add(database.getOrDefault(field, "")));
    cells.addAll(List.of(step.name(), step.repeat(), step.repeats()));
    cells.addAll(List.of(label(step.unit()), step.state().label()));
    cells.add(step.verdict().map(CsvReport::label).orElse(""));
    cells.add(String.join("; ", step.reasons()));
    cells.add(number);
    cells.add(number.equals("") ? "" : period.isPartial());
    cells.add(period.started().map(Instant::toString).orElse(""));
    figures.forEach(key -> cells.add(period.figures().numbers().get(key)));
    labels.forEach(name -> cells.add(run.label().value(name).orElse("")));
    add(cells);
  }

  /** A tag may have the name of a figure. */
  private Stream<String> labels() {
    return labels.stream().map(name -> name.equals(RunLabel.LABEL) ? name : "tag." + name);
  }

  private static String label(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  private void add(List<?> cells) {
    StringJoiner line = new StringJoiner(",", "", "\r\n");
    cells.forEach(cell -> line.add(cell(cell)));
    text.append(line);
  }

  /**
   * A value as a field of CSV; empty for null, NaN and infinity. Text that a spreadsheet could take
   * for a formula is quoted, which readers of CSV undo.
   */
  public static String cell(Object value) {
    if (value == null) {
      return "";
    }
    if (value instanceof Number number) {
      return number(number);
    }
    String text = SanitizedText.of(value.toString());
    boolean plain =
        text.isEmpty()
            || "=+-@".indexOf(text.charAt(0)) < 0
                && text.chars().noneMatch(character -> ",\"".indexOf(character) >= 0);
    return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
  }

  private static String number(Number number) {
    double value = number.doubleValue();
    if (number instanceof Double && !Double.isFinite(value)) {
      return "";
    }
    boolean whole =
        number instanceof Double && value == Math.rint(value) && Math.abs(value) < 1L << 53;
    return whole ? String.format(Locale.ROOT, "%.0f", value) : number.toString();
  }
}
