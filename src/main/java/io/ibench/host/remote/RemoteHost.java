package io.ibench.host.remote;

import io.ibench.db.ServerLocation;
import io.ibench.host.CpuGauge;
import io.ibench.host.Devices;
import io.ibench.host.HostMetric;
import io.ibench.host.LocalServer;
import io.ibench.host.PidFile;
import io.ibench.host.Proc;
import io.ibench.host.ProcException;
import io.ibench.host.ProcTexts;
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
 * The server's host, where it is another one than ours: what its /proc holds is brought at every
 * interval by a command of the user's, or is made of what a node_exporter tells. Gauges are made on
 * {@link #proc} as they are for this machine, and read what was brought last; nobody waits for the
 * other host but {@link #anew}.
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

  /** A path reaches a shell on the other host, and the server's settings say what it is. */
  private static final Pattern PLAIN = Pattern.compile("/[A-Za-z0-9_./+@:,-]+");

  private static final Duration SERVER_WAIT = Duration.ofSeconds(2L * SampleSource.MOST_SECONDS);

  /** The engine waits 5 s for all that it asks at a boundary; the database is asked after this. */
  private static final Duration BORDER_WAIT = Duration.ofSeconds(3);

  private final SampleSource source;
  private final LongSupplier clock;
  private final SamplePoller poller;
  private final Proc proc = new Proc(file -> this.current.text(file));
  private final Object reading = new Object();
  private volatile ProcTexts current = RemoteSample.absent("nothing was brought yet");
  private volatile List<Path> factFiles = List.of();
  private volatile Optional<Path> pidFile = Optional.empty();
  private volatile OptionalLong firstPid = OptionalLong.empty();
  private volatile OptionalLong filedPid = OptionalLong.empty();
  private RemoteSample first;
  private int cpus;
  private OptionalLong bootSeconds = OptionalLong.empty();

  RemoteHost(SampleSource source, long intervalNanos, LongSupplier clock) {
    this.source = source;
    this.clock = clock;
    this.poller = new SamplePoller(source, this::files, this::brought, intervalNanos, clock);
  }

  /**
   * A host whose files a command writes.
   *
   * @throws IllegalArgumentException with what is wrong with the command
   */
  public static RemoteHost ofCommand(String command, long intervalNanos) {
    CommandSource source = new CommandSource(CommandWords.split(command));
    return new RemoteHost(source, intervalNanos, System::nanoTime);
  }

  /**
   * A host with a node_exporter, for instance {@code http://db1:9100/metrics}.
   *
   * @throws IllegalArgumentException with what is wrong with the URL
   */
  public static RemoteHost ofUrl(String url, long intervalNanos) {
    return new RemoteHost(ExporterSource.of(url), intervalNanos, System::nanoTime);
  }

  /** Why a command cannot be one; empty when it can. */
  public static Optional<String> flawOfCommand(String command) {
    return flaw(() -> CommandWords.split(command));
  }

  /** Why a URL cannot be a node_exporter's; empty when it can. */
  public static Optional<String> flawOfUrl(String url) {
    return flaw(() -> ExporterSource.of(url));
  }

  private static Optional<String> flaw(Supplier<?> made) {
    try {
      made.get();
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.of(e.getMessage());
    }
  }

  /**
   * Brings everything for the first time, within 10 s, and goes on at every interval.
   *
   * @param devices that the user names, or none
   * @return why it cannot be, one sentence for the user; empty when all is well
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
      return Optional.of(e.getMessage());
    }
    List<String> unknown = devices.isEmpty() ? List.of() : Devices.ofNames(proc, devices).reasons();
    if (!unknown.isEmpty()) {
      return Optional.of("host.device: on the server's host " + String.join("; ", unknown));
    }
    poller.start(first);
    return Optional.empty();
  }

  /** When that host was started; empty where it does not tell. */
  public OptionalLong bootSeconds() {
    return bootSeconds;
  }

  /** CPUs of that host, at least 1. */
  public int cpus() {
    return cpus;
  }

  /** The other host's /proc. Gauges on it are read by {@link #newest} and {@link #anew} only. */
  public Proc proc() {
    return proc;
  }

  /** The disks that the user names, else those of the data directories. */
  public Devices devices(List<String> named, Collection<Path> directories) {
    synchronized (reading) {
      current = first;
      return named.isEmpty() ? Devices.ofPaths(proc, directories) : Devices.ofNames(proc, named);
    }
  }

  /** Of the server's process, where it is a single one; waits until its files were brought. */
  public Gauge server(ServerLocation place) throws InterruptedException {
    if (!source.hasProcesses()) {
      return absent("a node_exporter does not tell of the server's process; host.command does");
    }
    if (place.withChildren()) {
      return absent("the server's processes are several, which cannot be listed on another host");
    }
    pidFile = place.pidFile().filter(RemoteHost::isPlain);
    firstPid = place.pid();
    poller.refresh(SERVER_WAIT);
    poller.refresh(SERVER_WAIT); // the first has told of which process the second brings the files
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
   * What that host is, once its server was looked for; waits for it. Empty where only figures can
   * be had of it.
   */
  public Optional<Map<String, Object>> facts(List<Path> directories, Devices disks)
      throws InterruptedException {
    if (!source.hasProcesses()) {
      return Optional.empty();
    }
    OptionalLong pid = filedPid.isPresent() ? filedPid : firstPid;
    RemoteFacts facts = new RemoteFacts(directories, disks.names(), pid, cpus);
    factFiles = facts.files().stream().filter(RemoteHost::isPlain).toList();
    boolean brought = poller.refresh(SERVER_WAIT);
    factFiles = List.of();
    synchronized (reading) {
      current = poller.fresh();
      return brought ? Optional.of(facts.of(proc)) : Optional.empty();
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
    return new AbsentGauge(HostMetric.Group.SERVER, reason);
  }

  /** Reads the gauges from what was brought last, if that is fresh; waits for nobody. */
  public Gauge newest(List<? extends Gauge> gauges) {
    List<Gauge> all = List.copyOf(gauges);
    return (nanos, sink) -> read(all, nanos, sink);
  }

  /**
   * Brings everything anew and reads the gauges then: for the boundaries of steps, so that a step's
   * sums are of its own time. Says nothing when nothing can be brought: {@link #newest} does.
   */
  public PeriodGauge anew(List<? extends Gauge> gauges) {
    List<Gauge> all = List.copyOf(gauges);
    return new PeriodGauge(
        List.of(),
        (nanos, sink) -> {
          try {
            if (poller.refresh(BORDER_WAIT)) {
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

  /** A pid file that is missing for a while says nothing new. */
  private void brought(RemoteSample sample) {
    OptionalLong pid = pidIn(sample);
    if (pid.isPresent()) {
      filedPid = pid;
    }
  }

  /** The pid file, and those of the process that the server began as and that it is now. */
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
