package io.ibench.workload.insert;

import io.ibench.config.Config;
import io.ibench.db.Column;
import io.ibench.db.ColumnType;
import io.ibench.workload.insert.InsertKeys.ColumnNames;
import io.ibench.workload.insert.InsertKeys.Schema;
import java.util.ArrayList;
import java.util.List;

/**
 * The columns of a purchase and the size of each column's domain. Immutable.
 *
 * @param charFields how many character fields replace the column data; 0: the column data exists
 */
record PurchaseColumns(
    Schema schema,
    ColumnNames names,
    long cashregisters,
    long products,
    long customers,
    long maxPrice,
    int charFields,
    int charFieldLength) {

  /** The largest number of hundredths that a FLOAT column stores exactly. */
  private static final long MAX_HUNDREDTHS = 1L << 24;

  static final String KEY = "transactionid";
  private static final String DATA = "data";

  static PurchaseColumns from(Config config) {
    PurchaseColumns columns =
        new PurchaseColumns(
            config.get(InsertKeys.SCHEMA),
            config.get(InsertKeys.FIELD_NAMES),
            config.get(InsertKeys.CASHREGISTERS),
            config.get(InsertKeys.PRODUCTS),
            config.get(InsertKeys.CUSTOMERS),
            config.get(InsertKeys.MAX_PRICE),
            Math.toIntExact(config.get(InsertKeys.CHAR_FIELDS)),
            Math.toIntExact(config.get(InsertKeys.CHAR_FIELD_LENGTH)));
    if (columns.hasOldPrices() && columns.customers + columns.maxPrice > MAX_HUNDREDTHS) {
      config.problem(
          "with insert.schema = 2013 a price is up to (customers + max_price) / 100, which a"
              + " floating-point column cannot keep; allowed: together up to "
              + MAX_HUNDREDTHS,
          InsertKeys.CUSTOMERS,
          InsertKeys.SCHEMA,
          InsertKeys.MAX_PRICE);
    }
    return columns;
  }

  /** Whether prices are hundredths that grow with the customer's number. */
  boolean hasOldPrices() {
    return schema == Schema.Y2013;
  }

  private String name(String longName, String shortName) {
    return names == ColumnNames.LONG ? longName : shortName;
  }

  String time() {
    return name("dateandtime", "ts");
  }

  String cashregister() {
    return name("cashregisterid", "caid");
  }

  String customer() {
    return name("customerid", "cuid");
  }

  String product() {
    return name("productid", "prod");
  }

  String price() {
    return name("price", "prid");
  }

  /** The first column of bytes. */
  String payload() {
    return charFields > 0 ? "cf1" : DATA;
  }

  int payloads() {
    return Math.max(1, charFields);
  }

  /** The bytes of a row's numbers. */
  long numberBytes() {
    return all().stream().mapToLong(column -> column.type().valueBytes()).sum();
  }

  /** In the ancestor's order. */
  List<Column> all() {
    List<Column> all =
        new ArrayList<>(
            List.of(
                Column.number(KEY, ColumnType.LONG),
                Column.number(time(), ColumnType.TIME),
                Column.number(cashregister(), ColumnType.INT),
                Column.number(customer(), ColumnType.INT),
                Column.number(product(), ColumnType.INT),
                Column.number(price(), hasOldPrices() ? ColumnType.FLOAT : ColumnType.INT)));
    if (charFields == 0) {
      all.add(Column.bytes(DATA, InsertKeys.MAX_DATA));
    }
    for (int field = 1; field <= charFields; field++) {
      all.add(Column.bytes("cf" + field, charFieldLength));
    }
    return all;
  }
}
