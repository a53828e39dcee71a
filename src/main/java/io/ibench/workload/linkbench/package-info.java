/**
 * LinkBench, Facebook's social graph benchmark. The original is called the ancestor here; {@code
 * compat} reproduces its errors.
 *
 * <p>{@link io.ibench.workload.linkbench.LinkBenchWorkload} is the entry. Settings ({@code
 * LinkBenchKeys}, {@code LinkBenchSettings}), degrees ({@code Degrees}, {@code Outdegrees}), ids
 * ({@code Access}, {@code Id2s}) and contents ({@code GraphData}) are immutable and shared by all
 * threads. {@code LoadWorker} and {@code RequestWorker} are confined to their threads, allocate
 * nothing per operation, and draw equal streams for equal seeds. {@code GraphBooks} knows what the
 * tables must hold, and {@code Verification} compares.
 */
package io.ibench.workload.linkbench;
