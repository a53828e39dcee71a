package io.ibench.workload.oltp;

import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.Cursor;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.RowHash;
import io.ibench.db.Scan;
import io.ibench.db.Session;
import io.ibench.workload.Cursors;
import io.ibench.workload.WorkloadCounters;
import io.ibench.workload.WorkloadRun.Outcome;
import io.ibench.workload.table.Lines;
import java.util.List;
import java.util.OptionalLong;

/**
 * Reads every row of every table, and compares with the books: rows, the form of c and pad, the sum
 * of k, and the index on k. Nothing may write meanwhile. Confined to one thread.
 */
final class OltpVerification {

  private static final int ROWS_AT_ONCE = 1000;
  private static final int MOST_PROBLEMS = 20;

  /** After so many new ids in a row without a row there is none. */
  private static final int MOST_MISSING = 1024;

  private static final int ID = 0;
  private static final int K = 1;
  private static final int C = 2;
  private static final int PAD = 3;

  private final OltpSettings settings;
  private final List<OltpTable> tables;
  private final OltpBooks books;
  private final Database database;
  private final WorkloadCounters progress;
  private final Lines problems = new Lines(MOST_PROBLEMS);
  private final byte[] text = new byte[256];
  private long read;
  private long sumOfK;
  private boolean knowsSums = true;
  private boolean exact = true;

  /**
   * @param progress counts the rows that were read
   */
  OltpVerification(
      OltpSettings settings,
      List<OltpTable> tables,
      OltpBooks books,
      Database database,
      WorkloadCounters progress) {
    this.settings = settings;
    this.tables = tables;
    this.books = books;
    this.database = database;
    this.progress = progress;
  }

  Outcome run() throws DatabaseException, InterruptedException {
    for (int i = 0; i < tables.size(); i++) {
      check(i);
    }
    return new Outcome(read, facts().all(), problems.kept());
  }

  /** What the tables have, whatever was booked. */
  OltpBooks.Start found() throws DatabaseException, InterruptedException {
    OltpBooks.Start start = OltpBooks.Start.empty(tables.size());
    try (Session session = database.session()) {
      for (int i = 0; i < tables.size(); i++) {
        Found found = new Found();
        readRows(tables.get(i), session, found);
        start.rows()[i] = found.rows;
        start.sums()[i] = found.sum;
        start.ids()[i] = given(tables.get(i), session, found);
      }
    }
    return start;
  }

  /** How many new ids were given: far behind the last one in the table there is none. */
  private long given(OltpTable table, Session session, Found found) throws DatabaseException {
    long given = found.inserted;
    NewIds ids = new NewIds(settings.rows(), given);
    Prepared lookup = session.prepare(table.idOf());
    for (int i = 0; !settings.autoInc() && !settings.bulk() && i < MOST_MISSING; i++) {
      lookup.setLong(0, ids.next());
      if (lookup.execute() > 0) {
        given = ids.given();
        i = 0;
      }
    }
    return given;
  }

  private Lines facts() {
    Lines facts = new Lines();
    String where = tables.size() == 1 ? "sbtest1" : tables.size() + " tables";
    if (problems.isEmpty()) {
      String rows =
          !books.isKnown()
              ? "%s: %,d rows; not compared: ibench_tables does not know how many there must be"
              : exact ? "%s: %,d rows as booked" : "%s: %,d rows, as far as outcomes are known";
      facts.add(rows, where, read);
      facts.add(
          settings.bulk()
              ? "every k is its id"
              : "every c and pad has its form" + (settings.secondary() ? ", and k its index" : ""));
      if (books.isKnown() && knowsSums) {
        facts.add("sum of k: %,d as booked", sumOfK);
      }
    }
    return facts;
  }

  /** What the rows of a table have shown. */
  private static final class Found {
    private long rows;
    private long sum;
    private long hash;
    private long lastId;

    /** Rows with ids above those of the load. */
    private long inserted;
  }

