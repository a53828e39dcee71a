package io.ibench.report.text;

import io.ibench.report.figures.Figure;
import io.ibench.report.figures.RunLabel;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.RunReport.Step;
import io.ibench.report.store.StoredRun;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The order of rows in tables of several runs. Immutable.
 *
 * @param groupBy a tag, or {@code label}: rows with equal values follow each other
 * @param sort a tag, {@code label}, or else the key of a figure; ascending, unknown values last
 */
public record Arrangement(Optional<String> groupBy, Optional<String> sort) {

  /** The order of the folders. */
  public static final Arrangement NONE = new Arrangement(Optional.empty(), Optional.empty());

  private static final Pattern NUMBER = Pattern.compile("(\\d+(?:\\.\\d+)?) ?([kKMGT]?)i?B?");

  private static final Map<String, Double> SCALES =
      Map.of("", 1.0, "k", 1e3, "K", 1e3, "M", 1e6, "G", 1e9, "T", 1e12);

  /** A row: one step of a run, or a run without such a step. */
  record Entry(int number, RunReport run, Optional<Step> step) {

    private Optional<String> value(String key) {
      return run.label().value(key);
    }
  }

  /** The names by which these runs can be grouped. */
  public static Set<String> names(List<StoredRun> runs) {
    Set<String> names = new LinkedHashSet<>();
    for (StoredRun run : runs) {
      run.report().label().label().ifPresent(any -> names.add(RunLabel.LABEL));
      names.addAll(run.report().label().tags().keySet());
    }
    return names;
  }

  /** The keys of figures by which the rows of these runs can be sorted. */
  public static Set<String> figures(List<StoredRun> runs) {
    Set<String> keys = new LinkedHashSet<>(Figure.KEYS);
    runs.stream()
        .flatMap(run -> run.report().steps().stream())
        .forEach(step -> keys.addAll(step.whole().figures().keys()));
    return keys;
  }

  /**
   * The rows in order: groups first, then the given order of steps, then the sort key. Rows that
   * are equal in all of it keep their order.
   */
  List<Entry> ordered(List<Entry> entries) {
    List<String> steps = entries.stream().map(Arrangement::name).distinct().toList();
    Comparator<Entry> order = Comparator.comparing(entry -> steps.indexOf(name(entry)));
    if (groupBy.isPresent()) {
      order = byText(groupBy.get()).thenComparing(order);
    }
    if (sort.isPresent()) {
      String key = sort.get();
      boolean isText = entries.stream().anyMatch(entry -> entry.value(key).isPresent());
      order = order.thenComparing(isText ? byText(key) : byFigure(key));
    }
    List<Entry> ordered = new ArrayList<>(entries);
    ordered.sort(order);
    return ordered;
  }

  private static String name(Entry entry) {
    return entry.step().map(Step::name).orElse("");
  }

  /** The cell of the group's column; a dash for a run without the tag. */
  String group(RunReport run) {
    return run.label().value(groupBy.orElseThrow()).orElse("-");
  }

  private static Comparator<Entry> byFigure(String key) {
    Function<Entry, Optional<Double>> figure =
        entry ->
            entry.step().map(step -> step.whole().figures().value(key)).filter(Double::isFinite);
    return unknownLast(figure, Comparator.naturalOrder());
  }

  private static Comparator<Entry> byText(String key) {
    Comparator<String> numbersFirst =
        unknownLast(Arrangement::number, Comparator.<Double>naturalOrder());
    return unknownLast(
        entry -> entry.value(key),
        numbersFirst
            .thenComparing(String.CASE_INSENSITIVE_ORDER)
            .thenComparing(Comparator.naturalOrder()));
  }

  private static <T, V> Comparator<T> unknownLast(
      Function<T, Optional<V>> value, Comparator<V> order) {
    return (left, right) -> {
      Optional<V> a = value.apply(left);
      Optional<V> b = value.apply(right);
      return a.isPresent() && b.isPresent()
          ? order.compare(a.get(), b.get())
          : Boolean.compare(a.isEmpty(), b.isEmpty());
    };
  }

  /** The number that a text is, such as {@code 32G} or {@code 512 MB}; empty for other texts. */
  static Optional<Double> number(String text) {
    Matcher parts = NUMBER.matcher(text);
    return parts.matches()
        ? Optional.of(
            Double.parseDouble(parts.group(1)) * Objects.requireNonNull(SCALES.get(parts.group(2))))
        : Optional.empty();
  }
}
