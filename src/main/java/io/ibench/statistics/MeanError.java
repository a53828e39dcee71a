package io.ibench.statistics;

import java.util.Optional;

/**
 * How well the mean of a series of correlated values is known. Immutable.
 *
 * @param mean of the values
 * @param percent half of the 95 % interval of the mean, in percent of it
 */
public record MeanError(double mean, double percent) {

  /** Empty with fewer than {@link BatchMeans#MIN} values, or if their mean is not above 0. */
  public static Optional<MeanError> of(double[] values) {
    return BatchMeans.of(values)
        .map(BatchMeans::sample)
        .filter(sample -> sample.mean() > 0)
        .map(
            sample ->
                new MeanError(sample.mean(), 100 * StudentsT.halfWidth95(sample) / sample.mean()));
  }
}
