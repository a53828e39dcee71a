package io.ibench.workload.kv;

import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.Session;
import io.ibench.workload.WorkloadCounters;
import io.ibench.workload.WorkloadRun.Outcome;
import io.ibench.workload.kv.KvTable.KeyAccess;
import io.ibench.workload.table.Lines;

/** Reads all rows, and compares their keys with the books and their values with their stamps. */
final class KvVerification {

  private static final int MAX_PROBLEMS = 10;

  private final KvSettings settings;
  private final KvTable table;
  private final KeyBooks books;
  private final Database database;
  private final WorkloadCounters progress;
  private final KeyAccess access;
  private final ValueStamp stamp;
  private final boolean stamped;
  private final byte[] value;
  private final Lines damaged = new Lines(MAX_PROBLEMS);
  private long rows;
  private long last = -1;

  /**
   * @param progress counts the rows that were read
   */
  KvVerification(KvPlan plan, KeyBooks books, Database database, WorkloadCounters progress) {
    this.settings = plan.settings();
    this.table = plan.table();
    this.books = books;
    this.database = database;
    this.progress = progress;
    this.access = table.access();
    this.stamp = new ValueStamp(settings.valueBuffer());
    this.stamped = !settings.isLikeDbBench() && ValueStamp.hasStamp(settings.longestValue());
    this.value = new byte[settings.longestValue()];
  }

  Outcome run() throws DatabaseException, InterruptedException {
    scan(this::check);
    return outcome();
  }

  /** Enters the keys that are there into the books, and returns their number. */
  long recount() throws DatabaseException, InterruptedException {
    books.beginRecount();
    scan(this::book);
    books.recounted(rows);
    return rows;
  }

  private void book(Prepared part, int read) {
    for (int row = 0; row < read; row++) {
      long key = access.read(part, row);
      if (key >= 0 && key < settings.num()) {
        rows++;
        books.put(key);
      }
    }
  }

  /** What is done with the rows that were read. */
  private interface Rows {
    void read(Prepared part, int read);
  }

  private void scan(Rows consumer) throws DatabaseException, InterruptedException {
    try (Session session = database.session()) {
      Prepared part = session.prepare(table.seek(RequestWorker.SCAN_ROWS, false));
      Prepared following = session.prepare(table.following(RequestWorker.SCAN_ROWS, false));
      access.bind(part, 0, 0);
      int read = part.execute();
      while (read > 0) {
        consumer.read(part, read);
        long end = access.read(part, read - 1);
        part = following;
        access.bind(part, 0, end);
        read = end < 0 ? 0 : part.execute();
        if (Thread.interrupted()) {
          throw new InterruptedException();
        }
      }
    }
  }

  private void check(Prepared part, int read) {
    for (int row = 0; row < read; row++) {
      rows++;
      check(access.read(part, row), part.getBytes(row, 1, value));
    }
    progress.add(KvCounter.ROWS_VERIFIED.ordinal(), read);
  }

  private void check(long key, int length) {
    boolean hasStamp = stamped && ValueStamp.hasStamp(length);
    boolean knowsKeys =
        books.state() == KeyBooks.State.ALL || books.state() == KeyBooks.State.TRACKED;
    if (key < 0 || key >= settings.num()) {
      damaged.add("a key is none of 0 .. %d: %d", settings.num() - 1, key);
    } else if (settings.keys().keepsOrder() && key <= last) {
      damaged.add("key %d comes after key %d", key, last);
    } else if (knowsKeys && !books.has(key)) {
      damaged.add("key %d is there, but nothing put it, or it was deleted", key);
    } else if (!settings.mayHave(length)) {
      damaged.add("key %d has %d bytes, not %d", key, length, settings.valueSize());
    } else if (hasStamp && !stamp.isWhole(value, length)) {
      damaged.add("key %d has a damaged value: its checksum is wrong", key);
    } else if (hasStamp && ValueStamp.key(value) != key) {
      damaged.add("key %d has the value of key %d", key, ValueStamp.key(value));
    }
    last = key;
  }

  private Outcome outcome() {
    Lines problems = new Lines();
    problems.addAll(damaged.all());
    Lines facts = new Lines();
    if (books.rows().isEmpty()) {
      facts.add(
          "%,d rows; not checked which keys are missing: they are not known, as after a run"
              + " that died",
          rows);
    } else if (books.rows().getAsLong() == rows) {
      facts.add("%,d rows as acknowledged", rows);
    } else {
      problems.add("expected %,d rows as acknowledged, found %,d", books.rows().getAsLong(), rows);
    }
    facts.add(
        stamped
            ? (damaged.isEmpty()
                ? "each value is whole and belongs to its key"
                : "values were checked")
            : "values have no stamps: only their lengths were checked");
    return new Outcome(rows, facts.all(), problems.all());
  }
}
