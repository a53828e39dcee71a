package io.ibench.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;

/** Contracts on a table with times and prices, and an index over both. */
abstract class SalesContract extends DatabaseContract {

  static final Index BY_PRICE = new Index("by_price", List.of("price", "at", "id"));

  static final Table SALES =
      new Table(
          "sales",
          List.of(
              Column.number("id", ColumnType.LONG),
              Column.number("at", ColumnType.TIME),
              Column.number("price", ColumnType.FLOAT),
              Column.bytes("data", 4000)),
          List.of("id"),
          false,
          List.of(BY_PRICE));

  static final List<String> NUMBERS = List.of("id", "at", "price");

  /** In ascending order, with hours that some time zones skip or repeat. */
  static final long[] MOMENTS =
      List.of(
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
          .stream()
          .mapToLong(text -> Instant.parse(text).toEpochMilli())
          .toArray();

  /** In ascending order. */
  static final long[] PRICES = {
    0, 1, 10, 33, 110, 999, 100_500, 8_388_607, 9_999_999, 13_107_199, ColumnType.MAX_HUNDREDTHS
  };

  @BeforeEach
  void createSales() throws DatabaseException {
    database.create(SALES);
    database.createIndex(SALES, BY_PRICE);
  }

  static void bind(Prepared command, long id, long at, long price) {
    command.setLong(0, id);
    command.setLong(1, at);
    command.setLong(2, price);
    command.setBytes(3, LABEL, LABEL.length);
  }

  List<List<Long>> everySale() {
    List<List<Long>> sales = new ArrayList<>();
    for (int i = 0; i < MOMENTS.length; i++) {
      sales.add(row(i, MOMENTS[i], PRICES[i]));
    }
    return sales;
  }

  void insertAll(int maxBatch) throws DatabaseException {
    Prepared insert = session.prepare(new Command.Insert(SALES, SALES.columnNames(), maxBatch));
    for (int i = 0; i < MOMENTS.length; i++) {
      bind(insert, i, MOMENTS[i], PRICES[i]);
      if (maxBatch == 1) {
        insert.execute();
      } else {
        insert.addBatch();
      }
    }
    if (maxBatch > 1) {
      assertThat(insert.execute()).isEqualTo(MOMENTS.length);
    }
  }

  Prepared select(Condition... where) throws DatabaseException {
    return session.prepare(
        new Command.Select(
            SALES, NUMBERS, List.of(where), Optional.empty(), List.of("id"), false, 0, 0));
  }

  List<Long> ids(Prepared select) throws DatabaseException {
    return read(select, 3).stream().map(row -> row.get(0)).toList();
  }

  static long expectedHash(List<List<Long>> rows) {
    long resultHash = 0;
    for (int row = 0; row < rows.size(); row++) {
      long hash = 0;
      for (int column = 0; column < rows.get(row).size(); column++) {
        hash = RowHash.number(hash, column, rows.get(row).get(column));
      }
      resultHash += RowHash.end(hash, row, true);
    }
    return resultHash;
  }
}
