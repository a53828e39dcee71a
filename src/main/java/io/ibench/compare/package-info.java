/**
 * How runs differ: in what was done, in where it was done, in their figures, and whether by more
 * than noise. For the command {@code compare}, its gates, and the page of a comparison.
 *
 * <p>{@link io.ibench.compare.Comparer} makes a {@link io.ibench.compare.Comparison}, which is
 * immutable; text, CSV, JSON and pages only show it. Reading the courses of runs is confined to one
 * thread and takes bounded memory.
 */
package io.ibench.compare;
