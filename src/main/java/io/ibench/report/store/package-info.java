/**
 * The result folder: names, formats and limits of its files.
 *
 * <ul>
 *   <li>{@link io.ibench.report.store.ResultFolder} writes a folder while its run goes on, for the
 *       thread that coordinates the run. It never throws into the run.
 *   <li>{@link io.ibench.report.store.ResultReader} reads a folder for reports, pages and
 *       comparisons. {@link io.ibench.report.store.RunReport} is summary.json, {@link
 *       io.ibench.report.store.RunFile} is run.json; the same records are written and read.
 *   <li>Files may be damaged or hostile: only regular files are read, within a {@link
 *       io.ibench.report.store.ReadBudget}. A damaged summary.json is refused; {@code
 *       RunReport.damage} names what else cannot be shown.
 *   <li>CSV and hlog files are read through {@link io.ibench.series}.
 * </ul>
 *
 * Records are immutable and may be shared by threads; writers are confined to one thread.
 */
package io.ibench.report.store;
