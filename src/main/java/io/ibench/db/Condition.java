package io.ibench.db;

import java.util.Optional;

/**
 * One condition of a where clause; a row matches when it fulfils all of them.
 *
 * @param max for {@link Op#IN} and {@link Op#EXACTLY}: the number of values of its one parameter,
 *     at most or exactly; for {@link Op#RANGES}: the number of ranges; else 1
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
    /** One of the values of a list of any length up to the maximum. */
    IN,
    /** One of the values of a list that has always the same length, in one statement of its own. */
    EXACTLY,
    /** In any of several ranges, of which each has its first and its last number in the list. */
    RANGES,
    /** Bytes or text shorter than a constant; no index helps. */
    SHORTER;

    /** Whether the parameter is a list of numbers; a command has one such condition at most. */
    public boolean takesList() {
      return this == IN || this == EXACTLY || this == RANGES;
    }
  }

  public Condition {
    if (op == Op.SHORTER && constant.isEmpty()) {
      throw new IllegalArgumentException(column + ": a length is compared with a constant");
    }
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

  public static Condition of(String column, Op op, long constant) {
    return new Condition(column, op, 1, Optional.of(constant));
  }

  public static Condition in(String column, int max) {
    return new Condition(column, Op.IN, max, Optional.empty());
  }

  /** A list of exactly so many numbers; a number may occur twice. */
  public static Condition exactly(String column, int count) {
    return new Condition(column, Op.EXACTLY, count, Optional.empty());
  }

  /** From one number to another one, both included. */
  public static Condition between(String column) {
    return ranges(column, 1);
  }

  /** In any of exactly so many ranges. They may overlap: a row is found once. */
  public static Condition ranges(String column, int count) {
    return new Condition(column, Op.RANGES, count, Optional.empty());
  }

  /** Bytes or text of fewer bytes. */
  public static Condition shorter(String column, int bytes) {
    return new Condition(column, Op.SHORTER, 1, Optional.of((long) bytes));
  }

  public boolean takesParameter() {
    return constant.isEmpty();
  }

  /** The number of values of its parameter, of a list with a maximum that maximum. */
  public int values() {
    return op == Op.RANGES ? 2 * max : max;
  }
}
