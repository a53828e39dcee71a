package io.ibench.db.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.ibench.db.Adapters;
import io.ibench.db.Column;
import io.ibench.db.ColumnType;
import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.MariadbSchema;
import io.ibench.db.Prepared;
import io.ibench.db.Session;
import io.ibench.db.Table;
import io.ibench.db.Transaction;
import io.ibench.testing.NeedsServer;
import io.ibench.testing.Servers;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Batches in all forms: what reaches the server, and that a batch is kept completely or not at all.
 */
@Timeout(300)
@ParameterizedClass(name = "{0}")
@EnumSource(MariadbAdapter.Batch.class)
@NeedsServer
@Isolated
class MariadbBatchTest {

  private static final Table ITEMS =
      new Table(
          "items",
          List.of(
              Column.number("id", ColumnType.LONG),
              Column.number("amount", ColumnType.LONG),
              Column.bytes("body", 1 << 20)),
          List.of("id"),
          false,
          List.of());

  /** With three columns this is more than 65,535 parameters, and three statements. */
  private static final int MANY_ROWS = 50_000;

  @Parameter MariadbAdapter.Batch form;

  private MariadbSchema schema;
  private Database database;
  private Session session;

  @BeforeEach
  void open() throws DatabaseException {
    schema = new MariadbSchema(Servers.requireMariadb());
    Map<String, String> settings = schema.settings(schema.url());
    settings.put("batch", form.name().toLowerCase(Locale.ROOT));
    database = Adapters.open("mariadb", settings);
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
      schema.close();
    }
  }

  private static Command.Insert insert(int rows) {
    return new Command.Insert(ITEMS, ITEMS.columnNames(), rows);
  }

  private static void add(Prepared batch, long id, byte[] body) {
    batch.setLong(0, id);
    batch.setLong(1, -id);
    batch.setBytes(2, body, body.length);
    batch.addBatch();
  }

  private static void addRows(Prepared batch, long firstId, int rows, int bodyBytes) {
    byte[] body = new byte[bodyBytes];
    for (int row = 0; row < rows; row++) {
      Arrays.fill(body, (byte) row);
      add(batch, firstId + row, body);
    }
  }

  private long ask(String question) throws Exception {
    try (var connection = schema.connect();
        var statement = connection.createStatement();
        var results = statement.executeQuery(question)) {
      results.next();
      return results.getLong(1);
    }
  }

  private long rows() throws Exception {
    return ask("SELECT COUNT(*) FROM items");
  }

  private long status(String name) throws Exception {
    return ask(
        "SELECT variable_value FROM information_schema.global_status WHERE variable_name = '"
            + name
            + "'");
  }

  private static void assertDuplicate(Prepared batch) {
    assertThatExceptionOfType(DatabaseException.class)
        .isThrownBy(batch::execute)
        .satisfies(failure -> assertThat(failure.kind()).isEqualTo(FailureKind.DUPLICATE_KEY));
  }

  @Test
  void namesItself() {
    assertThat(database.description().batch()).isEqualTo(form.line());
  }

  @Test
  void keepsEveryNumberAndByte() throws Exception {
    Prepared batch = session.prepare(insert(300));
    byte[] body = new byte[256];
    for (int i = 0; i < body.length; i++) {
      body[i] = (byte) i;
    }
    for (int length = 0; length <= 256; length++) {
      add(batch, Long.MAX_VALUE - length, Arrays.copyOf(body, length));
    }
    assertThat(batch.execute()).isEqualTo(257);
    Prepared select =
        session.prepare(Command.Select.of(ITEMS, List.of("id", "amount", "body"), List.of()));
    assertThat(select.execute()).isEqualTo(257);
    byte[] into = new byte[256];
    for (int row = 0; row < 257; row++) {
      int length = select.getBytes(row, 2, into);
      assertThat(select.getLong(row, 0)).isEqualTo(Long.MAX_VALUE - length);
      assertThat(select.getLong(row, 1)).isEqualTo(length - Long.MAX_VALUE);
      assertThat(Arrays.copyOf(into, length)).isEqualTo(Arrays.copyOf(body, length));
    }
  }

  @Test
  void keepsTimesAndPrices() throws Exception {
    Table sales =
        new Table(
            "sales",
            List.of(
                Column.number("id", ColumnType.LONG),
                Column.number("at", ColumnType.TIME),
                Column.number("price", ColumnType.FLOAT)),
            List.of("id"),
            false,
            List.of());
    database.create(sales);
    Prepared batch = session.prepare(new Command.Insert(sales, sales.columnNames(), 100));
    long noon = 2_524_651_200_000L; // 2050-01-01 12:00:00 UTC
    for (long row = 0; row < 100; row++) {
      batch.setLong(0, row);
      batch.setLong(1, noon + row / 50 * 1000);
      batch.setLong(2, ColumnType.MAX_HUNDREDTHS - row);
      batch.addBatch();
    }
    assertThat(batch.execute()).isEqualTo(100);
    Prepared select =
        session.prepare(Command.Select.of(sales, sales.columnNames(), List.of(Condition.eq("id"))));
    for (long row = 0; row < 100; row++) {
      select.setLong(0, row);
      assertThat(select.execute()).isEqualTo(1);
      assertThat(select.getLong(0, 1)).isEqualTo(noon + row / 50 * 1000);
      assertThat(select.getLong(0, 2)).isEqualTo(ColumnType.MAX_HUNDREDTHS - row);
    }
    assertThat(ask("SELECT COUNT(*) FROM sales WHERE at = '2050-01-01 12:00:01'")).isEqualTo(50);
  }

  @Test
  void keepsTextOfEachAsciiLetter() throws Exception {
    Table words =
        new Table(
            "words",
            List.of(
                Column.number("id", ColumnType.LONG),
                Column.fixedText("short", 12),
                Column.text("word", 200)),
            List.of("id"),
            false,
            List.of());
    database.create(words);
    Prepared batch = session.prepare(new Command.Insert(words, words.columnNames(), 10));
    byte[] letters = new byte[95];
    for (int i = 0; i < letters.length; i++) {
      letters[i] = (byte) (' ' + i);
    }
    byte[] quoted = "a'b\\c\"d".getBytes(StandardCharsets.US_ASCII);
    batch.setLong(0, 1);
    batch.setBytes(1, quoted, quoted.length);
    batch.setBytes(2, letters, letters.length);
    batch.addBatch();
    batch.setLong(0, 2);
    batch.setBytes(1, new byte[0], 0);
    batch.setBytes(2, quoted, quoted.length);
    batch.addBatch();
    assertThat(batch.execute()).isEqualTo(2);
    assertThat(
            ask(
                "SELECT COUNT(*) FROM words WHERE id = 1 AND LENGTH(word) = 95 AND short ="
                    + " CONCAT('a', CHAR(39), 'b', CHAR(92), 'c', CHAR(34), 'd')"))
        .isEqualTo(1);
    Prepared select =
        session.prepare(Command.Select.of(words, words.columnNames(), List.of(Condition.eq("id"))));
    select.setLong(0, 1);
    select.execute();
    byte[] into = new byte[200];
    assertThat(Arrays.copyOf(into, select.getBytes(0, 2, into))).isEqualTo(letters);
  }

  @Test
  void keepsNumbersAtTheEndsOfTheirRanges() throws Exception {
    Prepared batch = session.prepare(insert(8));
    long[] ends = {Long.MIN_VALUE, Long.MAX_VALUE, 0, -1, 9, 10, -10, 1_000_000_000_000L};
    for (int i = 0; i < ends.length; i++) {
      batch.setLong(0, i);
      batch.setLong(1, ends[i]);
      batch.setBytes(2, new byte[0], 0);
      batch.addBatch();
    }
    assertThat(batch.execute()).isEqualTo(ends.length);
    Prepared select =
        session.prepare(Command.Select.of(ITEMS, List.of("amount"), List.of(Condition.eq("id"))));
    for (int i = 0; i < ends.length; i++) {
      select.setLong(0, i);
      select.execute();
      assertThat(select.getLong(0, 0)).isEqualTo(ends[i]);
    }
  }

  @Test
  void aBatchIsOneStatement() throws Exception {
    Prepared batch = session.prepare(insert(1000));
    addRows(batch, 0, 1000, 20);
    long executed = status("Com_stmt_execute");
    long inserts = status("Com_insert");
    long commits = status("Handler_commit");
    assertThat(batch.execute()).isEqualTo(1000);
    assertThat(status("Com_stmt_execute") - executed).isEqualTo(isPrepared() ? 1 : 0);
    assertThat(status("Com_insert") - inserts).isEqualTo(1);
    assertThat(status("Handler_commit") - commits).isEqualTo(1);
    assertThat(rows()).isEqualTo(1000);
  }

  private boolean isPrepared() {
    return form != MariadbAdapter.Batch.TEXT;
  }

  /** The text of the prepared statement shows whether rows were sent as values or in bulk. */
  @Test
  void rowsTravelInTheFormThatWasAskedFor() throws Exception {
    schema.execute("SET GLOBAL log_output = 'TABLE'");
    schema.execute("SET GLOBAL general_log = 1");
    try {
      Prepared batch = session.prepare(insert(1000));
      addRows(batch, 0, 1000, 20);
      batch.execute();
    } finally {
      schema.execute("SET GLOBAL general_log = 0");
      schema.execute("SET GLOBAL log_output = DEFAULT");
    }
    String log = " FROM mysql.general_log WHERE argument LIKE 'INSERT INTO items %' AND ";
    long placeholders =
        ask(
            "SELECT MAX(LENGTH(argument) - LENGTH(REPLACE(argument, '?', '')))"
                + log
                + "command_type = 'Prepare'");
    long executed = ask("SELECT COUNT(*)" + log + "command_type = 'Execute'");
    long texts = ask("SELECT COUNT(*)" + log + "command_type = 'Query'");
    schema.execute("TRUNCATE TABLE mysql.general_log");
    assertThat(placeholders)
        .isEqualTo(
            switch (form) {
              case VALUES -> 3000;
              case BULK -> 3;
              case TEXT -> 0;
            });
    assertThat(executed).isEqualTo(isPrepared() ? 1 : 0);
    assertThat(texts).isEqualTo(isPrepared() ? 0 : 1);
    assertThat(rows()).isEqualTo(1000);
  }

  @Test
  void aBatchOfManyRowsTravelsInTheSameForm() throws Exception {
    Prepared batch = session.prepare(insert(MANY_ROWS));
    addRows(batch, 0, MANY_ROWS, 8);
    long executed = status("Com_stmt_execute");
    long inserts = status("Com_insert");
    assertThat(batch.execute()).isEqualTo(MANY_ROWS);
    long statements = form == MariadbAdapter.Batch.VALUES ? 3 : 1;
    assertThat(status("Com_stmt_execute") - executed).isEqualTo(isPrepared() ? statements : 0);
    assertThat(status("Com_insert") - inserts).isEqualTo(statements);
    assertThat(rows()).isEqualTo(MANY_ROWS);
  }

  @Test
  void aBatchOfSeveralStatementsIsOneTransaction() throws Exception {
    Prepared batch = session.prepare(insert(MANY_ROWS));
    addRows(batch, 0, MANY_ROWS - 1, 8);
    add(batch, 0, new byte[0]);
    assertDuplicate(batch);
    assertThat(rows()).isZero();
    assertDuplicate(batch);
    addRows(batch, 0, MANY_ROWS, 8);
    assertThat(batch.execute()).isEqualTo(MANY_ROWS);
    assertThat(rows()).isEqualTo(MANY_ROWS);
  }

  /**
   * As values it is too long for a packet, and refused; in bulk the driver sends several packets,
   * as text ibench several statements.
   */
  @Test
  void aBatchLongerThanAPacketIsKeptWholeOrNotAtAll() throws Exception {
    int rows = 18;
    Prepared batch = session.prepare(insert(rows));
    addRows(batch, 0, rows - 1, 1 << 20);
    add(batch, 0, new byte[0]);
    assertThatExceptionOfType(DatabaseException.class).isThrownBy(batch::execute);
    assertThat(rows()).isZero();
    if (form != MariadbAdapter.Batch.VALUES) {
      addRows(batch, 0, rows, 1 << 20);
      assertThat(batch.execute()).isEqualTo(rows);
      assertThat(rows()).isEqualTo(rows);
    }
  }

  @Test
  void aSmallBatchIsKeptWholeOrNotAtAllAndCanBeRepeated() throws Exception {
    Prepared batch = session.prepare(insert(10));
    addRows(batch, 5, 1, 4);
    batch.execute();
    addRows(batch, 1, 8, 4);
    assertDuplicate(batch);
    assertThat(rows()).isEqualTo(1);
    schema.execute("DELETE FROM items");
    assertThat(batch.execute()).isEqualTo(8);
    assertThat(rows()).isEqualTo(8);
    assertDuplicate(batch);
  }

  @Test
  void aTransactionRollsItsBatchesBack() throws Exception {
    Transaction transaction = session.transaction();
    Prepared batch = transaction.prepare(insert(MANY_ROWS));
    transaction.begin();
    addRows(batch, 0, MANY_ROWS, 8);
    assertThat(batch.execute()).isEqualTo(MANY_ROWS);
    addRows(batch, MANY_ROWS, 5, 8);
    assertThat(batch.execute()).isEqualTo(5);
    transaction.rollback();
    assertThat(rows()).isZero();
  }
}
