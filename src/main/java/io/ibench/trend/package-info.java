/**
 * How the figures of the same work change from run to run: since when, and what changed there.
 *
 * <p>{@link io.ibench.trend.RunIndex} reads the folders, {@link io.ibench.trend.Jobs} puts runs of
 * the same work together, and a {@link io.ibench.trend.Trend} is what one job has: {@link
 * io.ibench.trend.Series} with their changes.
 */
package io.ibench.trend;
