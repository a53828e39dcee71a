package example.map;

import io.ibench.config.Config;
import io.ibench.config.Key;
import io.ibench.db.Adapter;
import io.ibench.db.Add;
import io.ibench.db.Assign;
import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.Cursor;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Description;
import io.ibench.db.FailureKind;
import io.ibench.db.Index;
import io.ibench.db.Prepared;
import io.ibench.db.RowHash;
import io.ibench.db.Scan;
import io.ibench.db.ServerLocation;
import io.ibench.db.Session;
import io.ibench.db.Size;
import io.ibench.db.Table;
import io.ibench.db.Transaction;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;

/** Sorted maps on the client's heap, at a distance: every statement may wait for a round trip. */
public final class MapAdapter implements Adapter {

  private static final Key<Long> ROUND_TRIP =
      Key.durationNanos("round_trip", "what every statement waits for, as for a network")
          .optional();

  @Override
  public String name() {
    return "map";
  }

  @Override
  public String description() {
    return "sorted maps on the client's heap, at a distance";
  }

  @Override
  public List<Key<?>> keys() {
    return List.of(ROUND_TRIP);
  }

  @Override
  public Target bind(Config config) {
    long roundTripNanos = config.find(ROUND_TRIP).orElse(0L);
    return () -> new MapDatabase(roundTripNanos);
  }

  /** The tables, and one lock that a transaction holds from its beginning to its end. */
  private static final class MapDatabase implements Database {

    private final long roundTripNanos;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, MapTable> tables = new ConcurrentHashMap<>();

    MapDatabase(long roundTripNanos) {
      this.roundTripNanos = roundTripNanos;
    }

    MapTable table(String name) throws DatabaseException {
      MapTable found = tables.get(name);
      if (found == null) {
        throw new DatabaseException(FailureKind.NOT_FOUND, "no table " + name);
      }
      return found;
    }

    @Override
    public Description description() {
      String java = System.getProperty("java.version");
      return new Description(
          "map", "TreeMap", java, "heap", "none", "row by row", "none", "serializable (one lock)");
    }

    @Override
    public Session session() {
      return new MapSession(this);
    }

    @Override
    public boolean exists(String table) {
      return tables.containsKey(table);
    }

    @Override
    public void create(Table table) throws DatabaseException {
      table.requireOnePiece("map");
      if (tables.putIfAbsent(table.name(), new MapTable(table)) != null) {
        throw new DatabaseException(FailureKind.FATAL, "table " + table.name() + " exists already");
      }
    }

    /** A name and no more: a select looks at all rows that its part of the key leaves. */
    @Override
    public void createIndex(Table table, Index index) throws DatabaseException {
      if (!table(table.name()).indexes.add(index.name())) {
        throw new DatabaseException(FailureKind.FATAL, "index " + index.name() + " exists already");
      }
    }

    @Override
    public void drop(String table) throws DatabaseException {
      table(table);
      tables.remove(table);
    }

    /** Tables live as long as this process: they are the workload's own. */
    @Override
    public List<String> differences(Table table) throws DatabaseException {
      table(table.name());
      return List.of();
    }

    @Override
    public Size size(List<Table> asked) {
      return Size.unknown("maps on the heap have no size on disk");
    }

    @Override
    public boolean keepsData() {
      return true;
    }

    @Override
    public ServerLocation location() {
      return ServerLocation.embedded(List.of());
    }

    @Override
    public void close() {
      tables.clear();
    }
  }

  /** Rows of Long and byte[], never changed in place; keys are numbers. Use with the lock held. */
  private static final class MapTable {

    private final Table table;
    private final NavigableMap<long[], Object[]> rows = new TreeMap<>(Arrays::compare);
    private final Set<String> indexes = ConcurrentHashMap.newKeySet();
    private long lastKey;

    MapTable(Table table) {
      this.table = table;
    }

    /** A row of the given values; a generated key that is not among them is the next one. */
    Object[] row(List<String> columns, Object[] values) {
      Object[] row = new Object[table.columns().size()];
      for (int i = 0; i < columns.size(); i++) {
        row[table.position(columns.get(i))] = values[i];
      }
      if (table.generatedKey()) {
        int key = table.position(table.primaryKey().get(0));
        row[key] = row[key] == null ? Long.valueOf(lastKey + 1) : row[key];
        lastKey = Math.max(lastKey, (Long) row[key]);
      }
      return row;
    }

