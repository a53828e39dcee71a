package io.ibench.workload.insert;

import io.ibench.config.Key;
import java.util.ArrayList;
import java.util.List;

/** The insert benchmark's settings, with the names of its own client where it has them. */
final class InsertKeys {

  static final int MAX_CLIENTS = 1000;

  /** The maximum length of the ancestor's column. */
  static final int MAX_DATA = 4000;

  static final Key<Long> CLIENTS =
      Key.count(
              "insert.clients",
              1,
              MAX_CLIENTS,
              "clients, each with its own threads, and its own table unless tables = shared")
          .withDefault("1");
  static final Key<Tables> TABLES =
      Key.choice("insert.tables", Tables.class, "a table for each client, or one for all")
          .withDefault("per_client");
  static final Key<Sizes> SIZES =
      Key.choice(
              "insert.sizes",
              Sizes.class,
              "rows of l.i0, l.i1 and l.i2 per client: for a first try, or as published for so many"
                  + " clients")
          .withDefault("quick");
  static final Key<Schema> SCHEMA =
      Key.choice(
              "insert.schema",
              Schema.class,
              "price and indexes of today, or those behind the results of 2014 to 2017")
          .withDefault("2023");
  static final Key<ColumnNames> FIELD_NAMES =
      Key.choice(
              "insert.field_names",
              ColumnNames.class,
              "names of the columns: dateandtime, cashregisterid ... or ts, caid ...")
          .withDefault("long");
  static final Key<Ids> IDS =
      Key.choice("insert.ids", Ids.class, "who gives the primary key: the server or the client")
          .withDefault("server");
  static final Key<Deletes> DELETES =
      Key.choice(
              "insert.deletes",
              Deletes.class,
              "oldest: the first ones in key order; range: by exact keys, needs ids = client; none:"
                  + " tables grow")
          .withDefault("oldest");
  static final Key<Long> SECONDARY_INDEXES =
      Key.count("insert.num_secondary_indexes", 0, 3, "secondary indexes of each table")
          .withDefault("3");
  static final Key<SecondaryAt> SECONDARY_AT =
      Key.choice(
              "insert.secondary_at",
              SecondaryAt.class,
              "when indexes are made: by l.x after the load, or with the table at the start")
          .withDefault("end");
  static final Key<Long> CASHREGISTERS = domain("insert.cashregisters", "1000", "cash registers");
  static final Key<Long> PRODUCTS = domain("insert.products", "10000", "products");
  static final Key<Long> CUSTOMERS = domain("insert.customers", "100000", "customers");
  static final Key<Long> MAX_PRICE =
      Key.count("insert.max_price", 1, 60_000, "prices are below this").withDefault("500");
  static final Key<Long> DATA_LENGTH_MIN =
      Key.count("insert.data_length_min", 0, MAX_DATA, "bytes of a row's data at least")
          .withDefault("10");
  static final Key<Long> DATA_LENGTH_MAX =
      Key.count("insert.data_length_max", 0, MAX_DATA, "bytes of a row's data at most")
          .withDefault("20");
  static final Key<Double> DATA_RANDOM_PCT =
      Key.decimal(
              "insert.data_random_pct",
              0,
              100,
              "of this percentage of the data three quarters are random characters, the rest is a")
          .withDefault("50");
  static final Key<Long> CHAR_FIELDS =
      Key.count("insert.num_char_fields", 0, 100, "fields cf1, cf2 ... that take the place of data")
          .withDefault("0");
  static final Key<Long> CHAR_FIELD_LENGTH =
      Key.count("insert.length_char_fields", 1, MAX_DATA, "bytes of each such field")
          .withDefault("1024");
  static final Key<Double> PERCENT_COMPRESSIBLE =
      Key.decimal("insert.percent_compressible", 0, 100, "of each such field, a run of a")
          .withDefault("80");
  static final Key<Long> ROWS_PER_QUERY =
      Key.count(
              "insert.rows_per_query",
              1,
              1000,
              "rows that a range query reads at most, and keys of a point query")
          .withDefault("10");
  static final Key<Long> QUERY_SECONDS =
      Key.count(
              "insert.query_seconds",
              1,
              3_000_000_000L,
              "a query step ends when each client has inserted its rate times this")
          .withDefault("1800");
  static final Key<Long> RESYNC_GET_MIN =
      Key.count(
              "insert.resync_get_min",
              0,
              1_000_000_000L,
              "deletes between two looks at the lowest key, less one; 0: never")
          .withDefault("1000");
  static final Key<Long> PARTITIONS =
      Key.count("insert.num_partitions", 0, 8192, "partitions by ranges of the primary key")
          .withDefault("0");
  static final Key<Long> ROWS_PER_PARTITION =
      Key.count(
              "insert.rows_per_partition",
              0,
              1L << 61,
              "keys of each partition; 0: the planned inserts of a client, divided")
          .withDefault("0");

  private InsertKeys() {}

  private static Key<Long> domain(String name, String usual, String what) {
    return Key.count(name, 1, 4_294_967_295L, what + ", each as often as any other")
        .withDefault(usual);
  }

  /** Where rows go. */
  enum Tables {
    PER_CLIENT,
    SHARED
  }

  /** The default numbers of rows. */
  enum Sizes {
    QUICK,
    CACHED,
    IO_BOUND
  }

  /** The columns of the indexes, and the type of prices. */
  enum Schema {
    Y2023("2023"),
    Y2013("2013");

    private final String year;

    Schema(String year) {
      this.year = year;
    }

    @Override
    public String toString() {
      return year;
    }
  }

  /** The names of the columns. */
  enum ColumnNames {
    LONG,
    SHORT
  }

  /** Whether the server or the client generates keys. */
  enum Ids {
    SERVER,
    CLIENT
  }

  /** Which row is deleted for every row that is inserted after the load. */
  enum Deletes {
    OLDEST,
    RANGE,
    NONE
  }

  /** When secondary indexes are created. */
  enum SecondaryAt {
    END,
    START
  }

  /**
   * The keys that determine the loaded data, except the seed; and the number of indexes, which a
   * later run must not change.
   */
  static List<Key<?>> shapingData() {
    return List.of(
        CLIENTS,
        TABLES,
        SCHEMA,
        FIELD_NAMES,
        IDS,
        CASHREGISTERS,
        PRODUCTS,
        CUSTOMERS,
        MAX_PRICE,
        DATA_LENGTH_MIN,
        DATA_LENGTH_MAX,
        DATA_RANDOM_PCT,
        CHAR_FIELDS,
        CHAR_FIELD_LENGTH,
        PERCENT_COMPRESSIBLE,
        SECONDARY_INDEXES);
  }

  static List<Key<?>> all() {
    List<Key<?>> keys = new ArrayList<>(shapingData());
    keys.add(2, SIZES);
    keys.addAll(
        List.of(
            SECONDARY_AT,
            PARTITIONS,
            ROWS_PER_PARTITION,
            DELETES,
            RESYNC_GET_MIN,
            ROWS_PER_QUERY,
            QUERY_SECONDS));
    return keys;
  }
}
