package io.ibench.workload.oltp;

import io.ibench.db.Command;
import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.random.Random64;
import io.ibench.workload.Laps;
import io.ibench.workload.WorkloadCounters;
import io.ibench.workload.oltp.OltpBooks.OfTable;
import java.util.List;

/**
 * The statements of one kind in a transaction, all on one table, as sysbench draws it. Values are
 * drawn before the transaction, so that a repeated transaction has the same ones. Confined to the
 * worker's thread; a draw and an execution allocate nothing.
 */
abstract class Statements {

  /** What the executed statements have done; added up by the worker. */
  static final class Effect {
    int reads;
    int writes;
    int rowsRead;
    int unmatched;
    int inserted;
    int deleted;
    int added;
    int changed;
    long rowBytes;

    void clear() {
      reads = 0;
      writes = 0;
      rowsRead = 0;
      unmatched = 0;
      inserted = 0;
      deleted = 0;
      added = 0;
      changed = 0;
      rowBytes = 0;
    }
  }

  /** Prepares a command for the worker. */
  interface Preparer {
    Prepared prepare(Command command) throws DatabaseException;
  }

  /** The command on one table. */
  interface OnTable {
    Command of(OltpTable table);
  }

  private final int count;
  private final IdSource source;
  private Laps laps = Laps.NONE;
  private int part;
  private int table;

  /**
   * @param count how often a transaction executes it, at least 1
   */
  Statements(int count, IdSource source) {
    this.count = count;
    this.source = source;
  }

  static Prepared[] prepare(List<OltpTable> tables, OnTable command, Preparer preparer)
      throws DatabaseException {
    Prepared[] prepared = new Prepared[tables.size()];
    for (int i = 0; i < prepared.length; i++) {
      prepared[i] = preparer.prepare(command.of(tables.get(i)));
    }
    return prepared;
  }

  /** From now on the time of each execution is reported as the part with this number. */
  final void time(Laps given, int number) {
    laps = given;
    part = number;
  }

  /** One of the statements of an execution has ended; the others are the parts after it. */
  final void lap(int number) {
    laps.lap(part + number);
  }

  final int count() {
    return count;
  }

  final IdSource source() {
    return source;
  }

  /** The table of this transaction, from 0 on. */
  final int table() {
    return table;
  }

  /** Draws the table and all values. A single statement is bound here, outside of the time. */
  final void draw() {
    table = drawTable();
    for (int i = 0; i < count; i++) {
      draw(i);
    }
    if (count == 1) {
      bind(0);
    }
  }

  int drawTable() {
    return source.table();
  }

  /**
   * Executes one of them.
   *
   * @return a hash of its answer
   */
  final long run(int number, Effect effect) throws DatabaseException {
    if (count > 1) {
      bind(number);
    }
    long hash = execute(number, effect);
    lap(lastPart());
    return hash;
  }

  /** Whether the next executions read the values of rows, or only count them. */
  void readValues(boolean wanted) {}

  /** The part that ends with an execution. */
  int lastPart() {
    return 0;
  }

  /** Books what they may have done when nobody knows. */
  void uncertain(WorkloadCounters booked) {}

  abstract void draw(int number);

  abstract void bind(int number);

  abstract long execute(int number, Effect effect) throws DatabaseException;

  /** Reads rows by numbers that are drawn as ids. */
  abstract static class Reads extends Statements {

    private final Prepared[] selects;
    private boolean readsValues;

    Reads(int count, IdSource source, Prepared[] selects) {
      super(count, source);
      this.selects = selects;
    }

    final Prepared select() {
      return selects[table()];
    }

    /** After the table is drawn. */
    @Override
    final void readValues(boolean wanted) {
      readsValues = wanted;
      select().readValues(wanted);
    }

    @Override
    final long execute(int number, Effect effect) throws DatabaseException {
      Prepared select = select();
      int rows = select.execute();
      effect.rowsRead += rows;
      effect.reads++;
      return readsValues ? select.resultHash() : rows;
    }
  }

  /** One row by its id. */
  static final class Points extends Reads {

    private final long[] ids;

    Points(int count, IdSource source, Prepared[] selects) {
      super(count, source, selects);
      ids = new long[count];
    }

    @Override
    void draw(int number) {
      ids[number] = source().next();
    }

    @Override
    void bind(int number) {
      select().setLong(0, ids[number]);
    }
  }

  /** Ranges, each from a drawn number on. */
  static final class Ranges extends Reads {

