package io.ibench.db;

/** Work on the files of tables that some products do on request. */
public enum Maintenance {
  /** Writes rows that are only in memory, and in a log, into the tables' files. */
  FLUSH,
  /** Rewrites the tables' files without what was deleted or overwritten. */
  COMPACT,
  /** Merges the newest files, those of level 0 of an LSM tree, into the next level with data. */
  COMPACT0,
  /** Reads the database's files whole, and fails when a checksum in them is wrong. */
  VERIFYCHECKSUM
}
