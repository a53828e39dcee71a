package io.ibench.db;

import io.ibench.config.Config;
import io.ibench.config.Key;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * One product. Found by {@link java.util.ServiceLoader}. Stateless.
 *
 * <p>Adding a product is one class of this type, one line in META-INF/services and one file in
 * conf/.
 */
public interface Adapter {

  /** The value of {@code database =} that selects it. */
  String name();

  /** One line for {@code ibench list}. */
  String description();

  /** Every key that {@link #bind} reads. */
  List<Key<?>> keys();

  /** The language of statements for {@link Session#prepare(Native)}; empty: it takes none. */
  default Optional<NativeLanguage> language() {
    return Optional.empty();
  }

  /** Whether its databases are {@link FileDatabase}s, which keep no tables. */
  default boolean keepsFiles() {
    return false;
  }

  /** Reads and checks this adapter's keys. Records problems in {@code config}; opens nothing. */
  Target bind(Config config);

  /**
   * Like {@link #bind(Config)}, for an adapter that uses classes of plug-ins, such as drivers.
   *
   * @param plugIns finds the classes of all plug-ins' jars, and ibench's
   */
  default Target bind(Config config, ClassLoader plugIns) {
    return bind(config);
  }

  /** A configured database, not yet open. Immutable. */
  interface Target {

    Database open() throws DatabaseException;

    /** Why workers' sessions hold no {@link Session#snapshots}; empty: they do. */
    default Optional<String> whyNoSnapshots() {
      return Optional.of("ibench holds no snapshots on this database");
    }

    /** The folder of the data, if it is on this machine and known before the database is open. */
    default Optional<Path> directory() {
      return Optional.empty();
    }

    /** Why there is nothing to read: {@link #open} would make a new database; empty: it may be. */
    default Optional<String> absence() {
      return Optional.empty();
    }

    /** Whether ibench's own adapter uses classes of plug-ins' jars, which results then name. */
    default boolean usesPlugIns() {
      return false;
    }

    /**
     * Bytes of the client's heap that a session needs to insert {@code rows} rows in one batch,
     * without the values themselves; 0 when it is negligible.
     */
    default long batchBytes(int rows, int columns) {
      return 0;
    }
  }
}
