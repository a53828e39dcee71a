package io.ibench.db;

/**
 * One of the product's own counters or gauges.
 *
 * @param name in the product's own words, lower case, with dots between levels and the unit where
 *     the product names one, such as {@code pg_stat_io.client_backend.reads}
 * @param rising it only counts up, so that differences are meaningful; otherwise it is a level
 */
public record ServerCounter(String name, long value, boolean rising) {

  public static ServerCounter rising(String name, long value) {
    return new ServerCounter(name, value, true);
  }

  public static ServerCounter level(String name, long value) {
    return new ServerCounter(name, value, false);
  }
}
