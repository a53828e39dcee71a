/**
 * One self-contained page of a run, for a browser without a network.
 *
 * <p>{@link io.ibench.page.RunPage} makes a {@link io.ibench.page.Page}: sections of tables, notes
 * and charts, without layout. {@link io.ibench.page.PageWriter} writes it as HTML. Charts read the
 * files of the result folder row by row, in bounded memory. Pages are immutable; building one is
 * confined to one thread.
 */
package io.ibench.page;
