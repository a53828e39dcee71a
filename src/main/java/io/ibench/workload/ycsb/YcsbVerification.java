package io.ibench.workload.ycsb;

import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.Session;
import io.ibench.workload.WorkloadCounters;
import io.ibench.workload.WorkloadRun.Outcome;
import io.ibench.workload.table.Lines;
import io.ibench.workload.ycsb.YcsbBooks.State;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Reads all rows, and compares their keys with the books and their fields with their check sums.
 * Nothing may write meanwhile. Confined to one thread.
 */
final class YcsbVerification {

  private static final int ROWS_AT_ONCE = 500;
  private static final int MOST_PROBLEMS = 20;

  /** After so many numbers in a row without a row there is none. */
  private static final int MOST_MISSING = 1024;

  private final YcsbSettings settings;
  private final YcsbTable table;
  private final Optional<State> expected;
  private final Database database;
  private final WorkloadCounters progress;
  private final FieldValue check;
  private final byte[] key = new byte[KeyText.MOST_BYTES];
  private final byte[] value;
  private final Lines damaged = new Lines(MOST_PROBLEMS);
  private final Lines problems = new Lines();
  private final Lines facts = new Lines();
  private long rows;
  private long hashes;
  private long keyBytes;

  /**
   * @param expected what the table must have; empty if unknown
   * @param progress counts the rows that were read
   */
  YcsbVerification(
      YcsbSettings settings,
      YcsbTable table,
      Optional<State> expected,
      Database database,
      WorkloadCounters progress) {
    this.settings = settings;
    this.table = table;
    this.expected = expected;
    this.database = database;
    this.progress = progress;
    this.check = new FieldValue(settings.fieldLength());
    this.value = new byte[settings.fieldLength()];
  }

  Outcome run() throws DatabaseException, InterruptedException {
    try (Session session = database.session()) {
      readRows(session);
    }
    return outcome();
  }

  /** What the table has, whatever was expected. */
  State found() throws DatabaseException, InterruptedException {
    try (Session session = database.session()) {
      readRows(session);
      return new State(rows, given(session), hashes, keyBytes, 0);
    }
  }

  /** Inserts have given all numbers up to this one: far above it there is no row. */
  private long given(Session session) throws DatabaseException {
    Prepared lookup = session.prepare(table.lookup());
    KeyText text = new KeyText();
    long given = Math.max(rows, settings.records());
    for (long number = given; number < given + MOST_MISSING; number++) {
      text.of(number);
      lookup.setBytes(0, text.bytes(), text.length());
      if (lookup.execute() > 0) {
        given = number + 1;
      }
    }
    return given;
  }

  private void readRows(Session session) throws DatabaseException, InterruptedException {
    Prepared above = session.prepare(table.above(ROWS_AT_ONCE));
    byte[] lowest = KeyText.lowest();
    above.setBytes(0, lowest, lowest.length);
    int read;
    do {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      read = above.execute();
      int length = 0;
      for (int row = 0; row < read; row++) {
        length = above.getBytes(row, 0, key);
        checkRow(above, row, length);
      }
      above.setBytes(0, key, Math.min(length, key.length));
      progress.add(YcsbCounter.ROWS_VERIFIED.ordinal(), read);
    } while (read == ROWS_AT_ONCE);
  }

  private void checkRow(Prepared select, int row, int length) {
    long hash = KeyText.hashIn(key, length);
    rows++;
    hashes += hash;
    keyBytes += length;
    if (hash < 0) {
      damaged.add("the key %s is none of YCSB's", name(length));
      return;
    }
    for (int field = 0; field < settings.fields(); field++) {
      int bytes = select.getBytes(row, 1 + field, value);
      if (bytes != value.length) {
        damaged.add("%s: field%d has %d bytes, not %d", name(length), field, bytes, value.length);
      } else if (check.isChecked() && !check.isWhole(value, hash, field)) {
        damaged.add("%s: field%d is damaged, or of another row", name(length), field);
      }
    }
  }

  private String name(int length) {
    return new String(key, 0, Math.min(length, key.length), StandardCharsets.ISO_8859_1);
  }

  private Outcome outcome() {
    problems.addAll(damaged.all());
    if (expected.isEmpty()) {
      facts.add("%,d rows; not compared: ibench_tables does not know how many there must be", rows);
    } else {
      compare(expected.get());
    }
    if (damaged.isEmpty()) {
      facts.add(
          check.isChecked()
              ? "each field is whole and belongs to its row"
              : "fields are too short for check sums: only their lengths were checked");
    }
    return new Outcome(rows, facts.all(), problems.all());
  }

  private void compare(State booked) {
    boolean possible = rows >= booked.rows() && rows <= booked.rows() + booked.more();
    if (!possible) {
      problems.add("expected %,d rows as booked, found %,d", booked.rows(), rows);
    } else if (booked.more() > 0) {
      facts.add("%,d rows, as far as outcomes are known", rows);
    } else if ((hashes & Long.MAX_VALUE) != booked.hashes()) {
      problems.add("%,d rows as booked, but not those that were inserted", rows);
    } else {
      facts.add("%,d rows as booked", rows);
    }
  }
}
