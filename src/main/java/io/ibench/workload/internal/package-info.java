/**
 * What ibench itself does with plans and their tables. Not for plug-ins.
 *
 * <p>{@link io.ibench.workload.internal.RegisteredDataset} keeps the register of the tables true
 * and decides, before the first step, whether a run may work on them: {@link
 * io.ibench.workload.internal.PreflightCheck} finds the reasons against it, {@link
 * io.ibench.workload.internal.TrialDdl} tries what the server allows. {@link
 * io.ibench.workload.internal.Drain} is a step that several workloads have.
 */
package io.ibench.workload.internal;
