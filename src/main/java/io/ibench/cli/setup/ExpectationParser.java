package io.ibench.cli.setup;

import io.ibench.config.Suggestion;
import io.ibench.report.figures.Definition;
import io.ibench.report.figures.Expectation;
import io.ibench.report.figures.Expectation.Source;
import io.ibench.report.figures.Figure;
import io.ibench.report.figures.Operator;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses what the user expects of one step. Collects mistakes; not thread-safe. */
public final class ExpectationParser {

  private static final Pattern CONDITION =
      Pattern.compile("([^<>=]*?)\\s*(<=|>=|<|>)\\s*(\\d[\\d_]*(?:\\.\\d+)?|\\.\\d+)\\s*([^<>=]*)");

  private static final String ALLOWED =
      "allowed: FIGURE(<|<=|>|>=)LIMIT with commas between, such as qps > 5000/s, p99 < 50 ms";

  private static final List<String> STATISTICS =
      List.of("mean", "p50", "p95", "p99", "p999", "p9999", "max");
  private static final String MICROS = "_us";
  private static final String RESPONSE = "response";
  private static final String SECOND = "/s";
  private static final String PERCENT = "%";

  private static final Map<String, Double> SIZES =
      Map.of("B", 1.0, "KB", 0x1p10, "MB", 0x1p20, "GB", 0x1p30, "TB", 0x1p40);
  private static final Map<String, Double> TIMES =
      Map.of("us", 1e-6, "ms", 1e-3, "s", 1.0, "m", 60.0, "h", 3600.0);
  private static final Map<String, Double> SCALES = Map.of("k", 1e3, "M", 1e6, "B", 1e9);

  private final String step;
  private final List<String> operations;
  private final List<String> figures;
  private final List<String> mistakes = new ArrayList<>();

  /**
   * @param operations names of the workload's operations
   * @param rates keys of the rates of the workload's own counters
   */
  public ExpectationParser(String step, List<String> operations, List<String> rates) {
    this.step = step;
    this.operations = operations;
    Set<String> all = new LinkedHashSet<>(Figure.KEYS);
    all.addAll(rates);
    this.figures = List.copyOf(all);
  }

  /** What is wrong with the text, each mistake with its condition. */
  List<String> mistakes() {
    return mistakes;
  }

