package io.ibench.db.rocksdb.engine;

import io.ibench.db.Command;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Description;
import io.ibench.db.DiagnosticText;
import io.ibench.db.FailureKind;
import io.ibench.db.FoundTable;
import io.ibench.db.FoundTable.FoundColumn;
import io.ibench.db.Index;
import io.ibench.db.Maintenance;
import io.ibench.db.Quiescence;
import io.ibench.db.ServerCounter;
import io.ibench.db.ServerLocation;
import io.ibench.db.Session;
import io.ibench.db.Size;
import io.ibench.db.Table;
import io.ibench.db.rocksdb.RocksSettings;
import io.ibench.db.rocksdb.RocksSettings.Sync;
import io.ibench.db.rocksdb.RocksSettings.Transactions;
import io.ibench.db.rocksdb.engine.RocksPrepared.Place;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.CompactRangeOptions;
import org.rocksdb.CompactRangeOptions.BottommostLevelCompaction;
import org.rocksdb.FlushOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Transaction;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/** An open folder. Thread-safe. */
final class RocksDatabase implements Database {

  private static final int INDEX_BATCH_BYTES = 1 << 20;
  private static final double MEGABYTE = 1 << 20;

  private final RocksSettings settings;
  private final RocksFolder folder;
  private final RocksDB db;
  private final Catalog catalog;
  private final Map<String, RocksTable> tables = new ConcurrentHashMap<>();

  private RocksDatabase(RocksSettings settings, RocksFolder folder) throws RocksDBException {
    this.settings = settings;
    this.folder = folder;
    this.db = folder.db();
    this.catalog = new Catalog(db, folder.family(Catalog.FAMILY), settings.sync() != Sync.OFF);
    for (Table table : catalog.tables()) {
      tables.put(table.name(), opened(table));
    }
  }

  static RocksDatabase open(RocksSettings settings) throws DatabaseException {
    RocksFolder folder = RocksFolder.open(settings);
    try {
      return new RocksDatabase(settings, folder);
    } catch (RocksDBException e) {
      folder.close();
      throw RocksFailures.of(e);
    }
  }

  private RocksTable opened(Table table) throws RocksDBException {
    RocksTable opened = new RocksTable(table, folder.family(table.name()));
    for (Index index : table.indexes()) {
      ColumnFamilyHandle family = folder.family(Catalog.family(table.name(), index));
      opened.add(new RocksIndex(index, family, opened.layout().entry(index)));
    }
    if (table.generatedKey()) {
      opened.hasKey(Math.max(catalog.sequence(table.name()), highestKey(opened)));
    }
    return opened;
  }

  private long highestKey(RocksTable table) throws RocksDBException {
    try (RocksIterator iterator = db.newIterator(table.family())) {
      iterator.seekToLast();
      iterator.status();
      if (!iterator.isValid()) {
        return 0;
      }
      Row row = table.layout().row();
      byte[] key = iterator.key();
      table.layout().decodeKey(key, key.length, row);
      return row.numbers[table.layout().key()[0]];
    }
  }

  RocksSettings settings() {
    return settings;
  }

  RocksDB db() {
    return db;
  }

  /** The caller closes them. */
  WriteOptions newWriteOptions() {
    return new WriteOptions()
        .setSync(settings.sync() == Sync.FULL)
        .setDisableWAL(settings.sync() == Sync.OFF);
  }

  /** Whether writes that need no lock can go past RocksDB's locks. */
  boolean writesFreely() {
    return settings.transactions() == Transactions.OPTIMISTIC;
  }

  /**
   * Begins a transaction.
   *
   * @param old an ended one to use again; null: none
   */
  Transaction begin(WriteOptions writing, Transaction old) {
    return folder.begin(writing, old);
  }

  RocksTable table(String name) throws DatabaseException {
    RocksTable table = tables.get(name);
    if (table == null) {
      throw new DatabaseException(FailureKind.NOT_FOUND, "no table " + name);
    }
    return table;
  }

