/**
 * One self-contained page of a run, for a browser without a network.
 *
 * <p>A {@link io.ibench.page.Page} is data: sections of tables, notes and charts, and nothing of
 * how they look. {@link io.ibench.page.PageWriter} makes HTML of it. Charts read the files of the
 * result folder row by row, in bounded memory. Pages are immutable; what builds them is confined to
 * one thread.
 */
package io.ibench.page;
