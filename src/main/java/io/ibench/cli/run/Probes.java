package io.ibench.cli.run;

import io.ibench.cli.ground.UsageException;
import io.ibench.cli.setup.ServerHost;
import io.ibench.cli.setup.Setup;
import io.ibench.config.Secrets;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.ServerCounter;
import io.ibench.db.ServerLocation;
import io.ibench.db.Size;
import io.ibench.db.Table;
import io.ibench.host.ClientGauges;
import io.ibench.host.CpuGauge;
import io.ibench.host.Devices;
import io.ibench.host.DirectorySize;
import io.ibench.host.DiskGauge;
import io.ibench.host.HostMetric;
import io.ibench.host.JitThreads;
import io.ibench.host.ListeningProcess;
import io.ibench.host.LocalServer;
import io.ibench.host.MemoryGauge;
import io.ibench.host.PidFile;
import io.ibench.host.PressureGauge;
import io.ibench.host.Proc;
import io.ibench.host.ProcessGauge;
import io.ibench.host.ServerPlace;
import io.ibench.host.ServerProcess;
import io.ibench.host.ServerThreads;
import io.ibench.host.StorageInfo;
import io.ibench.host.remote.AbsentGauge;
import io.ibench.measure.BoundaryMetric;
import io.ibench.measure.CompilerThreads;
import io.ibench.measure.Counter;
import io.ibench.measure.Gauge;
import io.ibench.measure.PeriodGauge;
import io.ibench.report.figures.ServerCounters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.LongSupplier;

/** Chooses the gauges of a run, depending on where the database runs. */
public final class Probes {

  private static final Path DISKS = Path.of("/proc/diskstats");

  private final Proc proc = new Proc();
  private final ServerLocation place;
  private final List<String> devices;
  private final LocalServer.Answer local;
  private final ServerHost host;

  /** Why the server's process is unknown; empty if it is known. */
  private final String unknown;

  /**
   * @param devices disks that the user names; may be empty
   * @param host the server's host
   */
  public Probes(ServerLocation place, List<String> devices, ServerHost host)
      throws InterruptedException, UsageException {
    this.host = host;
    host.watch(place);
    this.devices = devices;
    this.local =
        place.embedded()
            ? new LocalServer.Answer(true, "")
            : new LocalServer().isLocal(place.host());
    ListeningProcess.SearchResult found =
        local.yes() && !place.embedded() && place.pid().isEmpty()
            ? listening(place)
            : new ListeningProcess.SearchResult(place.pid(), "");
    this.place = place.with(found.pid());
    this.unknown = found.reason();
  }

  /** The server's process, found by its address, or why it is unknown. */
  private ListeningProcess.SearchResult listening(ServerLocation place) {
    Set<String> names = Set.copyOf(place.processNames());
    List<String> reasons = new ArrayList<>();
    place.pidFile().map(file -> PidFile.whyNone(proc, file)).ifPresent(reasons::add);
    Optional<ListeningProcess.SearchResult> found =
        place.socket().isPresent()
            ? Optional.of(ListeningProcess.atSocket(proc, place.socket().get(), names))
            : place.port().stream()
                .mapToObj(port -> ListeningProcess.atPort(proc, port, names))
                .findFirst();
    if (found.isPresent() && found.get().pid().isPresent()) {
      return found.get();
    }
    found.map(ListeningProcess.SearchResult::reason).ifPresent(reasons::add);
    reasons.removeIf(String::isEmpty);
    return new ListeningProcess.SearchResult(
        OptionalLong.empty(),
        "the server's process is not known"
            + (reasons.isEmpty() ? "" : ": " + String.join("; ", reasons)));
  }

  /**
   * Refuses disks that this machine does not have: a run of a week would lack their figures. If no
   * disk can be read at all, the report says so.
   */
  static void requireDisks(Setup setup) throws UsageException {
    List<String> named = setup.hostDevices();
    if (named.isEmpty() || setup.serverHost().isRemote() || !Files.exists(DISKS)) {
      return;
    }
    List<String> reasons = Devices.ofNames(new Proc(), named).reasons();
    if (!reasons.isEmpty()) {
      throw new UsageException(
          Setup.HOST_DEVICE + " = " + String.join(", ", named) + ": " + String.join("; ", reasons));
    }
  }

