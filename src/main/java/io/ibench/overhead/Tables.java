package io.ibench.overhead;

import io.ibench.db.Add;
import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.Session;
import io.ibench.db.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The tables of a comparison and its commands, the same for both sides. Stateless. */
final class Tables {

  static final int ROWS = 10_000;
  static final int LINKS = 1_000;
  static final int BATCH = 100;

  /** Rows of a range read. */
  static final int RANGE = 100;

  /** Bytes of a row's payload. */
  static final int PAYLOAD = 100;

  private static final Table ROWS_TABLE = rows("ibench_overhead_rows");
  private static final Table INSERTS = rows("ibench_overhead_inserts");

  private static final Table LINKS_TABLE =
      Table.named("ibench_overhead_links")
          .number("id1")
          .number("id2")
          .number("link_type")
          .number("visibility")
          .bytes("data", PAYLOAD)
          .number("time")
          .number("version")
          .primaryKey("link_type", "id1", "id2");

  private static final Table COUNTS =
      Table.named("ibench_overhead_counts")
          .number("id")
          .number("link_type")
          .number("time")
          .number("count")
          .number("version")
          .primaryKey("id", "link_type");

  static final List<Table> ALL = List.of(ROWS_TABLE, INSERTS, LINKS_TABLE, COUNTS);

  static final Command.Select POINT_READ = ROWS_TABLE.select().where("id");

  static final Command.Select RANGE_READ =
      ROWS_TABLE.select().where(Condition.of("id", Condition.Op.GE)).first(RANGE, "id");

  static final Command.Insert INSERT = batch(INSERTS);

  /** Counts a new link, or changes its count. */
  static final Command.Upsert COUNT =
      new Command.Upsert(
          COUNTS,
          List.of("id", "link_type", "time"),
          List.of("time"),
          List.of(new Add("count", 1), new Add("version", 1)),
          Optional.empty());

  private Tables() {}

  private static Table rows(String name) {
    return Table.named(name).key("id").number("type").number("version").bytes("data", PAYLOAD);
  }

  private static Command.Insert batch(Table table) {
    return new Command.Insert(table, table.columnNames(), BATCH);
  }

  /** Inserts a link or changes it. */
  static Command.Upsert link(boolean reportsOld) {
    return new Command.Upsert(
        LINKS_TABLE,
        LINKS_TABLE.columnNames(),
        List.of("visibility", "data", "time", "version"),
        List.of(),
        reportsOld ? Optional.of("visibility") : Optional.empty());
  }

  /** The names of tables that exist and are not those of an earlier measurement. */
  static List<String> foreign(Database database) throws DatabaseException {
    List<String> foreign = new ArrayList<>();
    for (Table table : ALL) {
      if (database.exists(table.name()) && !database.differences(table).isEmpty()) {
        foreign.add(table.name());
      }
    }
    return foreign;
  }

  /** Drops the tables that exist. */
  static void drop(Database database) throws DatabaseException {
    for (Table table : ALL) {
      if (database.exists(table.name())) {
        database.drop(table.name());
      }
    }
  }

  /** Creates the tables and loads the rows that are read or changed. */
  static void load(Database database) throws DatabaseException {
    for (Table table : ALL) {
      database.create(table);
    }
    try (Session session = database.session()) {
      byte[] payload = new byte[PAYLOAD];
      fill(session, batch(ROWS_TABLE), ROWS, (row, id) -> setRow(row, id, payload));
      fill(session, batch(LINKS_TABLE), LINKS, (row, id) -> setLink(row, id, payload));
      fill(
          session,
          batch(COUNTS),
          LINKS,
          (row, id) -> {
            setCount(row, id);
            row.setLong(3, 1);
            row.setLong(4, 1);
          });
    }
  }

  /** Binds the values of a row. */
  private interface RowBinder {
    void bind(Prepared row, long id);
  }

  private static void fill(Session session, Command.Insert insert, int rows, RowBinder binder)
      throws DatabaseException {
    Prepared batch = session.prepare(insert);
    for (int id = 1; id <= rows; id++) {
      binder.bind(batch, id);
      batch.addBatch();
      if (id % BATCH == 0) {
        batch.execute();
      }
    }
  }

  static void setRow(Prepared row, long id, byte[] payload) {
    row.setLong(0, id);
    row.setLong(1, id & 7);
    row.setLong(2, 1);
    row.setBytes(3, payload, payload.length);
  }

  static void setLink(Prepared link, long id, byte[] payload) {
    link.setLong(0, id);
    link.setLong(1, id + 1);
    link.setLong(2, 1);
    link.setLong(3, 1);
    link.setBytes(4, payload, payload.length);
    link.setLong(5, id);
    link.setLong(6, 1);
  }

  static void setCount(Prepared count, long id) {
    count.setLong(0, id);
    count.setLong(1, 1);
    count.setLong(2, id);
  }
}
