/**
 * The report of one or several runs as text, Markdown and CSV.
 *
 * <p>Entry classes: {@link io.ibench.report.text.TextReport} for a run, {@link
 * io.ibench.report.text.ComparisonReport} and {@link io.ibench.report.text.CsvReport} for several.
 * They read a {@link io.ibench.report.store.RunReport}, so that a run that has just ended and a
 * stored one give the same text. Each table is a class that makes a {@link
 * io.ibench.report.document.Table}; pages show the same tables. The package knows the names of
 * figures and columns, not files or HTML. All classes are stateless, immutable or confined to one
 * call.
 */
package io.ibench.report.text;
