package io.ibench.contract;

import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.RowHash;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/** Lists of a fixed length, ranges, lists in changes; sums, counts and distinct rows. */
final class ListRules extends RuleGroup {

  private static final long ROWS = 30;

  ListRules(Workspace workspace) throws DatabaseException {
    super(workspace, Tables.TEXTS);
    Prepared insert = session.prepare(insertOf(Tables.TEXTS, (int) ROWS));
    for (long id = 1; id <= ROWS; id++) {
      byte[] code = ascii("code " + id % 3);
      insert.setLong(0, id);
      insert.setLong(1, 10 * id);
      insert.setBytes(2, code, code.length);
      insert.setBytes(3, code, code.length);
      insert.addBatch();
    }
    insert.execute();
  }

  private List<Long> ids(Condition condition, long... list) throws DatabaseException {
    Prepared select = session.prepare(Tables.TEXTS.select("id").where(condition).ordered("id"));
    select.setLongs(0, list, list.length);
    List<Long> found = readOne(select);
    Expect.list("the same ids again", found, readOne(select));
    return found;
  }

  private List<Long> allIds() throws DatabaseException {
    return readOne(session.prepare(Tables.TEXTS.select("id").ordered("id")));
  }

  private static List<Long> idsBut(long... missing) {
    return LongStream.rangeClosed(1, ROWS)
        .filter(id -> Arrays.stream(missing).noneMatch(gone -> gone == id))
        .boxed()
        .toList();
  }

  @Rule("A list of a fixed length finds each row once, also when it names a row twice.")
  void findsRowsOfAListOfAFixedLength() throws DatabaseException {
    Condition four = Condition.exactly("id", 4);
    Expect.list("ids in 7, 2, 7, 99", row(2, 7), ids(four, 7, 2, 7, 99));
    Expect.list("ids by amount", row(3), ids(Condition.exactly("amount", 2), 30, 31));
  }

  @Rule("A range finds the rows from its first to its last number, and none if they are reversed.")
  void findsRowsOfARange() throws DatabaseException {
    Expect.list("ids in 5 .. 8", row(5, 6, 7, 8), ids(Condition.between("id"), 5, 8));
    Expect.list("ids in 29 .. 40", row(29, 30), ids(Condition.between("id"), 29, 40));
    Expect.list("ids in 8 .. 5", row(), ids(Condition.between("id"), 8, 5));
    Expect.list("amounts in 95 .. 120", row(10, 11, 12), ids(Condition.between("amount"), 95, 120));
  }

  @Rule("Several ranges find each row once, also where they overlap.")
  void findsRowsOfSeveralRanges() throws DatabaseException {
    Condition three = Condition.ranges("id", 3);
    Expect.list("ids", row(1, 2, 3, 4, 20), ids(three, 2, 4, 1, 3, 20, 20));
  }

  @Rule("Ranges stand beside other conditions.")
  void combinesRangesWithOtherConditions() throws DatabaseException {
    Prepared select =
        session.prepare(
            Tables.TEXTS
                .select("id")
                .where(Condition.of("amount", Condition.Op.GE))
                .where(Condition.ranges("id", 2))
                .where(Condition.of("amount", Condition.Op.NE))
                .ordered("id"));
    select.setLong(0, 30);
    select.setLongs(1, new long[] {1, 4, 9, 10}, 4);
    select.setLong(2, 90);
    Expect.list("ids", row(3, 4, 10), readOne(select));
  }

  @Rule("A condition with a list of a fixed length takes exactly so many numbers.")
  void refusesAListOfAnotherLength() throws DatabaseException {
    Prepared select = session.prepare(Tables.TEXTS.select("id").where(Condition.exactly("id", 3)));
    boolean refused = false;
    try {
      select.setLongs(0, new long[] {1, 2}, 2);
    } catch (IllegalArgumentException e) {
      refused = true;
    }
    Expect.that(refused, "setLongs refuses 2 numbers for a list of 3", "it takes them");
  }

