package io.ibench.report.store;

import static io.ibench.report.Samples.period;
import static io.ibench.report.Samples.start;
import static io.ibench.report.Samples.step;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ibench.measure.StepStart.Unit;
import io.ibench.report.Samples;
import io.ibench.report.figures.RunState;
import io.ibench.report.text.TextReport;
import io.ibench.testing.LoopDisk;
import io.ibench.testing.NeedsRoot;
import io.ibench.testing.StartsProcess;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A disk that is full to the last byte. */
@StartsProcess
class DiskReserveTest {

  private static final long MEGABYTE = 1 << 20;

  @TempDir private Path temporary;

  /** Somebody else fills the disk. */
  private static void fill(Path folder) throws IOException {
    for (int size : new int[] {1 << 16, 512, 1}) {
      try (OutputStream out = Files.newOutputStream(folder.resolve("filler-" + size))) {
        byte[] bytes = new byte[size];
        while (true) {
          out.write(bytes);
        }
      } catch (IOException e) {
        assertThat(e).hasMessageContaining("No space left");
      }
    }
  }

  /** A run whose disk becomes full in its second step. */
  private static ResultFolder runOn(Path disk, long reserveBytes) throws IOException {
    Path place = Files.createDirectory(disk.resolve("run"));
    ResultFolder folder = new ResultFolder(place, Samples.run(), Samples::books, TextReport::of);
    folder.reserve(reserveBytes);
    folder.stepEnded(step(start("first", Unit.QUERIES), period(1)));
    fill(disk);
    folder.stepEnded(step(start("second", Unit.QUERIES), period(1)));
    assertThat(folder.failure().orElseThrow()).contains("No space left on device");
    folder.finish();
    return folder;
  }

  @Test
  @NeedsRoot
  void theLastSummaryFitsOnAFullDisk() throws Exception {
    try (LoopDisk disk = LoopDisk.require(temporary, 24 * MEGABYTE);
        ResultFolder folder = runOn(disk.folder(), 2 * MEGABYTE)) {
      RunReport stored = ResultReader.read(folder.path());
      assertThat(stored.state()).isEqualTo(RunState.FAILED);
      assertThat(stored.steps()).hasSize(2);
      assertThat(stored.steps().get(1).failure().orElseThrow()).contains("No space left on device");
      assertThat(folder.path().resolve("summary.txt")).content().contains("run failed");
      assertThat(folder.path().resolve(DiskReserve.NAME)).doesNotExist();
    }
  }

  @Test
  @NeedsRoot
  void withoutAReserveItDoesNotFit() throws Exception {
    try (LoopDisk disk = LoopDisk.require(temporary, 24 * MEGABYTE);
        ResultFolder folder = runOn(disk.folder(), 0)) {
      assertThat(ResultReader.read(folder.path()).steps()).hasSize(1);
      assertThat(folder.report().steps()).as("the printed report").hasSize(2);
    }
  }

  @Test
  @NeedsRoot
  void aDiskWithoutRoomForItIsRefusedAndNothingIsLeft() throws Exception {
    try (LoopDisk disk = LoopDisk.require(temporary, 24 * MEGABYTE)) {
      DiskReserve reserve = new DiskReserve(disk.folder());
      assertThatThrownBy(() -> reserve.occupy(100 * MEGABYTE))
          .isInstanceOf(UncheckedIOException.class)
          .hasRootCauseMessage(
              "No space left on device for results.reserve, 104857600 bytes; it may be less, or 0");
      assertThat(disk.folder().resolve(DiskReserve.NAME)).doesNotExist();
    }
  }

  @Test
  @NeedsRoot
  void itOccupiesBlocksAndNotOnlyAName() throws Exception {
    try (LoopDisk disk = LoopDisk.require(temporary, 24 * MEGABYTE)) {
      long free = Files.getFileStore(disk.folder()).getUnallocatedSpace();
      DiskReserve reserve = new DiskReserve(disk.folder());
      reserve.occupy(4 * MEGABYTE);
      long left = Files.getFileStore(disk.folder()).getUnallocatedSpace();
      assertThat(free - left).isGreaterThanOrEqualTo(4 * MEGABYTE);
      reserve.free();
      assertThat(disk.folder().resolve(DiskReserve.NAME)).doesNotExist();
    }
  }
}
