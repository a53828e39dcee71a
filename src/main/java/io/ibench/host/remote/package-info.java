/**
 * The figures of a server's host that is another machine.
 *
 * <p>{@link io.ibench.host.remote.RemoteHost} is the entry. It fetches the other host's /proc files
 * at every interval, by a command of the user ({@code CommandSource}) or from a node_exporter
 * ({@code ExporterSource}), whose figures {@code ExporterTexts} writes as /proc files. The gauges
 * of {@link io.ibench.host} read these texts as they read this machine's files. {@code
 * SamplePoller} fetches on a daemon thread; gauges read the newest sample and do not wait. {@link
 * io.ibench.host.remote.AbsentGauge} reports why figures are missing.
 */
package io.ibench.host.remote;
