package io.ibench.db;

/**
 * A figure that a product keeps of itself.
 *
 * @param name in the product's own words, lower case, with dots between levels and the unit where
 *     the product gives one, such as {@code pg_stat_io.client_backend.reads}
 * @param rising it counts up from some start, so that differences tell; otherwise it is a level
 *     that stands for itself
 */
public record ServerCounter(String name, long value, boolean rising) {

  public static ServerCounter rising(String name, long value) {
    return new ServerCounter(name, value, true);
  }

  public static ServerCounter level(String name, long value) {
    return new ServerCounter(name, value, false);
  }
}