    long[] key(Object[] row) {
      return table.primaryKey().stream().mapToLong(name -> number(row, name)).toArray();
    }

    long number(Object[] row, String column) {
      return (Long) row[table.position(column)];
    }

    /** The rows that fulfil all conditions, in the order of the primary key. */
    List<Object[]> matching(List<Condition> where, Object[] values, int firstParameter) {
      long[] low = new long[table.primaryKey().size()];
      long[] high = low.clone();
      Arrays.fill(low, Long.MIN_VALUE);
      Arrays.fill(high, Long.MAX_VALUE);
      List<Predicate<Object[]>> conditions = new ArrayList<>();
      int parameter = firstParameter;
      for (Condition condition : where) {
        Object operand =
            condition.takesParameter() ? values[parameter++] : condition.constant().orElseThrow();
        int position = table.position(condition.column());
        int partOfKey = table.primaryKey().indexOf(condition.column());
        if (partOfKey >= 0 && condition.op() == Condition.Op.EQ) {
          low[partOfKey] = (Long) operand;
          high[partOfKey] = (Long) operand;
        }
        conditions.add(row -> holds(condition.op(), row[position], operand));
      }
      return rows.subMap(low, true, high, true).values().stream()
          .filter(row -> conditions.stream().allMatch(condition -> condition.test(row)))
          .toList();
    }

    private static boolean holds(Condition.Op op, Object value, Object operand) {
      if (op == Condition.Op.IN) {
        return Arrays.stream((long[]) operand).anyMatch(listed -> listed == (Long) value);
      }
      int order = compare(value, operand);
      return switch (op) {
        case EQ -> order == 0;
        case NE -> order != 0;
        case GT -> order > 0;
        case GE -> order >= 0;
        case LT -> order < 0;
        case LE -> order <= 0;
        case IN -> throw new IllegalStateException("handled above");
      };
    }

    private static int compare(Object a, Object b) {
      return a instanceof Long number
          ? number.compareTo((Long) b)
          : Arrays.compareUnsigned((byte[]) a, (byte[]) b);
    }

    Comparator<Object[]> order(List<String> columns) {
      Comparator<Object[]> order = (a, b) -> 0;
      for (String column : columns) {
        int position = table.position(column);
        order = order.thenComparing((a, b) -> compare(a[position], b[position]));
      }
      return order;
    }
  }

