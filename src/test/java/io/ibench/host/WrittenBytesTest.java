package io.ibench.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import io.ibench.host.Recording.Reading;
import io.ibench.testing.LinuxProgram;
import io.ibench.testing.LoopDisk;
import io.ibench.testing.NeedsRoot;
import io.ibench.testing.StartsProcess;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Real disks: the gauge and iostat report what was written and synced. */
@EnabledOnOs(OS.LINUX)
@StartsProcess
class WrittenBytesTest {

  private static final int MIB = 1 << 20;

  @TempDir Path temporary;

  /** Bytes that no file system can compress. */
  private static void writeAndSync(Path file, int mebibytes) throws IOException {
    Random random = new Random(1);
    byte[] bytes = new byte[MIB];
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      for (int i = 0; i < mebibytes; i++) {
        random.nextBytes(bytes);
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        while (buffer.hasRemaining()) {
          channel.write(buffer);
        }
      }
      channel.force(true);
    }
  }

  private static long written(DiskGauge gauge) {
    return Reading.of(gauge).value(HostMetric.DISK_WRITTEN_BYTES);
  }

  private Devices devices() {
    Devices devices = Devices.ofPaths(new Proc(), List.of(temporary));
    Assumptions.assumeTrue(devices.reasons().isEmpty(), () -> String.join("; ", devices.reasons()));
    return devices;
  }

  private static DiskGauge gauge(String device) {
    return new DiskGauge(new Proc(), new Devices(List.of(device), List.of()));
  }

  /** Since the machine was started, as in iostat's first report. */
  private static long writtenByIostat(String device) throws IOException {
    List<String[]> lines =
        LinuxProgram.run("iostat", "-d", "-k", device)
            .lines()
            .map(line -> line.strip().split("\\s+"))
            .toList();
    String[] head =
        lines.stream().filter(line -> line[0].startsWith("Device")).findFirst().orElseThrow();
    String[] row = lines.stream().filter(line -> line[0].equals(device)).findFirst().orElseThrow();
    return 1024 * Long.parseLong(row[Arrays.asList(head).indexOf("kB_wrtn")]);
  }

  @Test
  void syncedBytesAreOnTheDiskThatHoldsTheFolder() throws IOException {
    DiskGauge gauge = new DiskGauge(new Proc(), devices());
    long before = written(gauge);

    writeAndSync(temporary.resolve("file"), 8);

    assertThat(written(gauge) - before).isGreaterThanOrEqualTo(8 * MIB);
  }

  @Test
  @NeedsRoot
  void aDiskOfOurOwnIsSaidToHaveWrittenWhatWeWrote() throws IOException {
    try (LoopDisk disk = LoopDisk.require(temporary, 96 * MIB)) {
      assertThat(Devices.ofPaths(new Proc(), List.of(disk.folder())).names())
          .containsExactly(disk.device());
      DiskGauge gauge = gauge(disk.device());
      long before = written(gauge);

      writeAndSync(disk.folder().resolve("file"), 64);

      assertThat(written(gauge) - before)
          .isGreaterThanOrEqualTo(64 * MIB)
          .isCloseTo(64L * MIB, withPercentage(2));
    }
  }

  /** The kernel counts a flush that is asked for as a write of 0 bytes. */
  @Test
  @NeedsRoot
  void syncsOfAnUnchangedFileAreWritesWithoutBytesAndFlushes() throws IOException {
    try (LoopDisk disk = LoopDisk.require(temporary, 48 * MIB)) {
      Path file = disk.folder().resolve("file");
      writeAndSync(file, 1);
      DiskGauge gauge = gauge(disk.device());
      Reading before = Reading.of(gauge);

      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        for (int i = 0; i < 100; i++) {
          channel.force(false);
        }
      }

      Reading after = Reading.of(gauge);
      assertThat(grown(HostMetric.DISK_WRITES, before, after)).isGreaterThanOrEqualTo(100);
      assertThat(grown(HostMetric.DISK_FLUSHES, before, after)).isGreaterThanOrEqualTo(100);
      assertThat(grown(HostMetric.DISK_WRITTEN_BYTES, before, after)).isLessThan(100 * 4096);
    }
  }

  private static long grown(HostMetric metric, Reading from, Reading to) {
    return to.value(metric) - from.value(metric);
  }

  @Test
  @NeedsRoot
  void iostatAgreesOnADiskOfOurOwn() throws IOException {
    LinuxProgram.require("iostat");
    try (LoopDisk disk = LoopDisk.require(temporary, 48 * MIB)) {
      DiskGauge gauge = gauge(disk.device());
      long before = written(gauge);
      long beforeByIostat = writtenByIostat(disk.device());

      writeAndSync(disk.folder().resolve("file"), 32);

      long grown = written(gauge) - before;
      assertThat(writtenByIostat(disk.device()) - beforeByIostat)
          .isGreaterThanOrEqualTo(32 * MIB)
          .isCloseTo(grown, withPercentage(1));
    }
  }

  /** Other processes write to this disk, so iostat's figure lies between two of ours. */
  @Test
  void iostatAgreesOnTheDiskThatHoldsTheFolder() throws IOException {
    LinuxProgram.require("iostat");
    String device = devices().names().get(0);
    DiskGauge gauge = gauge(device);

    for (int i = 0; i < 3; i++) {
      writeAndSync(temporary.resolve("file" + i), 4);
      long before = written(gauge);
      long byIostat = writtenByIostat(device);
      long after = written(gauge);

      assertThat(byIostat).isBetween(before - 1024, after);
    }
  }
}
