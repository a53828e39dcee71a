package io.ibench.suite;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Makes the variants: each level of each factor with each of the others, and what the bundles say
 * of them. Immutable.
 */
final class Matrix {

  private static final String ALL = "all";

  /** Later ones win. */
  private static final Comparator<Fit> PRECEDENCE =
      Comparator.comparingInt((Fit fit) -> fit.bundle().layer())
          .thenComparingInt(fit -> fit.bundle().levels().size())
          .thenComparing(Comparator.comparingInt(Fit::distance).reversed())
          .thenComparing(Fit::positions, Matrix::compare);

  private final List<Factor> factors;
  private final List<Bundle> bundles;
  private final Map<String, String> like;

  /**
   * A bundle that holds for a variant.
   *
   * @param distance how many {@code like} lie between
   * @param positions of the factors whose levels it names
   */
  private record Fit(Bundle bundle, int distance, List<Integer> positions) {}

  Matrix(List<Factor> factors, List<Bundle> bundles, Map<String, String> like) {
    this.factors = factors;
    this.bundles = bundles;
    this.like = like;
  }

  /** All variants; the levels of the last factor change fastest. */
  List<Variant> variants() {
    List<Map<String, String>> combinations = new ArrayList<>(List.of(new LinkedHashMap<>()));
    for (Factor factor : factors) {
      List<Map<String, String>> longer = new ArrayList<>();
      for (Map<String, String> combination : combinations) {
        for (String level : factor.levels()) {
          Map<String, String> next = new LinkedHashMap<>(combination);
          next.put(factor.name(), level);
          longer.add(next);
        }
      }
      combinations = longer;
    }
    return combinations.stream().map(this::variant).toList();
  }

  private Variant variant(Map<String, String> levels) {
    List<Fit> fits = new ArrayList<>();
    for (Bundle bundle : bundles) {
      fit(bundle, levels).ifPresent(fits::add);
    }
    fits.sort(PRECEDENCE);
    Map<Area, Map<String, String>> settings = new EnumMap<>(Area.class);
    for (Fit fit : fits) {
      put(settings, fit.bundle().area(), fit.bundle().key(), fit.bundle().value());
    }
    // A level that is a value is that value whatever else is said, so that names cannot lie.
    for (Factor factor : factors) {
      factor
          .option()
          .ifPresent(
              option ->
                  put(
                      settings,
                      option.area(),
                      option.key(),
                      Objects.requireNonNull(levels.get(factor.name()))));
    }
    return new Variant(name(levels), levels, settings);
  }

  /** Of the factors that vary; of all if none does. */
  private String name(Map<String, String> levels) {
    List<String> varied =
        factors.stream()
            .filter(factor -> factor.levels().size() > 1)
            .map(factor -> levels.get(factor.name()))
            .toList();
    return levels.isEmpty()
        ? ALL
        : String.join(".", varied.isEmpty() ? List.copyOf(levels.values()) : varied);
  }

  private static void put(
      Map<Area, Map<String, String>> settings, Area area, String key, String value) {
    Map<String, String> of = settings.computeIfAbsent(area, none -> new LinkedHashMap<>());
    if (value.equals(SuiteReader.REMOVED) || area == Area.LIMIT && value.equals("none")) {
      of.remove(key);
    } else {
      of.put(key, value);
    }
  }

  private Optional<Fit> fit(Bundle bundle, Map<String, String> levels) {
    int distance = 0;
    List<Integer> positions = new ArrayList<>();
    for (String wanted : bundle.levels()) {
      int found = -1;
      for (int i = 0; i < factors.size() && found < 0; i++) {
        int steps = steps(levels.get(factors.get(i).name()), wanted);
        if (steps >= 0) {
          distance += steps;
          positions.add(i);
          found = i;
        }
      }
      if (found < 0) {
        return Optional.empty();
      }
    }
    positions.sort(Comparator.naturalOrder());
    return Optional.of(new Fit(bundle, distance, positions));
  }

  /** How many {@code like} lead from a level to another one; -1 if none do. */
  private int steps(@Nullable String level, String wanted) {
    String current = level;
    for (int steps = 0; current != null && steps <= like.size(); steps++) {
      if (current.equals(wanted)) {
        return steps;
      }
      current = like.get(current);
    }
    return -1;
  }

  private static int compare(List<Integer> left, List<Integer> right) {
    for (int i = 0; i < Math.min(left.size(), right.size()); i++) {
      int order = Integer.compare(left.get(i), right.get(i));
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(left.size(), right.size());
  }
}
