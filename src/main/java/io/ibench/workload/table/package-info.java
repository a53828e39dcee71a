/**
 * What workloads that load tables and then work on them have in common: their steps, the course of
 * a run, books of what the tables must hold, and workers that load batches.
 *
 * <p>A workload extends {@link io.ibench.workload.table.TablePlan}, {@link
 * io.ibench.workload.table.BatchRun} (or {@link io.ibench.workload.table.TableRun}), {@link
 * io.ibench.workload.table.CountedBooks}, {@link io.ibench.workload.table.BatchLoadWorker} and
 * {@link io.ibench.workload.table.TableWorker}. Its rows, random streams and statements are its
 * own.
 */
package io.ibench.workload.table;
