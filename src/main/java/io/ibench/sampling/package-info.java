/**
 * Samples of a server at work: of its CPU with perf, whose stacks become a tree of calls, of the
 * CPU's own counters, and of what its sessions wait for. Knows no workload and no result.
 */
@NullMarked
package io.ibench.sampling;

import org.jspecify.annotations.NullMarked;
