package io.ibench.workload.insert;

import io.ibench.config.Config;
import io.ibench.workload.insert.InsertKeys.Sizes;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The rows of each client in l.i0, l.i1 and l.i2.
 *
 * @param load called X in the published reports
 * @param first called Y
 * @param second called Z
 */
record PublishedSizes(long load, long first, long second) {

  private static final long MILLION = 1_000_000;

  private static final PublishedSizes QUICK = new PublishedSizes(200_000, 40_000, 10_000);

  /**
   * By the number of clients, from the reports of 2024 to 2026: 8 cores with 1 and 4 clients, 32
   * cores with 12, 24 with 16, 48 with 20.
   */
  private static final Map<Long, PublishedSizes> CACHED =
      new TreeMap<>(
          Map.of(
              1L, ofMillions(30, 40, 10),
              4L, ofMillions(10, 16, 4),
              12L, ofMillions(15, 40, 10),
              16L, ofMillions(20, 16, 4),
              20L, ofMillions(10, 16, 4)));

  private static final Map<Long, PublishedSizes> IO_BOUND =
      new TreeMap<>(
          Map.of(
              1L, ofMillions(800, 4, 1),
              4L, ofMillions(200, 4, 1),
              8L, ofMillions(250, 4, 1),
              12L, ofMillions(300, 4, 1),
              20L, ofMillions(200, 4, 1)));

  private static PublishedSizes ofMillions(long load, long first, long second) {
    return new PublishedSizes(load * MILLION, first * MILLION, second * MILLION);
  }

  /** The sizes for the number of clients; records a problem when no report has this number. */
  static PublishedSizes of(Config config) {
    Sizes sizes = config.get(InsertKeys.SIZES);
    if (sizes == Sizes.QUICK) {
      return QUICK;
    }
    Map<Long, PublishedSizes> published = sizes == Sizes.CACHED ? CACHED : IO_BOUND;
    PublishedSizes found = published.get(config.get(InsertKeys.CLIENTS));
    if (found == null) {
      String known =
          published.keySet().stream().map(String::valueOf).collect(Collectors.joining(", "));
      config.problem(
          "has no published rows for "
              + sizes.toString().toLowerCase(Locale.ROOT)
              + "; there are for "
              + known
              + " clients; for others say insert.sizes = quick, and l.i0.rows, l.i1.rows and"
              + " l.i2.rows",
          InsertKeys.CLIENTS,
          InsertKeys.SIZES);
      return QUICK;
    }
    return found;
  }
}
