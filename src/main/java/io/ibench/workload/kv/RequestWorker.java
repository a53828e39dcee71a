package io.ibench.workload.kv;

import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.Session;
import io.ibench.workload.internal.LoadBatches;
import io.ibench.workload.kv.KvTable.KeyAccess;
import io.ibench.workload.table.TableWorker;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The requests of one thread: reads, writes, or a mix of gets and puts. */
final class RequestWorker extends TableWorker {

  /** Rows of each part of a scan. */
  static final int SCAN_ROWS = 1000;

  private static final KvOperation[] OPERATIONS = KvOperation.values();
  private static final int CYCLE = 100;
  private static final byte[] NO_BYTES = {};

  private final KvSettings settings;
  private final StepSettings step;
  private final KvOperation main;
  private final KeyStream keys;
  private final @Nullable FillSource turn;
  private final LoadBatches.Batch keysInTurn = new LoadBatches.Batch();
  private final KeyBooks books;
  private final KeyAccess access;
  private final boolean reverse;
  private final @Nullable Prepared get;
  private final @Nullable Prepared multiget;
  private final @Nullable Prepared seek;
  private final @Nullable Prepared following;
  private final @Nullable Prepared range;
  private final MixGraph.@Nullable Draws mix;
  private final @Nullable WriteBatch writes;
  private final long[] wanted;
  private long cycle;
  private long key;

  /** The rows of the next range; 0: only its first key is read. */
  private int length;

  private boolean begun;
  private boolean over;
  private long expectedRows;

  /**
   * @param main what it does; {@link KvOperation#PUT} for the writer beside readers
   * @param turn shares out the keys of deletes in turn
   */
  RequestWorker(
      KvSettings settings,
      KvTable table,
      StepSettings step,
      KvOperation main,
      KeyStream keys,
      @Nullable FillSource turn,
      ValueStream values,
      KeyBooks books,
      Session session)
      throws DatabaseException {
    super(OPERATIONS.length, KvCounter.SET.worker());
    this.settings = settings;
    this.step = step;
    this.main = main;
    this.keys = keys;
    this.turn = turn;
    this.books = books;
    this.access = table.access();
    this.reverse = step.benchmark().isReverse();
    this.wanted = new long[Math.max(1, step.multiget())];
    boolean gets = main == KvOperation.GET || main == KvOperation.UPDATE;
    boolean scans = main == KvOperation.SCAN;
    get = gets ? session.prepare(table.get()) : null;
    multiget =
        main == KvOperation.MULTIGET ? session.prepare(table.multiget(step.multiget())) : null;
    int rows = scans ? SCAN_ROWS : step.nexts();
    boolean seeks = scans || main == KvOperation.SEEK || step.mix().isPresent();
    seek = seeks ? session.prepare(table.seek(rows, reverse)) : null;
    following = scans ? session.prepare(table.following(rows, reverse)) : null;
    range = step.benchmark().readsRanges() ? session.prepare(table.range()) : null;
    mix =
        step.mix().isPresent() ? step.mix().get().new Draws(keys, settings.isLikeDbBench()) : null;
    writes = writes(table, values, session);
  }

  private @Nullable WriteBatch writes(KvTable table, ValueStream values, Session session)
      throws DatabaseException {
    boolean deletes = main == KvOperation.DELETE;
    boolean puts =
        main == KvOperation.PUT
            || main == KvOperation.OVERWRITE
            || main == KvOperation.UPDATE
            || isMix()
            || step.mix().isPresent();
    if (!puts && !deletes) {
      return null;
    }
    return new WriteBatch(
        deletes ? table.delete() : table.put(),
        table,
        deletes ? null : values,
        settings.valueSize(),
        step.mix().isPresent() ? settings.longestValue() : settings.valueSize(),
        Math.max(1, step.batchSize()),
        session);
  }

  private boolean isMix() {
    return main == KvOperation.GET && step.benchmark() == Benchmark.READRANDOMWRITERANDOM;
  }

  @Override
  public int next() {
    if (over) {
      return DONE;
    }
    if (step.benchmark() == Benchmark.DELETESEQ) {
      over = !Objects.requireNonNull(turn).next(keysInTurn);
      return over ? DONE : main.ordinal();
    }
    if (mix != null) {
      return mix.next().ordinal();
    }
    if (isMix() && cycle++ % CYCLE >= step.reads()) {
      return KvOperation.OVERWRITE.ordinal();
    }
    return main.ordinal();
  }

