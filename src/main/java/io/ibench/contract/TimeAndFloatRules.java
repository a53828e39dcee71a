package io.ibench.contract;

import io.ibench.db.Assign;
import io.ibench.db.ColumnType;
import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.Condition.Op;
import io.ibench.db.Cursor;
import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.RowHash;
import io.ibench.db.Scan;
import io.ibench.db.Session;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TimeZone;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Columns of type TIME, in whole seconds, and FLOAT, in hundredths. */
final class TimeAndFloatRules extends RuleGroup {

  private static final List<String> NUMBERS = List.of("id", "at", "price");

  /** In ascending order, with hours that some time zones skip or repeat. */
  private static final long[] MOMENTS =
      Stream.of(
              "1969-12-31T23:59:59Z",
              "1970-01-01T00:00:00Z",
              "1970-01-01T00:00:01Z",
              "2021-03-14T02:30:00Z",
              "2021-03-28T02:30:00Z",
              "2021-10-31T02:30:00Z",
              "2021-11-07T01:30:00Z",
              "2038-01-19T03:14:07Z",
              "2038-01-19T03:14:08Z",
              "2106-02-07T06:28:16Z",
              "9999-12-31T23:59:59Z")
          .mapToLong(text -> Instant.parse(text).toEpochMilli())
          .toArray();

  /** In ascending order. */
  private static final long[] PRICES = {
    0, 1, 10, 33, 110, 999, 100_500, 8_388_607, 9_999_999, 13_107_199, ColumnType.MAX_HUNDREDTHS
  };

  TimeAndFloatRules(Workspace workspace) throws DatabaseException {
    super(workspace, Tables.SALES);
    database.createIndex(Tables.SALES, Tables.BY_PRICE);
  }

  private static void bind(Prepared command, long id, long at, long price) {
    command.setLong(0, id);
    command.setLong(1, at);
    command.setLong(2, price);
    command.setBytes(3, LABEL, LABEL.length);
  }

  private static List<List<Long>> everySale() {
    List<List<Long>> sales = new ArrayList<>();
    for (int i = 0; i < MOMENTS.length; i++) {
      sales.add(row(i, MOMENTS[i], PRICES[i]));
    }
    return sales;
  }

  private static void insertBatch(Session session) throws DatabaseException {
    Prepared insert = session.prepare(insertOf(Tables.SALES, 100));
    for (int i = 0; i < MOMENTS.length; i++) {
      bind(insert, i, MOMENTS[i], PRICES[i]);
      insert.addBatch();
    }
    expectCount(MOMENTS.length, insert);
  }

  private Prepared select(Condition... where) throws DatabaseException {
    return session.prepare(
        new Command.Select(
            Tables.SALES, NUMBERS, List.of(where), Optional.empty(), List.of("id"), false, 0, 0));
  }

  private static void expectIds(String what, List<Long> expected, Prepared select)
      throws DatabaseException {
    List<Long> ids = read(select, 3).stream().map(row -> row.get(0)).toList();
    Expect.list("ids " + what, expected, ids);
  }

  private static void expectSales(String what, List<List<Long>> expected, Prepared select)
      throws DatabaseException {
    Expect.list("rows (id, at, price) " + what, expected, read(select, 3));
  }

  @Rule("Times and hundredths are read as they were inserted, and hashed as read.")
  void readsTimesAndHundredthsAsInserted() throws DatabaseException {
    Prepared insert = session.prepare(insertOf(Tables.SALES, 1));
    for (int i = 0; i < MOMENTS.length; i++) {
      bind(insert, i, MOMENTS[i], PRICES[i]);
      insert.execute();
    }
    Prepared select = select();
    expectSales("inserted", everySale(), select);
    long expected = 0;
    for (int row = 0; row < MOMENTS.length; row++) {
      long hash = RowHash.number(0, 0, row);
      hash = RowHash.number(hash, 1, MOMENTS[row]);
      expected += RowHash.end(RowHash.number(hash, 2, PRICES[row]), row, true);
    }
    Expect.equal("hash of the rows", expected, select.resultHash());
  }

  @Rule(value = "Times are points in time, whatever the client's time zone.", alone = true)
  void readsTheSameTimesInEveryZoneOfTheClient() throws DatabaseException {
    Prepared delete = session.prepare(new Command.Delete(Tables.SALES, List.of(), 0));
    TimeZone before = TimeZone.getDefault();
    for (String zone : List.of("America/New_York", "Europe/Berlin", "Pacific/Apia")) {
      TimeZone.setDefault(TimeZone.getTimeZone(zone));
      try {
        Session abroad = workspace.session();
        for (Session inserting : List.of(abroad, session)) {
          delete.execute();
          insertBatch(inserting);
          expectSales("in the zone " + zone, everySale(), select());
        }
        workspace.close(abroad);
      } finally {
        TimeZone.setDefault(before);
      }
      expectSales("inserted in the zone " + zone, everySale(), select());
    }
  }

  @Rule("Times and hundredths are compared exactly, by parameter and by constant.")
  void comparesExactlyByParameterAndByConstant() throws DatabaseException {
    insertBatch(session);
    for (Op op : List.of(Op.EQ, Op.GE, Op.GT, Op.LT)) {
      Prepared byTime = select(Condition.of("at", op));
      Prepared byPrice = select(Condition.of("price", op));
      for (int i = 0; i < MOMENTS.length; i++) {
        expectComparison(byTime, "at", op, MOMENTS[i], i);
        expectComparison(byPrice, "price", op, PRICES[i], i);
      }
    }
  }