  @Override
  public Description description() {
    Map<String, String> shown = new LinkedHashMap<>();
    shown.put("transactions", word(settings.transactions()));
    shown.put("upserts", word(settings.upserts()));
    shown.put("unique_checks", String.valueOf(settings.uniqueChecks()));
    shown.put("cache", String.valueOf(settings.cacheBytes()));
    shown.putAll(folder.options());
    List<String> warnings = new ArrayList<>();
    if (settings.sync() == Sync.OFF) {
      warnings.add("no write-ahead log: a crash loses all writes since the last flush");
    }
    if (settings.blindDeletes()) {
      warnings.add("deletes by key do not look whether the row is there, and count 1");
    }
    if (!settings.uniqueChecks()) {
      warnings.add("inserts do not look whether their keys are there, and replace such rows");
    }
    return new Description(
        "rocksdb",
        "RocksDB",
        RocksDB.rocksdbVersion().toString(),
        "LSM tree",
        "org.rocksdb:rocksdbjni",
        "a write batch",
        durability(),
        settings.transactions() == Transactions.PESSIMISTIC
            ? "read committed, with row locks"
            : "read committed; conflicts of writes are found at the commit",
        shown,
        warnings);
  }

  private String durability() {
    return switch (settings.sync()) {
      case FULL -> "sync=full: every commit";
      case NORMAL -> "sync=normal: not the last commits after a power failure";
      case OFF -> "sync=off: none, no log";
    };
  }

  private static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public Session session() {
    return new RocksSession(this);
  }

  @Override
  public boolean exists(String table) {
    return tables.containsKey(table);
  }

  @Override
  public List<String> differences(Table table) throws DatabaseException {
    RocksTable there = table(table.name());
    Table found = there.layout().table();
    Map<String, List<String>> indexes = new LinkedHashMap<>();
    for (RocksIndex index : there.indexes()) {
      indexes.put(index.declared().name(), index.declared().columns());
    }
    List<FoundColumn> columns =
        found.columns().stream()
            .map(
                column ->
                    new FoundColumn(column.name(), type(column.type(), column.maxBytes()), true))
            .toList();
    return new FoundTable(columns, found.primaryKey(), indexes)
        .differences(
            table,
            (has, declared) -> has.type().equals(type(declared.type(), declared.maxBytes())));
  }

  private static String type(io.ibench.db.ColumnType type, int maxBytes) {
    return type.isNumber() ? type.name() : type + " " + maxBytes;
  }

  @Override
  public synchronized void create(Table table) throws DatabaseException {
    table.requireOnePiece("rocksdb");
    if (tables.containsKey(table.name())) {
      throw new DatabaseException(FailureKind.FATAL, "table " + table.name() + " exists already");
    }
    try {
      RocksTable created = new RocksTable(table.with(List.of()), folder.create(table.name()));
      catalog.add(table);
      tables.put(table.name(), created);
    } catch (RocksDBException e) {
      throw RocksFailures.of(e);
    }
  }

  @Override
  public synchronized void createIndex(Table table, Index index) throws DatabaseException {
    RocksTable there = table(table.name());
    if (there.find(index.name()).isPresent()) {
      throw new DatabaseException(FailureKind.FATAL, "index " + index.name() + " exists already");
    }
    try {
      ColumnFamilyHandle family = folder.create(Catalog.family(table.name(), index));
      RocksIndex created = new RocksIndex(index, family, there.layout().entry(index));
      fill(there, created);
      catalog.add(table.name(), index);
      there.add(created);
    } catch (RocksDBException e) {
      throw RocksFailures.of(e);
    }
  }

  /** Writes the entries of all rows without a log, then flushes them. */
  private void fill(RocksTable table, RocksIndex index) throws RocksDBException, DatabaseException {
    RowLayout layout = table.layout();
    Row row = layout.row();
    Bytes entry = new Bytes();
    byte[] none = {};
    try (RocksIterator rows = db.newIterator(table.family());
        WriteBatch batch = new WriteBatch();
        WriteOptions writing = new WriteOptions().setDisableWAL(true);
        FlushOptions flush = new FlushOptions()) {
      for (rows.seekToFirst(); rows.isValid(); rows.next()) {
        byte[] key = rows.key();
        byte[] value = rows.value();
        layout.decodeKey(key, key.length, row);
        layout.decodeValue(value, value.length, row);
        layout.encode(row, index.columns(), entry);
        batch.put(index.family(), java.util.Arrays.copyOf(entry.array, entry.length), none);
        if (batch.getDataSize() > INDEX_BATCH_BYTES) {
          db.write(writing, batch);
          batch.clear();
          if (Thread.currentThread().isInterrupted()) {
            throw new DatabaseException(FailureKind.FATAL, "creating the index was interrupted");
          }
        }
      }
      rows.status();
      db.write(writing, batch);
      db.flush(flush, index.family());
    }
  }

