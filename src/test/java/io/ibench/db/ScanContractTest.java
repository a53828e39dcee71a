package io.ibench.db;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Condition.Op;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScanContractTest extends DatabaseContract {

  private static final int MANY = 25_000;

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

  private void load(int count) throws DatabaseException {
    Prepared insert = session.prepare(new Command.Insert(THINGS, THINGS.columnNames(), 1000));
    for (int done = 0; done < count; ) {
      for (int row = 0; row < 1000; row++, done++) {
        bindThing(insert, done % 2, count - done, 1, done * 31L % count, 0, LABEL);
        insert.addBatch();
      }
      insert.execute();
    }
  }

  @Test
  void streamsManyRowsInKeyOrder() throws DatabaseException {
    load(MANY);
    Scan scan = new Scan(THINGS, List.of("id", "kind"), List.of(), List.of("kind", "id"));
    List<List<Long>> rows = scan(scan);
    assertThat(rows).hasSize(MANY);
    for (int i = 0; i < MANY; i++) {
      long kind = i < MANY / 2 ? 0 : 1;
      long id = kind == 0 ? 2L * (i + 1) : 2L * (i - MANY / 2) + 1;
      assertThat(rows.get(i)).isEqualTo(row(id, kind));
    }
  }

  @Test
  void ordersByTheColumnsOfAnIndex() throws DatabaseException {
    load(1000);
    database.createIndex(THINGS, BY_WEIGHT);
    Scan scan =
        new Scan(
            THINGS,
            List.of("kind", "state", "weight"),
            List.of(),
            List.of("kind", "state", "weight"));
    List<List<Long>> rows = scan(scan);
    assertThat(rows).hasSize(1000);
    assertThat(rows)
        .isSortedAccordingTo(
            (a, b) ->
                a.get(0).equals(b.get(0))
                    ? Long.compare(a.get(2), b.get(2))
                    : Long.compare(a.get(0), b.get(0)));
  }

  @Test
  void readsOnlyWhatFulfilsTheConditions() throws DatabaseException {
    load(1000);
    Scan scan =
        new Scan(
            THINGS,
            List.of("id"),
            List.of(Condition.eq("kind", 1), Condition.of("id", Op.GE), Condition.of("id", Op.LT)),
            List.of("kind", "id"));
    assertThat(scan(scan, 100, 106)).containsExactly(row(101), row(103), row(105));
    assertThat(scan(scan, 2000, 3000)).isEmpty();
  }

  @Test
  void canBeGivenUpInTheMiddle() throws DatabaseException {
    load(MANY);
    Scan scan = new Scan(THINGS, List.of("id"), List.of(), List.of("kind", "id"));
    try (Cursor cursor = session.scan(scan)) {
      assertThat(cursor.next()).isTrue();
      assertThat(cursor.next()).isTrue();
      assertThat(cursor.getLong(0)).isEqualTo(4);
    }
    note(1, 2, LABEL);
    assertThat(notes()).containsExactly(row(1, 2));
    assertThat(scan(scan)).hasSize(MANY);
  }
}
