/**
 * The interface between ibench and a workload: the API of plug-ins.
 *
 * <p>Most plug-ins extend {@code io.ibench.workload.simple.SimpleWorkload}, which implements
 * everything here. Any other one implements {@link io.ibench.workload.Workload}, {@link
 * io.ibench.workload.Plan}, {@link io.ibench.workload.WorkloadRun} and {@link
 * io.ibench.workload.Worker}. Its kinds of step ({@link io.ibench.workload.StepKind}) say what each
 * does with the tables ({@link io.ibench.workload.TableUse}); {@link io.ibench.workload.StepReader}
 * reads the steps ({@link io.ibench.workload.StepKeys}, {@link io.ibench.workload.Step}, {@link
 * io.ibench.workload.Pacing}). It creates and drops tables through {@link
 * io.ibench.workload.Dataset} and {@link io.ibench.workload.TableActions}, counts in {@link
 * io.ibench.workload.WorkloadCounters}, and reads many rows with {@link
 * io.ibench.workload.Cursors}. {@link io.ibench.workload.ActionContext} serves its actions. The
 * engine alone uses {@link io.ibench.workload.DataRegister}.
 *
 * <p>A plan is immutable; a worker is confined to its thread; a dataset is thread-safe.
 */
package io.ibench.workload;
