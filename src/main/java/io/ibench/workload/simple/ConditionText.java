package io.ibench.workload.simple;

import io.ibench.db.Condition;
import io.ibench.db.Table;
import java.math.BigDecimal;
import java.time.Instant;

/** A condition as settings write it: {@code unread = 1}. Stateless. */
final class ConditionText {

  private ConditionText() {}

  /**
   * @param condition compares with a constant
   */
  static String of(Table table, Condition condition) {
    long constant = condition.constant().orElseThrow();
    String value =
        switch (table.column(condition.column()).type()) {
          case FLOAT -> BigDecimal.valueOf(constant, 2).toPlainString();
          case TIME -> Instant.ofEpochMilli(constant).toString();
          default -> Long.toString(constant);
        };
    return condition.column() + " " + sign(condition.op()) + " " + value;
  }

  private static String sign(Condition.Op op) {
    return switch (op) {
      case EQ -> "=";
      case NE -> "!=";
      case GT -> ">";
      case GE -> ">=";
      case LT -> "<";
      case LE -> "<=";
      default -> throw new IllegalArgumentException("compares with no constant number: " + op);
    };
  }
}
