/**
 * The figures of the machine, the server and the client: disks, CPU, memory and processes, read
 * from Linux' /proc. {@link io.ibench.host.HostMetric} lists them; {@link io.ibench.host.Proc} is
 * where they are read from; each gauge reports one group; {@link io.ibench.host.HostInfo} and
 * {@link io.ibench.host.StorageInfo} are facts for the head of a result.
 *
 * <p>Gauges are not thread-safe; the engine reads them on one thread, once a second for days. Each
 * keeps one buffer, and only {@link io.ibench.host.RunDelayGauge} keeps files open. An unknown
 * figure is absent, with a reason, and never zero.
 */
package io.ibench.host;