    private final long[][] edges;
    private final int size;

    /**
     * @param ranges of one statement
     * @param size the numbers of a range
     */
    Ranges(int count, IdSource source, Prepared[] selects, int ranges, int size) {
      super(count, source, selects);
      this.edges = new long[count][2 * ranges];
      this.size = size;
    }

    @Override
    void draw(int number) {
      long[] drawn = edges[number];
      for (int i = 0; i < drawn.length; i += 2) {
        drawn[i] = source().next();
        drawn[i + 1] = drawn[i] + size - 1;
      }
    }

    @Override
    void bind(int number) {
      select().setLongs(0, edges[number], edges[number].length);
    }
  }

  /** Rows by a list of numbers. */
  static final class Lists extends Reads {

    private final long[] numbers;
    private final long fixedFrom;

    /**
     * @param fixedFrom the first of consecutive numbers; 0: they are drawn
     */
    Lists(IdSource source, Prepared[] selects, int numbers, long fixedFrom) {
      super(1, source, selects);
      this.numbers = new long[numbers];
      this.fixedFrom = fixedFrom;
    }

    @Override
    void draw(int number) {
      drawList(source(), numbers, fixedFrom);
    }

    @Override
    void bind(int number) {
      select().setLongs(0, numbers, numbers.length);
    }
  }

