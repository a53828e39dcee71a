package io.ibench.host.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.ServerLocation;
import io.ibench.host.CpuGauge;
import io.ibench.host.Devices;
import io.ibench.host.DiskGauge;
import io.ibench.host.HostMetric;
import io.ibench.host.ProcException;
import io.ibench.host.Recording.Process;
import io.ibench.host.Recording.Reading;
import io.ibench.measure.Gauge;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Another host whose files are in memory; it is read again only when a caller waits for it. */
class RemoteHostTest {

  private static final long SECOND = 1_000_000_000;
  private static final Path PID_FILE = Path.of("/data/server.pid");

  private final Map<String, String> files = new ConcurrentHashMap<>();
  private final Map<String, Boolean> asked = new ConcurrentHashMap<>();
  private final AtomicLong now = new AtomicLong(100 * SECOND);
  private volatile String trouble = "";
  private final RemoteHost host = new RemoteHost(new Memory(), SECOND, now::get);

  private final class Memory implements SampleSource {

    @Override
    public RemoteSample fetch(long startNanos, List<Path> wanted) throws ProcException {
      if (!trouble.isEmpty()) {
        throw ProcException.unreadable(trouble, null);
      }
      Map<String, String> texts = new ConcurrentHashMap<>();
      for (Path file : wanted) {
        asked.put(file.toString(), true);
        texts.put(file.toString(), files.getOrDefault(file.toString(), ""));
      }
      return new RemoteSample(startNanos, texts, "is missing there");
    }

    @Override
    public String name() {
      return "host.test";
    }

    @Override
    public boolean hasProcesses() {
      return true;
    }

    @Override
    public void close() {}
  }

  @BeforeEach
  void record() {
    files.put("/proc/stat", "cpu  1 2 3 4 5 6 7 8\ncpu0 1\ncpu1 1\ncpu2 1\nctxt 9\n");
    disk(1000);
    files.put("/proc/self/mountinfo", "1 1 8:16 / / rw - ext4 /dev/sdb\n");
  }

  @AfterEach
  void close() {
    host.close();
  }

  private void disk(long reads) {
    files.put(
        "/proc/diskstats",
        "8 0 sda 1 0 1 1 1 0 1 1 0 1 1\n8 16 sdb " + reads + " 0 1 1 1 0 1 1 0 1 1\n");
  }

  private void process(long pid, long ticks) {
    Process process = new Process(pid, 1, ticks - 1, 0, 0, 50, 1000);
    files.put("/proc/" + pid + "/stat", process.stat());
    files.put("/proc/" + pid + "/status", process.status());
    files.put("/proc/" + pid + "/io", process.io());
  }

  private void start() throws InterruptedException {
    assertThat(host.start(List.of())).isEmpty();
  }

  @Test
  void aHostTellsWhenItWasStarted() throws InterruptedException {
    files.merge("/proc/stat", "btime 1767323045\n", String::concat);
    start();
    assertThat(host.bootSeconds()).hasValue(1_767_323_045);
  }

  @Test
  void aHostThatDoesNotTellWhenItWasStartedIsNotKnownByIt() throws InterruptedException {
    start();
    assertThat(host.bootSeconds()).isEmpty();
  }

  private Gauge disks() {
    return new DiskGauge(host.proc(), host.devices(List.of(), List.of(Path.of("/data/db"))));
  }

  private static ServerLocation place(OptionalLong pid, Optional<Path> pidFile) {
    return new ServerLocation("db1", pid, List.of("some server"), List.of(), false, false, pidFile);
  }

  private Reading anew(Gauge gauge) {
    return Reading.of(host.refreshed(List.of(gauge)));
  }

  private Reading newest(Gauge gauge) {
    return Reading.of(host.newest(List.of(gauge)));
  }

  @Test
  void gaugesOfThisMachineReadTheOtherOne() throws InterruptedException {
    start();

    assertThat(host.cpus()).isEqualTo(3);
    assertThat(newest(disks()).value(HostMetric.DISK_READS)).isEqualTo(1000);
    assertThat(newest(new CpuGauge(host.proc())).value(HostMetric.CONTEXT_SWITCHES)).isEqualTo(9);
    assertThat(host.devices(List.of("sda"), List.of()).names()).containsExactly("sda");
  }

