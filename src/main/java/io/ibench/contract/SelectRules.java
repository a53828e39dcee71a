package io.ibench.contract;

import io.ibench.db.Assign;
import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.Condition.Op;
import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.RowHash;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Selects: conditions, lists, order, limit, offset, indexes and the hash of the rows. */
final class SelectRules extends RuleGroup {

  SelectRules(Workspace workspace) throws DatabaseException {
    super(workspace, Tables.THINGS);
  }

  private Prepared select(
      List<Condition> where, List<String> order, boolean descending, int limit, int offset)
      throws DatabaseException {
    return session.prepare(
        new Command.Select(
            Tables.THINGS,
            List.of("id"),
            where,
            Optional.empty(),
            order,
            descending,
            limit,
            offset));
  }

  private Prepared selectById(List<Condition> where) throws DatabaseException {
    return select(where, List.of("id"), false, 0, 0);
  }

  private static void expectIds(String what, List<Long> expected, Prepared select)
      throws DatabaseException {
    Expect.list("ids " + what, expected, readOne(select));
  }

  private void thingsWithWeights(long... weights) throws DatabaseException {
    for (int i = 0; i < weights.length; i++) {
      thing(1, i + 1, 0, weights[i], 0);
    }
  }

  @Rule("A select orders by all columns of its order, ascending or descending.")
  void ordersByAllColumnsInOneDirection() throws DatabaseException {
    thingsWithWeights(5, 9, 5, 7, 9);
    List<String> order = List.of("weight", "id");
    expectIds("ascending", row(1, 3, 4, 2, 5), select(List.of(), order, false, 0, 0));
    expectIds("descending", row(5, 2, 4, 3, 1), select(List.of(), order, true, 0, 0));
  }

  @Rule("A select skips its offset, then reads up to its limit, in its order.")
  void limitsAndSkipsInOrder() throws DatabaseException {
    thingsWithWeights(5, 9, 5, 7, 9);
    List<String> order = List.of("weight", "id");
    expectIds("limit 2", row(5, 2), select(List.of(), order, true, 2, 0));
    expectIds("limit 2 offset 1", row(2, 4), select(List.of(), order, true, 2, 1));
    expectIds("limit 9 offset 3", row(3, 1), select(List.of(), order, true, 9, 3));
    expectIds("limit 9 offset 5", row(), select(List.of(), order, true, 9, 5));
    expectIds("limit 1 offset 4", row(5), select(List.of(), order, false, 1, 4));
  }

  @Rule("Every operator compares 64-bit numbers exactly, by parameter and by constant.")
  void comparesWithEveryOperatorByParameterAndByConstant() throws DatabaseException {
    long[] weights = {Long.MIN_VALUE, -5, -1, 0, 1, 5, Long.MAX_VALUE};
    thingsWithWeights(weights);
    for (Op op : Operators.WITH_ONE_VALUE) {
      Prepared byParameter = selectById(List.of(Condition.of("weight", op)));
      for (long operand : weights) {
        List<Long> expected =
            IntStream.range(0, weights.length)
                .filter(i -> Operators.predicate(op, operand).test(weights[i]))
                .mapToObj(i -> i + 1L)
                .toList();
        byParameter.setLong(0, operand);
        expectIds("where weight " + op + " ? = " + operand, expected, byParameter);
        Condition constant = new Condition("weight", op, 1, Optional.of(operand));
        expectIds("where weight " + op + " " + operand, expected, selectById(List.of(constant)));
      }
    }
  }

  @Rule("A list finds its rows at every length, from 1 to the maximum, and when repeated.")
  void findsEveryLengthOfAList() throws DatabaseException {
    for (long id = 1; id <= 40; id++) {
      thing(id % 2, id, 0, 0, 0);
    }
    for (int max : new int[] {1, 2, 3, 7, 8, 33}) {
      Prepared select =
          selectById(
              List.of(Condition.eq("state", 0), Condition.in("id", max), Condition.eq("kind")));
      select.setLong(1, 1);
      for (int length = max; length >= 1; length--) {
        long[] listed = LongStream.iterate(3, id -> id + 1).limit(max).toArray();
        select.setLongs(0, listed, length);
        List<Long> odd = LongStream.range(3, 3 + length).filter(id -> id % 2 == 1).boxed().toList();
        String what = "of a list of " + length + " of " + max;
        expectIds(what, odd, select);
        expectIds(what + ", repeated", odd, select);
      }
    }
  }

