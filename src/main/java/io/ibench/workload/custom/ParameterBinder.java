package io.ibench.workload.custom;

import io.ibench.db.Command;
import io.ibench.db.Prepared;
import io.ibench.workload.custom.Statement.Execution;
import io.ibench.workload.custom.Statement.Parameter;
import io.ibench.workload.simple.Values;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Binds some parameters of a command. Immutable and shared by all workers; allocates nothing. Plain
 * numbers, which most parameters are, take one call each.
 */
final class ParameterBinder {

  /** By parameter; null for others. */
  private final NumberSource[] numbers;

  /** By parameter: bytes and lists; null for plain numbers and for what is not bound here. */
  private final Parameter[] others;

  private final int rows;
  private final boolean batches;

  private ParameterBinder(Execution execution, Predicate<Parameter> bound, int rows) {
    List<Parameter> parameters = execution.parameters();
    numbers = new NumberSource[parameters.size()];
    others = new Parameter[parameters.size()];
    for (int i = 0; i < numbers.length; i++) {
      Parameter parameter = parameters.get(i);
      if (!bound.test(parameter)) {
        continue;
      }
      if (parameter.list() == 0 && parameter.source() instanceof NumberSource number) {
        numbers[i] = number;
      } else {
        others[i] = parameter;
      }
    }
    this.rows = rows;
    this.batches = execution.command() instanceof Command.Insert insert && insert.maxBatch() > 1;
  }

  /** For what is known before the operation begins. */
  static ParameterBinder early(Execution execution) {
    return new ParameterBinder(execution, parameter -> !parameter.late(), execution.rows());
  }

  /** For what the statements before have read. */
  static ParameterBinder late(Execution execution) {
    return new ParameterBinder(execution, Parameter::late, 1);
  }

  /** The only parameter, when it is a plain number; otherwise null. */
  @Nullable NumberSource onlyNumber() {
    return numbers.length == 1 && !batches ? numbers[0] : null;
  }

  void bind(Prepared command, Values values) {
    for (int row = 0; row < rows; row++) {
      for (int i = 0; i < numbers.length; i++) {
        NumberSource number = numbers[i];
        if (number != null) {
          command.setLong(i, number.next(values, 0));
        } else if (others[i] != null) {
          others[i].bind(command, i, values);
        }
      }
      if (batches) {
        command.addBatch();
      }
    }
  }
}
