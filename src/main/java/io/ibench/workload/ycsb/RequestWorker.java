package io.ibench.workload.ycsb;

import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.RowHash;
import io.ibench.db.Session;
import io.ibench.random.Mix;
import io.ibench.random.Random64;
import io.ibench.random.ZipfDistribution;
import io.ibench.workload.Laps;
import io.ibench.workload.WorkloadCounters;
import io.ibench.workload.table.Seat;
import io.ibench.workload.table.TableWorker;
import io.ibench.workload.ycsb.YcsbKeys.ScanLengths;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The requests of one thread. */
final class RequestWorker extends TableWorker {

  /** The parts of a read-modify-write. */
  static final int READ_PART = 0;

  static final int UPDATE_PART = 1;

  private static final YcsbOperation[] OPERATIONS = YcsbOperation.values();
  private static final Prepared[] NONE = {};

  /** Looks for new rows of other workers after so many requests. */
  private static final int LOOK_EVERY = 16;

  private final YcsbSettings settings;
  private final StepSettings step;
  private final Mix mix;
  private final Random64 random;
  private final Laps laps;
  private final KeyChooser keys;
  private final @Nullable KeySequence sequence;
  private final int number;
  private final KeyText key = new KeyText();
  private final FieldValue value;
  private final @Nullable ZipfDistribution scanRanks;
  private final @Nullable Prepared read;
  private final @Nullable Prepared lookup;
  private final @Nullable Prepared insert;
  private final Prepared[] updates;
  private final Prepared[] scans;
  private long requests;
  private long limit;

  @SuppressWarnings("NullAway.Init") // prepared before it is drawn
  private Prepared update;

  @SuppressWarnings("NullAway.Init") // as update
  private Prepared scan;

  private long inserting;

  /**
   * @param rows the numbers of rows that were given before the step
   * @param sequence of new rows; null if the step inserts none
   */
  RequestWorker(
      YcsbSettings settings,
      StepSettings step,
      YcsbTable table,
      long rows,
      @Nullable KeySequence sequence,
      WorkloadCounters booked,
      Seat seat)
      throws DatabaseException {
    super(OPERATIONS.length, YcsbCounter.SET.worker(), booked);
    this.settings = settings;
    this.step = step;
    this.mix = step.shares().mix();
    this.random = seat.random();
    this.laps = seat.laps();
    this.keys = KeyChooser.of(step, rows, random);
    this.sequence = sequence;
    this.number = seat.number();
    this.limit = rows;
    Session session = seat.session();
    value = new FieldValue(settings.fieldLength());
    scanRanks =
        step.scanLengths() == ScanLengths.ZIPFIAN
            ? new ZipfDistribution(step.maxScan() - step.minScan() + 1, KeyChooser.THETA)
            : null;
    boolean modifies = step.has(YcsbOperation.READ_MODIFY_WRITE);
    boolean inserts = step.has(YcsbOperation.INSERT);
    read = modifies || step.has(YcsbOperation.READ) ? session.prepare(table.read()) : null;
    insert = inserts ? session.prepare(table.insert(1)) : null;
    lookup = inserts ? session.prepare(table.lookup()) : null;
    updates = modifies || step.has(YcsbOperation.UPDATE) ? updates(table, session) : NONE;
    scans = step.has(YcsbOperation.SCAN) ? scans(table, session) : NONE;
  }

  private Prepared[] updates(YcsbTable table, Session session) throws DatabaseException {
    if (step.writesAllFields()) {
      return new Prepared[] {session.prepare(table.updateAll())};
    }
    Prepared[] prepared = new Prepared[settings.fields()];
    for (int i = 0; i < prepared.length; i++) {
      prepared[i] = session.prepare(table.update(i));
    }
    return prepared;
  }

  /** A statement for each length. */
  private Prepared[] scans(YcsbTable table, Session session) throws DatabaseException {
    Prepared[] prepared = new Prepared[step.maxScan() - step.minScan() + 1];
    for (int i = 0; i < prepared.length; i++) {
      prepared[i] = session.prepare(table.scan(step.minScan() + i));
    }
    return prepared;
  }

  @Override
  public int next() {
    return mix.next(random);
  }

  @Override
  public void prepare(int operation, long epochMillis) {
    laps.backTo(0);
    if (sequence != null && requests++ % LOOK_EVERY == 0) {
      limit = sequence.limit();
    }
    switch (OPERATIONS[operation]) {
      case READ -> bind(Objects.requireNonNull(read), 0, keys.next(limit));
      case UPDATE -> bindUpdate(keys.next(limit));
      case READ_MODIFY_WRITE -> {
        long row = keys.next(limit);
        bind(Objects.requireNonNull(read), 0, row);
        bindUpdate(row);
      }
      case INSERT -> bindInsert();
      case SCAN -> {
        long row = keys.next(limit);
        long length = scanRanks == null ? random.nextInt(scans.length) : scanRanks.draw(random);
        scan = scans[(int) length];
        bind(scan, 0, row);
      }
      case LOAD -> throw new IllegalStateException("not a request");
    }
  }

