package io.ibench.report.store;

import io.ibench.measure.Buckets;
import io.ibench.measure.OperationStats;
import io.ibench.measure.Role;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Writes one client's file in the format of the insert benchmark's original client: a line of 17
 * columns per interval, and the closing lines. Confined to the coordinating thread.
 */
final class UpstreamClient implements AutoCloseable {

  static final List<String> COLUMNS =
      List.of(
          "i_sec", "t_sec", "i_ips", "t_ips", "i_dps", "t_dps", "i_qps", "t_qps", "max_i", "max_d",
          "max_q", "t_ins", "t_del", "t_query", "retry_i", "retry_d", "retry_q");

  private static final List<Role> ORDER = List.of(Role.INSERT, Role.DELETE, Role.QUERY);

  /** The client's operations of one role since the step began. */
  private static final class RoleSums {
    private final long[] buckets = new long[Buckets.COUNT];
    private long statements;
    private long rows;
    private long retries;
    private long maxNanos;
    private double nanos;

    /** The number that the role's rates count. */
    private long counted(Role role) {
      return role == Role.QUERY ? statements : rows;
    }
  }

  private final BufferedWriter writer;
  private final Map<Role, RoleSums> sums = new EnumMap<>(Role.class);
  private double seconds;

  UpstreamClient(Path file) throws IOException {
    writer =
        Files.newBufferedWriter(file, StandardCharsets.US_ASCII, StandardOpenOption.CREATE_NEW);
    for (Role role : Role.values()) {
      sums.put(role, new RoleSums());
    }
    line(String.join("\t", COLUMNS));
  }

  /** Adds an interval of the client's operations, by number. */
  void interval(double length, List<OperationStats> operations, List<Role> roles)
      throws IOException {
    Map<Role, Long> before = new EnumMap<>(Role.class);
    Map<Role, Long> longest = new EnumMap<>(Role.class);
    sums.forEach((role, sum) -> before.put(role, sum.counted(role)));
    for (int i = 0; i < operations.size(); i++) {
      longest.merge(
          roles.get(i),
          add(Objects.requireNonNull(sums.get(roles.get(i))), operations.get(i)),
          Math::max);
    }
    seconds += length;
    StringBuilder text = new StringBuilder(format("%.1f\t%.1f", length, seconds));
    for (Role role : ORDER) {
      long total = Objects.requireNonNull(sums.get(role)).counted(role);
      text.append(perSecond(total - Objects.requireNonNull(before.get(role)), length))
          .append(perSecond(total, seconds));
    }
    ORDER.forEach(role -> text.append('\t').append(longest.getOrDefault(role, 0L) / 1000));
    ORDER.forEach(
        role -> text.append('\t').append(Objects.requireNonNull(sums.get(role)).counted(role)));
    ORDER.forEach(role -> text.append('\t').append(Objects.requireNonNull(sums.get(role)).retries));
    line(text.toString());
    writer.flush();
  }

  private static String perSecond(long count, double seconds) {
    return format("\t%.0f", seconds > 0 ? count / seconds : 0);
  }

  /** Adds an operation's interval; returns its longest service time in nanoseconds. */
  private static long add(RoleSums sum, OperationStats operation) {
    sum.retries += operation.retries();
    if (operation.successes() == 0) {
      return 0;
    }
    sum.statements += operation.successes();
    sum.rows += operation.rows();
    sum.nanos += operation.service().getMean() * operation.successes();
    for (int bucket = 0; bucket < Buckets.COUNT; bucket++) {
      sum.buckets[bucket] += operation.bucket(bucket);
    }
    long longest = operation.service().getMaxValue();
    sum.maxNanos = Math.max(sum.maxNanos, longest);
    return longest;
  }

  /**
   * Writes the closing lines.
   *
   * @param rowsPerQuery how many rows a query should return, if known
   * @param done the step ended normally
   */
  void finish(Optional<String> rowsPerQuery, boolean done) throws IOException {
    histogram("Insert rt:", Objects.requireNonNull(sums.get(Role.INSERT)));
    histogram("Delete rt:", Objects.requireNonNull(sums.get(Role.DELETE)));
    RoleSums queries = sums.get(Role.QUERY);
    histogram("Query rt:", Objects.requireNonNull(queries));
    if (Objects.requireNonNull(queries).statements > 0) {
      line(
          format(
              "Query thread: %d queries, fetched/query(expected, actual) = ( %s , %.3f )",
              queries.statements,
              rowsPerQuery.orElse("-"),
              (double) queries.rows / queries.statements));
    }
    RoleSums auxiliary = sums.get(Role.AUXILIARY);
    if (Objects.requireNonNull(auxiliary).statements > 0) {
      double took = auxiliary.nanos / 1e9;
      line(
          format(
              "getmin %d queries, %.3f total secs, %.6f secs/query",
              auxiliary.statements, took, took / auxiliary.statements));
    }
    long rows = Objects.requireNonNull(sums.get(Role.INSERT)).rows;
    line(
        format(
            "Totals: %.1f secs, %.1f rows/sec, %d rows, %d %d %d insert-delete-query retry",
            seconds,
            seconds > 0 ? rows / seconds : 0,
            rows,
            sums.get(Role.INSERT).retries,
            Objects.requireNonNull(sums.get(Role.DELETE)).retries,
            queries.retries));
    if (done) {
      line("Done");
    }
    writer.flush();
  }

  /** Writes two lines; nothing for a role without operations. */
  private void histogram(String title, RoleSums sum) throws IOException {
    if (sum.statements == 0) {
      return;
    }
    StringBuilder head = new StringBuilder(format("%10s", title));
    StringBuilder counts = new StringBuilder(format("%10s", title));
    for (int bucket = 0; bucket < Buckets.COUNT; bucket++) {
      head.append(format(" %9s", edge(bucket)));
      counts.append(format(" %9d", sum.buckets[bucket]));
    }
    line(head + format(" %11s", "max"));
    line(counts + format(" %11.6f", sum.maxNanos / 1e9));
  }

  private static String edge(int bucket) {
    return bucket == Buckets.COUNT - 1 ? "gt" : Buckets.NAMES.get(bucket);
  }

  private static String format(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }

  private void line(String text) throws IOException {
    writer.write(text);
    writer.write('\n');
  }

  @Override
  public void close() throws IOException {
    writer.close();
  }
}
