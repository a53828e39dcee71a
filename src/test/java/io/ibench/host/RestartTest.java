package io.ibench.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.host.Recording.Process;
import io.ibench.host.Recording.Reading;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers that end and are restarted; every recorded process is named "some server". */
class RestartTest {

  private static final long TICK = 10_000_000;
  private static final long SECOND = 1_000_000_000;
  private static final Set<String> NAMES = Set.of("some server");

  @TempDir Path temporary;
  private Recording recording;
  private Path pidFile;
  private long now;

  /** A server 10 of 100 ticks and 1000 bytes read, and its wrapper 2. */
  @BeforeEach
  void record() throws IOException {
    recording = new Recording(temporary);
    pidFile = recording.folder.resolve("data/server.pid");
    start(2, 1, 7, 7);
    rename(2, "server_safe");
    start(10, 2, 100, 1000);
    recording.with("data/server.pid", "10\n/data\n");
  }

  private void start(long pid, long parent, long ticks, long bytes) throws IOException {
    recording.withProcess(new Process(pid, parent, ticks - 1, 0, 0, 50, bytes));
  }

  private void rename(long pid, String name) throws IOException {
    Path stat = recording.folder.resolve("proc/" + pid + "/stat");
    Files.writeString(stat, Files.readString(stat).replace("some server", name));
  }

  private void end(long pid) throws IOException {
    Files.delete(recording.folder.resolve("proc/" + pid + "/stat"));
  }

  private void works(long pid, String folder, String... command) throws IOException {
    Path process = recording.folder.resolve("proc/" + pid);
    if (!folder.isEmpty()) {
      Files.createSymbolicLink(process.resolve("cwd"), Path.of(folder));
    }
    byte[] line = (String.join("\0", command) + "\0").getBytes(StandardCharsets.UTF_8);
    Files.write(process.resolve("cmdline"), line);
  }

  private ProcessGauge gauge(boolean withChildren, boolean withPidFile) {
    return ProcessGauge.followed(
        recording.proc,
        new ServerProcess(10, withChildren),
        NAMES,
        withPidFile ? Optional.of(pidFile) : Optional.empty());
  }

  private Reading read(ProcessGauge gauge) {
    Reading reading = new Reading();
    gauge.read(now, reading);
    now += SECOND;
    return reading;
  }

  private static long ticks(Reading reading) {
    return reading.value(HostMetric.SERVER_CPU_NANOS) / TICK;
  }

  private static long restarts(Reading reading) {
    return reading.value(HostMetric.SERVER_RESTARTS);
  }

  private static boolean isAbsent(Reading reading) {
    return reading.reasons.size() == 4;
  }

  @Test
  void aRestartedServerGoesOnFromWhereItStoodAndIsMarked() throws IOException {
    ProcessGauge gauge = gauge(false, true);
    Reading before = read(gauge);
    end(10);
    start(30, 2, 40, 1);
    recording.with("data/server.pid", "30");
    Reading after = read(gauge);
    start(30, 2, 45, 5);

    assertThat(restarts(before)).isZero();
    assertThat(ticks(before)).isEqualTo(100);
    assertThat(restarts(after)).isEqualTo(1);
    assertThat(ticks(after)).isEqualTo(140);
    assertThat(after.value(HostMetric.SERVER_READ_BYTES)).isEqualTo(1001);
    assertThat(after.value(HostMetric.SERVER_WRITTEN_BYTES)).isEqualTo(2002);
    assertThat(after.value(HostMetric.SERVER_RSS_BYTES)).isEqualTo(110 * 1024);
    assertThat(ticks(read(gauge))).isEqualTo(145);
  }

  /** The new counter is not lower, but it is another one. */
  @Test
  void aSuccessorThatHasUsedMoreThanItsPredecessorIsAddedWhole() throws IOException {
    ProcessGauge gauge = gauge(false, true);
    read(gauge);
    end(10);
    start(30, 2, 500, 9000);
    recording.with("data/server.pid", "30\n");

    Reading after = read(gauge);

    assertThat(ticks(after)).isEqualTo(600);
    assertThat(after.value(HostMetric.SERVER_READ_BYTES)).isEqualTo(10_000);
  }

  @Test
  void whileThereIsNoSuccessorFiguresAreAbsentAndRestartsAreKnown() throws IOException {
    ProcessGauge gauge = gauge(false, true);
    read(gauge);
    end(10);
    Reading gone = read(gauge);

    assertThat(restarts(gone)).isZero();
    assertThat(isAbsent(gone)).isTrue();
    assertThat(gone.reason(HostMetric.SERVER_RSS_BYTES))
        .isEqualTo("the server's process 10 has ended and has no successor yet");
  }

