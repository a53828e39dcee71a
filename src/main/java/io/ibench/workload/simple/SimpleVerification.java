package io.ibench.workload.simple;

import io.ibench.db.Cursor;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Scan;
import io.ibench.db.Session;
import io.ibench.db.Table;
import io.ibench.workload.Cursors;
import io.ibench.workload.WorkloadCounters;
import io.ibench.workload.WorkloadRun.Outcome;
import io.ibench.workload.table.Lines;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * Compares the tables with the books, and executes the checks of the definition. Nothing may write
 * to the tables meanwhile. Confined to one thread.
 */
final class SimpleVerification {

  private static final String UNKNOWN =
      "; not checked: ibench_tables does not know how many there must be, as after a run that died";

  private final Definition definition;
  private final Books books;
  private final Database database;
  private final WorkloadCounters progress;
  private final Lines facts = new Lines();
  private final Lines problems = new Lines();
  private long read;

  /**
   * @param progress counts the rows that were read
   */
  SimpleVerification(
      Definition definition, Books books, Database database, WorkloadCounters progress) {
    this.definition = definition;
    this.books = books;
    this.database = database;
    this.progress = progress;
  }

  Outcome run() throws DatabaseException, InterruptedException {
    for (int i = 0; i < definition.tables().size(); i++) {
      checkRows(i, definition.tables().get(i).table());
    }
    for (int i = 0; i < definition.sumChecks().size(); i++) {
      checkSum(i, definition.sumChecks().get(i));
    }
    for (Definition.CountCheck check : definition.countChecks()) {
      checkCount(check);
    }
    for (Definition.NamedCheck check : definition.checks()) {
      checkByWorkload(check);
    }
    return new Outcome(read, facts.all(), problems.all());
  }

  /** What the tables contain, as {@link Books#continueFrom} takes it. */
  Map<String, Map<String, Long>> totals() throws DatabaseException, InterruptedException {
    Map<String, Map<String, Long>> totals = new LinkedHashMap<>();
    for (Definition.Source source : definition.tables()) {
      Map<String, Long> own = new LinkedHashMap<>();
      own.put(Books.ROWS, count(source.table()));
      totals.put(source.table().name(), own);
    }
    for (Definition.SumCheck check : definition.sumChecks()) {
      Objects.requireNonNull(totals.get(check.table().name()))
          .put(Books.SUM + check.column(), sum(check));
    }
    return totals;
  }

  private long count(Table table) throws DatabaseException, InterruptedException {
    long found = 0;
    Scan keys = new Scan(table, table.primaryKey(), List.of(), table.primaryKey());
    try (Stream rows = new Stream(keys)) {
      while (rows.next()) {
        found++;
      }
    }
    return found;
  }

  private long sum(Definition.SumCheck check) throws DatabaseException, InterruptedException {
    long sum = 0;
    Table table = check.table();
    Scan values = new Scan(table, List.of(check.column()), List.of(), table.primaryKey());
    try (Stream rows = new Stream(values)) {
      while (rows.next()) {
        sum += rows.getLong(0);
      }
    }
    return sum;
  }

  private void checkRows(int number, Table table) throws DatabaseException, InterruptedException {
    long found = count(table);
    if (!books.isKnown()) {
      facts.add("%s: %,d rows%s", table.name(), found, UNKNOWN);
      return;
    }
    long expected = books.rows(number);
    long more = books.more(number);
    long less = books.less(number);
    if (found < expected - less || found > expected + more) {
      problems.add("%s: expected %,d rows as booked, found %,d", table.name(), expected, found);
    } else if (more + less == 0) {
      facts.add("%s: %,d rows as booked", table.name(), found);
    } else {
      facts.add(
          "%s: %,d rows; booked %,d, of which up to %s more and %s fewer are possible",
          table.name(), found, expected, bound(more), bound(less));
    }
  }

  private static String bound(long rows) {
    return rows >= Effects.UNBOUNDED ? "any number" : Lines.text("%,d", rows);
  }

  private void checkSum(int number, Definition.SumCheck check)
      throws DatabaseException, InterruptedException {
    Table table = check.table();
    long sum = sum(check);
    String name = table.name() + "." + check.column();
    if (!books.isKnown()) {
      facts.add("sum of %s: %,d%s", name, sum, UNKNOWN);
    } else if (Math.abs(sum - books.expectedSum(number)) > books.unsure(number)) {
      problems.add(
          "sum of %s: expected %,d as booked, found %,d", name, books.expectedSum(number), sum);
    } else {
      String unsure =
          books.unsure(number) == 0 ? "" : " or " + bound(books.unsure(number)) + " off";
      facts.add("sum of %s: %,d as booked%s", name, sum, unsure);
    }
  }

