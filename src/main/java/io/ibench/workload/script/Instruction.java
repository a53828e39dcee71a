package io.ibench.workload.script;

import org.jspecify.annotations.Nullable;

/**
 * One step of a transaction. Immutable.
 *
 * @param place for messages
 * @param program of SET, IF, SLEEP, REPEAT, LIST and FILL, and of a CHOOSE that draws nothing; null
 *     otherwise
 * @param number the slot of SET and CHOOSE, the target of IF, JUMP, REPEAT and NEXT, the number of
 *     a STATEMENT, and that of the list of LIST and FILL
 * @param part the number of the part in its transaction, of STATEMENT and SLEEP; the slot of the
 *     counter of REPEAT and NEXT that the script sees, -1: none
 * @param low the first number of CHOOSE; the nanoseconds of SLEEP's unit; the slot of the number of
 *     the turn of REPEAT and NEXT, and of the number of values of LIST and FILL
 * @param high the last number of CHOOSE; the slot of the number of all turns of REPEAT and NEXT;
 *     the most values of LIST
 */
record Instruction(
    Kind kind, Place place, @Nullable Program program, int number, int part, long low, long high) {

  enum Kind {
    SET,
    CHOOSE,
    /** Goes on at the number unless the condition is true. */
    IF,
    JUMP,
    /** Evaluates how many turns a loop has; goes on at the number if it has none. */
    REPEAT,
    /** Goes on at the number if the loop has another turn. */
    NEXT,
    /** Evaluates how many values a list gets, and empties it. */
    LIST,
    /** Evaluates each value of the list. */
    FILL,
    SLEEP,
    STATEMENT
  }

  static Instruction set(Place place, int slot, Program program) {
    return new Instruction(Kind.SET, place, program, slot, 0, 0, 0);
  }

  static Instruction choose(Place place, int slot, long low, long high, @Nullable Program number) {
    return new Instruction(Kind.CHOOSE, place, number, slot, 0, low, high);
  }

  static Instruction unless(Place place, Program program) {
    return new Instruction(Kind.IF, place, program, 0, 0, 0, 0);
  }

  static Instruction jump(Place place) {
    return new Instruction(Kind.JUMP, place, null, 0, 0, 0, 0);
  }

  static Instruction repeat(Place place, Program program, int counter, int turn, int turns) {
    return new Instruction(Kind.REPEAT, place, program, 0, counter, turn, turns);
  }

  /** The end of a loop. */
  static Instruction next(Place place, Instruction repeat, int start) {
    return new Instruction(
        Kind.NEXT, place, null, start, repeat.part(), repeat.low(), repeat.high());
  }

  static Instruction list(Place place, Program count, int list, int slot, int most) {
    return new Instruction(Kind.LIST, place, count, list, 0, slot, most);
  }

  static Instruction fill(Place place, Program value, int list, int slot) {
    return new Instruction(Kind.FILL, place, value, list, 0, slot, 0);
  }

  static Instruction sleep(Place place, Program program, int part, long unitNanos) {
    return new Instruction(Kind.SLEEP, place, program, 0, part, unitNanos, 0);
  }

  static Instruction statement(Place place, int number, int part) {
    return new Instruction(Kind.STATEMENT, place, null, number, part, 0, 0);
  }

  Instruction to(int target) {
    return new Instruction(kind, place, program, target, part, low, high);
  }
}
