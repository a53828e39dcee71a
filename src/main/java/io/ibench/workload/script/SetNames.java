package io.ibench.workload.script;

import io.ibench.db.NativeLanguage;
import io.ibench.workload.script.Item.Meta;
import io.ibench.workload.script.Item.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which names the commands of a section set. Immutable. */
final class SetNames {

  private static final Pattern COUNTER = Pattern.compile("(?is).*\\sas\\s+(\\S+)");

  private static final Pattern RETURNING =
      Pattern.compile("(?is)(?:INSERT|UPDATE|DELETE|REPLACE)\\b.*\\bRETURNING\\s+(.*)");

  private final List<Item> items;
  private final NativeLanguage language;
  private final Map<String, Place> anywhere = new HashMap<>();

  SetNames(Section section, NativeLanguage language) {
    this.items = section.items();
    this.language = language;
    for (int i = 0; i < items.size(); i++) {
      Place place = items.get(i).place();
      set(i).ifPresent(names -> names.forEach(name -> anywhere.putIfAbsent(name, place)));
    }
  }

  /** The first command that sets each name, as far as the text says them. */
  Map<String, Place> anywhere() {
    return anywhere;
  }

  /** The names of a statement's columns, if its text says them. */
  Optional<List<String>> columns(Statement statement) {
    return language.isDocuments()
        ? DocumentFields.names(statement.plain())
        : SelectList.names(statement.plain(), language.lowerCaseNames());
  }

  /** The same, also of a change that returns rows. */
  Optional<List<String>> columnsOfAny(Statement statement) {
    Matcher returning = RETURNING.matcher(statement.plain());
    return !language.isDocuments() && returning.matches()
        ? SelectList.names("SELECT " + returning.group(1), language.lowerCaseNames())
        : columns(statement);
  }

  /** The name of a loop's counter; empty without one. */
  static String counter(String arguments) {
    Matcher named = COUNTER.matcher(arguments);
    return named.matches() ? named.group(1) : "";
  }

  /** The names that an item sets; empty if only the server knows them. */
  private Optional<List<String>> set(int item) {
    if (!(items.get(item) instanceof Meta meta)) {
      return Optional.of(List.of());
    }
    String first = meta.arguments().split("\\s+", 2)[0];
    return switch (meta.command()) {
      case "set", "choose" -> Optional.of(List.of(first));
      case "repeat" -> Optional.of(List.of(counter(meta.arguments())));
      case "gset", "aset" -> {
        if (item == 0 || !(items.get(item - 1) instanceof Statement statement)) {
          yield Optional.of(List.of());
        }
        yield columns(statement)
            .map(columns -> columns.stream().map(column -> first + column).toList());
      }
      default -> Optional.of(List.of());
    };
  }

  /**
   * Whether a turn of a loop may set a variable.
   *
   * @param repeat the number of the item that begins the loop
   */
  boolean inLoop(int repeat, String name) {
    int depth = 0;
    for (int i = repeat; i < items.size(); i++) {
      if (items.get(i) instanceof Meta meta) {
        depth += meta.command().equals("repeat") ? 1 : 0;
        depth -= meta.command().equals("endrepeat") ? 1 : 0;
        if (depth == 0) {
          return false;
        }
        Optional<List<String>> names = set(i);
        if (names.isEmpty() || names.get().stream().anyMatch(name::equalsIgnoreCase)) {
          return true;
        }
      }
    }
    return false;
  }
}
