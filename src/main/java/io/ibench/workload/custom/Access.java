package io.ibench.workload.custom;

import io.ibench.db.Condition;
import io.ibench.db.Condition.Op;
import io.ibench.db.Index;
import io.ibench.db.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How the rows of a condition can be found: by the primary key or by an index.
 *
 * @param index empty: the primary key
 * @param equal how many of its first columns the condition compares for equality
 * @param ranged whether the condition bounds the column after them
 */
record Access(Table table, Optional<Index> index, int equal, boolean ranged) {

  /** The best one for these conditions: the primary key, if no index is better. */
  static Access best(Table table, List<Condition> where) {
    Access best = of(table, Optional.empty(), where);
    for (Index index : table.indexes()) {
      Access other = of(table, Optional.of(index), where);
      if (!best.isOneRow() && other.score() > best.score()) {
        best = other;
      }
    }
    return best;
  }

  static Access of(Table table, Optional<Index> index, List<Condition> where) {
    int equal = 0;
    boolean ranged = false;
    for (String column : index.map(Index::columns).orElse(table.primaryKey())) {
      if (compared(where, column, true)) {
        equal++;
      } else {
        ranged = compared(where, column, false);
        break;
      }
    }
    return new Access(table, index, equal, ranged);
  }

  private static boolean compared(List<Condition> where, String column, boolean equality) {
    return where.stream()
        .filter(condition -> condition.column().equals(column))
        .map(Condition::op)
        .anyMatch(op -> equality ? op == Op.EQ || op == Op.IN : op != Op.NE);
  }

  private int score() {
    return 2 * equal + (ranged ? 1 : 0);
  }

  /** Whether the condition names the whole primary key. */
  boolean isOneRow() {
    return index.isEmpty() && equal == table.primaryKey().size();
  }

  /** Whether the product need not read all rows. */
  boolean serves() {
    return score() > 0;
  }

  /** A total order of the rows, which the index or key has: without the columns that are equal. */
  List<String> order(List<Condition> where) {
    List<String> order = new ArrayList<>(index.map(Index::columns).orElse(List.of()));
    table.primaryKey().stream().filter(key -> !order.contains(key)).forEach(order::add);
    List<String> left =
        order.stream()
            .filter(
                column ->
                    where.stream()
                        .noneMatch(
                            condition ->
                                condition.column().equals(column) && condition.op() == Op.EQ))
            .toList();
    return left.isEmpty() ? table.primaryKey() : left;
  }
}