  private void bind(Prepared command, int parameter, long row) {
    key.of(row);
    command.setBytes(parameter, key.bytes(), key.length());
  }

  private void bindUpdate(long row) {
    long hash = KeyText.hash(row);
    if (step.writesAllFields()) {
      update = updates[0];
      bindFields(update, 0, hash);
      bind(update, settings.fields(), row);
    } else {
      int field = random.nextInt(updates.length);
      update = updates[field];
      byte[] drawn = value.draw(random, hash, field).bytes();
      update.setBytes(0, drawn, drawn.length);
      bind(update, 1, row);
    }
  }

  private void bindInsert() {
    inserting = Objects.requireNonNull(sequence).take(number);
    bind(Objects.requireNonNull(insert), 0, inserting);
    bindFields(Objects.requireNonNull(insert), 1, KeyText.hash(inserting));
  }

  private void bindFields(Prepared command, int parameter, long hash) {
    for (int field = 0; field < settings.fields(); field++) {
      byte[] drawn = value.draw(random, hash, field).bytes();
      command.setBytes(parameter + field, drawn, drawn.length);
    }
  }

  @Override
  public int execute(int operation) throws DatabaseException {
    return switch (OPERATIONS[operation]) {
      case READ -> {
        int rows = Objects.requireNonNull(read).execute();
        asked(rows);
        yield answered(operation, rows, read);
      }
      case UPDATE -> {
        int rows = updated(update.execute());
        asked(rows);
        yield changed(operation, rows);
      }
      case READ_MODIFY_WRITE -> modify(operation);
      case INSERT -> inserted(operation, Objects.requireNonNull(insert).execute());
      case SCAN -> {
        int rows = scan.execute();
        counters.add(YcsbCounter.SCANS.ordinal(), 1);
        counters.add(YcsbCounter.ROWS_SCANNED.ordinal(), rows);
        yield answered(operation, rows, scan);
      }
      case LOAD -> throw new IllegalStateException("not a request");
    };
  }

  /** Two statements, as in YCSB, and no transaction. */
  private int modify(int operation) throws DatabaseException {
    laps.begin();
    int found = Objects.requireNonNull(read).execute();
    long hash = read.resultHash();
    laps.lap(READ_PART);
    int rows = updated(update.execute());
    laps.lap(UPDATE_PART);
    laps.end();
    asked(found);
    checksums[operation] = RowHash.mix(RowHash.mix(checksums[operation], hash), rows);
    return found + rows;
  }

  private void asked(int found) {
    counters.add(YcsbCounter.ROWS_ASKED.ordinal(), 1);
    counters.add(YcsbCounter.ROWS_FOUND.ordinal(), found);
  }

  private int updated(int rows) {
    long bytes = step.writesAllFields() ? settings.fieldBytes() : settings.fieldLength();
    counters.add(YcsbCounter.ROW_BYTES_WRITTEN.ordinal(), rows * bytes);
    return rows;
  }

  private int inserted(int operation, int rows) {
    Objects.requireNonNull(sequence).ended(number);
    YcsbBooks.inserted(booked, key.of(inserting), KeyText.hash(inserting));
    counters.add(YcsbCounter.INSERTED.ordinal(), rows);
    counters.add(YcsbCounter.ROW_BYTES_WRITTEN.ordinal(), settings.fieldBytes() + key.length());
    return changed(operation, rows);
  }

  /** An insert is in the table or not; anything else may come again. */
  @Override
  public int resolveOutcome(int operation) throws DatabaseException {
    if (OPERATIONS[operation] != YcsbOperation.INSERT) {
      return NOT_EXECUTED;
    }
    bind(Objects.requireNonNull(lookup), 0, inserting);
    return Objects.requireNonNull(lookup).execute() > 0 ? inserted(operation, 1) : NOT_EXECUTED;
  }

  @Override
  public void failed(int operation, boolean outcomeUnknown) {
    boolean inserts = OPERATIONS[operation] == YcsbOperation.INSERT;
    if (inserts) {
      Objects.requireNonNull(sequence).ended(number);
    }
    if (outcomeUnknown && !OPERATIONS[operation].isRead()) {
      counters.add(YcsbCounter.UNCERTAIN.ordinal(), 1);
      YcsbBooks.uncertain(booked, inserts ? 1 : 0);
    }
  }
}
