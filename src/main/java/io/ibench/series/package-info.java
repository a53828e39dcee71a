/**
 * Reads a result folder's CSV and hlog files in bounded memory, and reduces lines for charts. A
 * week of seconds has hundreds of megabytes. Any line may be damaged: damaged lines are skipped and
 * counted.
 *
 * <p>{@link io.ibench.series.CsvRows} and {@link io.ibench.series.StepRows} read CSV files, {@link
 * io.ibench.series.HlogLines} and {@link io.ibench.series.StepHistograms} latency.hlog; {@link
 * io.ibench.series.Downsampling} and {@link io.ibench.series.Curve} keep few points of a line. The
 * store, pages and comparisons use them. The classes are not thread-safe; they share nothing.
 */
package io.ibench.series;
