package io.ibench.workload.custom;

import io.ibench.db.Command;
import io.ibench.db.Prepared;
import io.ibench.workload.custom.Statement.Execution;
import io.ibench.workload.simple.Definition;
import io.ibench.workload.simple.Operation;
import io.ibench.workload.simple.Values;
import java.util.List;

/**
 * An operation as the settings describe it. Immutable; binds without allocation.
 *
 * @param variables how many numbers it keeps between its statements
 */
record CustomOperation(
    String name, double share, boolean transaction, int variables, List<Statement> statements) {

  CustomOperation {
    statements = List.copyOf(statements);
  }

  /** Adds it to the definition of a workload. */
  void define(Definition definition) {
    List<Execution> executions = executions();
    Command[] commands = executions.stream().map(Execution::command).toArray(Command[]::new);
    Statement[] parts = statements.toArray(Statement[]::new);
    if (!transaction) {
      definition.operation(
          name, share, commands[0], (command, values) -> bind(parts, command, values));
      return;
    }
    Operation operation =
        definition.transaction(
            name, share, (prepared, values) -> bind(parts, prepared, values), commands);
    for (int i = 0; i < commands.length; i++) {
      Execution execution = executions.get(i);
      if (execution.orRollback()) {
        operation.orRollback(i);
      }
      boolean keeps = i > 0 && !executions.get(i - 1).kept().isEmpty();
      if (keeps || execution.bindsLate()) {
        int number = i;
        Execution before = i > 0 ? executions.get(i - 1) : execution;
        operation.before(
            i,
            (prepared, values) -> {
              if (keeps) {
                before.keep(prepared[number - 1], values);
              }
              execution.bindLate(prepared[number], values);
            });
      }
    }
  }

  private List<Execution> executions() {
    return statements.stream()
        .filter(Execution.class::isInstance)
        .map(Execution.class::cast)
        .toList();
  }

  private static void bind(Statement[] parts, Prepared command, Values values) {
    for (Statement part : parts) {
      if (part instanceof Execution execution) {
        execution.bindEarly(command, values);
      } else {
        ((Statement.Variable) part).value().next(values, 0);
      }
    }
  }

  private static void bind(Statement[] parts, Prepared[] commands, Values values) {
    int next = 0;
    for (Statement part : parts) {
      if (part instanceof Execution execution) {
        execution.bindEarly(commands[next++], values);
      } else {
        ((Statement.Variable) part).value().next(values, 0);
      }
    }
  }
}
