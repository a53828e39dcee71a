/**
 * The page of a comparison: tables with the sides beside each other, and charts that overlay their
 * lines.
 *
 * <p>{@link io.ibench.page.compare.ComparePage} makes a {@link io.ibench.page.Page} of a {@link
 * io.ibench.compare.Comparison}; {@link io.ibench.page.PageWriter} writes it. Building a page is
 * confined to one thread; the page is immutable.
 */
package io.ibench.page.compare;