  @Rule("A row is found once, however often a list names it.")
  void findsARowOnceHoweverOftenAListNamesIt() throws DatabaseException {
    thingsWithWeights(1, 2, 3, 4);
    Prepared select = selectById(List.of(Condition.in("id", 8)));
    select.setLongs(0, new long[] {3, 3, 99, 1, 3}, 5);
    expectIds("in 3, 3, 99, 1, 3", row(1, 3), select);
    select.setLongs(0, new long[] {99}, 1);
    expectIds("in 99", row(), select);
  }

  @Rule("setLongs copies the list at once: the caller may reuse the array.")
  void copiesAListWhenItIsBound() throws DatabaseException {
    thingsWithWeights(1, 2, 3, 4);
    Prepared select = selectById(List.of(Condition.in("id", 4)));
    long[] listed = {2, 4};
    select.setLongs(0, listed, 2);
    listed[0] = 1;
    expectIds("in 2, 4", row(2, 4), select);
  }

  @Rule("A select by an index reads a range of it in order.")
  void readsByAnIndex() throws DatabaseException {
    database.createIndex(Tables.THINGS, Tables.BY_WEIGHT);
    for (long id = 1; id <= 30; id++) {
      thing(id % 2, id, id % 3, 100 - id, 0);
    }
    Prepared select =
        session.prepare(
            new Command.Select(
                Tables.THINGS,
                List.of("id", "weight"),
                List.of(
                    Condition.eq("kind"),
                    Condition.eq("state", 1),
                    Condition.of("weight", Op.GE),
                    Condition.of("weight", Op.LE)),
                Optional.of(Tables.BY_WEIGHT),
                List.of("weight", "id"),
                true,
                3,
                0));
    select.setLong(0, 1);
    select.setLong(1, 75);
    select.setLong(2, 93);
    List<List<Long>> expected = List.of(row(7, 93), row(13, 87), row(19, 81));
    Expect.list("rows (id, weight)", expected, read(select, 2));
  }

  /** Ranges that begin in the middle of a key or index, and end at a bound or a limit. */
  @Rule("150 random selects by key and by index find the same rows as a look at all rows.")
  void findsTheSameRowsAsALookAtAll() throws DatabaseException {
    database.createIndex(Tables.THINGS, Tables.BY_WEIGHT);
    for (long id = 1; id <= 60; id++) {
      thing(id % 3, id, id % 2, id * 7 % 10, id % 5);
    }
    List<List<Long>> all = things();
    Random random = new Random(11);
    for (int round = 0; round < 150; round++) {
      RandomSelect drawn = new RandomSelect(random);
      Prepared select = session.prepare(drawn.command());
      drawn.bind(select);
      Expect.list(drawn.toString(), drawn.of(all), read(select, THING_NUMBERS.size()));
    }
  }

  @Rule("An index follows every update and delete.")
  void seesAnIndexFollowEveryChange() throws DatabaseException {
    database.createIndex(Tables.THINGS, Tables.BY_WEIGHT);
    for (long id = 1; id <= 4; id++) {
      thing(1, id, 1, 10 * id, 0);
    }
    Prepared move =
        session.prepare(
            new Command.Update(
                Tables.THINGS,
                List.of(Assign.parameter("weight"), Assign.parameter("state")),
                List.of(),
                THING_KEY,
                Optional.empty()));
    long[][] changes = {{1, 99, 1}, {3, 30, 0}};
    for (long[] change : changes) {
      move.setLong(0, change[1]);
      move.setLong(1, change[2]);
      bindKey(move, 2, 1, change[0]);
      move.execute();
    }
    Prepared delete = session.prepare(new Command.Delete(Tables.THINGS, THING_KEY, 0));
    bindKey(delete, 0, 1, 2);
    delete.execute();
    Prepared byIndex =
        session.prepare(
            new Command.Select(
                Tables.THINGS,
                List.of("id"),
                List.of(Condition.eq("kind", 1), Condition.eq("state", 1)),
                Optional.of(Tables.BY_WEIGHT),
                List.of("weight", "id"),
                false,
                0,
                0));
    expectIds("by weight", row(4, 1), byIndex);
  }

