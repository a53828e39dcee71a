/**
 * What is measured: time, counts, latencies and the readings of gauges, for an interval, a period
 * and a step.
 *
 * <p>{@link io.ibench.measure.Role} and {@link io.ibench.measure.WorkloadCounter} are a part of the
 * API of plug-ins; the other types are not.
 *
 * <p>A worker's thread writes into its {@link io.ibench.measure.Recorder}; the ticker's thread
 * drains it into a {@link io.ibench.measure.Snapshot}, adds snapshots to a {@link
 * io.ibench.measure.PeriodAccumulator} and passes the results to a {@link
 * io.ibench.measure.RunListener}. All records are immutable and may be shared by threads. This
 * package uses no other package of ibench.
 */
package io.ibench.measure;
