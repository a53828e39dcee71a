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
import io.ibench.db.MainCounter;
import io.ibench.db.Maintenance;
import io.ibench.db.Quiescence;
import io.ibench.db.ServerCounter;
import io.ibench.db.ServerLocation;
import io.ibench.db.Session;
import io.ibench.db.Size;
import io.ibench.db.Table;
import io.ibench.db.rocksdb.OptionText;
import io.ibench.db.rocksdb.RocksSettings;
import io.ibench.db.rocksdb.RocksSettings.PerfLevel;
import io.ibench.db.rocksdb.RocksSettings.Sync;
import io.ibench.db.rocksdb.RocksSettings.Transactions;
import io.ibench.db.rocksdb.engine.RocksPrepared.Place;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Transaction;
import org.rocksdb.WriteOptions;

/** An open folder. Thread-safe. */
final class RocksDatabase implements Database {

  private static final double MEGABYTE = 1 << 20;

  private final RocksSettings settings;
  private final RocksFolder folder;
  private final RocksDB db;

  /** Null: somebody else made the database. */
  private final @Nullable Catalog catalog;

  private final Map<String, RocksTable> tables = new ConcurrentHashMap<>();

  private RocksDatabase(RocksSettings settings, RocksFolder folder) throws RocksDBException {
    this.settings = settings;
    this.folder = folder;
    this.db = folder.db();
    this.catalog =
        folder.isForeign()
            ? null
            : new Catalog(db, folder.family(Catalog.FAMILY), settings.sync() != Sync.OFF);
    for (Table table : catalog == null ? List.<Table>of() : catalog.tables()) {
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
    boolean inDefault = Objects.requireNonNull(catalog).isDefault(table.name());
    String name = inDefault ? RocksFolder.DEFAULT_FAMILY : table.name();
    RocksTable opened = new RocksTable(table, folder.family(name), inDefault);
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

  PerfCounters perf() {
    return folder.perf();
  }

  /** The caller closes them. */
  WriteOptions newWriteOptions() {
    return new WriteOptions()
        .setSync(settings.sync() == Sync.FULL)
        .setDisableWAL(settings.sync() == Sync.OFF);
  }

  /** Whether writes that need no lock can go past RocksDB's locks. */
  boolean writesFreely() {
    return settings.calls().transactions() != Transactions.PESSIMISTIC;
  }

  /**
   * Begins a transaction.
   *
   * @param old an ended one to use again; null: none
   */
  Transaction begin(WriteOptions writing, @Nullable Transaction old) throws DatabaseException {
    return folder.begin(writing, old);
  }

  /** A foreign database has the table that is asked for, as far as it can be known. */
  RocksTable table(Table wanted) throws DatabaseException {
    if (isForeign(wanted.name())) {
      try {
        ColumnFamilyHandle family = folder.family(RocksFolder.DEFAULT_FAMILY);
        tables.computeIfAbsent(
            wanted.name(), name -> new RocksTable(wanted.with(List.of()), family, true));
      } catch (RocksDBException e) {
        throw RocksFailures.of(e);
      }
    }
    return table(wanted.name());
  }

  private boolean isForeign(String table) {
    return folder.isForeign() && settings.defaultFamily().equals(Optional.of(table));
  }

  /**
   * Flushes a table if it is ibench's own. Its memtable would never be full, and would keep each
   * log file since its first row. Without a log there is nothing to keep. The caller is a user of
   * the table, so that its family is open.
   */
  void flushOwn(RocksTable table) throws DatabaseException {
    boolean isOwn = Catalog.isOwn(table.layout().table().name());
    if (settings.sync() == Sync.OFF || !isOwn || table.isDropped()) {
      return;
    }
    try {
      RocksMaintenance.flush(db, table.family());
    } catch (RocksDBException e) {
      if (!table.isDropped()) {
        throw RocksFailures.of(e, settings.folder());
      }
    }
  }

  EntrySorter sorter(String family) throws DatabaseException {
    if (folder.isForeign()) {
      throw RocksFolder.readOnly();
    }
    return folder.sorter(settings.folder(), family);
  }

  private RocksTable table(String name) throws DatabaseException {
    RocksTable table = tables.get(name);
    if (table == null) {
      throw new DatabaseException(FailureKind.NOT_FOUND, "no table " + name);
    }
    return table;
  }

  @Override
  public Description description() {
    Map<String, String> shown = new LinkedHashMap<>();
    shown.put("transactions", word(settings.calls().transactions()));
    settings.defaultFamily().ifPresent(table -> shown.put("default_family", table));
    shown.putAll(folder.options());
    shown.put("upserts", word(settings.calls().upserts()));
    shown.put("like", word(settings.calls().like()));
    shown.put("iterators", word(settings.calls().iterators()));
    shown.put("perf_level", word(settings.perfLevel()));
    shown.put("index_build", word(settings.calls().indexBuild()));
    settings.optionsFile().ifPresent(file -> shown.put("options.file", file.path().toString()));
    new TreeMap<>(settings.optionsOfFamilies())
        .forEach((family, options) -> shown.put("options.cf." + family, OptionText.text(options)));
    List<String> warnings = new ArrayList<>();
    if (settings.sync() == Sync.OFF) {
      warnings.add("no write-ahead log: a crash loses all writes since the last flush");
    }
    if (settings.calls().blindDeletes()) {
      warnings.add("deletes by key do not look whether the row is there, and count 1");
    }
    if (!settings.calls().uniqueChecks()) {
      warnings.add("inserts do not look whether their keys are there, and replace such rows");
    }
    if (settings.optionsFile().isPresent()) {
      warnings.add(
          "options.file does not set the block cache and the filters: cache and bloom_bits do");
    }
    if (settings.statistics()) {
      warnings.add("RocksDB counts its events (statistics), which costs CPU");
    }
    if (settings.perfLevel() == PerfLevel.TIME) {
      warnings.add("RocksDB reads the clock within each call (perf_level), which costs CPU");
    }
    folder.memoryWarning().ifPresent(warnings::add);
    if (folder.isForeign()) {
      warnings.add("ibench did not make this database, and only reads it");
    }
    return new Description(
        "rocksdb",
        "RocksDB",
        RocksDB.rocksdbVersion().toString(),
        "LSM tree",
        "org.rocksdb:rocksdbjni",
        "a write batch",
        durability(),
        isolation(),
        shown,
        warnings);
  }

  private String isolation() {
    return switch (settings.calls().transactions()) {
      case PESSIMISTIC -> "read committed, with row locks";
      case OPTIMISTIC -> "read committed; conflicts of writes are found at the commit";
      case NONE -> "read committed; transactions are batches of writes";
    };
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
    return tables.containsKey(table) || isForeign(table);
  }

  @Override
  public List<String> differences(Table table) throws DatabaseException {
    RocksTable there = table(table);
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
    requireOwn();
    if (tables.containsKey(table.name())) {
      throw new DatabaseException(FailureKind.FATAL, "table " + table.name() + " exists already");
    }
    try {
      boolean inDefault = settings.defaultFamily().equals(Optional.of(table.name()));
      ColumnFamilyHandle family =
          inDefault ? emptyDefault(table.name()) : folder.create(table.name());
      RocksTable created = new RocksTable(table.with(List.of()), family, inDefault);
      Objects.requireNonNull(catalog).add(table);
      tables.put(table.name(), created);
    } catch (RocksDBException e) {
      throw RocksFailures.of(e);
    }
  }

  /** A foreign database is only read. */
  void requireOwn() throws DatabaseException {
    if (folder.isForeign()) {
      throw RocksFolder.readOnly();
    }
  }

  private ColumnFamilyHandle emptyDefault(String table) throws RocksDBException, DatabaseException {
    for (RocksTable other : tables.values()) {
      if (other.isInDefaultFamily()) {
        throw new DatabaseException(
            FailureKind.FATAL,
            "the default family has table " + other.layout().table().name() + " already");
      }
    }
    ColumnFamilyHandle family = folder.family(RocksFolder.DEFAULT_FAMILY);
    empty(family);
    Objects.requireNonNull(catalog).setDefault(table);
    return family;
  }

  /** The default family cannot be dropped. */
  private void empty(ColumnFamilyHandle family) throws RocksDBException {
    try (WriteOptions writing = newWriteOptions()) {
      folder.empty(family, writing);
    }
  }

  @Override
  public synchronized void createIndex(Table table, Index index) throws DatabaseException {
    requireOwn();
    RocksTable there = table(table.name());
    if (there.find(index.name()).isPresent()) {
      throw new DatabaseException(FailureKind.FATAL, "index " + index.name() + " exists already");
    }
    try {
      ColumnFamilyHandle family = folder.create(Catalog.family(table.name(), index));
      RocksIndex created = new RocksIndex(index, family, there.layout().entry(index));
      new IndexBuilder(this, there, created).build();
      Objects.requireNonNull(catalog).add(table.name(), index);
      there.add(created);
    } catch (RocksDBException e) {
      throw RocksFailures.of(e);
    }
  }

  @Override
  public synchronized void drop(String name) throws DatabaseException {
    requireOwn();
    RocksTable table = table(name);
    try {
      Objects.requireNonNull(catalog).remove(name);
      tables.remove(name);
      if (table.isInDefaultFamily()) {
        empty(table.family());
      } else {
        folder.drop(name, table.family());
      }
      for (RocksIndex index : table.indexes()) {
        folder.drop(Catalog.family(name, index.declared()), index.family());
      }
      table.drop();
    } catch (RocksDBException e) {
      throw RocksFailures.of(e);
    }
  }

  /** The families of tables that exist. */
  List<ColumnFamilyHandle> families(List<Table> wanted) throws DatabaseException {
    List<ColumnFamilyHandle> families = new ArrayList<>();
    for (Table table : wanted) {
      if (exists(table.name())) {
        RocksTable there = table(table);
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

  /** Unknown while memtables have more than files: rows that were not flushed have no size yet. */
  @Override
  public Size size(List<Table> wanted) throws DatabaseException {
    try {
      List<ColumnFamilyHandle> families = families(wanted);
      long files = fileBytes(families);
      long memtables = 0;
      for (ColumnFamilyHandle family : families) {
        boolean hasRows =
            db.getLongProperty(family, "rocksdb.num-entries-active-mem-table") > 0
                || db.getLongProperty(family, "rocksdb.num-entries-imm-mem-tables") > 0;
        memtables += hasRows ? db.getLongProperty(family, "rocksdb.cur-size-all-mem-tables") : 0;
      }
      return memtables > files
          ? Size.unknown(
              String.format(
                  Locale.ROOT,
                  "memtables have %.1f MB that are not flushed, files %.1f MB",
                  memtables / MEGABYTE,
                  files / MEGABYTE))
          : Size.of(
              files, "live-sst-files-size and live-blob-file-size, without memtables and log");
    } catch (RocksDBException e) {
      throw RocksFailures.of(e);
    }
  }

  private long fileBytes(List<ColumnFamilyHandle> families) throws RocksDBException {
    long bytes = 0;
    for (ColumnFamilyHandle family : families) {
      bytes += db.getLongProperty(family, "rocksdb.live-sst-files-size");
      bytes += db.getLongProperty(family, "rocksdb.live-blob-file-size");
    }
    return bytes;
  }

  @Override
  public List<ServerCounter> counters() throws DatabaseException {
    return folder.counters();
  }

  @Override
  public List<MainCounter> mainCounters() {
    return RocksCounters.MAIN;
  }

  @Override
  public List<DiagnosticText> diagnostics(List<Table> wanted) throws DatabaseException {
    return RocksDiagnostics.of(this, folder, wanted);
  }

  @Override
  public Quiescence quiesce(List<Table> wanted) throws DatabaseException {
    if (folder.isForeign()) {
      return Quiescence.NOTHING_TO_DO;
    }
    return RocksQuiescence.begin(db, folder.families());
  }

  @Override
  public List<String> maintain(Maintenance work, List<Table> wanted) throws DatabaseException {
    if (work == Maintenance.VERIFYCHECKSUM) {
      return verifyChecksum();
    }
    requireOwn();
    List<ColumnFamilyHandle> own = families(wanted);
    try {
      long before = fileBytes(own);
      RocksMaintenance.run(work, db, own);
      return List.of(
          String.format(
              Locale.ROOT,
              "files of %s: %.1f MB before, %.1f MB after",
              own.size() == 1 ? "a table" : own.size() + " tables and indexes",
              before / MEGABYTE,
              fileBytes(own) / MEGABYTE));
    } catch (RocksDBException e) {
      throw RocksFailures.of(e);
    }
  }

  /** RocksDB reads the files of all families; the caches are not asked. */
  private List<String> verifyChecksum() throws DatabaseException {
    try {
      db.verifyChecksum();
      return List.of("the checksums of all files are right");
    } catch (RocksDBException e) {
      throw RocksFailures.of(e);
    }
  }

  @Override
  public List<String> explain(Command command, List<Long> values) throws DatabaseException {
    command.checkValues(values);
    try (RocksSession session = new RocksSession(this)) {
      RocksTable table = table(command.table());
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

  /** A folder with other files is refused. */
  @Override
  public boolean hasOwnDirectories() {
    return true;
  }

  /** Keeps the key sequences, then closes. */
  @Override
  public synchronized void close() throws DatabaseException {
    try {
      for (Map.Entry<String, RocksTable> each : tables.entrySet()) {
        if (catalog != null && each.getValue().layout().table().generatedKey()) {
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
