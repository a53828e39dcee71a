/**
 * The report of one or several runs as text, Markdown and CSV, for people and their spreadsheets.
 *
 * <p>Everything starts from a {@link io.ibench.report.store.RunReport}, so that a run that has just
 * ended and a stored one read the same. Each table is a {@link io.ibench.report.text.ReportTable},
 * which pages show as well. Stateless or immutable, but for builders that are confined to one
 * thread.
 */
package io.ibench.report.text;