  @Override
  public void prepare(int operation, long epochMillis) {
    if (mix != null) {
      prepare(OPERATIONS[operation], mix);
      return;
    }
    switch (OPERATIONS[operation]) {
      case GET -> {
        keys.chooseDatabase();
        if (step.benchmark() == Benchmark.READMISSING) {
          access.bindMissing(Objects.requireNonNull(get), 0, keys.next());
        } else {
          access.bind(Objects.requireNonNull(get), 0, keys.next());
        }
      }
      case UPDATE -> {
        keys.chooseDatabase();
        key = keys.nextToWrite();
        access.bind(Objects.requireNonNull(get), 0, key);
        Objects.requireNonNull(writes).clear();
        writes.add(key);
      }
      case MULTIGET -> {
        keys.chooseDatabase();
        for (int i = 0; i < wanted.length; i++) {
          wanted[i] = keys.next();
        }
        access.bind(Objects.requireNonNull(multiget), 0, wanted);
      }
      case SEEK -> {
        key = keys.next();
        access.bind(Objects.requireNonNull(seek), 0, key);
      }
      case MULTISCAN -> {
        keys.chooseDatabase();
        length = step.nexts();
        key = keys.below(settings.num() - step.ranges() * (length + step.stride()));
      }
      case SCAN -> {
        if (!begun) {
          access.bind(Objects.requireNonNull(seek), 0, reverse ? settings.num() - 1 : 0);
        } else {
          access.bind(Objects.requireNonNull(following), 0, key);
        }
      }
      case PUT, OVERWRITE, DELETE -> {
        Objects.requireNonNull(writes).clear();
        if (step.benchmark() == Benchmark.DELETESEQ) {
          for (long each = keysInTurn.first() - 1; each < keysInTurn.last(); each++) {
            writes.add(each);
          }
          return;
        }
        keys.chooseDatabase();
        int size = OPERATIONS[operation] == KvOperation.PUT ? 1 : Math.max(1, step.batchSize());
        for (int i = 0; i < size; i++) {
          writes.add(keys.nextToWrite());
        }
      }
    }
  }

  private void prepare(KvOperation operation, MixGraph.Draws drawn) {
    key = drawn.key();
    switch (operation) {
      case GET -> access.bind(Objects.requireNonNull(get), 0, key);
      case SEEK -> length = drawn.scanLength();
      default -> {
        Objects.requireNonNull(writes).clear();
        writes.add(key, drawn.valueLength());
      }
    }
  }

  @Override
  public int execute(int operation) throws DatabaseException {
    return switch (OPERATIONS[operation]) {
      case GET -> get(operation);
      case UPDATE -> {
        get(operation);
        yield put(operation);
      }
      case MULTIGET -> multiget(operation);
      case SEEK -> mix == null ? seek(operation) : seekOfMix(operation);
      case MULTISCAN -> multiscan(operation);
      case SCAN -> scan(operation);
      case PUT, OVERWRITE -> put(operation);
      case DELETE -> delete(operation);
    };
  }

  private int get(int operation) throws DatabaseException {
    int rows = Objects.requireNonNull(get).execute();
    add(KvCounter.KEYS_READ, 1);
    add(KvCounter.KEYS_FOUND, rows);
    if (rows > 0) {
      add(KvCounter.BYTES_READ, settings.keyBytes() + get.getBytes(0, 0, NO_BYTES));
    }
    return answered(operation, rows, get);
  }

  private int multiget(int operation) throws DatabaseException {
    int rows = Objects.requireNonNull(multiget).execute();
    int found = 0;
    for (int i = 0; i < wanted.length; i++) {
      for (int row = 0; row < rows; row++) {
        if (access.read(multiget, row) == wanted[i]) {
          found++;
        }
      }
    }
    add(KvCounter.KEYS_READ, wanted.length);
    add(KvCounter.KEYS_FOUND, found);
    add(KvCounter.BYTES_READ, bytes(multiget, rows));
    return answered(operation, rows, multiget);
  }

