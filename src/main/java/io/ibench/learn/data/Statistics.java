package io.ibench.learn.data;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is known about the values of a column; no value but the smallest and largest number.
 *
 * @param min of numbers, scaled by the digits; of times, seconds from now
 * @param distinct the number of values, or -1
 * @param nullShare of the rows
 * @param shortest length of texts and bytes, or -1
 * @param longest length of texts and bytes, or -1
 * @param frequencies the shares of the most common values, without these values
 * @param parts the shares of equal parts of the range from the smallest to the largest number, or
 *     of the labels of a type, or of true; empty if they are not known
 * @param correlation of the values with the order of the rows, -1 to 1
 */
public record Statistics(
    @Nullable Long min,
    @Nullable Long max,
    long distinct,
    double nullShare,
    int shortest,
    int longest,
    List<Double> frequencies,
    List<Double> parts,
    double correlation) {

  public static final Statistics UNKNOWN =
      new Statistics(null, null, -1, 0, -1, -1, List.of(), List.of(), 0);

  public Statistics {
    frequencies = List.copyOf(frequencies);
    parts = List.copyOf(parts);
  }

  Statistics withRange(long newMin, long newMax) {
    return new Statistics(
        newMin, newMax, distinct, nullShare, shortest, longest, frequencies, parts, correlation);
  }

  Statistics withDistinct(long newDistinct) {
    return new Statistics(
        min, max, newDistinct, nullShare, shortest, longest, frequencies, parts, correlation);
  }

  Statistics withNulls(double newNullShare) {
    return new Statistics(
        min, max, distinct, newNullShare, shortest, longest, frequencies, parts, correlation);
  }

  Statistics withLengths(int newShortest, int newLongest) {
    return new Statistics(
        min, max, distinct, nullShare, newShortest, newLongest, frequencies, parts, correlation);
  }

  Statistics withParts(List<Double> newParts) {
    return new Statistics(
        min, max, distinct, nullShare, shortest, longest, frequencies, newParts, correlation);
  }

  Statistics withCorrelation(double newCorrelation) {
    return new Statistics(
        min, max, distinct, nullShare, shortest, longest, frequencies, parts, newCorrelation);
  }

  /** Half to one and a half of an average length. */
  Statistics withAverageLength(int average) {
    return average <= 0
        ? this
        : withLengths(Math.max(1, average / 2), Math.max(1, average + (average + 1) / 2));
  }
}
