package io.ibench.workload.script;

import io.ibench.db.Native;
import java.util.List;
import java.util.Map;

/**
 * A section, compiled. Immutable.
 *
 * @param name of the transaction or section
 * @param slots the number of variables
 * @param presets the slots that have a value before the run
 * @param given the slots that a worker sets, by name
 * @param depth of the stack
 * @param sites of functions
 * @param parts the names of its parts, in order
 */
record Code(
    String name,
    Place place,
    List<Instruction> instructions,
    List<StatementCode> statements,
    int slots,
    Map<Integer, Value> presets,
    Map<String, Integer> given,
    int depth,
    int sites,
    List<String> parts) {

  Code {
    instructions = List.copyOf(instructions);
    statements = List.copyOf(statements);
    presets = Map.copyOf(presets);
    given = Map.copyOf(given);
    parts = List.copyOf(parts);
  }

  /** Whether a statement rolls back what was done before it. */
  boolean mayRollBack() {
    return statements.stream().anyMatch(each -> each.control() == Native.Control.ROLLBACK);
  }
}
