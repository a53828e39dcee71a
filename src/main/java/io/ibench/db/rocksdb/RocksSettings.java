package io.ibench.db.rocksdb;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A configured folder. Immutable.
 *
 * @param defaultFamily the table that is in RocksDB's default family; empty: none
 * @param files how files are made and cached
 * @param memtableBytes empty: RocksDB's default
 * @param statistics RocksDB counts its own events
 * @param options RocksDB's own that the user sets
 */
public record RocksSettings(
    Path folder,
    Optional<String> defaultFamily,
    Sync sync,
    Calls calls,
    FileLayout files,
    OptionalLong memtableBytes,
    Optional<String> compression,
    boolean direct,
    boolean statistics,
    PerfLevel perfLevel,
    Options options) {

  /**
   * RocksDB's own options that the user sets.
   *
   * @param file from a file; the others win over them; empty: none
   * @param ofDatabase by name; they win over the others
   * @param ofEachFamily the same for each family
   * @param ofFamilies the same for one family, by its name; they win over those for each
   */
  public record Options(
      Optional<OptionsFile> file,
      Map<String, String> ofDatabase,
      Map<String, String> ofEachFamily,
      Map<String, Map<String, String>> ofFamilies) {

    public Options {
      ofDatabase = Map.copyOf(ofDatabase);
      ofEachFamily = Map.copyOf(ofEachFamily);
      ofFamilies = Map.copyOf(ofFamilies);
    }
  }

  public Optional<OptionsFile> optionsFile() {
    return options.file;
  }

  public Map<String, String> databaseOptions() {
    return options.ofDatabase;
  }

  public Map<String, String> familyOptions() {
    return options.ofEachFamily;
  }

  public Map<String, Map<String, String>> optionsOfFamilies() {
    return options.ofFamilies;
  }

  /** Which tool's way it goes. */
  public enum Like {
    /** What is safest. */
    NONE,
    DB_BENCH
  }

  /** What a commit waits for. */
  public enum Sync {
    /** The log is on the disk. */
    FULL,
    /** The log is written, not synced. */
    NORMAL,
    /** There is no log. */
    OFF
  }

  /** What RocksDB counts within each call: its levels of PerfContext. */
  public enum PerfLevel {
    OFF,
    /** Events: RocksDB's own default. */
    COUNT,
    /** Times as well, except those of its mutexes. */
    TIME
  }

  /** How transactions find conflicts. */
  public enum Transactions {
    /** By locks. */
    PESSIMISTIC,
    /** At the commit. */
    OPTIMISTIC,
    /** A transaction of a workload is a batch of writes, which reads nothing. */
    NONE
  }

  /** What an upsert without a read writes. */
  public enum Upserts {
    PUT,
    /** An operand of RocksDB's merge operator put: the last one wins when it is read. */
    MERGE
  }

  /** Where the iterator of a range comes from. */
  public enum Iterators {
    /** Each range has its own. */
    NEW,
    /** A command keeps its iterator, and refreshes it for each range. */
    REFRESH
  }

  /** How an index of an existing table is made. */
  public enum IndexBuild {
    /** By writes of unsorted entries, without a log. */
    WRITES,
    /** By sorted files, which the database takes as its own. */
    INGEST
  }

  /**
   * Which calls of RocksDB do what a command asks for. Immutable.
   *
   * @param like whose calls they are
   */
  public record Calls(
      Transactions transactions,
      Upserts upserts,
      Like like,
      Iterators iterators,
      IndexBuild indexBuild) {

    /** An insert looks whether its key is there. */
    public boolean uniqueChecks() {
      return like == Like.NONE;
    }

    /** A delete by key writes a tombstone without a look. */
    public boolean blindDeletes() {
      return like == Like.DB_BENCH;
    }

    /** Several keys are read by one call. */
    public boolean multiGet() {
      return like == Like.DB_BENCH;
    }
  }

  /**
   * Immutable.
   *
   * @param cacheBytes of the block cache of all families
   * @param blockBytes empty: RocksDB's default
   * @param bloomBits for each key; 0: no filters
   * @param indexInCache indexes and filters of files are in the block cache
   */
  public record FileLayout(
      long cacheBytes, OptionalLong blockBytes, int bloomBits, boolean indexInCache) {}

  /** RocksDB's own options of the database, by name. */
  public Map<String, String> optionsOfDatabase() {
    Map<String, String> all = new LinkedHashMap<>();
    optionsFile().ifPresent(file -> all.putAll(file.ofDatabase()));
    all.putAll(databaseOptions());
    return all;
  }

  /**
   * RocksDB's own options of one family, by name.
   *
   * @param family as the user writes it
   * @param inFile as RocksDB writes it
   */
  public Map<String, String> optionsOf(String family, String inFile) {
    Map<String, String> all = new LinkedHashMap<>();
    optionsFile().ifPresent(file -> all.putAll(file.ofFamily(inFile)));
    all.putAll(optionsOf(family));
    return all;
  }

  /** The user's options of one family, by name. */
  private Map<String, String> optionsOf(String family) {
    Map<String, String> all = new LinkedHashMap<>(familyOptions());
    all.putAll(optionsOfFamilies().getOrDefault(family, Map.of()));
    return all;
  }
}
