package io.ibench.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;

/**
 * What ibench's own products do beyond the rules of {@code io.ibench.contract}, each in its own
 * words. A subclass runs once for each product; each test has two empty tables.
 */
@Timeout(DatabaseContract.PATIENCE_SECONDS)
@ParameterizedClass(name = "{0}")
@EachProduct
abstract class DatabaseContract {

  /** A lock that is never released ends one test, not the whole run. */
  static final int PATIENCE_SECONDS = 300;

  static final Index BY_WEIGHT = new Index("by_weight", List.of("kind", "state", "weight", "id"));

  /** A key of two columns and an index. */
  static final Table THINGS =
      new Table(
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
      new Table(
          "notes",
          List.of(
              Column.number("id", ColumnType.LONG),
              Column.number("amount", ColumnType.LONG),
              Column.bytes("body", 1 << 20)),
          List.of("id"),
          true,
          List.of());

  static final byte[] LABEL = "label".getBytes(StandardCharsets.US_ASCII);

  @Parameter Product product;

  @TempDir Path folder;

  private FreshDatabase fresh;
  Database database;
  Session session;

  @BeforeEach
  void createTables() throws DatabaseException {
    fresh = FreshDatabase.of(product, folder);
    database = fresh.database();
    database.create(THINGS);
    database.create(NOTES);
    session = database.session();
  }

  @AfterEach
  void close() throws DatabaseException {
    if (session != null) {
      session.close();
    }
    if (fresh != null) {
      fresh.close();
    }
  }

  /** Inserts a row of ones, with a label. */
  void insertOne(Table table) throws DatabaseException {
    Prepared insert = session.prepare(new Command.Insert(table, table.columnNames(), 1));
    for (int column = 0; column < table.columns().size(); column++) {
      if (table.columns().get(column).type().isNumber()) {
        insert.setLong(column, 1);
      } else {
        insert.setBytes(column, LABEL, LABEL.length);
      }
    }
    insert.execute();
  }

  static void assertFails(FailureKind kind, ThrowingCallable action) {
    assertThatExceptionOfType(DatabaseException.class)
        .isThrownBy(action)
        .satisfies(failure -> assertThat(failure.kind()).isEqualTo(kind));
  }
}