  /** Compiles commands, and runs them in transactions. */
  private static final class MapSession
      implements Session, Transaction, Command.Compiler<MapPrepared> {

    private final MapDatabase database;
    private final Deque<Runnable> undo = new ArrayDeque<>();
    private final CountDownLatch aborted = new CountDownLatch(1);

    MapSession(MapDatabase database) {
      this.database = database;
    }

    @Override
    public Prepared prepare(Command command) {
      return command.compile(this);
    }

    @Override
    public Prepared prepareLast(Command command) {
      MapPrepared prepared = command.compile(this);
      prepared.commits = true;
      return prepared;
    }

    @Override
    public Transaction transaction() {
      return this;
    }

    @Override
    public MapPrepared insert(Command.Insert insert) {
      return new MapPrepared(
          this,
          insert.columns().size(),
          insert.maxBatch(),
          (prepared, values) -> {
            MapTable table = database.table(insert.table().name());
            Object[] row = table.row(insert.columns(), values);
            if (table.rows.containsKey(table.key(row))) {
              throw new DatabaseException(
                  FailureKind.DUPLICATE_KEY, "duplicate key in " + insert.table().name());
            }
            put(table, row);
            return 1;
          });
    }

    @Override
    public MapPrepared upsert(Command.Upsert upsert) {
      return new MapPrepared(
          this,
          upsert.columns().size(),
          1,
          (prepared, values) -> {
            MapTable table = database.table(upsert.table().name());
            Object[] given = table.row(upsert.columns(), values);
            Object[] before = table.rows.get(table.key(given));
            Object[] after = before == null ? given.clone() : before.clone();
            for (String name : upsert.set()) {
              after[table.table.position(name)] = given[table.table.position(name)];
            }
            for (Add add : upsert.add()) {
              long number = before == null ? 0 : table.number(before, add.column());
              after[table.table.position(add.column())] = number + add.delta();
            }
            if (before != null && upsert.old().isPresent()) {
              prepared.old = table.number(before, upsert.old().get());
            }
            put(table, after);
            return 1;
          });
    }

    @Override
    public MapPrepared update(Command.Update update) {
      int assigned = (int) update.set().stream().filter(a -> a.constant().isEmpty()).count();
      return new MapPrepared(
          this,
          assigned + parameters(update.where()),
          1,
          (prepared, values) -> {
            MapTable table = database.table(update.table().name());
            List<Object[]> found = table.matching(update.where(), values, assigned);
            for (Object[] before : found) {
              Object[] after = before.clone();
              int parameter = 0;
              for (Assign assign : update.set()) {
                after[table.table.position(assign.column())] =
                    assign.constant().isPresent() ? assign.constant().get() : values[parameter++];
              }
              for (Add add : update.add()) {
                after[table.table.position(add.column())] =
                    table.number(before, add.column()) + add.delta();
              }
              if (update.old().isPresent()) {
                prepared.old = table.number(before, update.old().get());
              }
              put(table, after);
            }
            return found.size();
          });
    }

    @Override
    public MapPrepared delete(Command.Delete delete) {
      return new MapPrepared(
          this,
          parameters(delete.where()),
          1,
          (prepared, values) -> {
            MapTable table = database.table(delete.table().name());
            List<Object[]> found = table.matching(delete.where(), values, 0);
            int count = delete.limit() > 0 ? Math.min(delete.limit(), found.size()) : found.size();
            for (Object[] row : found.subList(0, count)) {
              table.rows.remove(table.key(row));
              undo.push(() -> table.rows.put(table.key(row), row));
            }
            return count;
          });
    }

    @Override
    public MapPrepared select(Command.Select select) {
      boolean ordered = !select.orderBy().isEmpty();
      return new MapPrepared(
          this,
          parameters(select.where()),
          1,
          (prepared, values) -> {
            MapTable table = database.table(select.table().name());
            if (select.by().isPresent() && !table.indexes.contains(select.by().get().name())) {
              throw new DatabaseException(
                  FailureKind.NOT_FOUND, "no index " + select.by().get().name());
            }
            Comparator<Object[]> order = table.order(select.orderBy());
            table.matching(select.where(), values, 0).stream()
                .sorted(select.descending() ? order.reversed() : order)
                .skip(select.offset())
                .limit(select.limit() > 0 ? select.limit() : Long.MAX_VALUE)
                .forEach(row -> prepared.read(table.table, select.columns(), row, ordered));
            return prepared.rows.size();
          });
    }

    private static int parameters(List<Condition> where) {
      return (int) where.stream().filter(Condition::takesParameter).count();
    }

    private void put(MapTable table, Object[] row) {
      long[] key = table.key(row);
      Object[] before = table.rows.put(key, row);
      undo.push(before == null ? () -> table.rows.remove(key) : () -> table.rows.put(key, before));
    }

    /** Waits, not holding the lock unless a transaction does; {@link #abort} ends it. */
    void roundTrip() throws DatabaseException {
      try {
        if (aborted.await(database.roundTripNanos, TimeUnit.NANOSECONDS)) {
          throw new DatabaseException(FailureKind.CONNECTION_LOST, "the session was broken off");
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new DatabaseException(FailureKind.CONNECTION_LOST, "interrupted while waiting", e);
      }
    }

    boolean isOpen() {
      return database.lock.isHeldByCurrentThread();
    }

    @Override
    public void begin() {
      database.lock.lock();
    }

    @Override
    public void commit() throws DatabaseException {
      roundTrip();
      end();
    }

    void end() {
      undo.clear();
      database.lock.unlock();
    }

    void undoTo(int changes) {
      while (undo.size() > changes) {
        undo.pop().run();
      }
    }

    @Override
    public void rollback() {
      if (isOpen()) {
        undoTo(0);
        end();
      }
    }

    @Override
    public Cursor scan(Scan scan, long... parameters) throws DatabaseException {
      MapPrepared select =
          select(
              new Command.Select(
                  scan.table(),
                  scan.columns(),
                  scan.where(),
                  Optional.empty(),
                  scan.orderBy(),
                  false,
                  0,
                  0));
      for (int i = 0; i < parameters.length; i++) {
        select.setLong(i, parameters[i]);
      }
      int rows = select.execute();
      return new Cursor() {
        private int row = -1;

        @Override
        public boolean next() {
          return ++row < rows;
        }

        @Override
        public long getLong(int column) {
          return select.getLong(row, column);
        }

        @Override
        public void close() {}
      };
    }

    @Override
    public void abort() {
      aborted.countDown();
    }

    @Override
    public void close() {
      rollback();
    }
  }

  /** A compiled command with its values, and what it read last. */
  private static final class MapPrepared implements Prepared {

    /** What a command does with one set of values; returns rows. */
    interface Action {
      int run(MapPrepared prepared, Object[] values) throws DatabaseException;
    }

    private final MapSession session;
    private final int maxBatch;
    private final Action action;
    private final Object[] values;
    private final List<Object[]> batch = new ArrayList<>();
    private final List<Object[]> rows = new ArrayList<>();
    private boolean commits;
    private boolean executed;
    private long old = ABSENT;
    private long resultHash;

    MapPrepared(MapSession session, int parameters, int maxBatch, Action action) {
      this.session = session;
      this.values = new Object[parameters];
      this.maxBatch = maxBatch;
      this.action = action;
    }

    @Override
    public void setLong(int parameter, long value) {
      set(parameter, value);
    }

    @Override
    public void setBytes(int parameter, byte[] value, int length) {
      set(parameter, Arrays.copyOf(value, length));
    }

    @Override
    public void setLongs(int parameter, long[] list, int count) {
      set(parameter, Arrays.copyOf(list, count));
    }

    private void set(int parameter, Object value) {
      if (executed) {
        batch.clear();
        executed = false;
      }
      values[parameter] = value;
    }

    @Override
    public void addBatch() {
      if (batch.size() == maxBatch) {
        throw new IllegalStateException("more than " + maxBatch + " rows in a batch");
      }
      batch.add(values.clone());
    }

    @Override
    public int execute() throws DatabaseException {
      List<Object[]> all = maxBatch > 1 ? batch : List.<Object[]>of(values);
      if (all.isEmpty()) {
        throw new IllegalStateException("an empty batch");
      }
      session.roundTrip();
      boolean ownTransaction = !session.isOpen();
      if (ownTransaction) {
        session.begin();
      }
      int changesBefore = session.undo.size();
      rows.clear();
      old = ABSENT;
      resultHash = 0;
      executed = true;
      try {
        int count = 0;
        for (Object[] each : all) {
          count += action.run(this, each);
        }
        if (ownTransaction || commits) {
          session.end();
        }
        return count;
      } catch (DatabaseException | RuntimeException e) {
        session.undoTo(changesBefore);
        if (ownTransaction) {
          session.end();
        }
        throw e;
      }
    }

    /** Keeps and hashes a row that was found. */
    void read(Table table, List<String> columns, Object[] row, boolean ordered) {
      Object[] read = columns.stream().map(name -> row[table.position(name)]).toArray();
      long hash = 0;
      for (int i = 0; i < read.length; i++) {
        hash =
            read[i] instanceof byte[] bytes
                ? RowHash.bytes(hash, i, bytes, bytes.length)
                : RowHash.number(hash, i, (Long) read[i]);
      }
      resultHash += RowHash.end(hash, rows.size(), ordered);
      rows.add(read);
    }

    @Override
    public long old() {
      return old;
    }

    @Override
    public long resultHash() {
      return resultHash;
    }

    @Override
    public long getLong(int row, int column) {
      return (Long) rows.get(row)[column];
    }

    @Override
    public int getBytes(int row, int column, byte[] into) {
      byte[] bytes = (byte[]) rows.get(row)[column];
      System.arraycopy(bytes, 0, into, 0, Math.min(bytes.length, into.length));
      return bytes.length;
    }
  }
}
