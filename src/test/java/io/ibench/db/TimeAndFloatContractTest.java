package io.ibench.db;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Condition.Op;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class TimeAndFloatContractTest extends SalesContract {

  @Test
  void readsTimesAndPricesAsTheyWereInsertedAndHashesThemAlike() throws DatabaseException {
    insertAll(1);
    Prepared select = select();
    assertThat(read(select, 3)).isEqualTo(everySale());
    assertThat(select.resultHash()).isEqualTo(expectedHash(everySale()));
  }

  @Test
  void comparesTimesAndPricesExactlyByParameterAndByConstant() throws DatabaseException {
    insertAll(100);
    for (int i = 0; i < MOMENTS.length; i++) {
      assertComparisons("at", MOMENTS[i], i);
      assertComparisons("price", PRICES[i], i);
    }
  }

  private void assertComparisons(String column, long operand, int position)
      throws DatabaseException {
    List<Long> all = everySale().stream().map(row -> row.get(0)).toList();
    for (Op op : List.of(Op.EQ, Op.GE, Op.GT, Op.LT)) {
      List<Long> expected =
          switch (op) {
            case EQ -> all.subList(position, position + 1);
            case GE -> all.subList(position, all.size());
            case GT -> all.subList(position + 1, all.size());
            default -> all.subList(0, position);
          };
      Prepared select = select(Condition.of(column, op));
      select.setLong(0, operand);
      assertThat(ids(select)).as("%s %s %d", column, op, operand).isEqualTo(expected);
      Prepared constant = select(new Condition(column, op, 1, Optional.of(operand)));
      assertThat(ids(constant)).as("constant %s %s %d", column, op, operand).isEqualTo(expected);
    }
  }

  @Test
  void findsListsOfTimesAndOfPrices() throws DatabaseException {
    insertAll(100);
    Prepared times = select(Condition.in("at", 4));
    times.setLongs(0, new long[] {MOMENTS[3], MOMENTS[9], 5000, MOMENTS[0]}, 4);
    assertThat(ids(times)).containsExactly(0L, 3L, 9L);
    Prepared prices = select(Condition.in("price", 4));
    prices.setLongs(0, new long[] {PRICES[4], PRICES[3], 7}, 3);
    assertThat(ids(prices)).containsExactly(3L, 4L);
  }

  @Test
  void walksAnIndexOverPriceAndTimeInOrder() throws DatabaseException {
    insertAll(100);
    Prepared select =
        session.prepare(
            new Command.Select(
                SALES,
                List.of("price", "at", "id"),
                List.of(Condition.of("price", Op.GE)),
                Optional.of(BY_PRICE),
                List.of("price", "at", "id"),
                false,
                3,
                0));
    select.setLong(0, 33);
    assertThat(read(select, 3))
        .containsExactly(row(33, MOMENTS[3], 3), row(110, MOMENTS[4], 4), row(999, MOMENTS[5], 5));
  }

  @Test
  void changesTimesAndPrices() throws DatabaseException {
    insertAll(100);
    Prepared update =
        session.prepare(
            new Command.Update(
                SALES,
                List.of(Assign.parameter("at"), Assign.constant("price", 4711)),
                List.of(),
                List.of(Condition.eq("price"), Condition.eq("at")),
                Optional.empty()));
    update.setLong(0, MOMENTS[8]);
    update.setLong(1, PRICES[4]);
    update.setLong(2, MOMENTS[4]);
    assertThat(update.execute()).isEqualTo(1);
    Prepared upsert =
        session.prepare(
            new Command.Upsert(
                SALES, SALES.columnNames(), List.of("at", "price"), List.of(), Optional.empty()));
    bind(upsert, 5, MOMENTS[2], PRICES[1]);
    upsert.execute();
    bind(upsert, 50, MOMENTS[3], PRICES[6]);
    upsert.execute();
    assertThat(read(select(), 3))
        .contains(
            row(4, MOMENTS[8], 4711), row(5, MOMENTS[2], PRICES[1]), row(50, MOMENTS[3], PRICES[6]))
        .hasSize(MOMENTS.length + 1);
    Prepared delete =
        session.prepare(new Command.Delete(SALES, List.of(Condition.of("at", Op.LE)), 0));
    delete.setLong(0, MOMENTS[1]);
    assertThat(delete.execute()).isEqualTo(2);
  }

  @Test
  void scansTimesAndPrices() throws DatabaseException {
    insertAll(100);
    Scan scan =
        new Scan(
            SALES,
            NUMBERS,
            List.of(Condition.of("price", Op.GE), Condition.of("at", Op.LT)),
            List.of("id"));
    List<List<Long>> rows = new ArrayList<>();
    try (Cursor cursor = session.scan(scan, PRICES[3], MOMENTS[6])) {
      while (cursor.next()) {
        rows.add(row(cursor.getLong(0), cursor.getLong(1), cursor.getLong(2)));
      }
    }
    assertThat(rows).isEqualTo(everySale().subList(3, 6));
  }

  @Test
  void tellsEveryHundredthFromItsNeighbours() throws DatabaseException {
    long[] prices =
        LongStream.concat(
                LongStream.rangeClosed(0, 1000),
                LongStream.rangeClosed(ColumnType.MAX_HUNDREDTHS - 1000, ColumnType.MAX_HUNDREDTHS))
            .toArray();
    Prepared insert =
        session.prepare(new Command.Insert(SALES, SALES.columnNames(), prices.length));
    for (long price : prices) {
      bind(insert, price, 0, price);
      insert.addBatch();
    }
    insert.execute();
    List<Long> read = read(select(), 3).stream().map(row -> row.get(2)).toList();
    assertThat(read).isEqualTo(Arrays.stream(prices).boxed().toList());
    Prepared equal = select(Condition.eq("price"));
    for (int i = 0; i < prices.length; i += 97) {
      equal.setLong(0, prices[i]);
      assertThat(ids(equal)).containsExactly(prices[i]);
    }
  }

  @Test
  void findsNothingOtherInATableOfTimesAndPricesAndNamesOtherTypes() throws DatabaseException {
    // Some products know only the columns of their rows.
    Prepared insert = session.prepare(new Command.Insert(SALES, SALES.columnNames(), 1));
    bind(insert, 1, 0, 110);
    insert.execute();
    assertThat(database.differences(SALES)).isEmpty();
    Table turned =
        new Table(
            "sales",
            List.of(
                Column.number("id", ColumnType.LONG),
                Column.number("at", ColumnType.FLOAT),
                Column.number("price", ColumnType.TIME),
                Column.bytes("data", 4000)),
            List.of("id"),
            false,
            List.of());
    List<String> differences = database.differences(turned);
    assertThat(differences).hasSize(2);
    assertThat(differences.get(0)).startsWith("its column at is ").contains("floating-point");
    assertThat(differences.get(1)).startsWith("its column price is ").contains("point in time");
  }
}
