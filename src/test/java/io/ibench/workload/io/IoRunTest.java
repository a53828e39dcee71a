package io.ibench.workload.io;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.nio.file.ExtendedOpenOption;
import io.ibench.db.Database;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs on small files: what is written is there, and counted. */
class IoRunTest {

  @TempDir private Path folder;
  private Database database;
  private IoTrial trial;

  @BeforeEach
  void open() throws Exception {
    database = IoTrial.open(folder.resolve("files"));
    trial = new IoTrial(database);
  }

  @AfterEach
  void close() throws Exception {
    database.close();
  }

  @Test
  void aFillWritesEachPageOnceAndNothingElse() throws Exception {
    trial.run("fill, verify");
    assertThat(trial.counted(IoCounter.PAGES_WRITTEN)).isEqualTo(IoTrial.PAGES);
    assertThat(Files.size(folder.resolve("files/DATA.1"))).isEqualTo((128 << 10) + (64 << 10));
  }

  @Test
  void aThreadSyncsBetweenSoManyWrites() throws Exception {
    trial.run(
        "fill, write, verify", "fill.threads=1", "write.operations=101", "write.sync_every=10");
    assertThat(trial.counted(IoCounter.SYNCS)).isEqualTo(10 + 1);
    trial.run("write, verify", "write.operations=30", "write.sync=dsync");
    assertThat(trial.counted(IoCounter.SYNCS)).isZero();
  }

  /** A log's commit is a write and its sync: both are in its latency. */
  @Test
  void aWriteThatIsSyncedEachTimeIsOneOperation() throws Exception {
    trial.run("fill, write, verify", "fill.threads=1", "write.operations=30", "write.sync_every=1");
    assertThat(trial.successes(IoOperation.WRITE_SYNC)).isEqualTo(30);
    assertThat(trial.successes(IoOperation.SYNC)).isEqualTo(1);
    assertThat(trial.counted(IoCounter.SYNCS)).isEqualTo(30 + 1);
  }

  @Test
  void directReadsAndWritesLeaveWholePages() throws Exception {
    Assumptions.assumeTrue(takesDirect(), "the file system takes no direct I/O");
    trial.run(
        "fill, read, write, mix, innosim, verify",
        "io.direct=true",
        "io.threads=3",
        "write.sync=dsync",
        "mix.write_block=16KB");
    assertThat(trial.facts()).anyMatch(fact -> fact.contains("direct I/O"));
    assertThat(trial.counted(IoCounter.PAGES_CHECKED)).isPositive();
  }

  private boolean takesDirect() throws IOException {
    Path file = Files.createFile(folder.resolve("probe"));
    try (FileChannel channel = FileChannel.open(file, ExtendedOpenOption.DIRECT)) {
      return channel.isOpen();
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }

  @Test
  void pagesMayBeSmallerThanABlockOfTheFileSystem() throws Exception {
    trial.run("fill, write, mix, verify", "io.page=512B", "io.size=64KB", "mix.read_block=4KB");
    assertThat(trial.successes(IoOperation.WRITE)).isGreaterThan(100);
  }

  @Test
  void threadsThatReadAndWriteLargeBlocksBesideEachOtherLeaveWholePages() throws Exception {
    trial.run(
        "fill, mix, read, verify",
        "io.threads=4",
        "io.operations=2000",
        "io.read_block=8KB",
        "io.write_block=32KB",
        "io.pattern=zipf");
    assertThat(trial.counted(IoCounter.PAGES_CHECKED)).isGreaterThan(2000);
  }

  @Test
  void innosimReadsCommitsAndWritesDirtyPagesTwice() throws Exception {
    for (String log : new String[] {"serial", "group"}) {
      trial.run(
          "fill, innosim, verify",
          "innosim.threads=4",
          "io.operations=2000",
          "io.log=" + log,
          "io.sync=fsync",
          "io.scheduler_sleep_ms=1",
          "io.redo_size=16KB",
          "io.binlog_size=1KB");
      long commits = trial.counted(IoCounter.COMMITS);
      assertThat(trial.successes(IoOperation.READ)).isEqualTo(2000);
      assertThat(commits).isBetween(400L, 800L);
      if (log.equals("serial")) {
        assertThat(trial.counted(IoCounter.REDO_SYNCS)).isEqualTo(commits);
      } else {
        assertThat(trial.counted(IoCounter.REDO_SYNCS)).isBetween(1L, commits);
      }
      assertThat(trial.counted(IoCounter.DOUBLEWRITE_PAGES)).isBetween(1L, commits);
      assertThat(Files.size(folder.resolve("files/REDO"))).isEqualTo((16 << 10) + (64 << 10));
      assertThat(Files.size(folder.resolve("files/BINLOG")))
          .isLessThanOrEqualTo((1 << 10) + (64 << 10));
    }
  }

  @Test
  void usersWaitWhileThereAreTooManyDirtyPages() throws Exception {
    trial.run(
        "fill, innosim, verify",
        "innosim.until=2s",
        "innosim.dirty_pct=100",
        "innosim.hit_pct=90",
        "innosim.max_dirty=64",
        "innosim.redo_sync_every=0",
        "innosim.binlog_sync_every=0",
        "innosim.doublewrite=false");
    assertThat(trial.counted(IoCounter.PAGES_WRITTEN)).isGreaterThan(IoTrial.PAGES);
  }

  @Test
  void anotherRunGoesOnWithTheFilesAndDropsThem() throws Exception {
    trial.run("fill");
    database.close();
    database = IoTrial.open(folder.resolve("files"));
    trial = new IoTrial(database).run("mix, drain, verify", "drain.at_least=1ms");
    trial.run("drop");
    assertThat(folder.resolve("files").toFile().list())
        .containsExactlyInAnyOrder("ibench_io.json", "ibench_io.lock");
  }
}
