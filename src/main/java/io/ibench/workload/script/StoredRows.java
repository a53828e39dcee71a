package io.ibench.workload.script;

import io.ibench.db.DatabaseException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which variables the columns of {@code \gset} and {@code \aset} set. The server names the columns:
 * some servers before the first execution, others with the first row. Allocates only when names
 * change. Confined to the worker's thread.
 */
final class StoredRows {

  /** A column that no expression or statement reads. */
  static final int UNREAD = -1;

  private final Map<String, Integer> variables;
  private final List<StatementCode> statements;
  private final List<Code.Need> needs;
  private final List<String>[] columns;
  private final int[][] targets;

  @SuppressWarnings({"unchecked", "rawtypes"}) // An array of lists cannot be made otherwise.
  StoredRows(Code section) {
    variables = section.names();
    statements = section.statements();
    needs = section.needs();
    columns = new List[statements.size()];
    targets = new int[statements.size()][];
  }

  /**
   * The slot of each column, or UNREAD.
   *
   * @throws DatabaseException when a column has no name that a variable can have, or a variable
   *     that is read gets no value
   */
  int[] targets(int statement, List<String> names) throws DatabaseException {
    if (columns[statement] == names) {
      return targets[statement];
    }
    if (!names.equals(columns[statement])) {
      StatementCode.Store store = statements.get(statement).store().orElseThrow();
      targets[statement] = names.stream().mapToInt(name -> target(store, name)).toArray();
      columns[statement] = names;
      requireNames(store, names);
      requireValues();
    }
    columns[statement] = names;
    return targets[statement];
  }

  private static void requireNames(StatementCode.Store store, List<String> names)
      throws DatabaseException {
    for (String name : names) {
      if (!isName(store.prefix() + name)) {
        throw DatabaseException.invalidSetting(
            store.place()
                + ": "
                + store.command()
                + " has a column that the server calls "
                + name
                + ", which is no name of a variable; give it one with AS NAME");
      }
    }
  }

  private static boolean isName(String name) {
    return !name.isEmpty()
        && !Character.isDigit(name.charAt(0))
        && name.chars().allMatch(c -> c == '_' || Character.isLetterOrDigit(c));
  }

  private int target(StatementCode.Store store, String column) {
    String name = store.prefix() + column;
    Integer exact = variables.get(name);
    if (exact != null) {
      return exact;
    }
    return variables.entrySet().stream()
        .filter(variable -> store.isColumn(variable.getKey(), column))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(UNREAD);
  }

  private void requireValues() throws DatabaseException {
    for (Code.Need need : needs) {
      if (need.statements().stream().noneMatch(each -> maySet(each, need.name()))) {
        Set<String> found = new TreeSet<>();
        for (int each : need.statements()) {
          columns[each].forEach(
              name -> found.add(":" + statements.get(each).store().orElseThrow().prefix() + name));
        }
        throw DatabaseException.invalidSetting(
            need.place()
                + ": :"
                + need.name()
                + " is not set; the \\gset before it sets "
                + (found.isEmpty() ? "nothing" : String.join(", ", found)));
      }
    }
  }

  /** Whether a statement sets a variable, or its columns are not known yet. */
  private boolean maySet(int statement, String name) {
    if (columns[statement] == null) {
      return true;
    }
    int slot = variables.getOrDefault(name, UNREAD);
    for (int target : targets[statement]) {
      if (target == slot) {
        return true;
      }
    }
    return false;
  }
}
