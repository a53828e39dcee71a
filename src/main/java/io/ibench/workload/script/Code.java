package io.ibench.workload.script;

import io.ibench.db.Native;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A section, compiled. Immutable.
 *
 * @param name of the transaction or section
 * @param names the slots of variables, by name
 * @param needs the variables that answers must set
 * @param presets the slots that have a value before the run
 * @param given the slots that a worker sets, by name
 * @param depth of the stack
 * @param sites of functions
 * @param parts the names of its parts, in order
 * @param lists the most values of each list, by its number
 */
record Code(
    String name,
    Place place,
    List<Instruction> instructions,
    List<StatementCode> statements,
    Map<String, Integer> names,
    List<Need> needs,
    Map<Integer, Value> presets,
    Map<String, Integer> given,
    int depth,
    int sites,
    List<String> parts,
    List<Integer> lists) {

  /**
   * A variable that gets its value from an answer alone.
   *
   * @param place where it is read
   * @param statements one of which must have a column of this name
   */
  record Need(Place place, String name, Set<Integer> statements) {

    Need {
      statements = Set.copyOf(statements);
    }
  }

  Code {
    names = Map.copyOf(names);
    needs = List.copyOf(needs);
    instructions = List.copyOf(instructions);
    statements = List.copyOf(statements);
    presets = Map.copyOf(presets);
    given = Map.copyOf(given);
    parts = List.copyOf(parts);
    lists = List.copyOf(lists);
  }

  /** The number of variables. */
  int slots() {
    return names.size();
  }

  /** Whether a statement rolls back what was done before it. */
  boolean mayRollBack() {
    return statements.stream().anyMatch(each -> each.control() == Native.Control.ROLLBACK);
  }
}
