package io.ibench.db;

import io.ibench.config.Config;
import io.ibench.config.Key;
import java.util.List;

/**
 * One product. Found by {@link java.util.ServiceLoader}; stateless.
 *
 * <p>Adding a product is one class of this type, one line in META-INF/services and one file in
 * conf/.
 */
public interface Adapter {

  /** What {@code database =} says. */
  String name();

  /** One line for {@code ibench list}. */
  String line();

  /** Every key that {@link #bind} reads. */
  List<Key<?>> keys();

  /**
   * Reads and checks this adapter's keys, recording problems in {@code config}; touches nothing.
   */
  Target bind(Config config);

  /** A database that could be opened. Immutable. */
  interface Target {

    Database open() throws DatabaseException;

    /**
     * The client's heap that a session needs to insert so many rows at once, beside what the rows
     * hold; 0 where that is not worth planning.
     */
    default long batchBytes(int rows, int columns) {
      return 0;
    }
  }
}
