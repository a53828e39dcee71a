package io.ibench.db.memory;

import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.Condition.Op;
import io.ibench.db.DatabaseException;
import io.ibench.db.Index;
import io.ibench.db.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;

/**
 * Finds the rows of a command, in its order: it reads a part of a key or index, in the command's
 * order if possible, and not beyond the limit. Immutable.
 */
final class MemorySearch {

  private final Table table;
  private final List<Condition> where;
  private final int[] positions;
  private final Optional<Index> by;
  private final MemoryPath path;
  private final List<String> orderBy;
  private final boolean descending;
  private final boolean walksInOrder;
  private final int offset;
  private final int limit;

  private MemorySearch(
      Table table,
      List<Condition> where,
      Optional<Index> by,
      List<String> orderBy,
      boolean descending,
      int limit,
      int offset) {
    this.table = table;
    this.where = where;
    this.positions = where.stream().mapToInt(c -> table.position(c.column())).toArray();
    this.by = by;
    this.path = new MemoryPath(MemoryTable.path(table, by), where);
    this.orderBy = orderBy;
    this.descending = descending && !orderBy.isEmpty();
    this.walksInOrder = path.isOrderedBy(orderBy, descending);
    this.limit = limit;
    this.offset = offset;
  }

  /** All rows, by the primary key. */
  static MemorySearch of(Table table, List<Condition> where) {
    return new MemorySearch(table, where, Optional.empty(), List.of(), false, 0, 0);
  }

  static MemorySearch of(Command.Delete delete) {
    return new MemorySearch(
        delete.table(), delete.where(), Optional.empty(), List.of(), false, delete.limit(), 0);
  }

  static MemorySearch of(Command.Select select) {
    return new MemorySearch(
        select.table(),
        select.where(),
        select.by(),
        select.orderBy(),
        select.descending(),
        select.limit(),
        select.offset());
  }

  /** The rows in order, from the offset up to the limit. */
  List<Object[]> rows(MemoryTable rows, Object[] values, int firstParameter)
      throws DatabaseException {
    Object[] operands = operands(values, firstParameter);
    long most = walksInOrder ? mostRows() : Long.MAX_VALUE;
    List<Object[]> found = new ArrayList<>();
    NavigableMap<Object[], Object[]> sorted = rows.sorted(by);
    for (NavigableMap<Object[], Object[]> part : path.parts(sorted, operands)) {
      for (Object[] row : (descending && walksInOrder ? part.descendingMap() : part).values()) {
        if (found.size() >= most) {
          break;
        }
        if (holds(operands, row)) {
          found.add(row);
        }
      }
    }
    if (!walksInOrder) {
      Comparator<Object[]> order = order();
      found.sort(descending ? order.reversed() : order);
    }
    int from = Math.min(offset, found.size());
    int to = (int) Math.min(mostRows(), found.size());
    return found.subList(from, to);
  }

  /** The key or index and the conditions on it, as text. */
  List<String> describe() {
    List<String> lines = new ArrayList<>();
    String name = by.map(index -> "the index " + index.name()).orElse("the primary key");
    lines.add("walks " + name + " of " + table.name() + " " + path.describe());
    if (!walksInOrder) {
      lines.add("sorts what it finds by " + String.join(", ", orderBy));
    } else if (limit > 0) {
      lines.add("stops at " + mostRows() + " rows");
    }
    return lines;
  }

  /** Up to offset + limit rows. */
  private long mostRows() {
    return limit > 0 ? (long) offset + limit : Long.MAX_VALUE;
  }

  private Comparator<Object[]> order() {
    int[] columns = orderBy.stream().mapToInt(table::position).toArray();
    return (a, b) -> {
      for (int column : columns) {
        int order = MemoryTable.compare(a[column], b[column]);
        if (order != 0) {
          return order;
        }
      }
      return 0;
    };
  }

  private Object[] operands(Object[] values, int firstParameter) {
    Object[] operands = new Object[where.size()];
    int parameter = firstParameter;
    for (int i = 0; i < operands.length; i++) {
      Condition condition = where.get(i);
      operands[i] =
          condition.takesParameter() ? values[parameter++] : condition.constant().orElseThrow();
    }
    return operands;
  }

  private boolean holds(Object[] operands, Object[] row) {
    for (int i = 0; i < operands.length; i++) {
      if (!holds(where.get(i).op(), row[positions[i]], operands[i])) {
        return false;
      }
    }
    return true;
  }

  private static boolean holds(Op op, Object value, Object operand) {
    if (op == Op.SHORTER) {
      return ((byte[]) value).length < (Long) operand;
    }
    if (op == Op.RANGES) {
      return inRanges((long[]) operand, (Long) value);
    }
    if (operand instanceof byte[][] list) {
      return Arrays.stream(list).anyMatch(listed -> Arrays.equals(listed, (byte[]) value));
    }
    if (op == Op.IN || op == Op.EXACTLY) {
      for (long listed : (long[]) operand) {
        if (listed == (Long) value) {
          return true;
        }
      }
      return false;
    }
    int order = MemoryTable.compare(value, operand);
    return switch (op) {
      case EQ -> order == 0;
      case NE -> order != 0;
      case GT -> order > 0;
      case GE -> order >= 0;
      case LT -> order < 0;
      case LE -> order <= 0;
      case IN, EXACTLY, RANGES, SHORTER -> throw new IllegalStateException("handled above");
    };
  }

  private static boolean inRanges(long[] edges, long value) {
    for (int i = 0; i < edges.length; i += 2) {
      if (edges[i] <= value && value <= edges[i + 1]) {
        return true;
      }
    }
    return false;
  }
}
