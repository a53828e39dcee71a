package io.ibench.workload.script;

import io.ibench.config.Suggestion;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The names of the sequences that a script draws from and looks back on. Not thread-safe. */
final class SequenceNames {

  private final Set<String> drawn = new TreeSet<>();
  private final Map<String, Place> read = new LinkedHashMap<>();

  void drawn(String name) {
    drawn.add(name);
  }

  void read(String name, Place place) {
    read.putIfAbsent(name, place);
  }

  /** Records the sequences from which nothing is ever drawn. */
  void check(Mistakes mistakes) {
    read.forEach(
        (name, place) -> {
          if (!drawn.contains(name)) {
            mistakes.add(
                place,
                "recent('"
                    + name
                    + "', ...) looks back on a sequence from which nothing is drawn; "
                    + Suggestion.question(name, drawn).map(question -> question + " ").orElse("")
                    + "allowed: those of sequence('NAME') in this script"
                    + (drawn.isEmpty() ? "" : ": '" + String.join("', '", drawn) + "'"));
          }
        });
  }
}
