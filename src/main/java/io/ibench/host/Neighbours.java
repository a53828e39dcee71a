package io.ibench.host;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * What of the CPU and the writes of the server's machine belonged to the server and the client, and
 * what to others, over a step or period. Immutable; nothing is rounded, and what cannot be had is
 * empty.
 */
public final class Neighbours {

  private static final double PERCENT = 100;
  private static final long NANOS_PER_TICK = 1_000_000_000L / CpuGauge.TICKS_PER_SECOND;

  /** Times what the disks wrote; a process' figure above that does not count writes to them. */
  private static final double MOST_COUNTED = 1.1;

  private final ServerPlace place;
  private final Function<HostMetric, OptionalLong> grown;

  /**
   * @param grown how much a counter has grown; empty where that is unknown
   */
  public Neighbours(ServerPlace place, Function<HostMetric, OptionalLong> grown) {
    this.place = place;
    this.grown = grown;
  }

  /**
   * Of the machine's counter, which may be sampled at its ticks, the exact figures of the processes
   * are taken off: what is left is no less than nothing.
   */
  public Optional<CpuShares> cpuShares() {
    OptionalLong total = grown.apply(HostMetric.CPU_TOTAL_TICKS);
    OptionalLong busy = grown.apply(HostMetric.CPU_BUSY_TICKS);
    OptionalLong server =
        place == ServerPlace.EMBEDDED
            ? OptionalLong.of(0)
            : grown.apply(HostMetric.SERVER_CPU_NANOS);
    OptionalLong client =
        place == ServerPlace.OTHER_MACHINE
            ? OptionalLong.of(0)
            : grown.apply(HostMetric.CLIENT_CPU_NANOS);
    if (total.orElse(0) == 0 || busy.isEmpty() || server.isEmpty() || client.isEmpty()) {
      return Optional.empty();
    }
    long whole = total.getAsLong() * NANOS_PER_TICK;
    long own = server.getAsLong() + client.getAsLong();
    long stolen = grown.apply(HostMetric.CPU_STEAL_TICKS).orElse(0) * NANOS_PER_TICK;
    return Optional.of(
        new CpuShares(
            percent(server.getAsLong(), whole),
            percent(client.getAsLong(), whole),
            percent(Math.max(0, busy.getAsLong() * NANOS_PER_TICK - own), whole),
            percent(stolen, whole)));
  }

  private static double percent(double part, double whole) {
    return PERCENT * part / whole;
  }

  /**
   * What the disks wrote less what the server's processes sent there; of an embedded database less
   * what the client did. Empty also where the kernel counts more for these processes than the disks
   * wrote: then it counts the page cache, and not them.
   */
  public OptionalLong otherWrittenBytes() {
    OptionalLong disks = grown.apply(HostMetric.DISK_WRITTEN_BYTES);
    OptionalLong server = serverWrittenBytes();
    return disks.isEmpty() || server.isEmpty() || countsPageCache()
        ? OptionalLong.empty()
        : OptionalLong.of(Math.max(0, disks.getAsLong() - server.getAsLong()));
  }

  /** Whether the processes are said to have written more than the disks did. */
  public boolean countsPageCache() {
    OptionalLong disks = grown.apply(HostMetric.DISK_WRITTEN_BYTES);
    OptionalLong server = serverWrittenBytes();
    return disks.isPresent()
        && server.isPresent()
        && server.getAsLong() > MOST_COUNTED * disks.getAsLong();
  }

  private OptionalLong serverWrittenBytes() {
    return grown.apply(
        place == ServerPlace.EMBEDDED
            ? HostMetric.CLIENT_WRITTEN_BYTES
            : HostMetric.SERVER_WRITTEN_BYTES);
  }
}
