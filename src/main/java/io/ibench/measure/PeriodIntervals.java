package io.ibench.measure;

/**
 * The intervals of a period: the counts of each interval of full length, in order, and the number
 * of intervals. Immutable.
 *
 * @param lengthNanos the planned length of an interval
 * @param queries completed queries of each full interval
 * @param insertedRows of each full interval
 * @param deletedRows of each full interval
 * @param count all intervals, also shorter and longer ones
 * @param lost planned intervals that are part of longer ones, because the ticker was late
 */
public record PeriodIntervals(
    long lengthNanos,
    IntervalCounts queries,
    IntervalCounts insertedRows,
    IntervalCounts deletedRows,
    long count,
    long lost) {

  private static final int MIN_INTERVALS = 10;

  /** Without any interval. */
  public static PeriodIntervals none(long lengthNanos) {
    IntervalCounts empty = IntervalCounts.of();
    return new PeriodIntervals(lengthNanos, empty, empty, empty, 0, 0);
  }

  /**
   * The rate of a role that this share of the full intervals reached, per second: of 100 intervals
   * the 99th in descending order for 0.99. NaN with fewer than ten: what one of them shows is
   * chance.
   *
   * @throws IllegalArgumentException for {@link Role#AUXILIARY}, which has no rate
   */
  public double rate(Role role, double share) {
    IntervalCounts counts = of(role);
    if (counts.size() < MIN_INTERVALS) {
      return Double.NaN;
    }
    int position = (int) Math.round(share * counts.size());
    return counts.descending(Math.max(1, position)) / (lengthNanos / 1e9);
  }

  /**
   * What a rate of a role counts.
   *
   * @throws IllegalArgumentException for {@link Role#AUXILIARY}, which has no rate
   */
  public IntervalCounts of(Role role) {
    return switch (role) {
      case QUERY -> queries;
      case INSERT -> insertedRows;
      case DELETE -> deletedRows;
      case AUXILIARY -> throw new IllegalArgumentException("an auxiliary operation has no rate");
    };
  }

  /** Collects intervals. Not thread-safe. */
  public static final class Builder {

    private final long lengthNanos;
    private final IntervalCounts.Builder queries = new IntervalCounts.Builder();
    private final IntervalCounts.Builder insertedRows = new IntervalCounts.Builder();
    private final IntervalCounts.Builder deletedRows = new IntervalCounts.Builder();
    private long count;
    private long lost;

    /**
     * @param lengthNanos the planned length of an interval
     */
    public Builder(long lengthNanos) {
      this.lengthNanos = lengthNanos;
    }

    /**
     * Adds the next interval. Its counts are those of an interval of exact length at the same rate,
     * as no tick is exactly on time. A tick that is late by whole intervals counts as that many
     * intervals at its mean rate, so that a time in which the client stood still has its weight in
     * the percentiles of rates.
     */
    public void add(CountedIntervals.Counted interval) {
      long lengths = lengths(interval.nanos());
      count++;
      lost += Math.max(0, lengths - 1);
      double share = (double) lengthNanos / interval.nanos();
      for (long length = 0; interval.full() && length < lengths; length++) {
        queries.add(share(interval.queries(), share));
        insertedRows.add(share(interval.insertedRows(), share));
        deletedRows.add(share(interval.deletedRows(), share));
      }
    }

    private long lengths(long nanos) {
      return Math.round((double) nanos / lengthNanos);
    }

    private static long share(long count, double share) {
      return share == 1 ? count : Math.round(count * share);
    }

    /** Counts a time without intervals as intervals that were lost. */
    public void lost(long nanos) {
      lost += lengths(nanos);
    }

    /** All intervals so far, also shorter and longer ones. */
    public long count() {
      return count;
    }

    /** Those of full length so far. */
    public int full() {
      return queries.size();
    }

    public PeriodIntervals build() {
      return new PeriodIntervals(
          lengthNanos, queries.build(), insertedRows.build(), deletedRows.build(), count, lost);
    }
  }
}
