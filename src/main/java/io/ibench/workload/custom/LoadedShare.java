package io.ibench.workload.custom;

import io.ibench.db.Condition;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** How many of the loaded rows of a table fulfil conditions, as far as the fill says it. */
enum LoadedShare {
  NONE,
  /** Some or all; it depends on what is drawn. */
  SOME,
  ALL,
  /** The fill has a mistake. */
  UNKNOWN;

  /**
   * @param where comparisons with constants
   */
  static LoadedShare of(Schema.Entry entry, @Nullable Fill fill, List<Condition> where) {
    if (entry.rows() == 0) {
      return NONE;
    }
    Set<LoadedShare> found = EnumSet.of(ALL);
    where.forEach(condition -> found.add(of(entry, fill, condition)));
    return found.stream().filter(share -> share != ALL).findFirst().orElse(ALL);
  }

  private static LoadedShare of(Schema.Entry entry, @Nullable Fill fill, Condition condition) {
    String column = condition.column();
    long least = 1;
    long most = entry.rows();
    if (!entry.isNumbered() || !entry.isKey(column)) {
      if (fill == null || !(fill.sources().get(column) instanceof NumberSource source)) {
        return UNKNOWN;
      }
      least = source.least();
      most = source.most();
    }
    long constant = condition.constant().orElseThrow();
    return switch (condition.op()) {
      case EQ -> share(least == constant && most == constant, least > constant || most < constant);
      case NE -> share(least > constant || most < constant, least == constant && most == constant);
      case GT -> share(least > constant, most <= constant);
      case GE -> share(least >= constant, most < constant);
      case LT -> share(most < constant, least >= constant);
      case LE -> share(most <= constant, least > constant);
      default -> throw new IllegalArgumentException("no comparison of a check: " + condition);
    };
  }

  private static LoadedShare share(boolean all, boolean none) {
    return all ? ALL : none ? NONE : SOME;
  }
}
