package io.ibench.workload.io;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Database;
import io.ibench.measure.RunListener;
import io.ibench.measure.Snapshot;
import io.ibench.measure.StepResult;
import io.ibench.measure.StepStart;
import io.ibench.testing.LoopDisk;
import io.ibench.testing.NeedsRoot;
import io.ibench.testing.StartsProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The disk had room when the files were made, and is full while they are filled. */
@StartsProcess
@Timeout(300)
class IoFullDiskTest {

  private static final int MEGABYTE = 1 << 20;

  @TempDir private Path temporary;

  @Test
  @NeedsRoot
  void aFillThatFindsTheDiskFullRemovesItsFiles() throws Exception {
    try (LoopDisk disk = LoopDisk.require(temporary, 48 * MEGABYTE)) {
      fillTwice(disk.folder().resolve("files"), disk.folder().resolve("ballast"));
      awaitUnmapped(disk.folder());
    }
  }

  private static void fillTwice(Path files, Path ballast) throws Exception {
    try (Database database = IoTrial.open(files)) {
      IoTrial full = new IoTrial(database, new Ballast(ballast)).tryToRun("fill", "io.size=24MB");
      StepResult fill = full.results().get(full.results().size() - 1);
      assertThat(fill.whole().failures()).isPositive();
      assertThat(fill.facts()).contains("the disk was full: the data files were removed");
      assertThat(files.resolve("DATA.0")).doesNotExist();
      assertThat(files.resolve("DATA.1")).doesNotExist();

      Files.delete(ballast);
      new IoTrial(database).run("fill, verify", "io.size=24MB");
    }
  }

  /** A mapped file keeps its disk busy until the mapping is collected. */
  private static void awaitUnmapped(Path folder) throws IOException {
    do {
      System.gc();
    } while (Files.readString(Path.of("/proc/self/maps")).contains(folder.toString()));
  }

  /** Takes most of the disk when the fill begins, before any of its threads writes. */
  private record Ballast(Path file) implements RunListener {

    @Override
    public void stepStarted(StepStart step) {
      if (step.kind().equals(Kind.FILL.label())) {
        try {
          long room = Files.getFileStore(file.getParent()).getUsableSpace() - 8 * MEGABYTE;
          Files.write(file, new byte[(int) room]);
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    }

    @Override
    public void interval(StepStart step, Snapshot snapshot) {}

    @Override
    public void stepEnded(StepResult result) {}
  }
}
