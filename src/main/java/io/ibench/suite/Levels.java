package io.ibench.suite;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Splits names of levels that may contain dots. Stateless. */
final class Levels {

  private Levels() {}

  /**
   * The levels of a partial name such as {@code redo4.fast} or {@code redo4+fast}.
   *
   * @return the text of what is no level, if there is such, else the levels
   */
  static Split split(String name, Collection<String> known) {
    List<String> levels = new ArrayList<>();
    for (String part : name.split("\\+", -1)) {
      Optional<String> unknown = add(Arrays.asList(part.strip().split("\\.", -1)), known, levels);
      if (unknown.isPresent()) {
        return new Split(List.of(), unknown);
      }
    }
    return new Split(List.copyOf(levels), Optional.empty());
  }

  /**
   * A partial name.
   *
   * @param unknown the first part that is no level
   */
  record Split(List<String> levels, Optional<String> unknown) {}

  /** The longest level first, as {@code 0.5} is one level and not two. */
  private static Optional<String> add(
      List<String> words, Collection<String> known, List<String> levels) {
    int from = 0;
    while (from < words.size()) {
      int to = words.size();
      while (to > from && !known.contains(String.join(".", words.subList(from, to)))) {
        to--;
      }
      if (to == from) {
        return Optional.of(words.get(from));
      }
      levels.add(String.join(".", words.subList(from, to)));
      from = to;
    }
    return Optional.empty();
  }
}
