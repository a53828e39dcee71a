package io.ibench.db.rocksdb.engine;

import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.rocksdb.RocksEngine;
import io.ibench.db.rocksdb.RocksSettings;
import java.util.List;
import org.rocksdb.RocksDB;

/** Opens databases. Stateless. */
public final class Engine implements RocksEngine {

  @Override
  public Database open(RocksSettings settings) throws DatabaseException {
    loadLibrary();
    return RocksDatabase.open(settings);
  }

  @Override
  public List<String> mistakes(RocksSettings settings) throws DatabaseException {
    boolean nothing =
        settings.optionsFile().isEmpty()
            && settings.databaseOptions().isEmpty()
            && settings.familyOptions().isEmpty()
            && settings.optionsOfFamilies().isEmpty()
            && settings.compression().isEmpty();
    if (nothing) {
      return List.of();
    }
    loadLibrary();
    return RocksOptions.mistakes(settings);
  }

  /** Copies the native library to a folder for temporary files, and loads it. */
  private static void loadLibrary() throws DatabaseException {
    try {
      RocksDB.loadLibrary();
    } catch (LinkageError | RuntimeException e) {
      throw DatabaseException.invalidSetting(
          "RocksDB's native library cannot be loaded from "
              + System.getProperty("java.io.tmpdir")
              + ": "
              + e.getMessage()
              + "; ROCKSDB_SHAREDLIB_DIR names a folder from which programs may run");
    }
  }
}
