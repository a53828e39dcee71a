/**
 * What the hardware and the server did: disk, CPU, memory and processes, read from Linux' /proc.
 *
 * <p>The gauges are cheap enough to be read once a second for days: each keeps one buffer, and none
 * but {@link io.ibench.host.RunDelayGauge} keeps files open. A figure that cannot be had is absent,
 * with a reason, never zero.
 */
package io.ibench.host;
