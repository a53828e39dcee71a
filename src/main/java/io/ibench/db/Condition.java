package io.ibench.db;

import java.util.Optional;

/**
 * One condition of a where clause; a row matches when it fulfils all of them.
 *
 * @param max for {@link Op#IN}: the maximum number of values of its one parameter; else 1
 * @param constant the value to compare with; empty: the condition takes a parameter
 */
public record Condition(String column, Op op, int max, Optional<Long> constant) {

  /** Comparison operators. */
  public enum Op {
    EQ,
    NE,
    GT,
    GE,
    LT,
    LE,
    IN
  }

  public static Condition eq(String column) {
    return of(column, Op.EQ);
  }

  public static Condition eq(String column, long constant) {
    return new Condition(column, Op.EQ, 1, Optional.of(constant));
  }

  public static Condition of(String column, Op op) {
    return new Condition(column, op, 1, Optional.empty());
  }

  public static Condition in(String column, int max) {
    return new Condition(column, Op.IN, max, Optional.empty());
  }

  public boolean takesParameter() {
    return constant.isEmpty();
  }
}
