/**
 * The rows of a result folder's CSV and hlog files, read one after the other and in bounded memory,
 * and the lines that are drawn from them. A week of seconds has hundreds of megabytes, and any line
 * may be damaged: damaged ones are skipped and counted.
 *
 * <p>{@link io.ibench.series.CsvRows} and {@link io.ibench.series.StepRows} read CSV files, {@link
 * io.ibench.series.HlogLines} and {@link io.ibench.series.StepHistograms} latency.hlog; {@link
 * io.ibench.series.Downsampling} and {@link io.ibench.series.Curve} keep few points of a line. For
 * the store, pages and comparisons. Nothing here is thread-safe; nothing is shared.
 */
package io.ibench.series;
