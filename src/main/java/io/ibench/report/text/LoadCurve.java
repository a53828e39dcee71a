package io.ibench.report.text;

import io.ibench.measure.StepPurpose;
import io.ibench.report.document.Cell;
import io.ibench.report.document.Columns;
import io.ibench.report.document.Table;
import io.ibench.report.document.Table.Row;
import io.ibench.report.document.TableColumn;
import io.ibench.report.figures.Durations;
import io.ibench.report.figures.Figure;
import io.ibench.report.figures.NumberText;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.RunReport.Step;
import io.ibench.report.store.StoredTarget;
import io.ibench.verdict.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * Latency against throughput: steps, or segments of a load profile, that differ in their load only.
 * Latencies are those of their most frequent operation; from the intended start where there is a
 * target rate.
 */
public final class LoadCurve {

  /** A p99 that is so many times the one before. */
  private static final double DOUBLE = 2;

  private final String name;
  private final List<Step> steps;
  private final Optional<String> operation;

  private LoadCurve(String name, List<Step> steps) {
    this.name = name;
    this.steps = steps;
    this.operation = AnswerTable.busiest(steps);
  }

  /** A table for each load profile, and one for each sweep. */
  public static List<Table> tables(RunReport run) {
    List<Table> tables = new ArrayList<>();
    profiles(run).forEach(curve -> tables.add(curve.profile()));
    sweeps(run).forEach(curve -> tables.add(curve.sweep()));
    trials(run).forEach(curve -> tables.add(curve.trials()));
    return tables;
  }

  /** All curves with more than one point. */
  public static List<LoadCurve> all(RunReport run) {
    List<LoadCurve> all = new ArrayList<>(profiles(run));
    all.addAll(sweeps(run));
    all.addAll(trials(run));
    return all.stream().filter(curve -> curve.steps.size() > 1).toList();
  }

  /** The step, or the swept key. */
  public String name() {
    return name;
  }

  /** What its latencies are. */
  public String definition() {
    return latencyText();
  }

  /**
   * A latency of each step against the rate that it reached.
   *
   * @param statistic as in summary.json
   * @return rates, which rise, and latencies
   */
  public double[][] points(String statistic) {
    List<Step> sorted =
        steps.stream()
            .filter(step -> micros(List.of(step), statistic).isPresent())
            .sorted(Comparator.comparingDouble(step -> rate(List.of(step))))
            .toList();
    return new double[][] {
      sorted.stream().mapToDouble(step -> rate(List.of(step))).toArray(),
      sorted.stream().mapToDouble(step -> micros(List.of(step), statistic).orElseThrow()).toArray()
    };
  }

  /** Those with a load profile, by step. */
  private static List<LoadCurve> profiles(RunReport run) {
    Map<String, List<Step>> profiles = new LinkedHashMap<>();
    run.steps().stream()
        .filter(LoadCurve::isSegment)
        .filter(step -> !step.purpose().equals(Optional.of(StepPurpose.TRIAL)))
        .forEach(step -> profiles.computeIfAbsent(step.name(), n -> new ArrayList<>()).add(step));
    return profiles.entrySet().stream()
        .map(each -> new LoadCurve(each.getKey(), each.getValue()))
        .toList();
  }

  /** What was measured of the trials of a search for the highest rate, by rate. */
  private static List<LoadCurve> trials(RunReport run) {
    Map<String, List<Step>> searches = new LinkedHashMap<>();
    run.steps().stream()
        .filter(step -> step.purpose().equals(Optional.of(StepPurpose.TRIAL)))
        .filter(step -> step.repeat() == step.repeats() && step.verdict().isPresent())
        .sorted(Comparator.comparingDouble(step -> step.targets().get(0).perSecond()))
        .forEach(
            step ->
                searches.computeIfAbsent(step.like().orElse(""), n -> new ArrayList<>()).add(step));
    return searches.entrySet().stream()
        .map(each -> new LoadCurve(each.getKey(), each.getValue()))
        .toList();
  }

  /** Steps of {@code --sweep}, which have the swept step, its key and the value in their names. */
  private static List<LoadCurve> sweeps(RunReport run) {
    Map<String, List<Step>> sweeps = new LinkedHashMap<>();
    for (Step step : run.steps()) {
      key(step).ifPresent(key -> sweeps.computeIfAbsent(key, k -> new ArrayList<>()).add(step));
    }
    return sweeps.entrySet().stream()
        .filter(each -> each.getValue().stream().map(Step::name).distinct().count() > 1)
        .map(each -> new LoadCurve(each.getKey(), each.getValue()))
        .toList();
  }

  /** The swept key, with the step's name. */
  private static Optional<String> key(Step step) {
    String prefix = step.like().map(like -> like + ".").orElse("\n");
    int end = step.name().lastIndexOf('_');
    return step.name().startsWith(prefix) && end > prefix.length() && !isSegment(step)
        ? Optional.of(keyAndValue(step.name(), prefix)[0])
        : Optional.empty();
  }

