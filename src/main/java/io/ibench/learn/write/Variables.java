package io.ibench.learn.write;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Names of the variables of one transaction. Not thread-safe. */
final class Variables {

  private static final Set<String> TAKEN =
      Set.of("scale", "client_id", "clients", "default_seed", "random_seed", "n", "undo");

  private final Set<String> used = new HashSet<>(TAKEN);

  /** A name that is not used yet, after a column. */
  String name(@Nullable String column, String otherwise) {
    String plain =
        column == null
            ? otherwise
            : column
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^a-z0-9_]", "_")
                .replaceAll("^_+|_+$", "");
    if (plain.isEmpty() || !Character.isLetter(plain.charAt(0))) {
      plain = otherwise;
    }
    String name = plain;
    for (int i = 2; !used.add(name); i++) {
      name = plain + "_" + i;
    }
    return name;
  }

  /** Whether names with this beginning are free; then they are taken. */
  String prefix(String wanted) {
    String prefix = wanted;
    for (int i = 2; !used.add(prefix); i++) {
      prefix = wanted.substring(0, wanted.length() - 1) + i + "_";
    }
    return prefix;
  }

  void take(String name) {
    used.add(name);
  }
}
