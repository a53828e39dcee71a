package io.ibench.contract;

import io.ibench.db.Column;
import io.ibench.db.ColumnType;
import io.ibench.db.Index;
import io.ibench.db.Partitions;
import io.ibench.db.Table;
import java.util.List;
import java.util.Optional;

/** The tables of the rules. Only they are created and dropped. */
final class Tables {

  private static final String PREFIX = "ibench_test_";

  static final Index BY_WEIGHT = index("by_weight", "kind", "state", "weight", "id");
  static final Index BY_STATE = index("by_state", "state", "weight");

  /** A key of two columns and an index. */
  static final Table THINGS =
      table(
          "things",
          List.of(
              Column.number("id", ColumnType.LONG),
              Column.number("kind", ColumnType.LONG),
              Column.number("state", ColumnType.BYTE),
              Column.number("weight", ColumnType.LONG),
              Column.number("size", ColumnType.INT),
              Column.bytes("label", 255)),
          List.of("kind", "id"),
          false,
          List.of(BY_WEIGHT));

  /** A generated key and a long payload. */
  static final Table NOTES =
      table(
          "notes",
          List.of(
              Column.number("id", ColumnType.LONG),
              Column.number("amount", ColumnType.LONG),
              Column.bytes("content", 1 << 20)),
          List.of("id"),
          true,
          List.of());

  static final Index BY_PRICE = index("by_price", "price", "at", "id");

  /** Times and hundredths. */
  static final Table SALES =
      table(
          "sales",
          List.of(
              Column.number("id", ColumnType.LONG),
              Column.number("at", ColumnType.TIME),
              Column.number("price", ColumnType.FLOAT),
              Column.bytes("data", 4000)),
          List.of("id"),
          false,
          List.of(BY_PRICE));

  /** Several payloads. */
  static final Table PAIRS =
      table(
          "pairs",
          List.of(
              Column.number("id", ColumnType.LONG),
              Column.bytes("first", 255),
              Column.bytes("second", 255)),
          List.of("id"),
          false,
          List.of());

  static final Index BY_AMOUNT = index("by_amount", "amount");

  /** Text, and numbers with a sign. */
  static final Table TEXTS =
      table(
          "texts",
          List.of(
              Column.number("id", ColumnType.SIGNED),
              Column.number("amount", ColumnType.SIGNED),
              Column.fixedText("code", 12),
              Column.text("name", 20)),
          List.of("id"),
          false,
          List.of(BY_AMOUNT));

  /** A key of bytes. */
  static final Table BLOBS =
      table(
          "blobs",
          List.of(Column.bytes("k", 20), Column.bytes("v", 100)),
          List.of("k"),
          false,
          List.of());

  /** Four partitions of ten keys each. */
  static final Table RANGES =
      new Table(
          PREFIX + "ranges",
          NOTES.columns(),
          NOTES.primaryKey(),
          true,
          List.of(),
          Optional.of(new Partitions(4, 10)));

  /** Statements of the product's own language create it, with columns of their own. */
  static final Table NATIVES = THINGS.renamed(PREFIX + "natives");

  /** Exists only while a rule has created it. */
  static final Table OTHERS = THINGS.renamed(PREFIX + "others");

  /** Never exists. */
  static final Table ABSENT = THINGS.renamed(PREFIX + "absent");

  static final List<Table> ALL =
      List.of(THINGS, NOTES, SALES, PAIRS, TEXTS, BLOBS, RANGES, NATIVES, OTHERS, ABSENT);

  private Tables() {}

  /** Names with the prefix: in some products, indexes of all tables share their names. */
  private static Index index(String name, String... columns) {
    return new Index(PREFIX + name, List.of(columns));
  }

  private static Table table(
      String name,
      List<Column> columns,
      List<String> primaryKey,
      boolean generatedKey,
      List<Index> indexes) {
    return new Table(PREFIX + name, columns, primaryKey, generatedKey, indexes);
  }
}
