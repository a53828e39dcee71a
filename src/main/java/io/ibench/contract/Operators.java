package io.ibench.contract;

import io.ibench.db.Condition.Op;
import java.util.List;
import java.util.function.LongPredicate;

/** What the operators of conditions mean. Stateless. */
final class Operators {

  /** All that compare with one value. */
  static final List<Op> WITH_ONE_VALUE = List.of(Op.EQ, Op.NE, Op.GT, Op.GE, Op.LT, Op.LE);

  private Operators() {}

  static LongPredicate predicate(Op op, long operand) {
    return switch (op) {
      case EQ -> value -> value == operand;
      case NE -> value -> value != operand;
      case GT -> value -> value > operand;
      case GE -> value -> value >= operand;
      case LT -> value -> value < operand;
      case LE -> value -> value <= operand;
      case IN, EXACTLY, RANGES, SHORTER ->
          throw new IllegalArgumentException("does not compare with one value");
    };
  }
}
