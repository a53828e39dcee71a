package io.ibench.learn.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What PostgreSQL's histogram of a column says: its ends, and the shares of equal parts. The values
 * themselves are forgotten.
 */
final class Bounds {

  private static final int PARTS = 20;

  /** Both lists as numbers; times as seconds from now. */
  private static final String NUMBERS =
      "SELECT array_to_string(histogram_bounds::text::numeric[], ','),"
          + " array_to_string(most_common_vals::text::numeric[], ',') FROM pg_stats"
          + " WHERE schemaname = current_schema() AND tablename = '%s' AND attname = '%s'";

  private static final String TIMES =
      "SELECT (SELECT string_agg(extract(epoch FROM b - now())::bigint::text, ',') FROM"
          + " unnest(histogram_bounds::text::timestamptz[]) b), (SELECT"
          + " string_agg(extract(epoch FROM b - now())::bigint::text, ',') FROM"
          + " unnest(most_common_vals::text::timestamptz[]) b) FROM pg_stats"
          + " WHERE schemaname = current_schema() AND tablename = '%s' AND attname = '%s'";

  private Bounds() {}

  static Column of(Catalog catalog, String table, Column column) throws CatalogException {
    String query = column.type().kind() == Kind.TIME ? TIMES : NUMBERS;
    List<Object[]> rows =
        catalog.query(
            query.formatted(table.replace("'", "''"), column.name().replace("'", "''")));
    if (rows.isEmpty()) {
      return column;
    }
    int digits = column.type().kind() == Kind.DECIMAL ? column.type().digits() : 0;
    long[] bounds = numbers(Rows.text(rows.get(0)[0]), digits);
    long[] common = numbers(Rows.text(rows.get(0)[1]), digits);
    if (bounds.length + common.length == 0) {
      return column;
    }
    Statistics known = column.statistics();
    long min = Long.MAX_VALUE;
    long max = Long.MIN_VALUE;
    for (long[] values : new long[][] {bounds, common}) {
      for (long value : values) {
        min = Math.min(min, value);
        max = Math.max(max, value);
      }
    }
    Long knownMin = known.min();
    Long knownMax = known.max();
    min = knownMin == null ? min : Math.min(min, knownMin);
    max = knownMax == null ? max : Math.max(max, knownMax);
    double[] parts = parts(bounds, common, known.frequencies(), min, max);
    return column.with(
        new Statistics(
            min,
            max,
            known.distinct(),
            known.nullShare(),
            known.width(),
            known.frequencies(),
            Arrays.stream(parts).boxed().toList(),
            known.correlation()));
  }

  private static long[] numbers(String list, int digits) {
    List<Long> found = new ArrayList<>();
    for (String each : list.split(",")) {
      Long value = Rows.scaled(each, digits);
      if (value != null) {
        found.add(value);
      }
    }
    return found.stream().mapToLong(Long::longValue).toArray();
  }

  /** A part for each number of a small range. */
  private static double[] parts(
      long[] bounds, long[] common, List<Double> frequencies, long min, long max) {
    double range = (double) max - min + 1;
    int count = (int) Math.min(range <= 5 * PARTS ? range : PARTS, range);
    double[] parts = new double[count];
    double rest = 1;
    for (int i = 0; i < common.length && i < frequencies.size(); i++) {
      parts[at(common[i], min, range, count)] += frequencies.get(i);
      rest -= frequencies.get(i);
    }
    for (int i = 0; i + 1 < bounds.length; i++) {
      double share = Math.max(0, rest) / (bounds.length - 1);
      double from = (bounds[i] - (double) min) / range * count;
      double to = Math.max(from + 1e-9, (bounds[i + 1] - (double) min) / range * count);
      for (int part = (int) from; part <= Math.min(count - 1, (int) to); part++) {
        double inside = Math.min(to, part + 1.0) - Math.max(from, part);
        parts[part] += share * Math.max(0, inside) / (to - from);
      }
    }
    return parts;
  }

  private static int at(long value, long min, double range, int count) {
    return (int) Math.max(0, Math.min(count - 1.0, Math.floor((value - (double) min) / range * count)));
  }
}
