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

  /** Without any interval. */
  public static PeriodIntervals none(long lengthNanos) {
    IntervalCounts empty = IntervalCounts.of();
    return new PeriodIntervals(lengthNanos, empty, empty, empty, 0, 0);
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
}
