package io.ibench.workload.script;

import org.jspecify.annotations.Nullable;

/**
 * One step of a transaction. Immutable.
 *
 * @param place for messages
 * @param program of SET, IF and SLEEP; null otherwise
 * @param number the slot of SET and CHOOSE, the target of IF and JUMP, the number of a STATEMENT
 * @param part the number of the part in its transaction, of STATEMENT and SLEEP
 * @param low the first number of CHOOSE; the nanoseconds of SLEEP's unit
 * @param high the last number of CHOOSE
 */
record Instruction(
    Kind kind, Place place, @Nullable Program program, int number, int part, long low, long high) {

  enum Kind {
    SET,
    CHOOSE,
    /** Goes on at the number unless the condition is true. */
    IF,
    JUMP,
    SLEEP,
    STATEMENT
  }

  static Instruction set(Place place, int slot, Program program) {
    return new Instruction(Kind.SET, place, program, slot, 0, 0, 0);
  }

  static Instruction choose(Place place, int slot, long low, long high) {
    return new Instruction(Kind.CHOOSE, place, null, slot, 0, low, high);
  }

  static Instruction unless(Place place, Program program) {
    return new Instruction(Kind.IF, place, program, 0, 0, 0, 0);
  }

  static Instruction jump(Place place) {
    return new Instruction(Kind.JUMP, place, null, 0, 0, 0, 0);
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
