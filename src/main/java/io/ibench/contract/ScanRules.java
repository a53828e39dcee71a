package io.ibench.contract;

import io.ibench.db.Condition;
import io.ibench.db.Condition.Op;
import io.ibench.db.Cursor;
import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.Scan;
import java.util.ArrayList;
import java.util.List;

/** Scans, which stream their rows. */
final class ScanRules extends RuleGroup {

  private static final int MANY = 25_000;
  private static final Scan ALL_IDS =
      new Scan(Tables.THINGS, List.of("id"), List.of(), List.of("kind", "id"));

  ScanRules(Workspace workspace) throws DatabaseException {
    super(workspace, Tables.THINGS);
  }

  private List<List<Long>> scan(Scan scan, long... parameters) throws DatabaseException {
    List<List<Long>> rows = new ArrayList<>();
    try (Cursor cursor = session.scan(scan, parameters)) {
      while (cursor.next()) {
        List<Long> cells = new ArrayList<>();
        for (int column = 0; column < scan.columns().size(); column++) {
          cells.add(cursor.getLong(column));
        }
        rows.add(cells);
      }
    }
    return rows;
  }

  /** Kinds 0 and 1 in turn, with ids from {@code count} down to 1. */
  private void load(int count) throws DatabaseException {
    Prepared insert = session.prepare(insertOf(Tables.THINGS, 1000));
    for (int done = 0; done < count; ) {
      for (int row = 0; row < 1000; row++, done++) {
        bindThing(insert, done % 2, count - done, 1, done * 31L % count, 0, LABEL);
        insert.addBatch();
      }
      insert.execute();
    }
  }

  @Rule("A scan reads 25,000 rows in the order of the key.")
  void streamsManyRowsInKeyOrder() throws DatabaseException {
    load(MANY);
    List<List<Long>> expected = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      boolean first = i < MANY / 2;
      expected.add(row(first ? 2L * (i + 1) : 2L * (i - MANY / 2) + 1, first ? 0 : 1));
    }
    Scan scan = new Scan(Tables.THINGS, List.of("id", "kind"), List.of(), List.of("kind", "id"));
    Expect.list("rows (id, kind)", expected, scan(scan));
  }

  @Rule("A scan orders by the leading columns of an index.")
  void ordersByTheColumnsOfAnIndex() throws DatabaseException {
    load(1000);
    database.createIndex(Tables.THINGS, Tables.BY_WEIGHT);
    List<String> columns = List.of("kind", "state", "weight");
    List<List<Long>> expected =
        things().stream()
            .map(thing -> row(thing.get(0), thing.get(2), thing.get(3)))
            .sorted(
                (a, b) ->
                    a.get(0).equals(b.get(0))
                        ? Long.compare(a.get(2), b.get(2))
                        : Long.compare(a.get(0), b.get(0)))
            .toList();
    List<List<Long>> rows = scan(new Scan(Tables.THINGS, columns, List.of(), columns));
    Expect.list("rows (kind, state, weight)", expected, rows);
  }

  @Rule("A scan binds its parameters: it reads only rows that fulfil all conditions.")
  void readsOnlyWhatFulfilsTheConditions() throws DatabaseException {
    load(1000);
    Scan scan =
        new Scan(
            Tables.THINGS,
            List.of("id"),
            List.of(Condition.eq("kind", 1), Condition.of("id", Op.GE), Condition.of("id", Op.LT)),
            List.of("kind", "id"));
    Expect.list("ids from 100 to 105", List.of(row(101), row(103), row(105)), scan(scan, 100, 106));
    Expect.list("ids from 2000 to 2999", List.of(), scan(scan, 2000, 3000));
  }

  @Rule("A scan that is closed in the middle ends; the session goes on.")
  void canBeClosedInTheMiddle() throws DatabaseException {
    workspace.create(Tables.NOTES);
    load(MANY);
    try (Cursor cursor = session.scan(ALL_IDS)) {
      Expect.equal("a first row", true, cursor.next());
      Expect.equal("a second row", true, cursor.next());
      Expect.equal("its id", 4L, cursor.getLong(0));
    }
    note(1, 2, LABEL);
    expectNotes(row(1, 2));
    Expect.equal("rows of another scan", MANY, scan(ALL_IDS).size());
  }
}
