package io.ibench.workload.script;

import io.ibench.random.Weights;

/**
 * An expression as a flat program for a stack. Immutable; its arrays are never changed.
 *
 * @param codes pairs: an instruction and its argument
 * @param constants the values that instructions push
 * @param weights by which instructions draw
 * @param depth the places on the stack that it needs
 */
record Program(int[] codes, Value[] constants, Weights[] weights, int depth) {

  /** Pushes a constant; the argument is its number. */
  static final int PUSH = 0;

  /** Pushes a variable; the argument is its slot. */
  static final int LOAD = 1;

  /**
   * Ends with the top value if that is null or false; the argument is where the program goes on.
   */
  static final int AND_JUMP = 2;

  /** Ends with the top value if that is null or true. */
  static final int OR_JUMP = 3;

  /** Requires a boolean or null on top. */
  static final int CHECK_BOOLEAN = 4;

  /** Pops the top value, and jumps unless it is true. */
  static final int JUMP_UNLESS = 5;

  static final int JUMP = 6;

  /**
   * Goes on with one of the instructions that follow, which is drawn; the argument is the number of
   * the weights.
   */
  static final int DRAW = 7;

  /**
   * Replaces the two numbers on top, which are bounds, by one between them; the argument is the
   * number of the weights.
   */
  static final int HISTOGRAM = 8;

  /**
   * The first of the operations: the code is this plus the operation's ordinal. The argument is the
   * number of its operands, and above these bits the number of its site.
   */
  static final int OPERATION = 16;

  static final int SITE_SHIFT = 12;
}