  /** The client's compiler threads; without schedstat they are unknown. */
  CompilerThreads compiler() {
    return new JitThreads(proc);
  }

  /** The gauges for every interval. */
  List<Gauge> everyInterval() {
    List<Gauge> gauges = new ArrayList<>();
    if (host.isRemote()) {
      gauges.add(host.everyInterval());
    } else {
      addServerHost(gauges);
    }
    gauges.addAll(ClientGauges.of(proc));
    return gauges;
  }

  private void addServerHost(List<Gauge> gauges) {
    gauges.add(disk());
    gauges.add(
        local.yes()
            ? new CpuGauge(proc)
            : new AbsentGauge(HostMetric.Category.CPU, local.reason()));
    gauges.add(server());
    gauges.add(
        local.yes()
            ? new MemoryGauge(proc)
            : new AbsentGauge(HostMetric.Category.MEMORY, local.reason()));
    gauges.add(
        local.yes()
            ? new PressureGauge(proc)
            : new AbsentGauge(HostMetric.Category.PRESSURE, local.reason()));
  }

  private Gauge disk() {
    if (!local.yes()) {
      return new AbsentGauge(HostMetric.Category.DISK, local.reason());
    }
    if (devices.isEmpty() && place.embedded() && place.directories().isEmpty()) {
      return new AbsentGauge(HostMetric.Category.DISK, "the database names no folder on a disk");
    }
    return new DiskGauge(proc, disks());
  }

  private Devices disks() {
    return devices.isEmpty()
        ? Devices.ofPaths(proc, place.directories())
        : Devices.ofNames(proc, devices);
  }

  /** The facts about the server's host, if it is another machine and accessible. */
  Optional<Map<String, Object>> serverHost() {
    return host.facts();
  }

  /** The facts about the database's storage; empty if it is not on this machine. */
  Optional<Map<String, Object>> storage() {
    return local.yes()
        ? Optional.of(StorageInfo.read(proc, place.directories(), disks().names()))
        : Optional.empty();
  }

  /** The folder of the data, if this machine's disk is surely that of the database. */
  Optional<Path> dataFolder() {
    boolean here = place.embedded() || local.yes() && serverPid().get().isPresent();
    return place.directories().stream()
        .filter(folder -> here && Files.isDirectory(folder))
        .findFirst();
  }

  private Gauge server() {
    if (place.embedded()) {
      return absentServer(ServerCounters.INSIDE_CLIENT);
    }
    if (!local.yes()) {
      return absentServer(local.reason());
    }
    if (place.pid().isEmpty()) {
      return absentServer(unknown);
    }
    long pid = place.pid().getAsLong();
    Set<String> names = Set.copyOf(place.processNames());
    LocalServer.Answer answer = LocalServer.isProcess(proc, pid, names);
    ServerProcess process = new ServerProcess(pid, place.withChildren());
    return answer.yes()
        ? ProcessGauge.followed(proc, process, names, place.pidFile())
        : absentServer(answer.reason());
  }

  private static Gauge absentServer(String reason) {
    return new AbsentGauge(HostMetric.Category.SERVER, reason);
  }

  /** The busiest threads of the server in a second; empty if it is not on this machine. */
  Optional<String> serverThreads() throws IOException, InterruptedException {
    OptionalLong pid = serverPid().get();
    return pid.isPresent()
        ? Optional.of(new ServerThreads(proc, pid.getAsLong()).top(1))
        : Optional.empty();
  }

  /** The server's process, looked up at each call. */
  ServerPid serverPid() {
    return new ServerPid(proc, place, local.yes());
  }

  /** CPU time of the server's processes so far, in nanoseconds; -1 while it is unknown. */
  public LongSupplier serverCpuNanos() {
    Gauge server = server();
    return () -> {
      long[] nanos = {-1};
      server.read(
          System.nanoTime(),
          new Gauge.Sink() {
            @Override
            public void put(String metric, long value) {
              if (metric.equals(HostMetric.SERVER_CPU_NANOS.key())) {
                nanos[0] = value;
              }
            }

            @Override
            public void absent(String metric, String reason) {
              // It stays unknown.
            }
          });
      return nanos[0];
    };
  }

