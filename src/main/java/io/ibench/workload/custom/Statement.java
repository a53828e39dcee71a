package io.ibench.workload.custom;

import io.ibench.db.Command;
import io.ibench.db.Prepared;
import io.ibench.workload.simple.Values;
import java.util.List;

/**
 * A statement of an operation, or a variable that gets its value between two statements. Immutable.
 */
sealed interface Statement {

  /**
   * A variable.
   *
   * @param value draws and keeps its value
   */
  record Variable(NumberSource value) implements Statement {}

  /**
   * A command.
   *
   * @param rows how often its parameters are bound: the rows of an insert
   * @param kept the numbers of the variables that get the columns of the first row; empty: none
   * @param orRollback whether the transaction is rolled back when it finds no row
   */
  record Execution(
      Command command, int rows, List<Parameter> parameters, List<Integer> kept, boolean orRollback)
      implements Statement {

    boolean bindsLate() {
      return parameters.stream().anyMatch(Parameter::late);
    }
  }

  /**
   * A parameter of a command.
   *
   * @param list how many values of a list; 0: it is none
   * @param late whether it depends on a row that a statement before reads
   */
  record Parameter(Source source, int list, boolean late) {

    void bind(Prepared prepared, int number, Values values) {
      if (list == 0) {
        source.bind(prepared, number, values, 0);
      } else {
        bindList(prepared, number, values);
      }
    }

    /** Equal values come once: some products would read their row twice. */
    private void bindList(Prepared prepared, int number, Values values) {
      NumberSource numbers = (NumberSource) source;
      long[] drawn = values.list(list);
      int count = 0;
      for (int i = 0; i < list; i++) {
        long value = numbers.next(values, 0);
        int same = 0;
        while (same < count && drawn[same] != value) {
          same++;
        }
        drawn[same] = value;
        count = Math.max(count, same + 1);
      }
      prepared.setLongs(number, drawn, count);
    }
  }
}
