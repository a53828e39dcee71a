package io.ibench.db.rocksdb.engine;

import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.Condition.Op;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A condition with its column and its operand. Immutable.
 *
 * @param column its position in the table
 * @param parameter the number of the parameter; -1: the constant
 */
record Predicate(Op op, int column, boolean number, int parameter, long constant) {

  static List<Predicate> of(Command command, RowLayout layout) {
    List<Predicate> all = new ArrayList<>();
    int parameter = command.firstOfConditions();
    for (Condition each : command.where()) {
      int column = layout.table().position(each.column());
      boolean takes = each.takesParameter();
      all.add(
          new Predicate(
              each.op(),
              column,
              layout.isNumber(column),
              takes ? parameter++ : -1,
              each.constant().orElse(0L)));
    }
    return List.copyOf(all);
  }

  /** Adds its operand to a row, which then has the value that the condition asks for. */
  void operandInto(Row row, Parameters parameters) {
    if (parameter < 0) {
      row.numbers[column] = constant;
    } else {
      parameters.into(row, parameter, column, number);
    }
  }

  boolean holds(Row row, Parameters parameters) {
    return switch (op) {
      case SHORTER -> row.lengths[column] < constant;
      case RANGES -> inRanges(row.numbers[column], parameters);
      case IN, EXACTLY -> isListed(row, parameters);
      case EQ -> order(row, parameters) == 0;
      case NE -> order(row, parameters) != 0;
      case GT -> order(row, parameters) > 0;
      case GE -> order(row, parameters) >= 0;
      case LT -> order(row, parameters) < 0;
      case LE -> order(row, parameters) <= 0;
    };
  }

  private int order(Row row, Parameters parameters) {
    if (number) {
      return Long.compare(
          row.numbers[column], parameter < 0 ? constant : parameters.number(parameter));
    }
    int from = row.offsets[column];
    return Arrays.compareUnsigned(
        row.sources[column],
        from,
        from + row.lengths[column],
        parameters.bytes(parameter),
        0,
        parameters.length(parameter));
  }

  private boolean inRanges(long value, Parameters parameters) {
    long[] edges = parameters.list(parameter);
    for (int i = 0; i < parameters.count(parameter); i += 2) {
      if (edges[i] <= value && value <= edges[i + 1]) {
        return true;
      }
    }
    return false;
  }

  private boolean isListed(Row row, Parameters parameters) {
    for (int i = 0; i < parameters.count(parameter); i++) {
      if (number) {
        if (parameters.list(parameter)[i] == row.numbers[column]) {
          return true;
        }
      } else {
        byte[] listed = parameters.bytesList(parameter)[i];
        int from = row.offsets[column];
        if (Arrays.equals(
            listed, 0, listed.length, row.sources[column], from, from + row.lengths[column])) {
          return true;
        }
      }
    }
    return false;
  }
}
