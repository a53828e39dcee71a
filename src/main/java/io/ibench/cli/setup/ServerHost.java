package io.ibench.cli.setup;

import io.ibench.cli.ground.UsageException;
import io.ibench.config.Config;
import io.ibench.config.Key;
import io.ibench.db.ServerLocation;
import io.ibench.host.CpuGauge;
import io.ibench.host.Devices;
import io.ibench.host.DiskGauge;
import io.ibench.host.MemoryGauge;
import io.ibench.host.PressureGauge;
import io.ibench.host.Proc;
import io.ibench.host.remote.RemoteHost;
import io.ibench.measure.Gauge;
import io.ibench.measure.PeriodGauge;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** The server's host: another machine if the user says how to access it, else perhaps this one. */
public final class ServerHost implements AutoCloseable {

  public static final Key<String> COMMAND =
      Key.program(
              "host.command",
              "writes files of the server's host that are named behind it, such as ssh db1 cat")
          .optional();
  public static final Key<String> URL =
      Key.address(
              "host.url", "a node_exporter on the server's host, such as http://db1:9100/metrics")
          .optional();

  private final Optional<RemoteHost> remote;
  private final List<String> devices;
  private List<Gauge> gauges = List.of();
  private Optional<Map<String, Object>> facts = Optional.empty();

  private ServerHost(Optional<RemoteHost> remote, List<String> devices) {
    this.remote = remote;
    this.devices = devices;
  }

  /**
   * How the server's host is accessed: at most one of both ways. Checked, but not used yet.
   *
   * @param intervalNanos between two samples
   */
  public record HostAccess(Optional<String> command, Optional<String> url, long intervalNanos) {

    static HostAccess from(Config config, long intervalNanos) {
      Optional<String> command = config.find(COMMAND);
      Optional<String> url = config.find(URL);
      command.flatMap(RemoteHost::flawOfCommand).ifPresent(flaw -> config.problem(flaw, COMMAND));
      url.flatMap(RemoteHost::flawOfUrl).ifPresent(flaw -> config.problem(flaw, URL));
      if (command.isPresent() && url.isPresent()) {
        config.problem("is set beside host.command; allowed: one of the two", URL);
      }
      return new HostAccess(command, url, intervalNanos);
    }

    public boolean isRemote() {
      return command.isPresent() || url.isPresent();
    }

    private RemoteHost host() {
      return command
          .map(line -> RemoteHost.ofCommand(line, intervalNanos))
          .orElseGet(() -> RemoteHost.ofUrl(url.orElseThrow(), intervalNanos));
    }
  }

  static List<Key<?>> keys() {
    return List.of(COMMAND, URL);
  }

  /** This machine, or one without access. */
  public static ServerHost none() {
    return new ServerHost(Optional.empty(), List.of());
  }

  /**
   * Accesses the host for the first time, for 10 s at most, if the user has set how.
   *
   * @param devices disks that the user names; may be empty
   */
  public static ServerHost reach(HostAccess access, List<String> devices)
      throws UsageException, InterruptedException {
    if (!access.isRemote()) {
      return none();
    }
    RemoteHost remote = access.host();
    Optional<String> trouble = remote.start(devices);
    if (trouble.isPresent()) {
      remote.close();
      throw new UsageException(trouble.get());
    }
    return new ServerHost(Optional.of(remote), devices);
  }

  /** Whether another host is accessed; other methods are only for that case. */
  public boolean isRemote() {
    return remote.isPresent();
  }

  /** When the other host was booted, which identifies it; empty if unknown. */
  public OptionalLong bootSeconds() {
    return remote.orElseThrow().bootSeconds();
  }

  /** Creates the gauges; waits for the other host to find the server's process. */
  public void watch(ServerLocation place) throws InterruptedException, UsageException {
    if (remote.isEmpty()) {
      return;
    }
    if (place.embedded()) {
      throw new UsageException(
          "host.command and host.url are for a server; this database runs inside the client");
    }
    RemoteHost other = remote.get();
    Proc proc = other.proc();
    List<Gauge> all = new ArrayList<>();
    Devices disks = other.devices(devices, place.directories());
    all.add(new DiskGauge(proc, disks));
    all.add(new CpuGauge(proc));
    all.add(new MemoryGauge(proc));
    all.add(new PressureGauge(proc));
    all.add(other.server(place));
    gauges = List.copyOf(all);
    facts = other.facts(place.directories(), disks);
  }

  /** Reads the newest sample; does not wait. */
  public Gauge everyInterval() {
    return remote.orElseThrow().newest(gauges);
  }

  /** Reads a new sample, for the boundaries of steps and periods. */
  public PeriodGauge atBoundaries() {
    return remote.orElseThrow().refreshed(gauges);
  }

  /** The facts about the other host, as far as known. */
  public Optional<Map<String, Object>> facts() {
    return facts;
  }

  public int cpus() {
    return remote.orElseThrow().cpus();
  }

  @Override
  public void close() {
    remote.ifPresent(RemoteHost::close);
  }
}
