package io.ibench.db.rocksdb.engine;

import io.ibench.db.Index;
import org.rocksdb.ColumnFamilyHandle;

/**
 * An index: a family of its own, whose keys are entries and whose values are empty. Immutable.
 *
 * @param columns of an entry
 */
record RocksIndex(Index declared, ColumnFamilyHandle family, int[] columns) {

  /** Whether the family has the reverse order. */
  boolean isReversed() {
    return declared.scannedDescending();
  }
}
