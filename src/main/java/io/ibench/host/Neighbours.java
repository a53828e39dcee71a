package io.ibench.host;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * Splits the CPU time and the writes of the server's machine, over a step or period, between
 * server, client and others. Immutable. Figures are not rounded; an unknown figure is empty.
 */
public final class Neighbours {

  private static final double PERCENT = 100;
  private static final long NANOS_PER_TICK = 1_000_000_000L / CpuGauge.TICKS_PER_SECOND;

  /** A process' figure above this multiple of the disks' writes includes the page cache. */
  private static final double MAX_WRITTEN_RATIO = 1.1;

  private final ServerPlace place;
  private final Function<HostMetric, OptionalLong> grown;

  /**
   * @param grown the growth of a counter; empty if unknown
   */
  public Neighbours(ServerPlace place, Function<HostMetric, OptionalLong> grown) {
    this.place = place;
    this.grown = grown;
  }

  /**
   * The shares. The share of others is the machine's counter less the exact figures of the
   * processes; it is never negative, although the kernel may only sample the machine's counter at
   * ticks.
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
    long all = total.getAsLong() * NANOS_PER_TICK;
    long own = server.getAsLong() + client.getAsLong();
    long stolen = grown.apply(HostMetric.CPU_STEAL_TICKS).orElse(0) * NANOS_PER_TICK;
    return Optional.of(
        new CpuShares(
            percent(server.getAsLong(), all),
            percent(client.getAsLong(), all),
            percent(Math.max(0, busy.getAsLong() * NANOS_PER_TICK - own), all),
            percent(stolen, all)));
  }

  private static double percent(double part, double total) {
    return PERCENT * part / total;
  }

  /**
   * The writes of the disks less those of the server's processes; for an embedded database less
   * those of the client. Also empty if {@link #countsPageCache}.
   */
  public OptionalLong otherWrittenBytes() {
    OptionalLong disks = grown.apply(HostMetric.DISK_WRITTEN_BYTES);
    OptionalLong server = serverWrittenBytes();
    return disks.isEmpty() || server.isEmpty() || countsPageCache()
        ? OptionalLong.empty()
        : OptionalLong.of(Math.max(0, disks.getAsLong() - server.getAsLong()));
  }

  /** Whether the kernel counts more writes for these processes than the disks did. */
  public boolean countsPageCache() {
    OptionalLong disks = grown.apply(HostMetric.DISK_WRITTEN_BYTES);
    OptionalLong server = serverWrittenBytes();
    return disks.isPresent()
        && server.isPresent()
        && server.getAsLong() > MAX_WRITTEN_RATIO * disks.getAsLong();
  }

  private OptionalLong serverWrittenBytes() {
    return grown.apply(
        place == ServerPlace.EMBEDDED
            ? HostMetric.CLIENT_WRITTEN_BYTES
            : HostMetric.SERVER_WRITTEN_BYTES);
  }
}
