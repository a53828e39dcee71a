package io.ibench.db;

/**
 * Partitions of a table by ranges of its one-column primary key: {@code count - 1} partitions of
 * {@code rows} keys each, beginning with key 1, and a last one for all greater keys.
 *
 * @param count at least 2
 */
public record Partitions(int count, long rows) {

  public Partitions {
    if (count < 2 || rows < 1) {
      throw new IllegalArgumentException(count + " partitions of " + rows + " rows");
    }
    if (rows > (Long.MAX_VALUE - 1) / (count - 1)) {
      throw new IllegalArgumentException(
          count + " partitions of " + rows + " rows are beyond the greatest key");
    }
  }

  /**
   * The first key above a partition.
   *
   * @param partition from 0 to {@code count - 2}: the last partition has no end
   */
  public long end(int partition) {
    return (partition + 1) * rows + 1;
  }
}