  @Rule("An update by a list or a range changes the rows that match, and returns their number.")
  void updatesByListsAndRanges() throws DatabaseException {
    for (Condition condition :
        List.of(Condition.in("id", 5), Condition.exactly("id", 3), Condition.between("id"))) {
      boolean range = condition.op() == Condition.Op.RANGES;
      Prepared update =
          session.prepare(Tables.TEXTS.update().set("name").add("amount", 1).where(condition));
      update.setBytes(0, LABEL, LABEL.length);
      long[] list = range ? new long[] {4, 6} : new long[] {6, 99, 4};
      update.setLongs(1, list, list.length);
      expectCount(range ? 3 : 2, update);
    }
    Prepared amounts =
        session.prepare(Tables.TEXTS.select("amount").where(Condition.between("id")).ordered("id"));
    amounts.setLongs(0, new long[] {3, 7}, 2);
    Expect.list("amounts", row(30, 43, 51, 63, 70), readOne(amounts));
  }

  @Rule("A delete by a list or by ranges removes the rows that match, and returns their number.")
  void deletesByListsAndRanges() throws DatabaseException {
    Prepared byList = session.prepare(Tables.TEXTS.delete().where(Condition.in("id", 4)));
    byList.setLongs(0, new long[] {1, 1, 50}, 3);
    expectCount(1, byList);
    Prepared exactly = session.prepare(Tables.TEXTS.delete().where(Condition.exactly("id", 2)));
    exactly.setLongs(0, new long[] {2, 3}, 2);
    expectCount(2, exactly);
    Prepared ranges = session.prepare(Tables.TEXTS.delete().where(Condition.ranges("id", 2)));
    ranges.setLongs(0, new long[] {28, 99, 10, 11}, 4);
    expectCount(5, ranges);
    Expect.list("ids", idsBut(1, 2, 3, 10, 11, 28, 29, 30), allIds());
  }

  @Rule("Distinct rows are read once, in the order of what is selected.")
  void readsDistinctRowsOnce() throws DatabaseException {
    Prepared select =
        session.prepare(
            Tables.TEXTS.select("code").where(Condition.between("id")).distinct().ordered("code"));
    select.setLongs(0, new long[] {4, 20}, 2);
    expectCount(3, select);
    long expected = 0;
    for (int row = 0; row < 3; row++) {
      byte[] code = ascii("code " + row);
      Expect.bytes("code", code, bytes(select, row, 0));
      expected += RowHash.end(RowHash.bytes(0, 0, code, code.length), row, true);
    }
    Expect.equal("hash of the rows", expected, select.resultHash());
  }

  @Rule("A sum is one row, and 0 of no rows.")
  void sumsUp() throws DatabaseException {
    Prepared sum =
        session.prepare(Tables.TEXTS.select("amount").where(Condition.between("id")).sum());
    sum.setLongs(0, new long[] {4, 6}, 2);
    Expect.list("sum of the amounts of ids 4 .. 6", row(150), readOne(sum));
    sum.setLongs(0, new long[] {400, 600}, 2);
    Expect.list("sum of no rows", row(0), readOne(sum));
    long expected = RowHash.end(RowHash.number(0, 0, 0), 0, false);
    Expect.equal("hash of the row", expected, sum.resultHash());
  }

  @Rule("A count is one row, and 0 of no rows.")
  void counts() throws DatabaseException {
    database.createIndex(Tables.TEXTS, Tables.BY_AMOUNT);
    Command.Select counting =
        Tables.TEXTS
            .select("amount")
            .where(Condition.ranges("amount", 2))
            .unhinted(Tables.BY_AMOUNT.name())
            .count();
    Prepared count = session.prepare(counting);
    count.setLongs(0, new long[] {30, 50, 45, 70}, 4);
    Expect.list("rows in 30 .. 50 or 45 .. 70", row(5), readOne(count));
    count.setLongs(0, new long[] {1, 2, 3, 4}, 4);
    Expect.list("no rows", row(0), readOne(count));
  }

  @Rule("A select that names no index to the product finds the same rows.")
  void findsTheSameRowsWithoutAHint() throws DatabaseException {
    database.createIndex(Tables.TEXTS, Tables.BY_AMOUNT);
    Prepared select =
        session.prepare(
            Tables.TEXTS
                .select("id")
                .where(Condition.between("amount"))
                .unhinted(Tables.BY_AMOUNT.name())
                .ordered("amount"));
    select.setLongs(0, new long[] {70, 90}, 2);
    Expect.list("ids", row(7, 8, 9), readOne(select));
  }
}
