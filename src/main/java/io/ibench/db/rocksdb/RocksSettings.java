package io.ibench.db.rocksdb;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A configured folder. Immutable.
 *
 * @param uniqueChecks an insert looks whether its key is there
 * @param blindDeletes a delete by key writes a tombstone without a look
 * @param cacheBytes of the block cache of all families
 * @param memtableBytes empty: RocksDB's default
 * @param bloomBits for each key; 0: no filters
 * @param databaseOptions RocksDB's own options by name; they win over the others
 * @param familyOptions the same for each family
 */
public record RocksSettings(
    Path folder,
    Sync sync,
    Transactions transactions,
    Upserts upserts,
    boolean uniqueChecks,
    boolean blindDeletes,
    long cacheBytes,
    OptionalLong memtableBytes,
    Optional<String> compression,
    int bloomBits,
    boolean direct,
    Map<String, String> databaseOptions,
    Map<String, String> familyOptions) {

  /** What a commit waits for. */
  public enum Sync {
    /** The log is on the disk. */
    FULL,
    /** The log is written, not synced. */
    NORMAL,
    /** There is no log. */
    OFF
  }

  /** How transactions find conflicts. */
  public enum Transactions {
    /** By locks. */
    PESSIMISTIC,
    /** At the commit. */
    OPTIMISTIC
  }

  /** What an upsert without a read writes. */
  public enum Upserts {
    PUT,
    /** An operand of RocksDB's merge operator put: the last one wins when it is read. */
    MERGE
  }

  public RocksSettings {
    databaseOptions = Map.copyOf(databaseOptions);
    familyOptions = Map.copyOf(familyOptions);
  }
}
