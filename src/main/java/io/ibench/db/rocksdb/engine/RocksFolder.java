package io.ibench.db.rocksdb.engine;

import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.ServerCounter;
import io.ibench.db.rocksdb.RocksSettings;
import io.ibench.db.rocksdb.RocksSettings.Transactions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.DBOptions;
import org.rocksdb.OptimisticTransactionDB;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Transaction;
import org.rocksdb.TransactionDB;
import org.rocksdb.TransactionDBOptions;
import org.rocksdb.TransactionOptions;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/** RocksDB open on a folder, with its families by name. Thread-safe. */
final class RocksFolder {

  static final String DEFAULT_FAMILY = "default";
  private static final String CURRENT = "CURRENT";
  private static final int DELETES_AT_ONCE = 10_000;
  private static final int LOCK_STRIPES = 64;
  private static final long LOCK_TIMEOUT_MILLIS = TimeUnit.SECONDS.toMillis(1);

  /** How a transaction of one kind of database begins. */
  private interface Beginning {
    Transaction begin(WriteOptions writing, @Nullable Transaction old) throws DatabaseException;
  }

  private final RocksOptions options;
  private final RocksDB db;
  private final Beginning beginning;

  private final TransactionOptions transactions;
  private final Map<String, ColumnFamilyHandle> families;
  private final RocksCounters counters = new RocksCounters();
  private final PerfCounters perf;
  private final EffectiveOptions effective;
  private final boolean foreign;
  private boolean closed;

  private RocksFolder(
      RocksSettings settings,
      RocksOptions options,
      RocksDB db,
      Map<String, ColumnFamilyHandle> families,
      boolean foreign) {
    this.foreign = foreign;
    this.effective = new EffectiveOptions(settings.folder(), foreign);
    this.options = options;
    this.db = db;
    this.perf = new PerfCounters(db, settings.perfLevel());
    this.families = families;
    transactions = new TransactionOptions().setDeadlockDetect(true);
    if (db instanceof TransactionDB pessimistic) {
      beginning =
          (writing, old) ->
              old == null
                  ? pessimistic.beginTransaction(writing, transactions)
                  : pessimistic.beginTransaction(writing, transactions, old);
    } else if (db instanceof OptimisticTransactionDB optimistic) {
      beginning =
          (writing, old) ->
              old == null
                  ? optimistic.beginTransaction(writing)
                  : optimistic.beginTransaction(writing, old);
    } else {
      beginning =
          (writing, old) -> {
            throw readOnly();
          };
    }
  }

  /** A folder that ibench did not make is only read. */
  static DatabaseException readOnly() {
    return new DatabaseException(
        FailureKind.DENIED, "ibench did not make this database, and only reads it");
  }

  /** Whether somebody else made it: its default family is one table, which is only read. */
  boolean isForeign() {
    return foreign;
  }

  static RocksFolder open(RocksSettings settings) throws DatabaseException {
    Path folder = settings.folder();
    boolean isNew = requireUsable(folder);
    RocksOptions options = new RocksOptions(settings);
    List<ColumnFamilyHandle> handles = new ArrayList<>();
    try {
      List<String> names = names(settings, isNew);
      boolean foreign = !names.contains(Catalog.FAMILY);
      List<ColumnFamilyDescriptor> descriptors = new ArrayList<>();
      for (String name : names) {
        descriptors.add(new ColumnFamilyDescriptor(bytes(name), options.family(name)));
      }
      RocksDB db =
          foreign
              ? RocksDB.openReadOnly(options.database(), folder.toString(), descriptors, handles)
              : open(settings, options, descriptors, handles);
      Map<String, ColumnFamilyHandle> families = new ConcurrentHashMap<>();
      for (int i = 0; i < names.size(); i++) {
        families.put(names.get(i), handles.get(i));
      }
      if (!foreign) {
        EntrySorter.removeLeftovers(folder);
      }
      return new RocksFolder(settings, options, db, families, foreign);
    } catch (RocksDBException e) {
      options.close();
      throw refused(folder, e);
    } catch (DatabaseException e) {
      options.close();
      throw e;
    }
  }