  private void expectComparison(
      Prepared byParameter, String column, Op op, long operand, int position)
      throws DatabaseException {
    List<Long> expected =
        LongStream.range(0, MOMENTS.length)
            .filter(Operators.predicate(op, position))
            .boxed()
            .toList();
    byParameter.setLong(0, operand);
    expectIds("where " + column + " " + op + " ? = " + operand, expected, byParameter);
    Prepared constant = select(new Condition(column, op, 1, Optional.of(operand)));
    expectIds("where " + column + " " + op + " " + operand, expected, constant);
  }

  @Rule("Lists of times and of hundredths find their rows.")
  void findsListsOfTimesAndOfHundredths() throws DatabaseException {
    insertBatch(session);
    Prepared times = select(Condition.in("at", 4));
    times.setLongs(0, new long[] {MOMENTS[3], MOMENTS[9], 5000, MOMENTS[0]}, 4);
    expectIds("in a list of times", row(0, 3, 9), times);
    Prepared prices = select(Condition.in("price", 4));
    prices.setLongs(0, new long[] {PRICES[4], PRICES[3], 7}, 3);
    expectIds("in a list of hundredths", row(3, 4), prices);
  }

  @Rule("An index over hundredths and times is read in order.")
  void readsAnIndexOverHundredthsAndTimesInOrder() throws DatabaseException {
    insertBatch(session);
    Prepared select =
        session.prepare(
            new Command.Select(
                Tables.SALES,
                List.of("price", "at", "id"),
                List.of(Condition.of("price", Op.GE)),
                Optional.of(Tables.BY_PRICE),
                List.of("price", "at", "id"),
                false,
                3,
                0));
    select.setLong(0, 33);
    Expect.list(
        "rows (price, at, id)",
        List.of(row(33, MOMENTS[3], 3), row(110, MOMENTS[4], 4), row(999, MOMENTS[5], 5)),
        read(select, 3));
  }

  @Rule("Updates, upserts and deletes set and compare times and hundredths exactly.")
  void changesTimesAndHundredths() throws DatabaseException {
    insertBatch(session);
    List<List<Long>> expected = everySale();
    Prepared update =
        session.prepare(
            new Command.Update(
                Tables.SALES,
                List.of(Assign.parameter("at"), Assign.constant("price", 4711)),
                List.of(),
                List.of(Condition.eq("price"), Condition.eq("at")),
                Optional.empty()));
    update.setLong(0, MOMENTS[8]);
    update.setLong(1, PRICES[4]);
    update.setLong(2, MOMENTS[4]);
    expectCount(1, update);
    expected.set(4, row(4, MOMENTS[8], 4711));
    Prepared upsert =
        session.prepare(
            new Command.Upsert(
                Tables.SALES,
                Tables.SALES.columnNames(),
                List.of("at", "price"),
                List.of(),
                Optional.empty()));
    bind(upsert, 5, MOMENTS[2], PRICES[1]);
    upsert.execute();
    expected.set(5, row(5, MOMENTS[2], PRICES[1]));
    bind(upsert, 50, MOMENTS[3], PRICES[6]);
    upsert.execute();
    expected.add(row(50, MOMENTS[3], PRICES[6]));
    expectSales("after changes", expected, select());
    Prepared delete =
        session.prepare(new Command.Delete(Tables.SALES, List.of(Condition.of("at", Op.LE)), 0));
    delete.setLong(0, MOMENTS[1]);
    expectCount(2, delete);
    expectSales("after a delete", expected.subList(2, expected.size()), select());
  }

  @Rule("A scan binds and reads times and hundredths.")
  void scansTimesAndHundredths() throws DatabaseException {
    insertBatch(session);
    Scan scan =
        new Scan(
            Tables.SALES,
            NUMBERS,
            List.of(Condition.of("price", Op.GE), Condition.of("at", Op.LT)),
            List.of("id"));
    List<List<Long>> rows = new ArrayList<>();
    try (Cursor cursor = session.scan(scan, PRICES[3], MOMENTS[6])) {
      while (cursor.next()) {
        rows.add(row(cursor.getLong(0), cursor.getLong(1), cursor.getLong(2)));
      }
    }
    Expect.list("rows (id, at, price)", everySale().subList(3, 6), rows);
  }

  @Rule("Every hundredth differs from its neighbours, also the highest ones.")
  void tellsEveryHundredthFromItsNeighbours() throws DatabaseException {
    long[] prices =
        LongStream.concat(
                LongStream.rangeClosed(0, 1000),
                LongStream.rangeClosed(ColumnType.MAX_HUNDREDTHS - 1000, ColumnType.MAX_HUNDREDTHS))
            .toArray();
    Prepared insert = session.prepare(insertOf(Tables.SALES, prices.length));
    for (long price : prices) {
      bind(insert, price, 0, price);
      insert.addBatch();
    }
    insert.execute();
    List<Long> read = read(select(), 3).stream().map(row -> row.get(2)).toList();
    Expect.list("prices", Arrays.stream(prices).boxed().toList(), read);
    Prepared equal = select(Condition.eq("price"));
    for (int i = 0; i < prices.length; i += 97) {
      equal.setLong(0, prices[i]);
      expectIds("where price EQ " + prices[i], row(prices[i]), equal);
    }
  }
}