  /** A key may contain an underscore; a value begins with the first digit after one. */
  private static String[] keyAndValue(String name, String prefix) {
    String rest = name.substring(prefix.length());
    String key = rest.replaceFirst("_(?=[0-9]).*", "");
    key = key.equals(rest) ? rest.substring(0, rest.lastIndexOf('_')) : key;
    return new String[] {prefix + key, rest.substring(key.length() + 1)};
  }

  private static String value(List<Step> repeats) {
    Step step = repeats.get(0);
    return keyAndValue(step.name(), step.like().orElseThrow() + ".")[1];
  }

  /** Whether it is a segment of a load profile. */
  static boolean isSegment(Step step) {
    return step.targets().stream().anyMatch(target -> target.segment().isPresent());
  }

  private Table profile() {
    return new Columns<Step>()
        .text("segment", step -> step.repeat() + ": " + segment(target(step)))
        .add(
            FigureColumn.head("secs", "seconds"),
            step -> NumberText.seconds(step.whole().figures().value(Figure.SECONDS)))
        .add(FigureColumn.head("target", "target"), LoadCurve::planned)
        .add(FigureColumn.head("reached", "reached"), LoadCurve::reached)
        .add(
            TableColumn.number("%", "the rate reached, in percent of the target"),
            step -> percent(target(step)))
        .add(TableColumn.number("p50", latencyText()), step -> latency(List.of(step), "p50_us"))
        .add(TableColumn.number("p99", latencyText()), step -> latency(List.of(step), "p99_us"))
        .addCells(new TableColumn("", "verdict", Tooltips.of("verdict"), true), Tones::verdict)
        .table("load profile of " + name + ": " + knee(), steps)
        .noted(latencyText() + ".");
  }

  private Table trials() {
    return new Columns<Step>()
        .add(FigureColumn.head("target", "target"), LoadCurve::planned)
        .add(FigureColumn.head("reached", "reached"), LoadCurve::reached)
        .add(TableColumn.number("p50", latencyText()), step -> latency(List.of(step), "p50_us"))
        .add(TableColumn.number("p99", latencyText()), step -> latency(List.of(step), "p99_us"))
        .add(TableColumn.number("p99.9", latencyText()), step -> latency(List.of(step), "p999_us"))
        .text("trial", LoadCurve::outcome)
        .table("highest rate of " + name + ": " + answer(), steps)
        .noted(latencyText() + ".");
  }

  private static StoredTarget target(Step step) {
    return step.targets().get(0);
  }

  private static String planned(Step step) {
    return NumberText.figure(target(step).perSecond());
  }

  private static String reached(Step step) {
    return NumberText.figure(target(step).actualPerSecond().orElse(null));
  }

  /** The search has written a line about each trial: {@code trial 3, search: 500/s passes}. */
  private static String outcome(Step step) {
    return step.facts().stream()
        .filter(fact -> fact.startsWith("trial "))
        .map(
            fact -> fact.replaceFirst("^trial ([0-9]+), ([a-z ]+): [^ ]+ ([a-z ]+).*", "$1 $3, $2"))
        .findFirst()
        .orElse("");
  }

  private String answer() {
    String begin = "highest rate: ";
    return steps.stream()
        .flatMap(step -> step.facts().stream())
        .filter(fact -> fact.startsWith(begin))
        .map(fact -> fact.substring(begin.length()))
        .findFirst()
        .orElse("no answer");
  }

  private static String percent(StoredTarget target) {
    return target
        .share()
        .map(share -> NumberText.decimals(100 * share.doubleValue(), 1))
        .orElse(NumberText.figure(null));
  }

  private static String segment(StoredTarget target) {
    StoredTarget.Segment segment = target.segment().orElseThrow();
    String from = NumberText.figure(segment.fromPerSecond());
    String to = NumberText.figure(segment.toPerSecond());
    return (from.equals(to) ? from : from + " to " + to) + "/s";
  }

  /** The first target that was not held. */
  private String knee() {
    for (Step step : steps) {
      StoredTarget target = step.targets().get(0);
      if (step.verdict().isPresent() && !target.sustained()) {
        return "the knee is segment "
            + step.repeat()
            + ", "
            + NumberText.figure(target.actualPerSecond().orElse(null))
            + "/s of "
            + NumberText.figure(target.perSecond())
            + "/s";
      }
    }
    return "no knee, all targets held";
  }

