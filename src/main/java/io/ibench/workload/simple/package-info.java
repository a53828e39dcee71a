/**
 * Workloads of tables and a mix of operations: the API of plug-ins.
 *
 * <p>A plug-in extends {@link io.ibench.workload.simple.SimpleWorkload} and describes its tables,
 * operations and checks with {@link io.ibench.workload.simple.Definition}. Everything else is done
 * here: steps, load, mixes, explain examples, the totals of the register, unknown outcomes and
 * {@code verify}.
 */
package io.ibench.workload.simple;
