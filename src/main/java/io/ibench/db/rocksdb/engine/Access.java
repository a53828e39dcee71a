package io.ibench.db.rocksdb.engine;

import io.ibench.db.Condition.Op;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How conditions find rows through a key or an index: equalities on its leading columns, then a
 * list or bounds on the next column; all other conditions are checked for each row. Immutable.
 */
final class Access {

  private final RowLayout layout;
  private final @Nullable RocksIndex index;
  private final int[] columns;

  /** For the leading columns, one for each. */
  private final List<Predicate> equal = new ArrayList<>();

  /** A list on the next column, or null. */
  private @Nullable Predicate list;

  /** Bounds on the next column. */
  private final List<Predicate> bounds = new ArrayList<>();

  /** Conditions to check. */
  private final List<Predicate> rest;

  /**
   * @param index null: the primary key
   */
  Access(RowLayout layout, @Nullable RocksIndex index, List<Predicate> where) {
    this.layout = layout;
    this.index = index;
    this.columns = index == null ? layout.key() : index.columns();
    for (int column : columns) {
      Predicate equality =
          where.stream()
              .filter(each -> each.column() == column && each.op() == Op.EQ)
              .findFirst()
              .orElse(null);
      if (equality == null) {
        next(column, where);
        break;
      }
      equal.add(equality);
    }
    rest = new ArrayList<>(where);
    rest.removeAll(equal);
    rest.removeAll(bounds);
    rest.remove(list);
  }

  private void next(int column, List<Predicate> where) {
    for (Predicate each : where) {
      boolean usable = each.column() == column && each.op() != Op.NE && each.op() != Op.SHORTER;
      if (usable && each.op().takesList()) {
        list = list == null ? each : list;
      } else if (usable) {
        bounds.add(each);
      }
    }
    if (list != null) {
      bounds.clear();
    }
  }

  RowLayout layout() {
    return layout;
  }

  @Nullable RocksIndex index() {
    return index;
  }

  int[] columns() {
    return columns;
  }

  List<Predicate> equal() {
    return equal;
  }

  @Nullable Predicate list() {
    return list;
  }

  List<Predicate> bounds() {
    return bounds;
  }

  List<Predicate> rest() {
    return rest;
  }

  /** The column after the equalities. */
  int nextColumn() {
    return columns[equal.size()];
  }

  /** Whether it is the last of the key: its bytes are not escaped. */
  boolean isLast(int place) {
    return place == columns.length - 1;
  }

  /** Whether it finds one row by its whole primary key. */
  boolean isPoint() {
    return index == null && equal.size() == columns.length;
  }

  /** Whether each value of the list completes a primary key. */
  boolean isPointList() {
    return index == null
        && list != null
        && list.op() != Op.RANGES
        && equal.size() == columns.length - 1;
  }

  /** Whether the entries contain these columns. */
  boolean covers(int[] wanted) {
    if (index == null) {
      return false;
    }
    for (int column : wanted) {
      if (!has(column)) {
        return false;
      }
    }
    return rest.stream().allMatch(each -> has(each.column()));
  }

  private boolean has(int column) {
    for (int own : columns) {
      if (own == column) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether rows come in this order. A descending order must be a total one, and without a list:
   * equal rows would come in another order than ascending.
   */
  boolean isOrderedBy(List<Integer> orderBy, boolean descending) {
    if (orderBy.isEmpty()) {
      return true;
    }
    List<Integer> fixed = new ArrayList<>();
    List<Integer> given = new ArrayList<>();
    for (int i = 0; i < columns.length; i++) {
      (i < equal.size() ? fixed : given).add(columns[i]);
    }
    List<Integer> wanted = orderBy.stream().filter(column -> !fixed.contains(column)).toList();
    if (descending) {
      return wanted.equals(given) && list == null;
    }
    return wanted.size() <= given.size() && given.subList(0, wanted.size()).equals(wanted);
  }

  /** In words, for {@code explain}. */
  String describe() {
    String family = layout.table().name() + (index == null ? "" : "." + index.declared().name());
    if (isPoint()) {
      return "get of one key of family " + family;
    }
    if (isPointList()) {
      return "gets of the list's keys of family " + family;
    }
    String prefix = equal.isEmpty() ? "" : ", " + equal.size() + " columns of the key are equal";
    String next = list != null ? ", a seek for each of a list" : bounds.isEmpty() ? "" : ", bounds";
    return "iterator over family " + family + prefix + next;
  }
}