  @Rule("A select reads many rows with their bytes, then few, then many again.")
  void readsManyRowsAndFewAgain() throws DatabaseException {
    Prepared insert = session.prepare(insertOf(Tables.THINGS, 500));
    for (long id = 1; id <= 500; id++) {
      bindThing(insert, 1, id, 0, id, 0, new byte[(int) (id % 250)]);
      insert.addBatch();
    }
    insert.execute();
    Prepared select =
        session.prepare(
            new Command.Select(
                Tables.THINGS,
                List.of("label", "id"),
                List.of(Condition.of("id", Op.LE)),
                Optional.empty(),
                List.of("id"),
                false,
                0,
                0));
    for (int count : new int[] {500, 2, 500}) {
      select.setLong(0, count);
      expectCount(count, select);
      for (int row = 0; row < count; row++) {
        Expect.equal("id", row + 1L, select.getLong(row, 1));
        Expect.bytes("label", new byte[(row + 1) % 250], bytes(select, row, 0));
      }
    }
  }

  @Rule("getBytes copies what fits into the array and returns the whole length.")
  void copiesOnlyWhatFits() throws DatabaseException {
    thing(1, 1, 0, 0, 0);
    Prepared select =
        session.prepare(Command.Select.of(Tables.THINGS, List.of("label"), THING_KEY));
    bindKey(select, 0, 1, 1);
    select.execute();
    byte[] three = new byte[3];
    Expect.equal("length", LABEL.length, select.getBytes(0, 0, three));
    Expect.bytes("copied", ascii("lab"), three);
    Expect.equal("length", LABEL.length, select.getBytes(0, 0, new byte[0]));
  }

  @Rule("getLong and getBytes refuse a row that the last execution did not read.")
  void refusesARowThatWasNotRead() throws DatabaseException {
    thing(1, 1, 0, 0, 0);
    thing(1, 2, 0, 0, 0);
    Prepared select = session.prepare(Tables.THINGS.select("id", "label").where("kind"));
    for (int kind : new int[] {1, 9, 1}) {
      select.setLong(0, kind);
      int rows = kind == 1 ? 2 : 0;
      expectCount(rows, select);
      String what = " of row " + rows + " of " + rows;
      Expect.refuses(IllegalStateException.class, "getLong" + what, () -> select.getLong(rows, 0));
      Expect.refuses(
          IllegalStateException.class,
          "getBytes" + what,
          () -> select.getBytes(rows, 1, new byte[9]));
    }
  }

  @Rule("A count of rows counts them whatever columns it selects.")
  void countsRowsOfAllColumns() throws DatabaseException {
    thingsWithWeights(3, 1, 2);
    thing(9, 9, 0, 0, 0);
    Prepared count = session.prepare(Tables.THINGS.select().where("kind").count());
    count.setLong(0, 1);
    Expect.list("rows of kind 1", row(3), readOne(count));
    Prepared all = session.prepare(Tables.THINGS.select("state", "weight").count());
    Expect.list("all rows", row(4), readOne(all));
  }

  @Rule("A select without order reads every row once.")
  void readsWithoutOrderEveryRowOnce() throws DatabaseException {
    thingsWithWeights(3, 1, 2);
    List<Long> found =
        readOne(select(List.of(), List.of(), false, 0, 0)).stream().sorted().toList();
    Expect.list("ids", row(1, 2, 3), found);
  }

  @Rule(
      "resultHash has every column of every row; with an order, also their positions. Rows can be"
          + " counted only.")
  void hashesEveryColumnOfEveryRow() throws DatabaseException {
    thing(1, 1, 0, -7, 12, ascii("a"));
    thing(1, 2, 3, 9, 0, ascii("a label of some length"));
    thing(1, 3, 127, Long.MIN_VALUE, 1, new byte[0]);
    List<String> columns = List.of("id", "label", "weight", "state");
    for (boolean ordered : new boolean[] {false, true}) {
      List<String> order = ordered ? List.of("kind", "id") : List.of();
      Prepared select = session.prepare(selectOf(Tables.THINGS, columns, order));
      for (int time = 1; time <= 2; time++) {
        int rows = select.execute();
        long expected = 0;
        for (int row = 0; row < rows; row++) {
          byte[] label = bytes(select, row, 1);
          long hash = RowHash.number(0, 0, select.getLong(row, 0));
          hash = RowHash.bytes(hash, 1, label, label.length);
          hash = RowHash.number(hash, 2, select.getLong(row, 2));
          hash = RowHash.number(hash, 3, select.getLong(row, 3));
          expected += RowHash.end(hash, row, ordered);
        }
        Expect.equal("rows", 3, rows);
        Expect.equal(
            "hash of the rows " + (ordered ? "in order" : "without order"),
            expected,
            select.resultHash());
        select.readValues(false);
        Expect.equal("rows that are only counted", 3, select.execute());
        select.readValues(true);
      }
    }
  }
}
