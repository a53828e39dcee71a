/**
 * Compares runs: what they did, where they did it, their figures, and whether the differences are
 * more than noise. Used by the command {@code compare}, its gates, and the page of a comparison.
 *
 * <p>{@link io.ibench.compare.Sides} reads the result folders. {@link io.ibench.compare.Comparer}
 * makes a {@link io.ibench.compare.Comparison}, which is immutable; text, CSV, JSON and pages only
 * show it. {@link io.ibench.compare.Gate} checks it against the user's conditions. Reading time
 * series is confined to one thread and takes bounded memory.
 */
package io.ibench.compare;