  private int seek(int operation) throws DatabaseException {
    int rows = Objects.requireNonNull(seek).execute();
    add(KvCounter.SEEKS, 1);
    if (rows > 0 && access.read(seek, 0) == key) {
      add(KvCounter.SEEKS_FOUND, 1);
    }
    if (step.nexts() > 0) {
      add(KvCounter.ROWS_SCANNED, rows);
      add(KvCounter.BYTES_READ, bytes(seek, rows));
      expectedRows += Math.min(step.nexts(), reverse ? key + 1 : settings.num() - key);
    }
    return answered(operation, rows, seek);
  }

  private int seekOfMix(int operation) throws DatabaseException {
    if (length == 0) {
      access.bind(Objects.requireNonNull(seek), 0, key);
      return seek(operation);
    }
    int rows = range(operation, key, length);
    add(KvCounter.SEEKS, 1);
    if (rows > 0 && access.read(Objects.requireNonNull(range), 0) == key) {
      add(KvCounter.SEEKS_FOUND, 1);
    }
    return rows;
  }

  /** One range after the other, upwards. */
  private int multiscan(int operation) throws DatabaseException {
    int rows = 0;
    long first = key;
    for (int i = 0; i < step.ranges(); i++) {
      rows += range(operation, first, length);
      first += length + step.stride();
    }
    return rows;
  }

  private int range(int operation, long first, int wanted) throws DatabaseException {
    long last = Math.min(settings.num(), first + wanted) - 1;
    access.bind(Objects.requireNonNull(range), 0, first);
    access.bind(range, 1, last);
    int rows = range.execute();
    add(KvCounter.ROWS_SCANNED, rows);
    add(KvCounter.BYTES_READ, bytes(range, rows));
    expectedRows += last - first + 1;
    return answered(operation, rows, range);
  }

  private int scan(int operation) throws DatabaseException {
    Prepared part = begun ? following : seek;
    int rows = Objects.requireNonNull(part).execute();
    add(KvCounter.ROWS_SCANNED, rows);
    add(KvCounter.BYTES_READ, bytes(part, rows));
    begun = true;
    over = rows < SCAN_ROWS;
    if (rows > 0) {
      key = access.read(part, rows - 1);
    }
    return answered(operation, rows, part);
  }

  private long bytes(Prepared select, int rows) {
    long sum = 0;
    for (int row = 0; row < rows; row++) {
      sum += settings.keyBytes() + select.getBytes(row, 1, NO_BYTES);
    }
    return sum;
  }

  private int put(int operation) throws DatabaseException {
    int rows = Objects.requireNonNull(writes).execute();
    for (int i = 0; i < writes.size(); i++) {
      books.put(writes.key(i));
    }
    add(KvCounter.PUTS, rows);
    add(KvCounter.ROW_BYTES_WRITTEN, (long) rows * settings.keyBytes() + writes.valueBytes());
    if (mix != null) {
      add(KvCounter.MIXED_PUTS, 1);
      add(KvCounter.MIXED_VALUE_BYTES, writes.valueBytes());
    }
    checksums[operation] += rows;
    return rows;
  }

  private int delete(int operation) throws DatabaseException {
    int rows = Objects.requireNonNull(writes).execute();
    for (int i = 0; i < writes.size(); i++) {
      books.deleted(writes.key(i));
    }
    add(KvCounter.DELETES, writes.size());
    add(KvCounter.KEYS_DELETED, rows);
    if (step.benchmark() == Benchmark.DELETESEQ) {
      checksums[operation] += rows;
      return rows;
    }
    return changed(operation, rows);
  }

  private void add(KvCounter counter, long delta) {
    counters.add(counter.ordinal(), delta);
  }

  @Override
  public void rollback() throws DatabaseException {
    if (writes != null) {
      writes.rollback();
    }
  }

  /** Reads change nothing, and the same puts and deletes may come again. */
  @Override
  public int resolveOutcome(int operation) {
    return NOT_EXECUTED;
  }

  @Override
  public void failed(int operation, boolean outcomeUnknown) {
    if (outcomeUnknown && !OPERATIONS[operation].isRead()) {
      add(KvCounter.OUTCOME_UNKNOWN, Objects.requireNonNull(writes).size());
      books.clear();
    }
  }

  /** The rows that seeks read if every key is there. After the worker's end. */
  long expectedRows() {
    return expectedRows;
  }
}