  private static void drawList(IdSource source, long[] numbers, long fixedFrom) {
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = fixedFrom > 0 ? fixedFrom + i : source.next();
    }
  }

  /** A whole table, always the same one of a worker. */
  static final class Scans extends Reads {

    private final int own;

    Scans(IdSource source, Prepared[] selects, int worker) {
      super(1, source, selects);
      own = worker % selects.length;
    }

    @Override
    int drawTable() {
      return own;
    }

    @Override
    void draw(int number) {}

    @Override
    void bind(int number) {}
  }

  /** Adds 1 to the k of a row. */
  static final class IndexUpdates extends Statements {

    private final Prepared[] updates;
    private final long[] ids;

    IndexUpdates(int count, IdSource source, Prepared[] updates) {
      super(count, source);
      this.updates = updates;
      this.ids = new long[count];
    }

    @Override
    void draw(int number) {
      ids[number] = source().next();
    }

    @Override
    void bind(int number) {
      updates[table()].setLong(0, ids[number]);
    }

    @Override
    long execute(int number, Effect effect) throws DatabaseException {
      int rows = updates[table()].execute();
      effect.writes++;
      effect.added += rows;
      effect.changed += rows;
      effect.unmatched += rows == 0 ? 1 : 0;
      effect.rowBytes += rows * (long) Integer.BYTES;
      return rows;
    }

    @Override
    void uncertain(WorkloadCounters booked) {
      OltpBooks.add(booked, table(), OfTable.ADDED_UNCERTAIN, count());
    }
  }

  /** Gives a row, or the rows of a list, another c. */
  static final class NonIndexUpdates extends Statements {

    private final Prepared[] updates;
    private final RowContent[] contents;
    private final long[][] ids;
    private final boolean list;

    /**
     * @param listed the ids of one statement; 0: a single id, and no list
     */
    NonIndexUpdates(int count, IdSource source, Prepared[] updates, int listed) {
      super(count, source);
      this.updates = updates;
      this.ids = new long[count][Math.max(1, listed)];
      this.contents = new RowContent[count];
      this.list = listed > 0;
      for (int i = 0; i < count; i++) {
        contents[i] = new RowContent();
      }
    }

    @Override
    void draw(int number) {
      contents[number].drawC(source().random());
      drawList(source(), ids[number], 0);
    }

    @Override
    void bind(int number) {
      Prepared update = updates[table()];
      update.setBytes(0, contents[number].c(), RowContent.C_LENGTH);
      if (list) {
        update.setLongs(1, ids[number], ids[number].length);
      } else {
        update.setLong(1, ids[number][0]);
      }
    }

    @Override
    long execute(int number, Effect effect) throws DatabaseException {
      int rows = updates[table()].execute();
      effect.writes++;
      effect.changed += rows;
      effect.unmatched += rows == 0 ? 1 : 0;
      effect.rowBytes += rows * (long) RowContent.C_LENGTH;
      return rows;
    }
  }

  /** Deletes a row. */
  static final class Deletes extends Statements {

    private final Prepared[] deletes;
    private long id;

    Deletes(IdSource source, Prepared[] deletes) {
      super(1, source);
      this.deletes = deletes;
    }

    @Override
    void draw(int number) {
      id = source().next();
    }

    @Override
    void bind(int number) {
      deletes[table()].setLong(0, id);
    }

    @Override
    long execute(int number, Effect effect) throws DatabaseException {
      int rows = deletes[table()].execute();
      effect.writes++;
      effect.deleted += rows;
      effect.changed += rows;
      effect.unmatched += rows == 0 ? 1 : 0;
      return rows;
    }

    @Override
    void uncertain(WorkloadCounters booked) {
      OltpBooks.add(booked, table(), OfTable.DELETED_UNCERTAIN, 1);
    }
  }

  /** Values of a row to insert. */
  private static final class NewRow {
    private final RowContent content = new RowContent();
    private long id;
    private long k;

    void draw(IdSource source) {
      k = source.next();
      Random64 random = source.random();
      content.drawC(random);
      content.drawPad(random);
    }

    /**
     * @param first the parameter of k
     */
    void bind(Prepared insert, int first) {
      insert.setLong(first, k);
      insert.setBytes(first + 1, content.c(), RowContent.C_LENGTH);
      insert.setBytes(first + 2, content.pad(), RowContent.PAD_LENGTH);
    }
  }

  /** Deletes a row and inserts another one with the same id. */
  static final class DeleteInserts extends Statements {

    private final Prepared[] deletes;
    private final Prepared[] inserts;
    private final NewRow[] rows;

    DeleteInserts(int count, IdSource source, Prepared[] deletes, Prepared[] inserts) {
      super(count, source);
      this.deletes = deletes;
      this.inserts = inserts;
      this.rows = new NewRow[count];
      for (int i = 0; i < count; i++) {
        rows[i] = new NewRow();
      }
    }

    @Override
    void draw(int number) {
      rows[number].id = source().next();
      rows[number].draw(source());
    }

    @Override
    void bind(int number) {
      deletes[table()].setLong(0, rows[number].id);
      inserts[table()].setLong(0, rows[number].id);
      rows[number].bind(inserts[table()], 1);
    }

    @Override
    long execute(int number, Effect effect) throws DatabaseException {
      int deleted = deletes[table()].execute();
      lap(0);
      effect.writes++;
      effect.deleted += deleted;
      effect.changed += deleted;
      effect.unmatched += deleted == 0 ? 1 : 0;
      int inserted = inserts[table()].execute();
      effect.writes++;
      effect.inserted += inserted;
      effect.changed += inserted;
      effect.rowBytes += RowContent.ROW_BYTES;
      return 2L * deleted + inserted;
    }

    @Override
    int lastPart() {
      return 1;
    }

    @Override
    void uncertain(WorkloadCounters booked) {
      OltpBooks.add(booked, table(), OfTable.DELETED_UNCERTAIN, count());
      OltpBooks.add(booked, table(), OfTable.INSERTED_UNCERTAIN, count());
    }
  }

  /** Inserts a row. */
  static final class Inserts extends Statements {

    private final Prepared[] inserts;
    private final NewIds[] newIds;
    private final WorkloadCounters booked;
    private final NewRow row = new NewRow();

    /**
     * @param newIds of each table; empty: the server generates ids
     * @param booked counts the ids that were taken
     */
    Inserts(IdSource source, Prepared[] inserts, NewIds[] newIds, WorkloadCounters booked) {
      super(1, source);
      this.booked = booked;
      this.inserts = inserts;
      this.newIds = newIds;
    }

    @Override
    void draw(int number) {
      row.draw(source());
      if (newIds.length > 0) {
        row.id = newIds[table()].next();
        OltpBooks.add(booked, table(), OfTable.TAKEN, 1);
      }
    }

    @Override
    void bind(int number) {
      Prepared insert = inserts[table()];
      if (newIds.length > 0) {
        insert.setLong(0, row.id);
        row.bind(insert, 1);
      } else {
        row.bind(insert, 0);
      }
    }

    @Override
    long execute(int number, Effect effect) throws DatabaseException {
      int rows = inserts[table()].execute();
      effect.writes++;
      effect.inserted += rows;
      effect.changed += rows;
      effect.rowBytes += RowContent.ROW_BYTES;
      return rows;
    }

    @Override
    void uncertain(WorkloadCounters booked) {
      OltpBooks.add(booked, table(), OfTable.INSERTED_UNCERTAIN, 1);
    }
  }
}