  @Test
  void everyRestartIsCounted() throws IOException {
    ProcessGauge gauge = gauge(false, true);
    read(gauge);
    for (long pid : new long[] {30, 31, 32}) {
      end(pid == 30 ? 10 : pid - 1);
      read(gauge);
      start(pid, 2, 10, 0);
      recording.with("data/server.pid", pid + "\n");
      assertThat(restarts(read(gauge))).isEqualTo(pid - 29);
    }

    assertThat(ticks(read(gauge))).isEqualTo(130);
  }

  @Test
  void aSuccessorWithTheSameProcessIdIsOne() throws IOException {
    ProcessGauge gauge = gauge(false, true);
    read(gauge);
    start(10, 2, 3, 0);
    Path stat = recording.folder.resolve("proc/10/stat");
    Files.writeString(stat, Files.readString(stat).replace(" 90010 ", " 95000 "));

    Reading after = read(gauge);

    assertThat(restarts(after)).isEqualTo(1);
    assertThat(ticks(after)).isEqualTo(103);
  }

  /** A crash leaves the file behind, and the kernel reuses the id. */
  @ParameterizedTest
  @ValueSource(strings = {"30", "", "x", "99", "-5", "99999999999999999999"})
  void aPidFileThatNamesNoServerIsNotBelieved(String content) throws IOException {
    ProcessGauge gauge = gauge(false, true);
    read(gauge);
    end(10);
    start(30, 2, 5, 0);
    rename(30, "cron");
    recording.with("data/server.pid", content);

    assertThat(isAbsent(read(gauge))).isTrue();
  }

  @Test
  void withoutAPidFileTheSuccessorWorksInTheSameFolder() throws IOException {
    works(10, "/var/lib/data", "server");
    ProcessGauge gauge = gauge(false, false);
    read(gauge);
    end(10);
    start(20, 1, 999, 0);
    works(20, "/var/lib/other", "server");
    start(30, 2, 5, 0);
    works(30, "/var/lib/data", "server", "--started-otherwise");

    Reading after = read(gauge);

    assertThat(restarts(after)).isEqualTo(1);
    assertThat(ticks(after)).isEqualTo(105);
  }

  /** ibench cannot read folders of another user's processes; everybody can read the root. */
  @ParameterizedTest
  @ValueSource(strings = {"", "/"})
  void whereTheFolderTellsNothingTheCommandLineMustBeTheSame(String folder) throws IOException {
    works(10, folder, "server", "--data=1");
    ProcessGauge gauge = gauge(false, false);
    read(gauge);
    end(10);
    start(20, 1, 999, 0);
    works(20, folder, "server", "--data=2");
    start(30, 2, 5, 0);
    works(30, folder, "server", "--data=1");

    assertThat(ticks(read(gauge))).isEqualTo(105);
  }

  @Test
  void theWrapperIsNotTheServer() throws IOException {
    works(2, "/var/lib/data", "server");
    works(10, "/var/lib/data", "server");
    ProcessGauge gauge = gauge(false, false);
    read(gauge);
    end(10);

    assertThat(isAbsent(read(gauge))).isTrue();
  }

  @Test
  void allProcessesAreLookedAtEveryFiveSecondsOnly() throws IOException {
    works(10, "/var/lib/data", "server");
    ProcessGauge gauge = gauge(false, false);
    read(gauge);
    end(10);
    read(gauge);
    start(30, 2, 5, 0);
    works(30, "/var/lib/data", "server");

    for (int second = 1; second < 5; second++) {
      assertThat(isAbsent(read(gauge))).as("after %d s", second).isTrue();
    }
    assertThat(ticks(read(gauge))).isEqualTo(105);
  }

  /** Backends that outlive the first process work in its folder, under its name. */
  @Test
  void ofAServerWithChildrenTheNewParentIsTheSuccessor() throws IOException {
    works(10, "/var/lib/data", "server");
    start(11, 10, 20, 0);
    works(11, "/var/lib/data", "server: writer");
    ProcessGauge gauge = gauge(true, false);
    long before = ticks(read(gauge));
    end(10);
    start(11, 1, 20, 0);
    start(29, 30, 2, 0);
    works(29, "/var/lib/data", "server: writer");
    start(30, 1, 5, 0);
    works(30, "/var/lib/data", "server");

    Reading after = read(gauge);

    assertThat(before).isEqualTo(120);
    assertThat(restarts(after)).isEqualTo(1);
    assertThat(ticks(after)).isEqualTo(127);
  }

  @Test
  void aServerThatEndedBeforeTheFirstReadingIsFollowedToo() throws IOException {
    works(10, "/var/lib/data", "server");
    ProcessGauge gauge = gauge(false, false);
    end(10);
    start(30, 2, 5, 0);
    works(30, "/var/lib/data", "server");

    assertThat(ticks(read(gauge))).isEqualTo(5);
  }
}
