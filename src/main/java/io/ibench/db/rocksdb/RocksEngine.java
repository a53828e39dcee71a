package io.ibench.db.rocksdb;

import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import java.util.List;

/** What needs RocksDB's classes. Stateless; found by its name, see {@link RocksLibrary}. */
public interface RocksEngine {

  /** Opens or creates the database of a folder. */
  Database open(RocksSettings settings) throws DatabaseException;

  /** What is wrong with RocksDB's own options; touches no database. */
  List<String> mistakes(RocksSettings settings) throws DatabaseException;
}
