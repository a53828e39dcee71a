package io.ibench.workload.custom;

import io.ibench.db.Command;
import io.ibench.db.Prepared;
import io.ibench.workload.custom.Statement.Execution;
import io.ibench.workload.simple.Binder;
import io.ibench.workload.simple.Definition;
import io.ibench.workload.simple.Operation;
import io.ibench.workload.simple.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** An operation as the settings describe it. Immutable. */
record CustomOperation(String name, double share, boolean transaction, List<Statement> statements) {

  CustomOperation {
    statements = List.copyOf(statements);
  }

  Stream<Command> commands() {
    return statements.stream()
        .filter(Execution.class::isInstance)
        .map(statement -> ((Execution) statement).command());
  }

  /** Adds it to the definition of a workload. */
  void define(Definition definition) {
    List<Execution> executions =
        statements.stream().filter(Execution.class::isInstance).map(Execution.class::cast).toList();
    List<NumberSource[]> variables = variables();
    if (!transaction) {
      Execution only = executions.get(0);
      definition.operation(name, share, only.command(), binder(variables.get(0), only));
      return;
    }
    Command[] commands = commands().toArray(Command[]::new);
    Operation operation =
        definition.transaction(name, share, binder(variables, executions), commands);
    for (int i = 0; i < commands.length; i++) {
      if (executions.get(i).orRollback()) {
        operation.orRollback(i);
      }
      if (i > 0) {
        bindLate(operation, i, executions.get(i - 1), executions.get(i));
      }
    }
  }

  /** The variables that get their values before each execution. */
  private List<NumberSource[]> variables() {
    List<NumberSource[]> all = new ArrayList<>();
    List<NumberSource> next = new ArrayList<>();
    for (Statement statement : statements) {
      if (statement instanceof Statement.Variable variable) {
        next.add(variable.value());
      } else {
        all.add(next.toArray(NumberSource[]::new));
        next.clear();
      }
    }
    return all;
  }

  private static Binder binder(NumberSource[] variables, Execution only) {
    ParameterBinder binder = ParameterBinder.early(only);
    NumberSource number = binder.onlyNumber();
    if (variables.length == 0 && number != null) {
      return (command, values) -> command.setLong(0, number.next(values, 0));
    }
    return (command, values) -> {
      draw(variables, values);
      binder.bind(command, values);
    };
  }

  private static Binder.OfTransaction binder(
      List<NumberSource[]> variables, List<Execution> executions) {
    NumberSource[][] drawn = variables.toArray(NumberSource[][]::new);
    ParameterBinder[] binders =
        executions.stream().map(ParameterBinder::early).toArray(ParameterBinder[]::new);
    return (commands, values) -> {
      for (int i = 0; i < binders.length; i++) {
        draw(drawn[i], values);
        binders[i].bind(commands[i], values);
      }
    };
  }

  private static void draw(NumberSource[] variables, Values values) {
    for (NumberSource variable : variables) {
      variable.next(values, 0);
    }
  }

  /** Keeps what the statement before has read, and binds what was read before. */
  private static void bindLate(
      Operation operation, int number, Execution before, Execution execution) {
    boolean keeps = !before.kept().isEmpty();
    if (!keeps && !execution.bindsLate()) {
      return;
    }
    ParameterBinder binder = ParameterBinder.late(execution);
    int[] kept = before.kept().stream().mapToInt(Integer::intValue).toArray();
    operation.before(
        number,
        (commands, values) -> {
          keep(kept, commands[number - 1], values);
          binder.bind(commands[number], values);
        });
  }

  /** Keeps the columns of the first row. */
  private static void keep(int[] kept, Prepared read, Values values) {
    for (int column = 0; column < kept.length; column++) {
      values.keep(kept[column], read.getLong(0, column));
    }
  }
}
