package io.ibench.measure;

import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The counted intervals of a step or repeat, in order. Immutable. A week of them takes 5 to 10 MB:
 * see {@link IntervalCounts}.
 */
public final class CountedIntervals {

  /** No interval. */
  public static final CountedIntervals NONE = new Builder().build();

  private final IntervalCounts nanos;
  private final IntervalCounts partial;
  private final IntervalCounts queries;
  private final IntervalCounts insertedRows;
  private final IntervalCounts deletedRows;

  private CountedIntervals(Builder builder) {
    this.nanos = builder.nanos.build();
    this.partial = builder.partial.build();
    this.queries = builder.queries.build();
    this.insertedRows = builder.insertedRows.build();
    this.deletedRows = builder.deletedRows.build();
  }

  /** One interval. Its length is 0 or more, as are its counts. */
  public record Counted(
      long nanos, boolean full, long queries, long insertedRows, long deletedRows) {}

  public static CountedIntervals of(Counted... intervals) {
    Builder builder = new Builder();
    Stream.of(intervals).forEach(builder::add);
    return builder.build();
  }

  public int size() {
    return nanos.size();
  }

  /** One interval, from 0. */
  public Counted get(int interval) {
    return new Counted(
        nanos.get(interval),
        partial.get(interval) == 0,
        queries.get(interval),
        insertedRows.get(interval),
        deletedRows.get(interval));
  }

  /** All intervals, in order. */
  public Stream<Counted> stream() {
    return from(0);
  }

  /** The intervals from this one on, in order. */
  public Stream<Counted> from(int first) {
    return IntStream.range(first, size()).mapToObj(this::get);
  }

  /** The rows that all of them have inserted. */
  public long insertedRowsOfAll() {
    return insertedRows.sum(0, insertedRows.size());
  }

  /** Collects intervals. Not thread-safe. */
  public static final class Builder {

    private final IntervalCounts.Builder nanos = new IntervalCounts.Builder();
    private final IntervalCounts.Builder partial = new IntervalCounts.Builder();
    private final IntervalCounts.Builder queries = new IntervalCounts.Builder();
    private final IntervalCounts.Builder insertedRows = new IntervalCounts.Builder();
    private final IntervalCounts.Builder deletedRows = new IntervalCounts.Builder();

    /** Adds the next interval. */
    public void add(Counted interval) {
      nanos.add(interval.nanos());
      partial.add(interval.full() ? 0 : 1);
      queries.add(interval.queries());
      insertedRows.add(interval.insertedRows());
      deletedRows.add(interval.deletedRows());
    }

    public CountedIntervals build() {
      return new CountedIntervals(this);
    }
  }
}