  private Table sweep() {
    String key = name.substring(name.lastIndexOf('.') + 1);
    List<TableColumn> columns =
        List.of(
            TableColumn.text(key),
            TableColumn.number("rate", "completed operations or rows per second"),
            TableColumn.number("scale-up", "the rate, by that of the first row"),
            TableColumn.number("p50", latencyText()),
            TableColumn.number("p99", latencyText()),
            TableColumn.number("p99.9", latencyText()),
            new TableColumn("", "verdict", Tooltips.of("verdict"), true));
    List<List<Step>> values = values();
    double first = isInvalid(values.get(0)) ? 0 : rate(values.get(0));
    List<Row> rows = new ArrayList<>();
    for (List<Step> repeats : values) {
      Optional<Verdict> verdict = VerdictText.worst(repeats);
      rows.add(
          new Row(
              List.of(
                  Cell.of(value(repeats)),
                  Cell.of(NumberText.figure(rate(repeats))),
                  Cell.of(first > 0 ? NumberText.decimals(rate(repeats) / first, 2) : "-"),
                  Cell.of(latency(repeats, "p50_us")),
                  Cell.of(latency(repeats, "p99_us")),
                  Cell.of(latency(repeats, "p999_us")),
                  new Cell(VerdictText.of(verdict), Tones.of(verdict), "")),
              isInvalid(repeats)));
    }
    return new Table("sweep of " + name + ": " + best(), columns, rows)
        .noted(latencyText() + ", the highest repeat.")
        .noted(scaleUpText(values.get(0)));
  }

  /** What the scale-ups are worth when the first row is bad; else empty. */
  private static String scaleUpText(List<Step> first) {
    if (isInvalid(first)) {
      return "No scale-up: the first row is INVALID.";
    }
    return isBad(first) ? "Scale-ups divide by the first row, which is DEGRADED." : "";
  }

  /** The steps of each value, with their repeats. */
  private List<List<Step>> values() {
    Map<String, List<Step>> values = new LinkedHashMap<>();
    steps.forEach(step -> values.computeIfAbsent(step.name(), n -> new ArrayList<>()).add(step));
    return List.copyOf(values.values());
  }

  private static boolean isInvalid(List<Step> repeats) {
    return repeats.stream().anyMatch(Tones::isInvalid);
  }

  private static boolean isBad(List<Step> repeats) {
    return VerdictText.worst(repeats).filter(Verdict::isBad).isPresent();
  }

  private static boolean isValid(List<Step> repeats) {
    return VerdictText.worst(repeats).filter(Verdict.VALID::equals).isPresent();
  }

  /** The highest rate of a row that is not INVALID, and the first time that p99 doubles. */
  private String best() {
    List<List<Step>> usable = values().stream().filter(repeats -> !isInvalid(repeats)).toList();
    if (usable.isEmpty()) {
      return "no best value, all steps are INVALID";
    }
    if (usable.stream().allMatch(LoadCurve::isBad)) {
      return "best of DEGRADED rows at "
          + valueAndRate(usable, LoadCurve::value)
          + doubling(usable, LoadCurve::value);
    }
    String text = "best at " + valueAndRate(usable, LoadCurve::marked);
    List<List<Step>> valid = usable.stream().filter(LoadCurve::isValid).toList();
    if (isBad(highest(usable)) && !valid.isEmpty()) {
      text += "; best valid at " + valueAndRate(valid, LoadCurve::value);
    }
    return text + doubling(usable, LoadCurve::marked);
  }

  private static List<Step> highest(List<List<Step>> rows) {
    return rows.stream().max(Comparator.comparingDouble(LoadCurve::rate)).orElseThrow();
  }

  private static String valueAndRate(List<List<Step>> rows, Function<List<Step>, String> name) {
    List<Step> best = highest(rows);
    return name.apply(best) + ": " + NumberText.figure(rate(best)) + "/s";
  }

  /** The value, and its verdict if that is bad. */
  private static String marked(List<Step> repeats) {
    return VerdictText.titled(value(repeats), VerdictText.worst(repeats));
  }

  private String doubling(List<List<Step>> rows, Function<List<Step>, String> name) {
    for (int i = 1; i < rows.size(); i++) {
      OptionalDouble before = micros(rows.get(i - 1), "p99_us");
      OptionalDouble now = micros(rows.get(i), "p99_us");
      if (before.isPresent()
          && now.isPresent()
          && now.getAsDouble() >= DOUBLE * before.getAsDouble()) {
        return "; p99 doubles from "
            + name.apply(rows.get(i - 1))
            + " to "
            + name.apply(rows.get(i));
      }
    }
    return "";
  }

  /** Of all repeats together. */
  private static double rate(List<Step> repeats) {
    double rate = new AnswerTable.StepSet(repeats, false).ratePerSecond();
    return Double.isFinite(rate) ? rate : 0;
  }

  private String latencyText() {
    boolean paced = steps.stream().allMatch(Step::paced);
    return "p50, p99: "
        + (paced ? "response" : "service")
        + " times of "
        + operation.orElse("no operation");
  }

  private String latency(List<Step> repeats, String statistic) {
    OptionalDouble micros = micros(repeats, statistic);
    return micros.isEmpty()
        ? NumberText.figure(null)
        : Durations.latency(Math.round(micros.getAsDouble() * 1000));
  }

  /** The highest one of the repeats. */
  private OptionalDouble micros(List<Step> repeats, String statistic) {
    boolean response = steps.stream().allMatch(Step::paced);
    return repeats.stream()
        .flatMap(step -> step.whole().operations().stream())
        .filter(each -> operation.equals(Optional.of(each.name())))
        .map(each -> (response ? each.response() : each.service()).get(statistic))
        .filter(Objects::nonNull)
        .mapToDouble(Number::doubleValue)
        .max();
  }
}
