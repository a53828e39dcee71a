/**
 * The figures of a step: formula, name, unit and definition of each, for reports and comparisons.
 *
 * <p>{@link io.ibench.report.figures.Figure} has a constant for each figure, with one {@link
 * io.ibench.report.figures.Formula} for steps, periods and intervals. Its name and text are in the
 * {@link io.ibench.report.figures.Definition} of the same key. An unknown figure is null or NaN,
 * never 0. Figures are rounded only where a person reads them. {@link
 * io.ibench.report.figures.RunInfo} is the head of a result.
 *
 * <p>{@link io.ibench.report.figures.IntervalRow}, {@link io.ibench.report.figures.IntervalSums}
 * and {@link io.ibench.report.figures.RowRates} are confined to one thread; all else is immutable.
 */
package io.ibench.report.figures;