  private void check(int number) throws DatabaseException, InterruptedException {
    Found found = new Found();
    try (Session session = database.session()) {
      readRows(tables.get(number), session, found);
      if (settings.secondary()) {
        readIndex(tables.get(number), session, found);
      }
    }
    compare(number, found);
  }

  private void readRows(OltpTable table, Session session, Found found)
      throws DatabaseException, InterruptedException {
    Command.Select next =
        table
            .table()
            .select()
            .where(Condition.of(OltpTable.ID, Condition.Op.GT))
            .first(ROWS_AT_ONCE, OltpTable.ID);
    Prepared select = session.prepare(next);
    found.lastId = Integer.MIN_VALUE;
    int rows;
    do {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      select.setLong(0, found.lastId);
      rows = select.execute();
      for (int row = 0; row < rows; row++) {
        checkRow(table.table().name(), select, row, found);
      }
      progress.add(OltpCounter.ROWS_VERIFIED.ordinal(), rows);
      read += rows;
    } while (rows == ROWS_AT_ONCE);
  }

  private void checkRow(String table, Prepared select, int row, Found found) {
    long id = select.getLong(row, ID);
    long k = select.getLong(row, K);
    if (id <= found.lastId) {
      problems.add("%s: id %d comes after id %d", table, id, found.lastId);
    }
    if (settings.bulk()) {
      checkBulk(table, id, k);
    } else {
      checkText(table, select, row, id, C, RowContent.C_LENGTH);
      checkText(table, select, row, id, PAD, RowContent.PAD_LENGTH);
    }
    found.lastId = id;
    found.rows++;
    found.inserted += id > settings.rows() ? 1 : 0;
    found.sum += k;
    found.hash += RowHash.mix(k, id);
  }

  private void checkBulk(String table, long id, long k) {
    if (k != id) {
      problems.add("%s: the row with id %d has k %d, and not its id", table, id, k);
    }
  }

  private void checkText(String table, Prepared select, int row, long id, int column, int wanted) {
    int length = select.getBytes(row, column, text);
    if (!RowContent.isOfForm(text, length, wanted)) {
      problems.add(
          "%s: the row with id %d has a damaged %s: it is not groups of 11 digits with dashes"
              + " between, %d characters",
          table, id, column == C ? OltpTable.C : OltpTable.PAD, wanted);
    }
  }

  private void readIndex(OltpTable table, Session session, Found found)
      throws DatabaseException, InterruptedException {
    List<String> columns = List.of(OltpTable.K, OltpTable.ID);
    Scan scan = new Scan(table.table(), columns, List.of(), List.of(OltpTable.K));
    long rows = 0;
    long hash = 0;
    long last = Long.MIN_VALUE;
    boolean rises = true;
    try (Cursor cursor = session.scan(scan)) {
      while (Cursors.next(cursor, session)) {
        long k = cursor.getLong(0);
        hash += RowHash.mix(k, cursor.getLong(1));
        rises &= k >= last;
        last = k;
        rows++;
      }
    }
    if (rows != found.rows || hash != found.hash || !rises) {
      problems.add(
          "%s: in the order of k there are %,d rows that are not the %,d rows in the order of id",
          table.table().name(), rows, found.rows);
    }
  }

  private void compare(int number, Found found) {
    String name = tables.get(number).table().name();
    if (!books.isKnown()) {
      knowsSums = false;
      return;
    }
    long expected = books.rows(number);
    long more = books.more(number);
    long less = books.less(number);
    exact &= more + less == 0;
    if (found.rows < expected - less || found.rows > expected + more) {
      problems.add("%s: expected %,d rows as booked, found %,d", name, expected, found.rows);
    }
    OptionalLong sum = books.sumOfK(number);
    if (sum.isEmpty()) {
      knowsSums = false;
    } else if (sum.getAsLong() != found.sum) {
      problems.add(
          "%s: the sum of k is %,d, and not %,d as booked", name, found.sum, sum.getAsLong());
    }
    sumOfK += found.sum;
  }
}
