package io.ibench.cli;

import io.ibench.cli.Mistakes.UsageException;
import io.ibench.config.Secrets;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Place;
import io.ibench.db.ServerCounter;
import io.ibench.db.Size;
import io.ibench.db.Table;
import io.ibench.host.AbsentGauge;
import io.ibench.host.ClientGauge;
import io.ibench.host.CpuGauge;
import io.ibench.host.Devices;
import io.ibench.host.DiskGauge;
import io.ibench.host.HostMetric;
import io.ibench.host.LocalServer;
import io.ibench.host.Proc;
import io.ibench.host.ProcessGauge;
import io.ibench.host.ServerProcess;
import io.ibench.measure.Counter;
import io.ibench.measure.Gauge;
import io.ibench.measure.SlowGauge;
import io.ibench.report.ServerCounters;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Which gauges a run gets: where the database is decides what this machine can tell of it. */
final class Probes {

  private static final String SIZE = "size";
  private static final Path DISKS = Path.of("/proc/diskstats");

  private final Proc proc = new Proc();
  private final Place place;
  private final List<String> devices;
  private final LocalServer.Answer local;

  /**
   * @param devices disks that the user names, or none
   */
  Probes(Place place, List<String> devices) {
    this.place = place;
    this.devices = devices;
    this.local =
        place.embedded()
            ? new LocalServer.Answer(true, "")
            : new LocalServer().isLocal(place.host());
  }

  /**
   * Refuses disks that this machine does not have: a week's run would have no figures of them.
   * Where disks cannot be read at all the report says so.
   */
  static void requireDisks(List<String> named) throws UsageException {
    if (named.isEmpty() || !Files.exists(DISKS)) {
      return;
    }
    List<String> reasons = Devices.ofNames(new Proc(), named).reasons();
    if (!reasons.isEmpty()) {
      throw new UsageException(
          Setup.HOST_DEVICE + " = " + String.join(", ", named) + ": " + String.join("; ", reasons));
    }
  }

  /** Those cheap enough for every interval. */
  List<Gauge> everyInterval() {
    List<Gauge> gauges = new ArrayList<>();
    gauges.add(disk());
    gauges.add(
        local.yes() ? new CpuGauge(proc) : new AbsentGauge(HostMetric.Group.CPU, local.reason()));
    gauges.add(server());
    gauges.add(new ClientGauge(proc));
    return gauges;
  }

  private Gauge disk() {
    if (!local.yes()) {
      return new AbsentGauge(HostMetric.Group.DISK, local.reason());
    }
    if (devices.isEmpty() && place.embedded() && place.directories().isEmpty()) {
      return new AbsentGauge(HostMetric.Group.DISK, "this database keeps nothing on disk");
    }
    return new DiskGauge(
        proc,
        devices.isEmpty()
            ? Devices.ofPaths(proc, place.directories())
            : Devices.ofNames(proc, devices));
  }

  private Gauge server() {
    if (place.embedded()) {
      return absentServer("the database runs inside the client");
    }
    if (!local.yes()) {
      return absentServer(local.reason());
    }
    if (place.pid().isEmpty()) {
      return absentServer("the server's process is not known");
    }
    long pid = place.pid().getAsLong();
    LocalServer.Answer answer = LocalServer.isProcess(proc, pid, Set.copyOf(place.processNames()));
    return answer.yes()
        ? ProcessGauge.server(proc, List.of(new ServerProcess(pid, place.withChildren())))
        : absentServer(answer.reason());
  }

  private static Gauge absentServer(String reason) {
    return new AbsentGauge(HostMetric.Group.SERVER, reason);
  }

  /** Processors of the machine that the CPU figures are about; 0 when there are none. */
  int cpus() {
    return local.yes() ? new CpuGauge(proc).cpus() : 0;
  }

  /** Whether ibench has this machine for itself, as far as is known. */
  boolean clientAlone() {
    return !local.yes();
  }

  /** Those that ask the database; what it counts comes first, as its size may take long. */
  static List<SlowGauge> everyPeriod(Database database, List<Table> tables) {
    return List.of(
        new SlowGauge(List.of(ServerCounters.METRIC), counters(database)),
        new SlowGauge(List.of(SIZE), size(database, tables)));
  }

  private static Gauge counters(Database database) {
    return (nanos, sink) -> {
      try {
        List<ServerCounter> counters = database.counters();
        if (counters.isEmpty()) {
          sink.absent(ServerCounters.METRIC, ServerCounters.NOT_TOLD);
        }
        for (ServerCounter counter : counters) {
          // Readings are kept for each period, and share the names.
          String name = counter.name().intern();
          sink.counter(name, new Counter(counter.value(), counter.rising()));
        }
      } catch (DatabaseException e) {
        sink.absent(ServerCounters.METRIC, reason(e));
      }
    };
  }

  private static Gauge size(Database database, List<Table> tables) {
    return (nanos, sink) -> {
      try {
        Size size = database.size(tables);
        if (size.bytes().isPresent()) {
          sink.put(SIZE, size.bytes().getAsLong());
          sink.source(SIZE, size.source());
        } else {
          sink.absent(SIZE, size.source());
        }
      } catch (DatabaseException e) {
        sink.absent(SIZE, reason(e));
      }
    };
  }

  private static String reason(DatabaseException e) {
    return e.kind().label() + ": " + Secrets.mask(String.valueOf(e.getMessage()));
  }
}