  @Test
  void factsAreThoseOfTheOtherHost() throws InterruptedException {
    files.put("/proc/sys/kernel/osrelease", "6.1.0-9\n");
    files.put("/proc/cpuinfo", "processor : 0\nmodel name\t: Some CPU 9\n");
    files.put("/proc/sys/vm/swappiness", "10\n");
    files.put("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "performance\n");
    files.put("/sys/devices/system/cpu/cpu1/cpufreq/scaling_governor", "powersave\n");
    files.put("/sys/devices/system/cpu/cpu2/cpufreq/scaling_governor", "powersave\n");
    files.put("/sys/class/block/sdb/queue/scheduler", "none [mq-deadline] kyber\n");
    files.put("/sys/class/block/sda/../queue/scheduler", "[none]\n");
    process(900, 10);
    files.merge("/proc/900/status", "Cpus_allowed_list:\t0-1\n", String::concat);
    start();
    host.server(place(OptionalLong.of(900), Optional.empty()));

    Devices disks = host.devices(List.of("sda", "sdb"), List.of());
    Map<String, Object> facts = host.facts(List.of(Path.of("/data/db")), disks).orElseThrow();
    assertThat(facts)
        .containsEntry("kernel", "6.1.0-9")
        .containsEntry("hostname", null)
        .containsEntry("cpu_model", "Some CPU 9")
        .containsEntry("cpus", 3)
        .containsEntry("cpu_governor", "performance 0, powersave 1-2")
        .containsEntry("swappiness", 10L)
        .containsEntry("server_cpus_allowed", "0-1");
    assertThat(facts.get("storage").toString())
        .contains("mount_point=/, type=ext4, options=rw")
        .contains("name=sda, scheduler=none", "name=sdb, scheduler=mq-deadline");
    assertThat(asked).containsKey("/proc/sys/kernel/hostname");
  }

  @Test
  void factsAreAskedForOnce() throws InterruptedException {
    start();
    host.facts(List.of(), host.devices(List.of("sda"), List.of()));
    asked.clear();
    disk(3000);
    anew(disks());

    assertThat(asked).containsKey("/proc/diskstats").doesNotContainKey("/proc/cpuinfo");
  }

  @Test
  void atBordersEverythingIsBroughtAnew() throws InterruptedException {
    start();
    Gauge disks = disks();
    disk(2000);

    assertThat(anew(disks).value(HostMetric.DISK_READS)).isEqualTo(2000);
    assertThat(newest(disks).value(HostMetric.DISK_READS)).isEqualTo(2000);
  }

  @Test
  void whatIsOlderThanSecondsIsAbsentForTheLastReasonAndComesBack() throws InterruptedException {
    start();
    Gauge disks = disks();
    anew(disks);
    trouble = "host.test: db1 is gone";
    Reading boundary = anew(disks);
    now.addAndGet(5 * SECOND);
    Reading young = newest(disks);
    now.addAndGet(1);
    Reading old = newest(disks);
    trouble = "";
    disk(3000);

    assertThat(boundary.values).as("the newest one speaks at a border that fails").isEmpty();
    assertThat(young.value(HostMetric.DISK_READS)).isEqualTo(1000);
    assertThat(old.values).isEmpty();
    assertThat(old.reason(HostMetric.DISK_READS)).isEqualTo("host.test: db1 is gone");
    assertThat(anew(disks).value(HostMetric.DISK_READS)).isEqualTo(3000);
    assertThat(newest(disks).value(HostMetric.DISK_READS)).isEqualTo(3000);
  }

  @Test
  void aHostThatCannotBeReachedAtTheStartIsAMistake() throws InterruptedException {
    trouble = "host.test: no route to db1";

    assertThat(host.start(List.of())).contains("host.test: no route to db1");
  }

  @Test
  void aDiskThatTheOtherHostDoesNotHaveIsAMistake() throws InterruptedException {
    assertThat(host.start(List.of("sdx")).orElseThrow())
        .isEqualTo("host.device: on the server's host there is no disk sdx; there are sda, sdb");
  }

  @Test
  void aHostWithoutCpusIsNoLinux() throws InterruptedException {
    files.put("/proc/stat", "ctxt 9\n");
    assertThat(host.start(List.of()).orElseThrow()).contains("lists no CPU");
  }

  @Test
  void aFileThatIsMissingThereIsAReasonForItsFiguresAlone() throws InterruptedException {
    start();
    files.remove("/proc/diskstats");
    Gauge disks = disks();
    anew(disks);

    assertThat(newest(disks).reason(HostMetric.DISK_READS))
        .isEqualTo("/proc/diskstats is missing there");
    assertThat(newest(new CpuGauge(host.proc())).reasons).isEmpty();
  }

  @Test
  void theServerIsFoundByItsPidFileAndFollowed() throws InterruptedException {
    files.put(PID_FILE.toString(), "10\n");
    process(10, 100);
    start();
    Gauge server = host.server(place(OptionalLong.empty(), Optional.of(PID_FILE)));
    Reading before = anew(server);
    files.keySet().removeIf(file -> file.startsWith("/proc/10/"));
    Reading gone = anew(server);
    process(30, 7);
    files.put(PID_FILE.toString(), "30\n");
    anew(server);
    Reading after = anew(server);

    assertThat(before.value(HostMetric.SERVER_CPU_NANOS)).isEqualTo(1_000_000_000);
    assertThat(before.value(HostMetric.SERVER_RSS_BYTES)).isEqualTo(110 * 1024);
    assertThat(gone.reason(HostMetric.SERVER_CPU_NANOS)).contains("10 has ended");
    assertThat(after.value(HostMetric.SERVER_RESTARTS)).isEqualTo(1);
    assertThat(after.value(HostMetric.SERVER_CPU_NANOS)).isEqualTo(1_070_000_000);
    assertThat(after.value(HostMetric.SERVER_READ_BYTES)).isEqualTo(2000);
  }

  @Test
  void aPidFileThatIsMissingForAWhileIsNoEndOfTheServer() throws InterruptedException {
    files.put(PID_FILE.toString(), "10\n");
    process(10, 100);
    start();
    Gauge server = host.server(place(OptionalLong.empty(), Optional.of(PID_FILE)));
    files.remove(PID_FILE.toString());
    anew(server);

    assertThat(anew(server).value(HostMetric.SERVER_RESTARTS)).isZero();
    assertThat(anew(server).reasons).isEmpty();
  }

  /** An outage of the command does not count as the end of the server. */
  @Test
  void whileTheHostIsOutOfReachNoRestartIsCounted() throws InterruptedException {
    process(10, 100);
    start();
    Gauge server = host.server(place(OptionalLong.of(10), Optional.empty()));
    anew(server);
    trouble = "host.test: db1 is gone";
    anew(server);
    now.addAndGet(60 * SECOND);
    Reading away = newest(server);
    trouble = "";

    assertThat(away.reason(HostMetric.SERVER_CPU_NANOS)).isEqualTo("host.test: db1 is gone");
    assertThat(anew(server).value(HostMetric.SERVER_RESTARTS)).isZero();
  }

  @Test
  void ioThatIsClosedToTheCommandsUserLeavesTheOtherFigures() throws InterruptedException {
    process(10, 100);
    files.remove("/proc/10/io");
    start();
    Reading reading = anew(host.server(place(OptionalLong.of(10), Optional.empty())));

    assertThat(reading.reason(HostMetric.SERVER_READ_BYTES))
        .isEqualTo("/proc/10/io is missing there");
    assertThat(reading.value(HostMetric.SERVER_CPU_NANOS)).isEqualTo(1_000_000_000);
  }

  /** The server reports the name of its pid file, and a shell would evaluate it. */
  @Test
  void aPidFileWhoseNameMeansSomethingToAShellIsNotAskedFor() throws InterruptedException {
    start();
    Path evil = Path.of("/data/$(reboot).pid");
    Gauge server = host.server(place(OptionalLong.empty(), Optional.of(evil)));

    assertThat(asked).doesNotContainKey(evil.toString());
    assertThat(anew(server).reason(HostMetric.SERVER_CPU_NANOS)).contains("a shell");
  }

  @Test
  void aProcessOfAnotherNameIsNotTheServer() throws InterruptedException {
    process(10, 100);
    files.computeIfPresent("/proc/10/stat", (file, stat) -> stat.replace("some server", "cron"));
    start();

    assertThat(
            anew(host.server(place(OptionalLong.of(10), Optional.empty())))
                .reason(HostMetric.SERVER_CPU_NANOS))
        .isEqualTo("on the server's host process 10 is cron, not some server");
  }

  @Test
  void aServerOfSeveralProcessesIsAbsentForAReason() throws InterruptedException {
    start();
    ServerLocation several =
        new ServerLocation(
            "db1",
            OptionalLong.of(10),
            List.of("postgres"),
            List.of(),
            false,
            true,
            Optional.empty());

    assertThat(anew(host.server(several)).reason(HostMetric.SERVER_RSS_BYTES)).contains("several");
  }
}
