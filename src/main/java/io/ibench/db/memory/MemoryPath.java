package io.ibench.db.memory;

import io.ibench.db.Condition;
import io.ibench.db.Condition.Op;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The parts of a sorted map that can contain matching rows: conditions of equality on leading
 * columns, then a list or bounds on one column. The caller still checks all conditions. Immutable.
 */
final class MemoryPath {

  private final List<String> columns;
  private final List<Condition> where;

  /** Positions among the conditions, one for each leading column. */
  private final List<Integer> equal = new ArrayList<>();

  /** Positions of the conditions on the next column. */
  private final List<Integer> next = new ArrayList<>();

  /**
   * @param columns the map's sort order
   */
  MemoryPath(List<String> columns, List<Condition> where) {
    this.columns = columns;
    this.where = where;
    for (String column : columns) {
      List<Integer> on = conditionsOn(column);
      int equals = on.stream().filter(i -> where.get(i).op() == Op.EQ).findFirst().orElse(-1);
      if (equals < 0) {
        next.addAll(on);
        break;
      }
      equal.add(equals);
    }
  }

  private List<Integer> conditionsOn(String column) {
    List<Integer> found = new ArrayList<>();
    for (int i = 0; i < where.size(); i++) {
      Op op = where.get(i).op();
      if (op != Op.NE && op != Op.SHORTER && where.get(i).column().equals(column)) {
        found.add(i);
      }
    }
    return found;
  }

  /**
   * Whether the parts have this order. A descending order needs one part and no equal rows, which
   * would come in another order than ascending.
   */
  boolean isOrderedBy(List<String> orderBy, boolean descending) {
    List<String> fixed = columns.subList(0, equal.size());
    List<String> wanted = orderBy.stream().filter(name -> !fixed.contains(name)).toList();
    List<String> given = columns.subList(fixed.size(), columns.size());
    if (orderBy.isEmpty()) {
      return true;
    }
    if (descending) {
      return wanted.equals(given) && next.stream().noneMatch(i -> where.get(i).op().takesList());
    }
    return wanted.size() <= given.size() && given.subList(0, wanted.size()).equals(wanted);
  }

  /**
   * The parts of the map to walk, in its order.
   *
   * @param operands of all conditions
   */
  List<NavigableMap<Object[], Object[]>> parts(
      NavigableMap<Object[], Object[]> sorted, Object[] operands) {
    Object[] prefix = equal.stream().map(i -> operands[i]).toArray();
    for (int i : next) {
      Op op = where.get(i).op();
      if (op == Op.RANGES) {
        return disjoint((long[]) operands[i]).stream()
            .map(range -> between(sorted, with(prefix, range[0]), with(prefix, range[1])))
            .toList();
      }
      if (op.takesList()) {
        return distinct(operands[i]).stream()
            .map(value -> between(sorted, with(prefix, value), with(prefix, value)))
            .toList();
      }
    }
    Object[] low = prefix;
    Object[] high = prefix;
    for (int i : next) {
      if (where.get(i).op() == Op.GT) {
        low = with(with(prefix, operands[i]), MemoryTable.ABOVE_ALL);
      } else if (where.get(i).op() == Op.GE) {
        low = with(prefix, operands[i]);
      } else {
        high = with(prefix, operands[i]);
      }
    }
    return List.of(between(sorted, low, high));
  }

  /** The values of a list of numbers or bytes, in ascending order. */
  private static Collection<Object> distinct(Object list) {
    Collection<Object> values = new TreeSet<>(MemoryTable::compare);
    if (list instanceof byte[][] bytes) {
      values.addAll(Arrays.asList(bytes));
    } else {
      Arrays.stream((long[]) list).forEach(values::add);
    }
    return values;
  }

  /**
   * The ranges in ascending order, those that overlap as one.
   *
   * @param edges the first and the last number of each range
   */
  private static List<long[]> disjoint(long[] edges) {
    List<long[]> ranges = new ArrayList<>();
    for (int i = 0; i < edges.length; i += 2) {
      if (edges[i] <= edges[i + 1]) {
        ranges.add(new long[] {edges[i], edges[i + 1]});
      }
    }
    ranges.sort(Comparator.comparingLong(range -> range[0]));
    List<long[]> merged = new ArrayList<>();
    for (long[] range : ranges) {
      long[] last = merged.isEmpty() ? null : merged.get(merged.size() - 1);
      if (last != null && range[0] <= last[1]) {
        last[1] = Math.max(last[1], range[1]);
      } else {
        merged.add(range);
      }
    }
    return merged;
  }

  /** From the first key at or above {@code low} to the last one that begins with {@code high}. */
  private static NavigableMap<Object[], Object[]> between(
      NavigableMap<Object[], Object[]> sorted, Object[] low, Object[] high) {
    if (low.length == 0 && high.length == 0) {
      return sorted;
    }
    NavigableMap<Object[], Object[]> from = sorted.tailMap(low, true);
    Object[] end = with(high, MemoryTable.ABOVE_ALL);
    return sorted.comparator().compare(low, end) > 0
        ? from.headMap(low, false)
        : from.headMap(end, true);
  }

  private static Object[] with(Object[] key, Object value) {
    Object[] longer = Arrays.copyOf(key, key.length + 1);
    longer[key.length] = value;
    return longer;
  }

  /** Such as {@code where kind = ?, state >= ?}. */
  String describe() {
    return Stream.concat(equal.stream(), next.stream())
        .map(i -> where.get(i).column() + " " + symbol(where.get(i)))
        .collect(Collectors.collectingAndThen(Collectors.joining(", "), MemoryPath::orAll));
  }

  private static String orAll(String conditions) {
    return conditions.isEmpty() ? "from end to end" : "where " + conditions;
  }

  private static String symbol(Condition condition) {
    String operand = condition.constant().map(Object::toString).orElse("?");
    return switch (condition.op()) {
      case EQ -> "= " + operand;
      case NE -> "<> " + operand;
      case GT -> "> " + operand;
      case GE -> ">= " + operand;
      case LT -> "< " + operand;
      case LE -> "<= " + operand;
      case IN -> "in up to " + condition.max() + " values";
      case EXACTLY -> "in " + condition.max() + " values";
      case RANGES -> "in " + condition.max() + " ranges";
      case SHORTER -> "shorter than " + operand;
    };
  }
}
