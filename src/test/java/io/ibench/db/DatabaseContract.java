package io.ibench.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;

/**
 * What every product must do alike. A subclass has the tests of one part of the contract and runs
 * once for each product, on two empty tables.
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

  static final List<Condition> THING_KEY = List.of(Condition.eq("kind"), Condition.eq("id"));
  static final List<String> THING_NUMBERS = List.of("kind", "id", "state", "weight", "size");
  static final byte[] LABEL = "label".getBytes(StandardCharsets.US_ASCII);

  @Parameter Product product;

  @TempDir Path folder;

  private FreshDatabase fresh;
  Database database;
  Session session;
  private Prepared insertThing;
  private Prepared insertNote;

  @BeforeEach
  void createTables() throws DatabaseException {
    fresh = FreshDatabase.of(product, folder);
    database = fresh.database();
    database.create(THINGS);
    database.create(NOTES);
    session = database.session();
    insertThing = session.prepare(new Command.Insert(THINGS, THINGS.columnNames(), 1));
    insertNote = session.prepare(new Command.Insert(NOTES, NOTES.columnNames(), 1));
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

  /** Binds all columns in the table's order. */
  static void bindThing(
      Prepared command, long kind, long id, long state, long weight, long size, byte[] label) {
    command.setLong(0, id);
    command.setLong(1, kind);
    command.setLong(2, state);
    command.setLong(3, weight);
    command.setLong(4, size);
    command.setBytes(5, label, label.length);
  }

  void thing(long kind, long id, long state, long weight, long size) throws DatabaseException {
    bindThing(insertThing, kind, id, state, weight, size, LABEL);
    insertThing.execute();
  }

  void note(long id, long amount, byte[] body) throws DatabaseException {
    insertNote.setLong(0, id);
    insertNote.setLong(1, amount);
    insertNote.setBytes(2, body, body.length);
    insertNote.execute();
  }

  /** FailureKind, id, state, weight and size of every thing, in key order. */
  List<List<Long>> things() throws DatabaseException {
    return things(session);
  }

  static List<List<Long>> things(Session session) throws DatabaseException {
    return read(
        session.prepare(
            new Command.Select(
                THINGS,
                THING_NUMBERS,
                List.of(),
                Optional.empty(),
                List.of("kind", "id"),
                false,
                0,
                0)),
        THING_NUMBERS.size());
  }

  /** Id and amount of every note, in key order. */
  List<List<Long>> notes() throws DatabaseException {
    return read(
        session.prepare(
            new Command.Select(
                NOTES,
                List.of("id", "amount"),
                List.of(),
                Optional.empty(),
                List.of("id"),
                false,
                0,
                0)),
        2);
  }

  /** Executes a select of numbers. */
  static List<List<Long>> read(Prepared select, int columns) throws DatabaseException {
    int count = select.execute();
    List<List<Long>> rows = new ArrayList<>();
    for (int row = 0; row < count; row++) {
      List<Long> cells = new ArrayList<>();
      for (int column = 0; column < columns; column++) {
        cells.add(select.getLong(row, column));
      }
      rows.add(cells);
    }
    return rows;
  }

  static byte[] bytes(Prepared select, int row, int column) {
    byte[] into = new byte[1 << 20];
    return Arrays.copyOf(into, select.getBytes(row, column, into));
  }

  byte[] label(long kind, long id) throws DatabaseException {
    Prepared select = session.prepare(Command.Select.of(THINGS, List.of("label"), THING_KEY));
    select.setLong(0, kind);
    select.setLong(1, id);
    return select.execute() == 0 ? new byte[0] : bytes(select, 0, 0);
  }

  /** A row of numbers. */
  static List<Long> row(long... cells) {
    return Arrays.stream(cells).boxed().toList();
  }

  static void assertFails(FailureKind kind, ThrowingCallable action) {
    assertThatExceptionOfType(DatabaseException.class)
        .isThrownBy(action)
        .satisfies(failure -> assertThat(failure.kind()).isEqualTo(kind));
  }
}