  /** Reads parents and children as two streams in the order of the parents' keys. */
  private void checkCount(Definition.CountCheck check)
      throws DatabaseException, InterruptedException {
    String key = check.parent().primaryKey().get(0);
    List<String> columns = List.of(key, check.counter());
    Scan parents = new Scan(check.parent(), columns, List.of(), List.of(key));
    List<String> column = List.of(check.column());
    Scan children = new Scan(check.child(), column, check.where(), column);
    CountMerge merge = new CountMerge();
    try (Stream parent = new Stream(parents);
        Stream child = new Stream(children)) {
      merge.run(parent, child);
    }
    String name = check.parent().name() + "." + check.counter();
    if (merge.wrong == 0 && merge.orphans == 0) {
      facts.add(
          "%s: %,d counts equal the number of rows of %s", name, merge.parents, check.children());
    }
    if (merge.wrong > 0) {
      problems.add(
          "%s: %,d of %,d counts are wrong; the first: %s = %d has the count %d and %,d rows of"
              + " %s",
          name,
          merge.wrong,
          merge.parents,
          key,
          merge.firstKey,
          merge.firstCount,
          merge.firstFound,
          check.children());
    }
    if (merge.orphans > 0) {
      problems.add(
          "%s: %,d rows of %s have no row in %s",
          check.column(), merge.orphans, check.children(), check.parent().name());
    }
  }

  private void checkByWorkload(Definition.NamedCheck check)
      throws DatabaseException, InterruptedException {
    List<Stream> streams = new ArrayList<>();
    try {
      check.check().check(new CheckContext(check.name(), streams));
    } finally {
      for (Stream stream : streams) {
        stream.close();
      }
    }
  }

  /** Rows on a session of their own. */
  private final class Stream implements Check.Rows, AutoCloseable {

    private final Session session;
    private final Cursor cursor;

    Stream(Scan scan, long... parameters) throws DatabaseException {
      session = database.session();
      try {
        cursor = session.scan(scan, parameters);
      } catch (DatabaseException | RuntimeException | Error e) {
        session.close();
        throw e;
      }
    }

    @Override
    public boolean next() throws DatabaseException, InterruptedException {
      boolean more = Cursors.next(cursor, session);
      if (more) {
        read++;
        progress.add(books.rowsVerified(), 1);
      }
      return more;
    }

    @Override
    public long getLong(int column) throws DatabaseException {
      return cursor.getLong(column);
    }

    @Override
    public void close() throws DatabaseException {
      try (session) {
        cursor.close();
      }
    }
  }

  /** Counts the children of each parent. */
  private static final class CountMerge {

    private long parents;
    private long wrong;
    private long orphans;
    private long firstKey;
    private long firstCount;
    private long firstFound;

    void run(Stream parent, Stream child) throws DatabaseException, InterruptedException {
      boolean moreChildren = child.next();
      while (parent.next()) {
        long key = parent.getLong(0);
        while (moreChildren && child.getLong(0) < key) {
          orphans++;
          moreChildren = child.next();
        }
        long found = 0;
        while (moreChildren && child.getLong(0) == key) {
          found++;
          moreChildren = child.next();
        }
        compare(key, parent.getLong(1), found);
      }
      while (moreChildren) {
        orphans++;
        moreChildren = child.next();
      }
    }

    private void compare(long key, long count, long found) {
      parents++;
      if (count != found) {
        if (wrong == 0) {
          firstKey = key;
          firstCount = count;
          firstFound = found;
        }
        wrong++;
      }
    }
  }

  /** The services for a check of the workload. */
  private final class CheckContext implements Check.Context {

    private final String name;
    private final List<Stream> streams;

    CheckContext(String name, List<Stream> streams) {
      this.name = name;
      this.streams = streams;
    }

    @Override
    public Check.Rows scan(Scan scan, long... parameters) throws DatabaseException {
      Stream stream = new Stream(scan, parameters);
      streams.add(stream);
      return stream;
    }

    @Override
    public OptionalLong rows(Table table) {
      int number =
          definition.tables().stream().map(Definition.Source::table).toList().indexOf(table);
      if (number < 0) {
        throw new IllegalArgumentException(table.name() + " is not a table of this definition");
      }
      return books.isKnown() ? OptionalLong.of(books.rows(number)) : OptionalLong.empty();
    }

    @Override
    public long unknownOutcomes() {
      return books.unknownOutcomes();
    }

    @Override
    public void fact(String line) {
      facts.add("%s: %s", name, line);
    }

    @Override
    public void problem(String line) {
      problems.add("%s: %s", name, line);
    }
  }
}
