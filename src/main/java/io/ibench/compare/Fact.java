package io.ibench.compare;

import io.ibench.compare.RunFacts.Area;
import io.ibench.report.store.StoredRun;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * One fact about how the runs were measured. Immutable.
 *
 * @param values for each side, the base first, a text for each run; null if a run lacks the fact
 */
record Fact(Area area, String name, List<List<String>> values) {

  /** All facts of all runs, in the order of presentation. */
  static List<Fact> all(List<List<RunFacts>> sides) {
    List<Fact> facts = new ArrayList<>();
    for (Area area : Area.values()) {
      Set<String> names = new LinkedHashSet<>();
      sides.forEach(
          side ->
              side.forEach(
                  run -> names.addAll(Objects.requireNonNull(run.areas().get(area)).keySet())));
      for (String name : names) {
        List<List<String>> values = new ArrayList<>();
        for (List<RunFacts> side : sides) {
          values.add(
              side.stream()
                  .map(run -> Objects.requireNonNull(run.areas().get(area)).get(name))
                  .toList());
        }
        facts.add(new Fact(area, name, values));
      }
    }
    return facts;
  }

  boolean differs() {
    return values.stream().flatMap(List::stream).map(Objects::toString).distinct().count() > 1;
  }

  /** Whether known values contradict each other. */
  boolean contradicts() {
    return contradicts(UnaryOperator.identity());
  }

  /** Whether this part of known values differs. */
  boolean contradicts(UnaryOperator<String> part) {
    return known(values.stream().flatMap(List::stream).toList(), part) > 1;
  }

  /** Whether known values of one side contradict each other. */
  boolean contradictsWithinASide() {
    return values.stream().anyMatch(side -> known(side, UnaryOperator.identity()) > 1);
  }

  private static long known(List<String> values, UnaryOperator<String> part) {
    return values.stream().filter(Objects::nonNull).map(part).distinct().count();
  }

  SettingDifference difference() {
    return new SettingDifference(area.label(), name, values.stream().map(Fact::oneText).toList());
  }

  private static String oneText(List<String> runs) {
    List<String> texts =
        runs.stream().map(value -> value == null ? ComparedCells.ABSENT : value).toList();
    return Set.copyOf(texts).size() == 1 ? texts.get(0) : String.join(" / ", texts);
  }

  /** Each value with the folders that have it, as in {@code full in a1, a2; normal in b1}. */
  String perFolder(List<Side> sides) {
    Map<String, List<String>> folders = new LinkedHashMap<>();
    for (int i = 0; i < sides.size(); i++) {
      List<StoredRun> runs = sides.get(i).runs();
      for (int j = 0; j < runs.size(); j++) {
        String value = values.get(i).get(j);
        folders
            .computeIfAbsent(value == null ? "not known" : value, key -> new ArrayList<>())
            .add(runs.get(j).folder().toString());
      }
    }
    return folders.entrySet().stream()
        .map(entry -> entry.getKey() + " in " + String.join(", ", entry.getValue()))
        .collect(Collectors.joining("; "));
  }
}
