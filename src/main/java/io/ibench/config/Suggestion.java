package io.ibench.config;

import java.util.Collection;
import java.util.Optional;

/** Suggests a known name for an unknown one. */
public final class Suggestion {

  private Suggestion() {}

  /** The question whether the nearest known name was meant; empty without a near name. */
  public static Optional<String> question(String name, Collection<String> known) {
    return nearest(name, known).map(meant -> "did you mean " + meant + "?");
  }

  /**
   * The known name with the fewest edits, if they are at most a third of the letters; otherwise a
   * known name that ends in {@code .name}, in case the prefix is missing. The first known name wins
   * a tie.
   */
  public static Optional<String> nearest(String name, Collection<String> known) {
    int fewest = Math.max(1, name.length() / 3) + 1;
    Optional<String> nearest = Optional.empty();
    for (String candidate : known) {
      if (Math.abs(candidate.length() - name.length()) < fewest) {
        int edits = edits(name, candidate);
        if (edits < fewest) {
          fewest = edits;
          nearest = Optional.of(candidate);
        }
      }
    }
    return nearest.or(() -> known.stream().filter(k -> k.endsWith("." + name)).findFirst());
  }

  /** Insertions, deletions, substitutions and swaps of neighbours (optimal string alignment). */
  static int edits(String from, String to) {
    int[][] edits = new int[from.length() + 1][to.length() + 1];
    for (int i = 0; i <= from.length(); i++) {
      for (int j = 0; j <= to.length(); j++) {
        if (i == 0 || j == 0) {
          edits[i][j] = i + j;
          continue;
        }
        int substitution = from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1;
        int min = Math.min(edits[i - 1][j], edits[i][j - 1]) + 1;
        min = Math.min(min, edits[i - 1][j - 1] + substitution);
        if (i > 1
            && j > 1
            && from.charAt(i - 1) == to.charAt(j - 2)
            && from.charAt(i - 2) == to.charAt(j - 1)) {
          min = Math.min(min, edits[i - 2][j - 2] + 1);
        }
        edits[i][j] = min;
      }
    }
    return edits[from.length()][to.length()];
  }
}
