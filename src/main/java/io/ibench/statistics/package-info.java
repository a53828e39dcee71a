/**
 * Whether a difference between two figures is more than noise.
 *
 * <p>{@link io.ibench.statistics.BatchMeans} estimates the noise within one run from its intervals,
 * {@link io.ibench.statistics.Sample} the noise between several runs; {@link
 * io.ibench.statistics.StudentsT} compares two samples. Everything is immutable or stateless except
 * {@link io.ibench.statistics.RatioSeries}, which is not thread-safe. This package uses no other
 * package of ibench.
 */
package io.ibench.statistics;