  @Override
  public synchronized void drop(String name) throws DatabaseException {
    RocksTable table = table(name);
    try {
      catalog.remove(name);
      tables.remove(name);
      folder.drop(name, table.family());
      for (RocksIndex index : table.indexes()) {
        folder.drop(Catalog.family(name, index.declared()), index.family());
      }
      table.drop();
    } catch (RocksDBException e) {
      throw RocksFailures.of(e);
    }
  }

  /** The families of tables that exist. */
  List<ColumnFamilyHandle> families(List<Table> wanted) {
    List<ColumnFamilyHandle> families = new ArrayList<>();
    for (Table table : wanted) {
      RocksTable there = tables.get(table.name());
      if (there != null) {
        families.add(there.family());
        for (RocksIndex index : there.indexes()) {
          families.add(index.family());
        }
      }
    }
    return families;
  }

  /** All families with their names. */
  Map<String, ColumnFamilyHandle> families() {
    return folder.families();
  }

  @Override
  public Size size(List<Table> wanted) throws DatabaseException {
    try {
      long bytes = 0;
      for (ColumnFamilyHandle family : families(wanted)) {
        bytes += db.getLongProperty(family, "rocksdb.live-sst-files-size");
        bytes += db.getLongProperty(family, "rocksdb.live-blob-file-size");
      }
      return Size.of(
          bytes, "live-sst-files-size and live-blob-file-size, without memtables and log");
    } catch (RocksDBException e) {
      throw RocksFailures.of(e);
    }
  }

  @Override
  public List<ServerCounter> counters() throws DatabaseException {
    return folder.counters();
  }

  @Override
  public List<DiagnosticText> diagnostics(List<Table> wanted) throws DatabaseException {
    return RocksDiagnostics.of(this, folder, wanted);
  }

  @Override
  public Quiescence quiesce(List<Table> wanted) throws DatabaseException {
    return RocksQuiescence.begin(db, List.copyOf(folder.families().values()));
  }

  @Override
  public List<String> maintain(Maintenance work, List<Table> wanted) throws DatabaseException {
    List<ColumnFamilyHandle> own = families(wanted);
    try (FlushOptions flush = new FlushOptions().setWaitForFlush(true);
        CompactRangeOptions whole =
            new CompactRangeOptions()
                .setBottommostLevelCompaction(BottommostLevelCompaction.kForceOptimized)) {
      long before = size(wanted).bytes().orElse(0);
      for (ColumnFamilyHandle family : own) {
        if (work == Maintenance.FLUSH) {
          db.flush(flush, family);
        } else {
          db.compactRange(family, null, null, whole);
        }
      }
      return List.of(
          String.format(
              Locale.ROOT,
              "%s of %d families: %.1f MB before, %.1f MB after",
              word(work),
              own.size(),
              before / MEGABYTE,
              size(wanted).bytes().orElse(0) / MEGABYTE));
    } catch (RocksDBException e) {
      throw RocksFailures.of(e);
    }
  }

  @Override
  public List<String> explain(Command command, List<Long> values) throws DatabaseException {
    command.checkValues(values);
    try (RocksSession session = new RocksSession(this)) {
      RocksTable table = table(command.table().name());
      return List.of(session.compile(command, table, Place.ALONE).describe());
    }
  }

  @Override
  public boolean keepsData() {
    return true;
  }

  @Override
  public ServerLocation location() {
    return ServerLocation.embedded(List.of(settings.folder()));
  }

  /** Keeps the key sequences, then closes. */
  @Override
  public synchronized void close() throws DatabaseException {
    try {
      for (Map.Entry<String, RocksTable> each : tables.entrySet()) {
        if (each.getValue().layout().table().generatedKey()) {
          catalog.setSequence(each.getKey(), each.getValue().lastKey());
        }
      }
    } catch (RocksDBException e) {
      throw RocksFailures.of(e);
    } finally {
      tables.clear();
      folder.close();
    }
  }

  Optional<RocksTable> find(Table table) {
    return Optional.ofNullable(tables.get(table.name()));
  }
}
