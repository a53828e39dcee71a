package io.ibench.db.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Adapters;
import io.ibench.db.Column;
import io.ibench.db.ColumnType;
import io.ibench.db.Command;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.PostgresSchema;
import io.ibench.db.Prepared;
import io.ibench.db.Session;
import io.ibench.db.Table;
import io.ibench.db.jdbc.Accounts;
import io.ibench.testing.NeedsServer;
import io.ibench.testing.Servers;
import io.ibench.testing.TcpProxy;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Batches in both forms: what reaches the server, and that a batch is kept completely or not at
 * all.
 */
@Timeout(300)
@ParameterizedClass(name = "{0}")
@EnumSource(PostgresAdapter.Batch.class)
@Execution(ExecutionMode.CONCURRENT)
@NeedsServer
class PostgresBatchTest {

  /** A column of every type. */
  private static final Table ITEMS =
      new Table(
          "items",
          List.of(
              Column.number("id", ColumnType.LONG),
              Column.number("state", ColumnType.BYTE),
              Column.number("at", ColumnType.TIME),
              Column.number("price", ColumnType.FLOAT),
              Column.bytes("body", 1 << 20)),
          List.of("id"),
          false,
          List.of());

  /** With five columns this is 65,535 parameters, the largest number allowed. */
  private static final int MOST_ROWS = 13_107;

  private static final long NOON = 2_524_651_200_000L; // 2050-01-01 12:00:00 UTC

  @Parameter PostgresAdapter.Batch form;

  private PostgresSchema schema;
  private TcpProxy proxy;
  private Database database;
  private Session session;

  @BeforeEach
  void open() throws DatabaseException {
    schema = new PostgresSchema(Servers.requirePostgres());
    proxy = TcpProxy.to("127.0.0.1", schema.port());
    Map<String, String> settings = schema.settings(schema.url(proxy.port()));
    settings.put("batch", form.name().toLowerCase(Locale.ROOT));
    database = Adapters.open("postgres", settings);
    database.create(ITEMS);
    session = database.session();
  }

  @AfterEach
  void close() throws DatabaseException {
    if (session != null) {
      session.close();
    }
    if (database != null) {
      database.close();
    }
    if (schema != null) {
      proxy.close();
      schema.close();
    }
  }

  private Prepared batch(int rows) throws DatabaseException {
    return session.prepare(new Command.Insert(ITEMS, ITEMS.columnNames(), rows));
  }

  private static void add(Prepared batch, long id, byte[] body) {
    batch.setLong(0, id);
    batch.setLong(1, Math.floorMod(id, 128));
    batch.setLong(2, NOON + Math.floorMod(id, 1000) * 1000);
    batch.setLong(3, Math.floorMod(id, ColumnType.MAX_HUNDREDTHS));
    batch.setBytes(4, body, body.length);
    batch.addBatch();
  }

  private static void addRows(Prepared batch, long first, long count) {
    for (long id = first; id < first + count; id++) {
      add(batch, id, new byte[] {(byte) id});
    }
  }

  private long rows() throws Exception {
    try (var connection = schema.connect();
        var statement = connection.createStatement();
        var results = statement.executeQuery("SELECT count(*) FROM items")) {
      results.next();
      return results.getLong(1);
    }
  }

  private long trips(Prepared batch, int rows) throws DatabaseException {
    proxy.reset();
    assertThat(batch.execute()).isEqualTo(rows);
    return proxy.roundTrips();
  }

  @Test
  void namesItself() {
    assertThat(database.description().batch()).isEqualTo(form.line(false));
  }

  @Test
  void keepsEveryValue() throws Exception {
    Prepared batch = batch(300);
    byte[] body = new byte[257];
    for (int i = 0; i < body.length; i++) {
      body[i] = (byte) i;
    }
    for (int length = 0; length <= 256; length++) {
      add(batch, length - 128, Arrays.copyOf(body, length));
    }
    add(batch, Long.MAX_VALUE, body);
    assertThat(batch.execute()).isEqualTo(258);
    Prepared select = session.prepare(Command.Select.of(ITEMS, ITEMS.columnNames(), List.of()));
    assertThat(select.execute()).isEqualTo(258);
    byte[] into = new byte[300];
    for (int row = 0; row < 258; row++) {
      long id = select.getLong(row, 0);
      int length = select.getBytes(row, 4, into);
      assertThat(length).isEqualTo(id == Long.MAX_VALUE ? 257 : id + 128);
      assertThat(select.getLong(row, 1)).isEqualTo(Math.floorMod(id, 128));
      assertThat(select.getLong(row, 2)).isEqualTo(NOON + Math.floorMod(id, 1000) * 1000);
      assertThat(select.getLong(row, 3)).isEqualTo(Math.floorMod(id, ColumnType.MAX_HUNDREDTHS));
      assertThat(Arrays.copyOf(into, length)).isEqualTo(Arrays.copyOf(body, length));
    }
  }

  @Test
  void takesOneTripForAsManyRowsAsOneStatementMayHave() throws Exception {
    Prepared batch = batch(MOST_ROWS);
    addRows(batch, 0, MOST_ROWS);
    assertThat(trips(batch, MOST_ROWS)).isEqualTo(1);
    addRows(batch, MOST_ROWS, MOST_ROWS);
    assertThat(trips(batch, MOST_ROWS)).isEqualTo(1);
    assertThat(rows()).isEqualTo(2 * MOST_ROWS);
  }

  @Test
  void keepsAllOrNoneOfMoreRowsThanThat() throws Exception {
    Prepared batch = batch(MOST_ROWS + 10);
    addRows(batch, 0, MOST_ROWS + 9);
    add(batch, 5, new byte[0]);
    Accounts.failure(FailureKind.DUPLICATE_KEY, batch::execute);
    assertThat(rows()).isZero();
    addRows(batch, 0, MOST_ROWS + 10);
    long trips = trips(batch, MOST_ROWS + 10);
    if (form == PostgresAdapter.Batch.BULK) {
      assertThat(trips).isEqualTo(1);
    }
    assertThat(rows()).isEqualTo(MOST_ROWS + 10);
  }

  @Test
  void canBeExecutedAgainOnAnotherConnection() throws Exception {
    Prepared batch = batch(10);
    addRows(batch, 0, 7);
    proxy.cut();
    Accounts.failure(FailureKind.OUTCOME_UNKNOWN, batch::execute);
    session.renew();
    assertThat(batch.execute()).isEqualTo(7);
    Accounts.failure(FailureKind.DUPLICATE_KEY, batch::execute);
    assertThat(rows()).isEqualTo(7);
  }
}
