package io.ibench.cli.list;

import io.ibench.cli.ground.UsageException;
import io.ibench.config.Suggestion;
import io.ibench.report.document.Paragraph;
import io.ibench.report.figures.Better;
import io.ibench.report.figures.Definition;
import io.ibench.report.figures.Figure;
import io.ibench.report.text.AnswerColumns;
import io.ibench.report.text.FigureColumn;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The figures of results with their definitions, as text for a terminal and as JSON. Immutable. */
final class MetricList {

  private static final String INDENT = "  ";

  private final List<Definition> metrics;

  private MetricList(List<Definition> metrics) {
    this.metrics = metrics;
  }

  /**
   * The metric with this key or head; otherwise all metrics that have the name in their key or a
   * head.
   *
   * @param name null for all metrics
   */
  static MetricList of(@Nullable String name) throws UsageException {
    List<Definition> all =
        Stream.concat(AnswerColumns.all().stream(), Definition.all().stream()).toList();
    if (name == null) {
      return new MetricList(all);
    }
    List<Definition> named = all.stream().filter(each -> names(each).contains(name)).toList();
    if (named.isEmpty()) {
      named =
          all.stream()
              .filter(each -> names(each).stream().anyMatch(own -> own.contains(name)))
              .toList();
    }
    if (named.isEmpty()) {
      Set<String> known = new LinkedHashSet<>();
      all.forEach(each -> known.addAll(names(each)));
      throw new UsageException(
          "there is no metric "
              + name
              + Suggestion.question(name, known).map(question -> "; " + question).orElse("")
              + "; ibench list metrics prints all of them");
    }
    return new MetricList(named);
  }

  private static Set<String> names(Definition metric) {
    Set<String> names = new LinkedHashSet<>(List.of(metric.key()));
    names.addAll(heads(metric));
    return names;
  }

  /** As tables head it. */
  private static Set<String> heads(Definition metric) {
    Set<String> heads = new LinkedHashSet<>(List.of(metric.name()));
    Figure.of(metric.key()).ifPresent(figure -> heads.addAll(FigureColumn.heads(figure)));
    return heads;
  }

  /** The key, the heads of its columns, its unit and its better direction; below, its text. */
  String text(int width) {
    StringBuilder text = new StringBuilder();
    for (Definition metric : metrics) {
      String better = metric.better() == Better.NEITHER ? "" : "; " + better(metric) + " is better";
      String head = metric.key() + ": " + String.join(" or ", heads(metric));
      String unit = metric.unit().isEmpty() ? "" : ", in " + metric.unit();
      text.append(Paragraph.of(INDENT, INDENT.repeat(2), width, head + unit + better));
      text.append(Paragraph.of(INDENT.repeat(3), INDENT.repeat(3), width, metric.text()));
    }
    return text.toString();
  }

  private static String better(Definition metric) {
    return metric.better().name().toLowerCase(Locale.ROOT);
  }

  /** Key, heads, unit, better and definition of each. */
  Map<String, Object> json() {
    List<Map<String, Object>> entries = new ArrayList<>();
    for (Definition metric : metrics) {
      Map<String, Object> entry = new LinkedHashMap<>();
      entry.put("key", metric.key());
      entry.put("heads", heads(metric));
      entry.put("unit", metric.unit());
      entry.put("better", better(metric));
      entry.put("definition", metric.text());
      entries.add(entry);
    }
    return Map.of("metrics", entries);
  }
}