  /** Creates a missing folder; refuses one with other files. Returns whether it is empty. */
  private static boolean requireUsable(Path folder) throws DatabaseException {
    try {
      Files.createDirectories(folder);
      if (Files.exists(folder.resolve(CURRENT))) {
        return false;
      }
      try (Stream<Path> files = Files.list(folder)) {
        if (files.findAny().isPresent()) {
          throw DatabaseException.invalidSetting(
              folder + " has files, and is no database of RocksDB; name a new folder");
        }
      }
      return true;
    } catch (IOException e) {
      throw new DatabaseException(
          FailureKind.DENIED, "no permission to use the folder " + folder + ": " + e, e);
    }
  }

  /** The families to open: of a folder that ibench did not make only the default one. */
  private static List<String> names(RocksSettings settings, boolean isNew)
      throws RocksDBException, DatabaseException {
    Path folder = settings.folder();
    if (isNew) {
      return List.of(DEFAULT_FAMILY, Catalog.FAMILY);
    }
    List<String> names = new ArrayList<>();
    try (Options plain = new Options()) {
      for (byte[] name : RocksDB.listColumnFamilies(plain, folder.toString())) {
        names.add(new String(name, StandardCharsets.UTF_8));
      }
    }
    if (!names.contains(Catalog.FAMILY)) {
      if (settings.defaultFamily().isPresent()) {
        return List.of(DEFAULT_FAMILY);
      }
      throw DatabaseException.invalidSetting(
          folder
              + " has a database of RocksDB that ibench did not make; name a new folder, or read it as"
              + " one table with default_family = kv and --as-is");
    }
    return names;
  }

  private static byte[] bytes(String name) {
    return name.getBytes(StandardCharsets.UTF_8);
  }

  private static RocksDB open(
      RocksSettings settings,
      RocksOptions options,
      List<ColumnFamilyDescriptor> descriptors,
      List<ColumnFamilyHandle> handles)
      throws RocksDBException {
    String path = settings.folder().toString();
    DBOptions database = options.database();
    if (settings.calls().transactions() != Transactions.PESSIMISTIC) {
      return OptimisticTransactionDB.open(database, path, descriptors, handles);
    }
    try (TransactionDBOptions locks =
        new TransactionDBOptions()
            .setNumStripes(LOCK_STRIPES)
            .setTransactionLockTimeout(LOCK_TIMEOUT_MILLIS)
            .setDefaultLockTimeout(LOCK_TIMEOUT_MILLIS)) {
      return TransactionDB.open(database, locks, path, descriptors, handles);
    }
  }

  private static DatabaseException refused(Path folder, RocksDBException failure) {
    String message = RocksFailures.line(failure);
    if (message.contains("LOCK")) {
      String holder = holder(folder).map(pid -> "process " + pid).orElse("another process");
      return DatabaseException.invalidSetting(folder + " is in use by " + holder);
    }
    return RocksFailures.of(failure);
  }

  /** The process that has locked the folder, as far as Linux says. */
  private static Optional<Long> holder(Path folder) {
    try {
      Object inode = Files.getAttribute(folder.resolve("LOCK"), "unix:ino");
      for (String line : Files.readAllLines(Path.of("/proc/locks"))) {
        String[] words = line.strip().split("\\s+");
        if (words.length > 5 && words[5].endsWith(":" + inode)) {
          return Optional.of(Long.parseLong(words[4]));
        }
      }
    } catch (IOException | RuntimeException e) {
      // Not on this system: the message names no process.
      return Optional.empty();
    }
    return Optional.empty();
  }

  RocksDB db() {
    return db;
  }

