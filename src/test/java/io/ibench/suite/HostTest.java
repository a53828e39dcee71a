package io.ibench.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ibench.host.MachineActivity;
import io.ibench.host.Proc;
import io.ibench.host.ProcException;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostTest {

  private static final Optional<String> IDLE = Optional.empty();
  private static final Optional<String> BUSY = Optional.of("50 % of the CPUs used");

  private static Optional<String> awaitIdle(Duration most, Stream<Optional<String>> seconds)
      throws Exception {
    Iterator<Optional<String>> next = seconds.iterator();
    return Host.awaitIdle(most.toNanos(), next::next);
  }

  @Test
  void shortWaitEndsOnAQuietMachine() throws Exception {
    for (int most : List.of(1, 2, 3, 9, 10, 60)) {
      assertThat(awaitIdle(Duration.ofSeconds(most), Stream.generate(() -> IDLE)))
          .as("%d s", most)
          .isEmpty();
    }
    assertThat(awaitIdle(Duration.ofMillis(300), Stream.of(IDLE))).isEmpty();
  }

  @Test
  void quietSecondsMustComeInARow() throws Exception {
    assertThat(awaitIdle(Duration.ofSeconds(6), Stream.of(BUSY, IDLE, IDLE, IDLE))).isEmpty();
    assertThat(awaitIdle(Duration.ofSeconds(6), Stream.of(IDLE, IDLE, BUSY, IDLE, IDLE, BUSY)))
        .contains("the machine was not idle: 50 % of the CPUs used");
  }

  @Test
  void longWaitAsksForTenQuietSeconds() throws Exception {
    Stream<Optional<String>> nine = Stream.generate(() -> IDLE).limit(9);
    Stream<Optional<String>> rest = Stream.generate(() -> BUSY);

    assertThat(awaitIdle(Duration.ofMinutes(1), Stream.concat(nine, rest))).isPresent();
  }

  /** A machine since its boot: ticks of its CPUs, KB that were written, KB that were not yet. */
  private static MachineActivity activity(long used, long idle, long written, long unwritten)
      throws ProcException {
    Map<String, String> files =
        Map.of(
            "stat", "cpu  " + used + " 0 0 " + idle + " 0 0 0 0\n",
            "vmstat", "pgpgin 7\npgpgout " + written + "\n",
            "meminfo", "Dirty: " + (unwritten - 24) + " kB\nWriteback: 24 kB\n");
    return MachineActivity.read(new Proc(file -> files.get(file.getFileName().toString())));
  }

  @Test
  void upToATwentiethOfTheCpusAMegabyteASecondAndSixteenUnwrittenAreIdle() throws Exception {
    MachineActivity before = activity(1_000, 9_000, 50_000, 100);

    assertThat(Host.busy(before, activity(1_010, 9_190, 51_024, 16_384))).isEmpty();
    assertThat(Host.busy(before, activity(1_011, 9_189, 50_000, 100)))
        .contains("6 % of the CPUs used");
    assertThat(Host.busy(before, activity(1_150, 9_050, 60_000, 100)))
        .contains("75 % of the CPUs used");
    assertThat(Host.busy(before, activity(1_010, 9_190, 51_025, 17_000)))
        .contains("1025 KB/s written");
    assertThat(Host.busy(before, activity(1_010, 9_190, 51_024, 20_480)))
        .contains("20 MB not yet on the disk");
  }

  @Test
  void aWaitIsEndedByAnInterrupt(@TempDir Path folder) {
    Host host = new Host();

    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> host.rest(60_000_000_000L)).isInstanceOf(InterruptedException.class);
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> host.awaitIdle(folder, 60_000_000_000L))
        .isInstanceOf(InterruptedException.class);
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void theClocksAreThoseOfTheMachine() {
    long before = System.nanoTime();
    long now = new Host().nanoTime();
    long after = System.nanoTime();

    assertThat(now - before).isNotNegative();
    assertThat(after - now).isNotNegative();
    assertThat(Instant.ofEpochMilli(new Host().epochMillis()))
        .isAfter(Instant.parse("2025-01-01T00:00:00Z"));
  }

  @Test
  void theSpaceOfAFolderThatIsNotThereIsThatOfItsDisk(@TempDir Path folder) throws IOException {
    FileStore disk = Files.getFileStore(folder);

    World.Space space = new Host().space(folder.resolve("not/yet/made"));

    assertThat(space.totalBytes()).isEqualTo(disk.getTotalSpace()).isPositive();
    assertThat(space.freeBytes()).isBetween(1L, disk.getTotalSpace());
  }

  /** The program is this one. */
  @Test
  void aProgramIsFoundByItsStartAndByAPathInItsCommand() throws Exception {
    ProcessHandle self = ProcessHandle.current();
    long started = self.info().startInstant().orElseThrow().toEpochMilli();
    Path word = Path.of(Files.readString(Path.of("/proc/self/cmdline")).split("\0")[0]);
    Cell.Child noted = new Cell.Child(self.pid(), started);
    Host host = new Host();

    assertThat(host.find(new Cell.Child(self.pid(), started - 1), word)).isEmpty();
    assertThat(host.find(noted, Path.of("/no/such/folder"))).isEmpty();
    World.Child found = host.find(noted, word).orElseThrow();
    assertThat(found.identity()).isEqualTo(noted);
    assertThat(found.exitCode()).isEqualTo(-1);
    assertThat(found.await(0)).isFalse();
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> found.await(2_000_000_000L)).isInstanceOf(InterruptedException.class);
  }
}
