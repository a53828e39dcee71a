/**
 * What each figure of a step is: its formula, name, unit and definition, for all who show or
 * compare figures.
 *
 * <p>{@link io.ibench.report.figures.FigureCatalogue} has an entry for each figure, with one {@link
 * io.ibench.report.figures.Formula} for steps, periods and intervals; its words are the {@link
 * io.ibench.report.figures.Definition} of the same key. A figure that is unknown is null or NaN,
 * never 0. Nothing is rounded before a person reads it. All but {@link
 * io.ibench.report.figures.IntervalRow}, {@link io.ibench.report.figures.FigureValues} and the sums
 * of intervals, which are confined to one thread, is immutable.
 */
package io.ibench.report.figures;
