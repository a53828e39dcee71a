package io.ibench.host.remote;

import io.ibench.db.ServerLocation;
import io.ibench.host.CpuGauge;
import io.ibench.host.Devices;
import io.ibench.host.HostMetric;
import io.ibench.host.LocalServer;
import io.ibench.host.PidFile;
import io.ibench.host.Proc;
import io.ibench.host.ProcException;
import io.ibench.host.ProcessGauge;
import io.ibench.host.ServerProcess;
import io.ibench.measure.Gauge;
import io.ibench.measure.PeriodGauge;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * The server's host, if it is another machine. Its /proc is fetched at every interval by a command
 * of the user, or converted from the answer of a node_exporter. Gauges are created on {@link #proc}
 * as for this machine, and read the newest sample; only {@link #refreshed} waits for the other
 * host.
 *
 * <p>Thread-safe. {@link #start} is called first, by one thread.
 */
public final class RemoteHost implements AutoCloseable {

  private static final Path MOUNTS = Path.of("/proc/self/mountinfo");
  private static final List<Path> MACHINE =
      paths(
          "stat",
          "diskstats",
          "meminfo",
          "vmstat",
          "pressure/cpu",
          "pressure/io",
          "pressure/memory");

  /** Safe for a shell on the other host, as a path may come from the server's settings. */
  private static final Pattern PLAIN = Pattern.compile("/[A-Za-z0-9_./+@:,-]+");

  private static final Duration SERVER_WAIT = Duration.ofSeconds(2L * SampleSource.TIMEOUT_SECONDS);

  /** The engine waits 5 s for all gauges of a boundary; the database's come after this. */
  private static final Duration BOUNDARY_WAIT = Duration.ofSeconds(3);

  private final SampleSource source;
  private final LongSupplier clock;
  private final SamplePoller poller;
  private final Proc proc = new Proc(file -> this.current.text(file));
  private final Object reading = new Object();
  private volatile Proc.Texts current = RemoteSample.absent("nothing was fetched yet");
  private volatile List<Path> factFiles = List.of();
  private volatile Optional<Path> pidFile = Optional.empty();
  private volatile OptionalLong firstPid = OptionalLong.empty();
  private volatile OptionalLong filedPid = OptionalLong.empty();

  @SuppressWarnings("NullAway.Init") // start() comes first
  private RemoteSample first;

  private int cpus;
  private OptionalLong bootSeconds = OptionalLong.empty();

  RemoteHost(SampleSource source, long intervalNanos, LongSupplier clock) {
    this.source = source;
    this.clock = clock;
    this.poller = new SamplePoller(source, this::files, this::fetched, intervalNanos, clock);
  }

  /**
   * A host whose files a command prints.
   *
   * @throws IllegalArgumentException with the mistake in the command
   */
  public static RemoteHost ofCommand(String command, long intervalNanos) {
    CommandSource source = new CommandSource(CommandSource.words(command));
    return new RemoteHost(source, intervalNanos, System::nanoTime);
  }

  /**
   * A host with a node_exporter, for instance {@code http://db1:9100/metrics}.
   *
   * @throws IllegalArgumentException with the mistake in the URL
   */
  public static RemoteHost ofUrl(String url, long intervalNanos) {
    return new RemoteHost(ExporterSource.of(url), intervalNanos, System::nanoTime);
  }

  /** The mistake in a command; empty if it is correct. */
  public static Optional<String> flawOfCommand(String command) {
    return flaw(() -> CommandSource.words(command));
  }

  /** The mistake in the URL of a node_exporter; empty if it is correct. */
  public static Optional<String> flawOfUrl(String url) {
    return flaw(() -> ExporterSource.of(url));
  }

  private static Optional<String> flaw(Supplier<?> made) {
    try {
      Object unused = made.get();
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  /**
   * Fetches everything for the first time, within 10 s, then at every interval.
   *
   * @param devices that the user names, or an empty list
   * @return why it failed, one sentence for the user; empty on success
   */
  public Optional<String> start(List<String> devices) throws InterruptedException {
    List<Path> files = new ArrayList<>(MACHINE);
    files.add(MOUNTS);
    try {
      first = source.fetch(clock.getAsLong(), files);
      current = first;
      cpus = CpuGauge.count(proc);
      bootSeconds = CpuGauge.bootSeconds(proc);
      if (cpus == 0) {
        proc.reader().proc("stat");
        return Optional.of(source.name() + ": its /proc/stat lists no CPU");
      }
    } catch (ProcException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
    List<String> unknown = devices.isEmpty() ? List.of() : Devices.ofNames(proc, devices).reasons();
    if (!unknown.isEmpty()) {
      return Optional.of("host.device: on the server's host " + String.join("; ", unknown));
    }
    poller.start(first);
    return Optional.empty();
  }

  /** When that host was booted; empty if unknown. */
  public OptionalLong bootSeconds() {
    return bootSeconds;
  }

  /** The number of CPUs of that host, at least 1. */
  public int cpus() {
    return cpus;
  }

  /** The other host's /proc. Only {@link #newest} and {@link #refreshed} read gauges on it. */
  public Proc proc() {
    return proc;
  }

  /** The disks that the user names, or else those of the data directories. */
  public Devices devices(List<String> named, Collection<Path> directories) {
    synchronized (reading) {
      current = first;
      return named.isEmpty() ? Devices.ofPaths(proc, directories) : Devices.ofNames(proc, named);
    }
  }

  /**
   * The gauge of the server's process, if it is a single one; waits until its files are fetched.
   */
  public Gauge server(ServerLocation place) throws InterruptedException {
    if (!source.hasProcesses()) {
      return absent("a node_exporter does not report the server's process; host.command does");
    }
    if (place.withChildren()) {
      return absent("the server's processes are several, which cannot be listed on another host");
    }
    pidFile = place.pidFile().filter(RemoteHost::isPlain);
    firstPid = place.pid();
    poller.refresh(SERVER_WAIT);
    poller.refresh(SERVER_WAIT); // fetches the files of the process that the first one found
    synchronized (reading) {
      current = poller.fresh();
      OptionalLong pid = firstPid.isPresent() ? firstPid : filedPid;
      if (pid.isEmpty()) {
        return absent("the server's process is not known: " + whyUnknown(place));
      }
      Set<String> names = Set.copyOf(place.processNames());
      LocalServer.Answer answer = LocalServer.isProcess(proc, pid.getAsLong(), names);
      return answer.yes()
          ? ProcessGauge.followed(proc, new ServerProcess(pid.getAsLong(), false), names, pidFile)
          : absent("on the server's host " + answer.reason());
    }
  }

  /**
   * The facts about that host; call after {@link #server}. Waits for them. Empty for a
   * node_exporter, which has only figures.
   */
  public Optional<Map<String, Object>> facts(List<Path> directories, Devices disks)
      throws InterruptedException {
    if (!source.hasProcesses()) {
      return Optional.empty();
    }
    OptionalLong pid = filedPid.isPresent() ? filedPid : firstPid;
    RemoteFacts facts = new RemoteFacts(directories, disks.names(), pid, cpus);
    factFiles = facts.files().stream().filter(RemoteHost::isPlain).toList();
    boolean fetched = poller.refresh(SERVER_WAIT);
    factFiles = List.of();
    synchronized (reading) {
      current = poller.fresh();
      return fetched ? Optional.of(facts.of(proc)) : Optional.empty();
    }
  }

  private static boolean isPlain(Path file) {
    return PLAIN.matcher(file.toString()).matches();
  }

  private String whyUnknown(ServerLocation place) {
    if (pidFile.isPresent()) {
      return "no process id in " + pidFile.get() + " on its host, or it may not be read";
    }
    return place.pidFile().isPresent()
        ? "the name of its pid file has signs that a shell would take for its own"
        : "it tells neither its process id nor a pid file";
  }

  private static Gauge absent(String reason) {
    return new AbsentGauge(HostMetric.Category.SERVER, reason);
  }

  /** Reads the gauges from the newest sample, if it is fresh; does not wait. */
  public Gauge newest(List<? extends Gauge> gauges) {
    List<Gauge> all = List.copyOf(gauges);
    return (nanos, sink) -> read(all, nanos, sink);
  }

  /**
   * Fetches a new sample, then reads the gauges: for the boundaries of steps, so that a step's sums
   * are of its own time. If the fetch fails, reports nothing: {@link #newest} reports the reason.
   */
  public PeriodGauge refreshed(List<? extends Gauge> gauges) {
    List<Gauge> all = List.copyOf(gauges);
    return new PeriodGauge(
        List.of(),
        (nanos, sink) -> {
          try {
            if (poller.refresh(BOUNDARY_WAIT)) {
              read(all, nanos, sink);
            }
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
  }

  private void read(List<Gauge> gauges, long nanos, Gauge.Sink sink) {
    synchronized (reading) {
      current = poller.fresh();
      gauges.forEach(gauge -> gauge.read(nanos, sink));
    }
  }

  private List<Path> files() {
    List<Path> files = new ArrayList<>(MACHINE);
    files.addAll(filesOfServer());
    files.addAll(factFiles);
    return files;
  }

  /** Keeps the last process id while the pid file is missing. */
  private void fetched(RemoteSample sample) {
    OptionalLong pid = pidIn(sample);
    if (pid.isPresent()) {
      filedPid = pid;
    }
  }

  /** The pid file, and the files of the server's first and current processes. */
  private List<Path> filesOfServer() {
    List<Path> files = new ArrayList<>();
    pidFile.ifPresent(files::add);
    firstPid.ifPresent(pid -> files.addAll(ofProcess(pid)));
    OptionalLong filed = filedPid;
    if (filed.isPresent() && !filed.equals(firstPid)) {
      files.addAll(ofProcess(filed.getAsLong()));
    }
    return files;
  }

  private OptionalLong pidIn(RemoteSample sample) {
    return PidFile.parse(
        pidFile.map(file -> sample.texts().getOrDefault(file.toString(), "")).orElse(""));
  }

  private static List<Path> ofProcess(long pid) {
    return paths(pid + "/stat", pid + "/status", pid + "/io", pid + "/cmdline");
  }

  private static List<Path> paths(String... names) {
    List<Path> paths = new ArrayList<>();
    for (String name : names) {
      paths.add(Path.of("/proc", name));
    }
    return List.copyOf(paths);
  }

  @Override
  public void close() {
    poller.close();
  }
}