  public List<Expectation> parse(String text) {
    List<Expectation> all = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      condition(part.strip()).ifPresent(all::add);
    }
    return all;
  }

  private Optional<Expectation> condition(String text) {
    Matcher parts = CONDITION.matcher(text);
    if (!parts.matches() || parts.group(1).isEmpty()) {
      boolean number = text.matches("[\\d.]+.*");
      mistakes.add(
          "\""
              + text
              + "\" is no condition; "
              + (number ? "numbers have no commas; " : "")
              + ALLOWED);
      return Optional.empty();
    }
    String name = parts.group(1);
    Optional<NamedFigure> figure = figure(name);
    if (figure.isEmpty()) {
      mistakes.add("no figure " + name + "; " + hint(name));
      return Optional.empty();
    }
    return limit(name, figure.get(), Operator.of(parts.group(2)), parts.group(3), parts.group(4));
  }

  /**
   * A figure that the user names.
   *
   * @param unit of its values, as in its definition
   * @param timeUnit whether the limit must have a unit, because the name shows none
   */
  private record NamedFigure(
      Source source, String key, Optional<String> operation, String unit, boolean timeUnit) {}

  private Optional<NamedFigure> figure(String name) {
    if (figures.contains(name)) {
      String unit = Definition.of(name).map(Definition::unit).orElse("rows/s");
      return Optional.of(new NamedFigure(Source.FIGURE, name, Optional.empty(), unit, false));
    }
    int dot = name.lastIndexOf('.');
    String statistic = name.substring(dot + 1);
    boolean micros = statistic.endsWith(MICROS);
    String plain =
        micros ? statistic.substring(0, statistic.length() - MICROS.length()) : statistic;
    if (!STATISTICS.contains(plain)) {
      return Optional.empty();
    }
    String of = name.substring(0, Math.max(dot, 0));
    boolean response = of.equals(RESPONSE) || of.endsWith("." + RESPONSE);
    String operation =
        response ? of.substring(0, Math.max(of.length() - RESPONSE.length() - 1, 0)) : of;
    if (!operation.isEmpty() && !operations.contains(operation)) {
      return Optional.empty();
    }
    return Optional.of(
        new NamedFigure(
            response ? Source.RESPONSE : Source.SERVICE,
            plain + MICROS,
            Optional.of(operation).filter(given -> !given.isEmpty()),
            "us",
            !micros));
  }

  private String hint(String name) {
    List<String> known = new ArrayList<>(figures);
    known.addAll(STATISTICS);
    operations.forEach(operation -> STATISTICS.forEach(s -> known.add(operation + "." + s)));
    return figures.stream()
        .filter(key -> Definition.of(key).filter(d -> d.name().equalsIgnoreCase(name)).isPresent())
        .findFirst()
        .map(key -> "did you mean " + key + "?")
        .or(() -> Suggestion.question(name, known))
        .orElse(
            "docs/metrics.md has the keys of all figures, such as qps; latencies are "
                + String.join(", ", STATISTICS)
                + ", also of one operation, such as "
                + (operations.isEmpty() ? "NAME" : operations.get(0))
                + ".p99");
  }

  private Optional<Expectation> limit(
      String name, NamedFigure figure, Operator operator, String digits, String rest) {
    boolean share = name.equals("errors") && rest.equals(PERCENT);
    Map<String, Double> units = share ? Map.of(PERCENT, 1.0) : units(figure.unit());
    String unit = rest;
    String scaled = digits;
    double scale = 1;
    if (!units.containsKey(unit) && !rest.isEmpty() && SCALES.containsKey(rest.substring(0, 1))) {
      scale = SCALES.get(rest.substring(0, 1));
      scaled = digits + rest.charAt(0);
      unit = rest.substring(1).strip();
    }
    String begin =
        "\"" + name + " " + operator.sign() + " " + scaled + gap(unit) + unit + "\" has ";
    boolean missing = unit.isEmpty() && figure.timeUnit();
    if (missing || !units.containsKey(unit)) {
      mistakes.add(
          begin
              + (missing
                  ? "no unit"
                  : "the unit " + rest + ", but " + name + " is in " + figure.unit())
              + "; allowed: "
              + allowed(units, figure));
      return Optional.empty();
    }
    double size = units.get(unit);
    return Optional.of(
        new Expectation(
            step,
            name,
            share ? Source.ERROR_SHARE : figure.source(),
            figure.key(),
            figure.operation(),
            operator,
            Double.parseDouble(digits.replace("_", "")) * scale * size,
            scaled + gap(unit) + unit,
            unit,
            size));
  }

  private static String gap(String unit) {
    return unit.isEmpty() || unit.startsWith("/") ? "" : " ";
  }

  private static String allowed(Map<String, Double> units, NamedFigure figure) {
    List<String> names =
        new ArrayList<>(units.keySet().stream().filter(unit -> !unit.isEmpty()).toList());
    if (!figure.timeUnit()) {
      names.add("no unit");
    }
    return String.join(", ", names) + (figure.key().equals("errors") ? ", %" : "");
  }

  /** The units that a limit may have, each with its size in the figure's own unit. */
  private static Map<String, Double> units(String unit) {
    Map<String, Double> all = new LinkedHashMap<>();
    if (unit.startsWith(PERCENT)) {
      all.put(PERCENT, 1.0);
    } else if (!unit.contains(" ")) {
      int slash = unit.contains("/") ? unit.indexOf('/') : unit.length();
      String base = unit.substring(0, slash).replace("bytes", "B");
      String per = unit.substring(slash);
      Map<String, Double> sizes = SIZES.containsKey(base) ? SIZES : TIMES;
      if (sizes.containsKey(base)) {
        List<String> names = sizes.keySet().stream().sorted(bySize(sizes)).toList();
        names.forEach(
            name -> all.put(name + per, Objects.requireNonNull(sizes.get(name)) / sizes.get(base)));
        if (!per.equals(SECOND)) {
          names.forEach(
              name -> all.put(name, Objects.requireNonNull(sizes.get(name)) / sizes.get(base)));
        }
      } else {
        all.put(unit, 1.0);
        all.put(per, 1.0);
      }
    }
    all.put("", 1.0);
    return all;
  }

  private static Comparator<String> bySize(Map<String, Double> sizes) {
    return Comparator.comparing(sizes::get);
  }
}
