/**
 * The interface between ibench and a workload: the API of plug-ins.
 *
 * <p>A plug-in implements {@link io.ibench.workload.Workload}, {@link io.ibench.workload.Plan},
 * {@link io.ibench.workload.WorkloadRun} and {@link io.ibench.workload.Worker}. It reads its steps
 * with {@link io.ibench.workload.StepReader} ({@link io.ibench.workload.StepKind}, {@link
 * io.ibench.workload.StepKeys}, {@link io.ibench.workload.Step}, {@link
 * io.ibench.workload.Pacing}), and says with {@link io.ibench.workload.TableUse} what each does
 * with the tables. It changes tables through {@link io.ibench.workload.Dataset}, counts in {@link
 * io.ibench.workload.WorkloadCounters}, and reads many rows with {@link
 * io.ibench.workload.Cursors}. {@link io.ibench.workload.ActionContext} serves its actions.
 *
 * <p>A plan is immutable; a worker is confined to its thread; a dataset is thread-safe.
 */
package io.ibench.workload;
