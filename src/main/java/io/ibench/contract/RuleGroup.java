package io.ibench.contract;

import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.Session;
import io.ibench.db.Table;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One part of the contract: a class of rules, of which each has its own object, session and empty
 * tables. Confined to the rule's thread.
 */
abstract class RuleGroup {

  static final List<Condition> THING_KEY = List.of(Condition.eq("kind"), Condition.eq("id"));
  static final List<String> THING_NUMBERS = List.of("kind", "id", "state", "weight", "size");
  static final byte[] LABEL = ascii("label");

  final Workspace workspace;
  final Database database;
  final Session session;
  private @Nullable Prepared insertThing;
  private @Nullable Prepared insertNote;

  /** Creates tables that every rule of the group uses. */
  RuleGroup(Workspace workspace, Table... tables) throws DatabaseException {
    this.workspace = workspace;
    this.database = workspace.database();
    for (Table table : tables) {
      workspace.create(table);
    }
    this.session = workspace.session();
  }

  static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** A row of numbers. */
  static List<Long> row(long... cells) {
    return Arrays.stream(cells).boxed().toList();
  }

  static Command.Insert insertOf(Table table, int maxBatch) {
    return new Command.Insert(table, table.columnNames(), maxBatch);
  }

  /** All rows, in this order. */
  static Command.Select selectOf(Table table, List<String> columns, List<String> orderBy) {
    return new Command.Select(table, columns, List.of(), Optional.empty(), orderBy, false, 0, 0);
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

  static void bindKey(Prepared command, int first, long kind, long id) {
    command.setLong(first, kind);
    command.setLong(first + 1, id);
  }

  void thing(long kind, long id, long state, long weight, long size) throws DatabaseException {
    thing(kind, id, state, weight, size, LABEL);
  }

  void thing(long kind, long id, long state, long weight, long size, byte[] label)
      throws DatabaseException {
    if (insertThing == null) {
      insertThing = session.prepare(insertOf(Tables.THINGS, 1));
    }
    bindThing(insertThing, kind, id, state, weight, size, label);
    insertThing.execute();
  }

  void note(long id, long amount, byte[] body) throws DatabaseException {
    if (insertNote == null) {
      insertNote = session.prepare(insertOf(Tables.NOTES, 1));
    }
    insertNote.setLong(0, id);
    insertNote.setLong(1, amount);
    insertNote.setBytes(2, body, body.length);
    insertNote.execute();
  }

  /** Kind, id, state, weight and size of every thing, in key order. */
  List<List<Long>> things() throws DatabaseException {
    return things(session);
  }

  static List<List<Long>> things(Session session) throws DatabaseException {
    return read(
        session.prepare(selectOf(Tables.THINGS, THING_NUMBERS, List.of("kind", "id"))),
        THING_NUMBERS.size());
  }

  /** What another session sees. */
  List<List<Long>> thingsSeenByAnother() throws DatabaseException {
    Session other = workspace.session();
    List<List<Long>> seen = things(other);
    workspace.close(other);
    return seen;
  }

  @SafeVarargs
  final void expectThings(List<Long>... rows) throws DatabaseException {
    List<List<Long>> expected = new ArrayList<>();
    for (List<Long> row : rows) {
      expected.add(row);
    }
    Expect.list("rows (kind, id, state, weight, size)", expected, things());
  }

  /** Id and amount of every note, in key order. */
  List<List<Long>> notes() throws DatabaseException {
    return read(session.prepare(selectOf(Tables.NOTES, List.of("id", "amount"), List.of("id"))), 2);
  }

  @SafeVarargs
  final void expectNotes(List<Long>... rows) throws DatabaseException {
    List<List<Long>> expected = new ArrayList<>();
    for (List<Long> row : rows) {
      expected.add(row);
    }
    Expect.list("rows (id, amount)", expected, notes());
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

  /** Executes a select of one number. */
  static List<Long> readOne(Prepared select) throws DatabaseException {
    return read(select, 1).stream().map(cells -> cells.get(0)).toList();
  }

  static byte[] bytes(Prepared select, int row, int column) {
    byte[] into = new byte[1 << 20];
    return Arrays.copyOf(into, select.getBytes(row, column, into));
  }

  byte[] label(long kind, long id) throws DatabaseException {
    Prepared select =
        session.prepare(Command.Select.of(Tables.THINGS, List.of("label"), THING_KEY));
    bindKey(select, 0, kind, id);
    Expect.equal("rows of the key (" + kind + ", " + id + ")", 1, select.execute());
    return bytes(select, 0, 0);
  }

  /** Executes a command and compares the number of rows that it returns. */
  static void expectCount(int expected, Prepared command) throws DatabaseException {
    Expect.equal("number of rows that execute returns", expected, command.execute());
  }

  static void expectOld(long expected, Prepared command) {
    Expect.equal("old value (-1: there was no row)", expected, command.old());
  }
}