  /** The number of CPUs of the machine of the CPU figures; 0 without such figures. */
  int cpus() {
    if (host.isRemote()) {
      return host.cpus();
    }
    return local.yes() ? new CpuGauge(proc).cpus() : 0;
  }

  /**
   * The gauges for the boundaries of steps and periods: those of the server's host and the
   * database.
   */
  List<PeriodGauge> atBoundaries(Database database, List<Table> tables) {
    List<PeriodGauge> gauges = new ArrayList<>();
    // First, as the boundary is now; its timeout is shorter than that of all gauges together.
    if (host.isRemote()) {
      gauges.add(host.atBoundaries());
    }
    gauges.addAll(ofDatabase(database, tables));
    return gauges;
  }

  /**
   * Where the server runs, as far as known. A remote host may be this machine, as with a server in
   * a container: then the times of boot are equal.
   */
  ServerPlace serverPlace() {
    if (place.embedded()) {
      return ServerPlace.EMBEDDED;
    }
    boolean here = local.yes();
    OptionalLong ours = CpuGauge.bootSeconds(proc);
    if (host.isRemote() && host.bootSeconds().isPresent() && ours.isPresent()) {
      // The kernel rounds the time.
      here = Math.abs(host.bootSeconds().getAsLong() - ours.getAsLong()) <= 1;
    }
    return here ? ServerPlace.SAME_MACHINE : ServerPlace.OTHER_MACHINE;
  }

  /** The gauges of the database; its counters come first, as its size may take long. */
  private List<PeriodGauge> ofDatabase(Database database, List<Table> tables) {
    return List.of(
        new PeriodGauge(List.of(BoundaryMetric.SERVER_COUNTERS), counters(database)),
        new PeriodGauge(List.of(BoundaryMetric.SIZE), size(database, tables)),
        new PeriodGauge(List.of(BoundaryMetric.DIRECTORY_BYTES), directories(database)));
  }

  private Gauge directories(Database database) {
    if (!local.yes()) {
      return (nanos, sink) -> sink.absent(BoundaryMetric.DIRECTORY_BYTES, local.reason());
    }
    boolean own = !place.directories().isEmpty() && database.hasOwnDirectories();
    if (place.embedded() && !own) {
      String reason =
          "the folder of an embedded database may have other files; the database's own size is"
              + " another figure";
      return (nanos, sink) -> sink.absent(BoundaryMetric.DIRECTORY_BYTES, reason);
    }
    return new DirectorySize(place.directories());
  }

  private static Gauge counters(Database database) {
    return (nanos, sink) -> {
      try {
        List<ServerCounter> counters = database.counters();
        if (counters.isEmpty()) {
          sink.absent(BoundaryMetric.SERVER_COUNTERS, ServerCounters.NOT_TOLD);
        }
        for (ServerCounter counter : counters) {
          // Readings are stored for each period, and share the names.
          String name = counter.name().intern();
          sink.counter(name, new Counter(counter.value(), counter.rising()));
        }
      } catch (DatabaseException e) {
        sink.absent(BoundaryMetric.SERVER_COUNTERS, reason(e));
      }
    };
  }

  private static Gauge size(Database database, List<Table> tables) {
    return (nanos, sink) -> {
      try {
        Size size = database.size(tables);
        if (size.bytes().isPresent()) {
          sink.put(BoundaryMetric.SIZE, size.bytes().getAsLong());
          sink.source(BoundaryMetric.SIZE, size.source());
        } else {
          sink.absent(BoundaryMetric.SIZE, size.source());
        }
      } catch (DatabaseException e) {
        sink.absent(BoundaryMetric.SIZE, reason(e));
      }
    };
  }

  private static String reason(DatabaseException e) {
    return e.kind().label() + ": " + Secrets.mask(String.valueOf(e.getMessage()));
  }
}
