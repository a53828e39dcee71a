package io.ibench.db;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Condition.Op;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import java.util.function.LongPredicate;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SelectContractTest extends DatabaseContract {

  private Prepared select(
      List<Condition> where, List<String> order, boolean descending, int limit, int offset)
      throws DatabaseException {
    return session.prepare(
        new Command.Select(
            THINGS, List.of("id"), where, Optional.empty(), order, descending, limit, offset));
  }

  private static List<Long> ids(Prepared select) throws DatabaseException {
    return read(select, 1).stream().map(cells -> cells.get(0)).toList();
  }

  private void thingsWithWeights(long... weights) throws DatabaseException {
    for (int i = 0; i < weights.length; i++) {
      thing(1, i + 1, 0, weights[i], 0);
    }
  }

  @Test
  void ordersByAllColumnsInOneDirection() throws DatabaseException {
    thingsWithWeights(5, 9, 5, 7, 9);
    List<String> order = List.of("weight", "id");
    assertThat(ids(select(List.of(), order, false, 0, 0))).containsExactly(1L, 3L, 4L, 2L, 5L);
    assertThat(ids(select(List.of(), order, true, 0, 0))).containsExactly(5L, 2L, 4L, 3L, 1L);
  }

  @Test
  void limitsAndSkipsInOrder() throws DatabaseException {
    thingsWithWeights(5, 9, 5, 7, 9);
    List<String> order = List.of("weight", "id");
    assertThat(ids(select(List.of(), order, true, 2, 0))).containsExactly(5L, 2L);
    assertThat(ids(select(List.of(), order, true, 2, 1))).containsExactly(2L, 4L);
    assertThat(ids(select(List.of(), order, true, 9, 3))).containsExactly(3L, 1L);
    assertThat(ids(select(List.of(), order, true, 9, 5))).isEmpty();
    assertThat(ids(select(List.of(), order, false, 1, 4))).containsExactly(5L);
  }

  @Test
  void comparesWithEveryOperatorByParameterAndByConstant() throws DatabaseException {
    long[] weights = {Long.MIN_VALUE, -5, -1, 0, 1, 5, Long.MAX_VALUE};
    thingsWithWeights(weights);
    for (long operand : weights) {
      for (Op op : List.of(Op.EQ, Op.NE, Op.GT, Op.GE, Op.LT, Op.LE)) {
        List<Long> expected =
            IntStream.range(0, weights.length)
                .filter(i -> predicate(op, operand).test(weights[i]))
                .mapToObj(i -> i + 1L)
                .toList();
        Prepared byParameter =
            select(List.of(Condition.of("weight", op)), List.of("id"), false, 0, 0);
        byParameter.setLong(0, operand);
        assertThat(ids(byParameter)).as("%s %d", op, operand).isEqualTo(expected);
        Condition constant = new Condition("weight", op, 1, Optional.of(operand));
        assertThat(ids(select(List.of(constant), List.of("id"), false, 0, 0)))
            .as("constant %s %d", op, operand)
            .isEqualTo(expected);
      }
    }
  }

  private static LongPredicate predicate(Op op, long operand) {
    return switch (op) {
      case EQ -> value -> value == operand;
      case NE -> value -> value != operand;
      case GT -> value -> value > operand;
      case GE -> value -> value >= operand;
      case LT -> value -> value < operand;
      case LE -> value -> value <= operand;
      case IN -> throw new IllegalArgumentException("takes a list");
    };
  }

  @Test
  void findsEveryLengthOfAList() throws DatabaseException {
    for (long id = 1; id <= 40; id++) {
      thing(id % 2, id, 0, 0, 0);
    }
    for (int max : new int[] {1, 2, 3, 7, 8, 33}) {
      Prepared select =
          select(
              List.of(Condition.eq("state", 0), Condition.in("id", max), Condition.eq("kind")),
              List.of("id"),
              false,
              0,
              0);
      select.setLong(1, 1);
      for (int length = max; length >= 1; length--) {
        long[] listed = LongStream.iterate(3, id -> id + 1).limit(max).toArray();
        select.setLongs(0, listed, length);
        List<Long> odd = LongStream.range(3, 3 + length).filter(id -> id % 2 == 1).boxed().toList();
        assertThat(ids(select)).as("%d of %d", length, max).isEqualTo(odd);
        assertThat(ids(select)).as("again %d of %d", length, max).isEqualTo(odd);
      }
    }
  }

  @Test
  void findsARowOnceHoweverOftenAListNamesIt() throws DatabaseException {
    thingsWithWeights(1, 2, 3, 4);
    Prepared select = select(List.of(Condition.in("id", 8)), List.of("id"), false, 0, 0);
    select.setLongs(0, new long[] {3, 3, 99, 1, 3}, 5);
    assertThat(ids(select)).containsExactly(1L, 3L);
    select.setLongs(0, new long[] {99}, 1);
    assertThat(ids(select)).isEmpty();
  }

  @Test
  void copiesAListWhenItIsBound() throws DatabaseException {
    thingsWithWeights(1, 2, 3, 4);
    Prepared select = select(List.of(Condition.in("id", 4)), List.of("id"), false, 0, 0);
    long[] listed = {2, 4};
    select.setLongs(0, listed, 2);
    listed[0] = 1;
    assertThat(ids(select)).containsExactly(2L, 4L);
  }

  @Test
  void readsByAnIndex() throws DatabaseException {
    database.createIndex(THINGS, BY_WEIGHT);
    for (long id = 1; id <= 30; id++) {
      thing(id % 2, id, id % 3, 100 - id, 0);
    }
    Prepared select =
        session.prepare(
            new Command.Select(
                THINGS,
                List.of("id", "weight"),
                List.of(
                    Condition.eq("kind"),
                    Condition.eq("state", 1),
                    Condition.of("weight", Op.GE),
                    Condition.of("weight", Op.LE)),
                Optional.of(BY_WEIGHT),
                List.of("weight", "id"),
                true,
                3,
                0));
    select.setLong(0, 1);
    select.setLong(1, 75);
    select.setLong(2, 93);
    assertThat(read(select, 2)).containsExactly(row(7, 93), row(13, 87), row(19, 81));
  }

  /** Walks that begin in the middle of a key or index, and end at a bound or a limit. */
  @Test
  void findsTheSameRowsByKeyAndByIndexAsLookingAtAll() throws DatabaseException {
    database.createIndex(THINGS, BY_WEIGHT);
    for (long id = 1; id <= 60; id++) {
      thing(id % 3, id, id % 2, id * 7 % 10, id % 5);
    }
    List<List<Long>> all = things();
    Random random = new Random(11);
    for (int round = 0; round < 150; round++) {
      Walk walk = new Walk(random);
      Prepared select = session.prepare(walk.select());
      walk.bind(select);
      assertThat(read(select, THING_NUMBERS.size())).as(walk.toString()).isEqualTo(walk.of(all));
    }
  }

  /** A random select, and the rows that it must find. */
  private static final class Walk {

    private static final List<String> COLUMNS = List.of("kind", "id", "state", "weight", "size");
    private final List<Condition> where = new ArrayList<>();
    private final List<long[]> operands = new ArrayList<>();
    private final boolean byIndex;
    private final boolean descending;
    private final int limit;
    private final int offset;

    Walk(Random random) {
      byIndex = random.nextBoolean();
      descending = random.nextBoolean();
      limit = random.nextInt(3) * 4;
      offset = limit > 0 ? random.nextInt(3) : 0;
      List<String> columns = new ArrayList<>(COLUMNS);
      Collections.shuffle(columns, random);
      boolean listed = false;
      for (String column : columns.subList(0, random.nextInt(4))) {
        Op op = Op.values()[random.nextInt(Op.values().length - (listed ? 1 : 0))];
        listed |= op == Op.IN;
        where.add(op == Op.IN ? Condition.in(column, 4) : Condition.of(column, op));
        operands.add(random.longs(op == Op.IN ? 4 : 1, 0, column.equals("id") ? 62 : 4).toArray());
      }
    }

    Command.Select select() {
      return new Command.Select(
          THINGS,
          THING_NUMBERS,
          where,
          byIndex ? Optional.of(BY_WEIGHT) : Optional.empty(),
          byIndex ? BY_WEIGHT.columns() : THINGS.primaryKey(),
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

    List<List<Long>> of(List<List<Long>> all) {
      Comparator<List<Long>> order = (a, b) -> 0;
      for (String column : byIndex ? BY_WEIGHT.columns() : THINGS.primaryKey()) {
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
                : predicate(where.get(i).op(), operands.get(i)[0]).test(value);
        if (!holds) {
          return false;
        }
      }
      return true;
    }

    @Override
    public String toString() {
      return select() + " with " + operands.stream().map(Arrays::toString).toList();
    }
  }

  @Test
  void seesAnIndexFollowEveryChange() throws DatabaseException {
    database.createIndex(THINGS, BY_WEIGHT);
    Prepared byIndex =
        session.prepare(
            new Command.Select(
                THINGS,
                List.of("id"),
                List.of(Condition.eq("kind", 1), Condition.eq("state", 1)),
                Optional.of(BY_WEIGHT),
                List.of("weight", "id"),
                false,
                0,
                0));
    for (long id = 1; id <= 4; id++) {
      thing(1, id, 1, 10 * id, 0);
    }
    Prepared move =
        session.prepare(
            new Command.Update(
                THINGS,
                List.of(Assign.parameter("weight"), Assign.parameter("state")),
                List.of(),
                THING_KEY,
                Optional.empty()));
    long[][] changes = {{1, 99, 1}, {3, 30, 0}};
    for (long[] change : changes) {
      move.setLong(0, change[1]);
      move.setLong(1, change[2]);
      move.setLong(2, 1);
      move.setLong(3, change[0]);
      move.execute();
    }
    Prepared delete = session.prepare(new Command.Delete(THINGS, THING_KEY, 0));
    delete.setLong(0, 1);
    delete.setLong(1, 2);
    delete.execute();
    assertThat(ids(byIndex)).containsExactly(4L, 1L);
  }

  @Test
  void readsManyRowsAndFewAgain() throws DatabaseException {
    Prepared insert = session.prepare(new Command.Insert(THINGS, THINGS.columnNames(), 500));
    for (long id = 1; id <= 500; id++) {
      bindThing(insert, 1, id, 0, id, 0, new byte[(int) (id % 250)]);
      insert.addBatch();
    }
    insert.execute();
    Prepared select =
        session.prepare(
            new Command.Select(
                THINGS,
                List.of("label", "id"),
                List.of(Condition.of("id", Op.LE)),
                Optional.empty(),
                List.of("id"),
                false,
                0,
                0));
    for (int count : new int[] {500, 2, 500}) {
      select.setLong(0, count);
      assertThat(select.execute()).isEqualTo(count);
      for (int row = 0; row < count; row++) {
        assertThat(select.getLong(row, 1)).isEqualTo(row + 1);
        assertThat(bytes(select, row, 0)).isEqualTo(new byte[(row + 1) % 250]);
      }
    }
  }

  @Test
  void copiesOnlyWhatFitsAndTellsTheWholeLength() throws DatabaseException {
    thing(1, 1, 0, 0, 0);
    Prepared select = session.prepare(Command.Select.of(THINGS, List.of("label"), THING_KEY));
    select.setLong(0, 1);
    select.setLong(1, 1);
    select.execute();
    byte[] three = new byte[3];
    assertThat(select.getBytes(0, 0, three)).isEqualTo(LABEL.length);
    assertThat(three).containsExactly('l', 'a', 'b');
    assertThat(select.getBytes(0, 0, new byte[0])).isEqualTo(LABEL.length);
  }

  @Test
  void readsWithoutOrderEveryRowOnce() throws DatabaseException {
    thingsWithWeights(3, 1, 2);
    List<Long> found = new ArrayList<>(ids(select(List.of(), List.of(), false, 0, 0)));
    assertThat(found).hasSize(3);
    assertThat(new TreeSet<>(found)).containsExactly(1L, 2L, 3L);
  }
}