  Transaction begin(WriteOptions writing, @Nullable Transaction old) throws DatabaseException {
    return beginning.begin(writing, old);
  }

  ColumnFamilyHandle family(String name) throws RocksDBException {
    ColumnFamilyHandle family = families.get(name);
    if (family == null) {
      throw new RocksDBException("the catalog has a family " + name + ", which is missing");
    }
    return family;
  }

  /** Families by name. */
  Map<String, ColumnFamilyHandle> families() {
    return new LinkedHashMap<>(families);
  }

  /** Creates a family. One that a creation has left unfinished is dropped before. */
  ColumnFamilyHandle create(String name) throws RocksDBException {
    ColumnFamilyHandle left = families.remove(name);
    if (left != null) {
      db.dropColumnFamily(left);
      left.close();
    }
    ColumnFamilyHandle family =
        db.createColumnFamily(new ColumnFamilyDescriptor(bytes(name), options.family(name)));
    families.put(name, family);
    return family;
  }

  /** Drops a family, whose handle its table closes. */
  void drop(String name, ColumnFamilyHandle family) throws RocksDBException {
    if (!Catalog.isOwn(name)) {
      counters.drop(db, family);
    }
    families.remove(name);
    db.dropColumnFamily(family);
  }

  /**
   * Sorts keys into files that a family can take; the caller closes it.
   *
   * @param family its name; empty: no family takes them
   */
  EntrySorter sorter(Path folder, String family) throws DatabaseException {
    return EntrySorter.of(folder, options.files(family), Catalog.isReversed(family));
  }

  /** Removes all keys of a family that cannot be dropped. */
  void empty(ColumnFamilyHandle family, WriteOptions writing) throws RocksDBException {
    byte[] first = firstKey(family);
    if (first.length == 0) {
      return;
    }
    try (RocksIterator keys = db.newIterator(family)) {
      keys.seekToLast();
      db.deleteFilesInRanges(family, List.of(first, keys.key()), true);
    }
    try (RocksIterator keys = db.newIterator(family);
        WriteBatch batch = new WriteBatch()) {
      for (keys.seekToFirst(); keys.isValid(); keys.next()) {
        batch.delete(family, keys.key());
        if (batch.count() == DELETES_AT_ONCE) {
          db.write(writing, batch);
          batch.clear();
        }
      }
      keys.status();
      db.write(writing, batch);
    }
    db.compactRange(family);
  }

  private byte[] firstKey(ColumnFamilyHandle family) throws RocksDBException {
    try (RocksIterator keys = db.newIterator(family)) {
      keys.seekToFirst();
      keys.status();
      return keys.isValid() ? keys.key() : new byte[0];
    }
  }

  /** Those of families leave ibench's own ones out. */
  List<ServerCounter> counters() throws DatabaseException {
    Map<String, ColumnFamilyHandle> users = families();
    users.keySet().removeIf(Catalog::isOwn);
    return counters.read(db, users.values(), options, perf.read());
  }

  /** What the threads of sessions have RocksDB do. */
  PerfCounters perf() {
    return perf;
  }

  /** The effective options that shape results, as RocksDB says. */
  Map<String, String> options() {
    try {
      return effective.shown(db, Objects.requireNonNull(families.get(DEFAULT_FAMILY)));
    } catch (IOException | RocksDBException e) {
      return Map.of("options", "unknown: " + e.getMessage());
    }
  }

  /** What a user should know of the memory that the options allow. */
  Optional<String> memoryWarning() {
    try {
      return effective.memoryWarning(
          db, Objects.requireNonNull(families.get(DEFAULT_FAMILY)), families.size());
    } catch (IOException | RocksDBException e) {
      return Optional.empty();
    }
  }

  synchronized void close() throws DatabaseException {
    if (closed) {
      return;
    }
    closed = true;
    families.values().forEach(ColumnFamilyHandle::close);
    transactions.close();
    db.close();
    options.close();
  }
}
