package io.ibench.db.jdbc;

import io.ibench.db.Command;
import io.ibench.db.Condition;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * The list of a command that is one statement, with a placeholder for each number. A list that is
 * shorter than its maximum is padded with its last number. Not thread-safe.
 */
final class ListParameter {

  private final int parameter;
  private final int least;
  private final long[] numbers;

  private ListParameter(int parameter, Condition condition) {
    this.parameter = parameter;
    this.numbers = new long[condition.values()];
    this.least = condition.op() == Condition.Op.IN ? 1 : numbers.length;
  }

  /** The list of a command; empty without one. */
  static Optional<ListParameter> of(Command command) {
    List<Condition> taking = command.where().stream().filter(Condition::takesParameter).toList();
    List<Condition> lists = taking.stream().filter(each -> each.op().takesList()).toList();
    if (lists.size() > 1) {
      throw new IllegalArgumentException("one condition with a list at most");
    }
    return lists.stream()
        .findFirst()
        .map(list -> new ListParameter(command.firstOfConditions() + taking.indexOf(list), list));
  }

  /** Copies the numbers. */
  void set(int ofCommand, long[] values, int count) {
    if (ofCommand != parameter || count < least || count > numbers.length) {
      throw new IllegalArgumentException(
          count + " values for parameter " + ofCommand + "; a list takes " + allowed());
    }
    System.arraycopy(values, 0, numbers, 0, count);
    for (int i = count; i < numbers.length; i++) {
      numbers[i] = values[count - 1];
    }
  }

  private String allowed() {
    return least < numbers.length ? least + " to " + numbers.length : "" + numbers.length;
  }

  /** The first position in the statement of a parameter, from 1. */
  int position(int ofCommand) {
    return ofCommand <= parameter ? ofCommand + 1 : ofCommand + numbers.length;
  }

  /** Binds a number; the list in place of its dummy number. */
  void bind(PreparedStatement statement, Binder binder, int ofCommand, long value)
      throws SQLException {
    int position = position(ofCommand);
    if (ofCommand != parameter) {
      binder.bind(statement, position, ofCommand, value);
      return;
    }
    for (int i = 0; i < numbers.length; i++) {
      binder.bind(statement, position + i, ofCommand, numbers[i]);
    }
  }
}
