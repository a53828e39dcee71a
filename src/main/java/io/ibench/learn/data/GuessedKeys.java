package io.ibench.learn.data;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which columns hold keys of other tables, by their names where no foreign key says so: {@code
 * ol_i_id} those of {@code i_id}, {@code user_id} the {@code id} of {@code users}. The ranges must
 * agree.
 */
final class GuessedKeys {

  private static final double WIDER = 1.05;

  private final List<Table> tables;

  private GuessedKeys(List<Table> tables) {
    this.tables = tables;
  }

  /** The same tables, with guesses among their foreign keys. */
  static List<Table> of(List<Table> tables, Limits limits) {
    GuessedKeys guess = new GuessedKeys(tables);
    List<Table> made = new ArrayList<>();
    for (Table table : tables) {
      List<ForeignKey> keys = new ArrayList<>(table.foreignKeys());
      for (Column column : table.columns()) {
        guess.parent(table, column).ifPresent(keys::add);
      }
      for (ForeignKey key : keys) {
        if (key.isGuess()) {
          limits.add(
              table.name(),
              key.columns().get(0) + " is taken as a key of " + key.parent() + ", by its name");
        }
      }
      made.add(table.withKeys(keys));
    }
    return made;
  }

  private Optional<ForeignKey> parent(Table table, Column column) {
    boolean known =
        table.foreignKeys().stream().anyMatch(key -> key.columns().contains(column.name()))
            || table.primaryKey().map(key -> key.columns().contains(column.name())).orElse(false);
    boolean key = column.type().kind() == Kind.INTEGER || column.type().kind() == Kind.TEXT;
    if (known || !key) {
      return Optional.empty();
    }
    ForeignKey best = null;
    int most = 0;
    for (Table parent : tables) {
      List<String> names = parent.primaryKey().map(Index::columns).orElse(List.of());
      for (String name : names) {
        boolean single = names.size() == 1;
        int score = parent == table ? 0 : score(column.name(), parent.name(), name, single);
        if (score > most && agrees(column, parent.column(name).orElse(null))) {
          most = score;
          best = new ForeignKey(List.of(column.name()), parent.name(), List.of(name), true);
        }
      }
    }
    return Optional.ofNullable(best);
  }

  /** How much of the name agrees; 0 for too little. */
  private static int score(String column, String table, String key, boolean isSingle) {
    String name = column.toLowerCase(Locale.ROOT);
    String of = key.toLowerCase(Locale.ROOT);
    int bonus = isSingle ? 1 : 0;
    String full = singular(table.toLowerCase(Locale.ROOT)) + "_" + of;
    if (isSingle && (name.equals(full) || name.endsWith("_" + full))) {
      return 2 * full.length() + bonus;
    }
    return endsIn(name, of) ? 2 * of.length() + bonus : 0;
  }

  /** Whether the name is that of a key with words before it; {@code id} alone says nothing. */
  static boolean endsIn(String name, String key) {
    return name.equals(key) || name.endsWith("_" + key) && key.contains("_");
  }

  private static String singular(String table) {
    if (table.endsWith("ies")) {
      return table.substring(0, table.length() - 3) + "y";
    }
    return table.endsWith("s") ? table.substring(0, table.length() - 1) : table;
  }

  private static boolean agrees(Column column, @Nullable Column parent) {
    if (parent == null || parent.type().kind() != column.type().kind()) {
      return false;
    }
    Long min = column.statistics().min();
    Long max = column.statistics().max();
    Long parentMin = parent.statistics().min();
    Long parentMax = parent.statistics().max();
    if (min == null || max == null || parentMin == null || parentMax == null) {
      return true;
    }
    return min >= parentMin - 1
        && max <= WIDER * parentMax + 1
        && max - min >= (parentMax - parentMin) / 2;
  }
}
