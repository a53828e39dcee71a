/**
 * Whether this machine is fit for benchmarks: {@link io.ibench.host.machine.MachineProbe} measures
 * syncs, reads, CPUs and the clock; {@link io.ibench.host.machine.MachineAdvice} judges the
 * figures, and settings of the kernel and the file system.
 */
package io.ibench.host.machine;
