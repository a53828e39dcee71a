package io.ibench.workload.insert;

import io.ibench.db.Cursor;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Scan;
import io.ibench.db.Session;
import io.ibench.workload.Cursors;
import io.ibench.workload.WorkloadCounters;
import io.ibench.workload.WorkloadRun.Outcome;
import io.ibench.workload.table.Lines;
import java.util.ArrayList;
import java.util.List;

/** Compares the rows of the tables with those that were acknowledged. */
final class InsertVerification {

  private static final int MAX_FACTS = 20;

  /** A fact about one table, or about several consecutive tables. */
  private record TableFact(String first, String last, String text) {

    String line() {
      return first.equals(last) ? first + ": " + text : first + " to " + last + ", each: " + text;
    }
  }

  private final List<PurchaseTable> tables;
  private final InsertBooks books;
  private final Database database;
  private final WorkloadCounters progress;
  private final List<TableFact> facts = new ArrayList<>();
  private final Lines problems = new Lines();

  /**
   * @param progress counts the rows that were read
   */
  InsertVerification(
      List<PurchaseTable> tables, InsertBooks books, Database database, WorkloadCounters progress) {
    this.tables = tables;
    this.books = books;
    this.database = database;
    this.progress = progress;
  }

  Outcome run() throws DatabaseException, InterruptedException {
    long all = 0;
    for (int table = 0; table < tables.size(); table++) {
      long found = count(tables.get(table));
      all += found;
      compare(table, found);
    }
    return new Outcome(all, lines(), problems.all());
  }

  private List<String> lines() {
    List<String> lines = new ArrayList<>();
    facts.stream().limit(MAX_FACTS).forEach(fact -> lines.add(fact.line()));
    if (facts.size() > MAX_FACTS) {
      lines.add("and the like of the tables after " + facts.get(MAX_FACTS - 1).last());
    }
    return lines;
  }

  private void add(String table, String text) {
    int last = facts.size() - 1;
    if (last >= 0 && facts.get(last).text().equals(text)) {
      facts.set(last, new TableFact(facts.get(last).first(), table, text));
    } else {
      facts.add(new TableFact(table, table, text));
    }
  }

  private static Scan keys(PurchaseTable table) {
    return new Scan(
        table.table(), List.of(PurchaseColumns.KEY), List.of(), List.of(PurchaseColumns.KEY));
  }

  /** The rows of a table. */
  static long count(PurchaseTable table, Database database) throws DatabaseException {
    long rows = 0;
    try (Session session = database.session();
        Cursor cursor = session.scan(keys(table))) {
      while (cursor.next()) {
        rows++;
      }
    }
    return rows;
  }

  private long count(PurchaseTable table) throws DatabaseException, InterruptedException {
    long rows = 0;
    try (Session session = database.session();
        Cursor cursor = session.scan(keys(table))) {
      while (Cursors.next(cursor, session)) {
        rows++;
        progress.add(InsertCounter.ROWS_VERIFIED.ordinal(), 1);
      }
    }
    return rows;
  }

  private void compare(int table, long found) {
    String name = tables.get(table).name();
    if (!books.knowsRows()) {
      add(
          name,
          Lines.text(
              "%,d rows; not checked: ibench_tables does not know how many there must be, as"
                  + " after a run that died",
              found));
      return;
    }
    long expected = books.rows(table);
    long more = books.mayHoldMore(table);
    long less = books.mayHoldLess(table);
    if (found > expected + more || found < expected - less) {
      problems.add("%s: expected %,d rows as acknowledged, found %,d", name, expected, found);
    } else if (more + less > 0) {
      add(
          name,
          Lines.text(
              "%,d rows; %,d acknowledged, and nobody knows of %,d inserted and %,d deleted",
              found, expected, more, less));
    } else {
      add(name, Lines.text("%,d rows as acknowledged", found));
    }
  }
}
