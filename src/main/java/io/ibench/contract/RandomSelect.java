package io.ibench.contract;

import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.Condition.Op;
import io.ibench.db.Prepared;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.LongStream;

/** A random select on the things, and the rows that it must find. Immutable. */
final class RandomSelect {

  private static final List<String> COLUMNS = RuleGroup.THING_NUMBERS;

  private final List<Condition> where = new ArrayList<>();
  private final List<long[]> operands = new ArrayList<>();
  private final boolean byIndex;
  private final boolean descending;
  private final int limit;
  private final int offset;

  RandomSelect(Random random) {
    byIndex = random.nextBoolean();
    descending = random.nextBoolean();
    limit = random.nextInt(3) * 4;
    offset = limit > 0 ? random.nextInt(3) : 0;
    List<String> columns = new ArrayList<>(COLUMNS);
    Collections.shuffle(columns, random);
    boolean listed = false;
    for (String column : columns.subList(0, random.nextInt(4))) {
      List<Op> ops = new ArrayList<>(Operators.WITH_ONE_VALUE);
      if (!listed) {
        ops.add(Op.IN);
      }
      Op op = ops.get(random.nextInt(ops.size()));
      listed |= op == Op.IN;
      where.add(op == Op.IN ? Condition.in(column, 4) : Condition.of(column, op));
      operands.add(random.longs(op == Op.IN ? 4 : 1, 0, column.equals("id") ? 62 : 4).toArray());
    }
  }

  private List<String> order() {
    return byIndex ? Tables.BY_WEIGHT.columns() : Tables.THINGS.primaryKey();
  }

  Command.Select command() {
    return new Command.Select(
        Tables.THINGS,
        COLUMNS,
        where,
        byIndex ? Optional.of(Tables.BY_WEIGHT) : Optional.empty(),
        order(),
        descending,
        limit,
        offset);
  }

  void bind(Prepared select) {
    for (int i = 0; i < where.size(); i++) {
      if (where.get(i).op() == Op.IN) {
        select.setLongs(i, operands.get(i), 4);
      } else {
        select.setLong(i, operands.get(i)[0]);
      }
    }
  }

  /** The rows that it finds among all rows. */
  List<List<Long>> of(List<List<Long>> all) {
    Comparator<List<Long>> order = (unused, unusedToo) -> 0;
    for (String column : order()) {
      order = order.thenComparing(row -> row.get(COLUMNS.indexOf(column)));
    }
    return all.stream()
        .filter(this::holds)
        .sorted(descending ? order.reversed() : order)
        .skip(offset)
        .limit(limit > 0 ? limit : Long.MAX_VALUE)
        .toList();
  }

  private boolean holds(List<Long> row) {
    for (int i = 0; i < where.size(); i++) {
      long value = row.get(COLUMNS.indexOf(where.get(i).column()));
      boolean holds =
          where.get(i).op() == Op.IN
              ? LongStream.of(operands.get(i)).anyMatch(listed -> listed == value)
              : Operators.predicate(where.get(i).op(), operands.get(i)[0]).test(value);
      if (!holds) {
        return false;
      }
    }
    return true;
  }

  @Override
  public String toString() {
    List<String> conditions = new ArrayList<>();
    for (int i = 0; i < where.size(); i++) {
      conditions.add(
          where.get(i).column() + " " + where.get(i).op() + " " + Arrays.toString(operands.get(i)));
    }
    return "rows where "
        + String.join(" and ", conditions)
        + " order by "
        + String.join(", ", order())
        + (descending ? " descending" : "")
        + (limit > 0 ? " limit " + limit + " offset " + offset : "");
  }
}
