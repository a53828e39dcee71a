package io.ibench.workload.script;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A section of a file. Immutable.
 *
 * @param name empty: none
 * @param attributes by key, each with its place
 * @param products that it is for; empty: all
 */
record Section(
    Kind kind,
    String name,
    Map<String, String> attributes,
    Set<String> products,
    Place place,
    List<Item> items) {

  /** What the statements of a section are for. */
  enum Kind {
    SCHEMA(Set.of()),
    LOAD(Set.of("rows", "as")),
    INDEX(Set.of()),
    SESSION(Set.of()),
    TRANSACTION(Set.of("weight", "retry", "role")),
    VERIFY(Set.of()),
    CLEANUP(Set.of());

    private final Set<String> keys;

    Kind(Set<String> keys) {
      this.keys = keys;
    }

    /** The keys of its directive. */
    Set<String> keys() {
      Set<String> all = new LinkedHashSet<>(keys.stream().sorted().toList());
      all.add("on");
      return all;
    }

    String label() {
      return name().toLowerCase(Locale.ROOT);
    }

    static Optional<Kind> of(String label) {
      for (Kind kind : values()) {
        if (kind.label().equals(label)) {
          return Optional.of(kind);
        }
      }
      return Optional.empty();
    }
  }

  Section {
    items = List.copyOf(items);
  }

  Section with(List<Item> others) {
    return new Section(kind, name, attributes, products, place, others);
  }

  /** Its statements. */
  List<Item.Statement> statements() {
    return items.stream()
        .filter(Item.Statement.class::isInstance)
        .map(Item.Statement.class::cast)
        .toList();
  }

  /** What a message calls it. */
  String title() {
    return name.isEmpty() ? kind.label() : kind.label() + " " + name;
  }
}
