package io.ibench.learn.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

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

  private static final String LENGTHS =
      "SELECT min(length(b)), max(length(b)) FROM pg_stats s CROSS JOIN LATERAL"
          + " unnest(coalesce(s.histogram_bounds::text::text[], '{}') ||"
          + " coalesce(s.most_common_vals::text::text[], '{}')) b"
          + " WHERE schemaname = current_schema() AND tablename = '%s' AND attname = '%s'";

  private static final String LABELS =
      "SELECT array_to_string(most_common_vals::text::text[], chr(1)) FROM pg_stats"
          + " WHERE schemaname = current_schema() AND tablename = '%s' AND attname = '%s'";

  private Bounds() {}

  static Column of(Catalog catalog, String table, Column column) throws CatalogException {
    if (column.type().kind() == Kind.TEXT) {
      return withLengths(catalog, table, column);
    }
    if (column.type().kind() == Kind.BOOLEAN || column.type().kind() == Kind.LABEL) {
      return withLabels(catalog, table, column);
    }
    if (!Ends.hasRange(column)) {
      return column;
    }
    String query = column.type().kind() == Kind.TIME ? TIMES : NUMBERS;
    List<Object[]> rows = catalog.query(of(query, table, column));
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
    return column.with(known.withRange(min, max).withParts(Arrays.stream(parts).boxed().toList()));
  }

  /** The lengths of the texts that the statistics have; long ones are not among these. */
  private static Column withLengths(Catalog catalog, String table, Column column)
      throws CatalogException {
    List<Object[]> rows = catalog.query(of(LENGTHS, table, column));
    Statistics known = column.statistics();
    if (rows.isEmpty() || rows.get(0)[0] == null) {
      return column;
    }
    int shortest = (int) Rows.number(rows.get(0)[0]);
    int longest = (int) Rows.number(rows.get(0)[1]);
    int expected = known.shortest();
    return longest < expected ? column : column.with(known.withLengths(shortest, longest));
  }

  /** The shares of labels, which belong to the type, in its order; of a boolean, that of true. */
  private static Column withLabels(Catalog catalog, String table, Column column)
      throws CatalogException {
    List<Object[]> rows = catalog.query(of(LABELS, table, column));
    Statistics known = column.statistics();
    if (rows.isEmpty() || rows.get(0)[0] == null) {
      return column;
    }
    List<String> common = List.of(Rows.text(rows.get(0)[0]).split("\1", -1));
    boolean isBoolean = column.type().kind() == Kind.BOOLEAN;
    List<Double> shares = new ArrayList<>();
    for (String label : isBoolean ? List.of("t") : column.type().labels()) {
      int place = common.indexOf(label);
      boolean has = place >= 0 && place < known.frequencies().size();
      shares.add(has ? known.frequencies().get(place) / (1 - known.nullShare()) : 0.0);
    }
    return column.with(known.withParts(shares));
  }

  private static String of(String query, String table, Column column) {
    return String.format(
        Locale.ROOT, query, table.replace("'", "''"), column.name().replace("'", "''"));
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
    int count = (int) (range <= 1.5 * PARTS ? range : PARTS);
    double[] parts = new double[count];
    double rest = 1;
    for (int i = 0; i < common.length && i < frequencies.size(); i++) {
      parts[at(common[i], min, range, count)] += frequencies.get(i);
      rest -= frequencies.get(i);
    }
    for (int i = 0; i + 1 < bounds.length; i++) {
      double share = Math.max(0, rest) / (bounds.length - 1);
      double from = (bounds[i] - (double) min) * count / range;
      double to = Math.max(from + 1e-9, (bounds[i + 1] - (double) min) * count / range);
      for (int part = (int) from; part <= Math.min(count - 1, (int) to); part++) {
        double inside = Math.min(to, part + 1.0) - Math.max(from, part);
        parts[part] += share * Math.max(0, inside) / (to - from);
      }
    }
    return parts;
  }

  private static int at(long value, long min, double range, int count) {
    return (int)
        Math.max(0, Math.min(count - 1.0, Math.floor((value - (double) min) * count / range)));
  }
}
