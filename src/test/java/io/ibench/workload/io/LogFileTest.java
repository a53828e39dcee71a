package io.ibench.workload.io;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.FileAccess;
import io.ibench.db.FileDatabase;
import io.ibench.db.FileSession;
import io.ibench.db.OpenFile;
import io.ibench.random.Random64;
import io.ibench.workload.WorkloadCounters;
import io.ibench.workload.io.IoKeys.Log;
import io.ibench.workload.io.IoKeys.Sync;
import io.ibench.workload.io.IoSettings.LogSettings;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** innosim's logs: what a commit writes where, and when it syncs. */
class LogFileTest {

  private static final byte FILLING = 105;

  @TempDir private Path folder;
  private FileDatabase database;
  private FileSession session;
  private final WorkloadCounters counters = new WorkloadCounters(IoCounter.values().length);
  private final LapList laps = new LapList();

  @BeforeEach
  void open() throws Exception {
    database = (FileDatabase) IoTrial.open(folder);
    session = database.session();
  }

  @AfterEach
  void close() throws Exception {
    session.close();
    database.close();
  }

  private static LogSettings settings(long bytes, int syncEvery, Log mode, Sync sync) {
    return new LogSettings(bytes, 300, syncEvery, mode, sync);
  }

  private static LogSettings settings(long bytes) {
    return settings(bytes, 1, Log.SERIAL, Sync.FDATASYNC);
  }

  private LogFile made(LogFile log) throws Exception {
    log.make(database, session);
    return log;
  }

  private LogFile.Writer writer(LogFile log) throws Exception {
    return log.new Writer(session, new Random64(3), counters, laps);
  }

  private ByteBuffer contents(String file) throws Exception {
    try (OpenFile open = session.open(file, FileAccess.READ)) {
      ByteBuffer bytes = ByteBuffer.allocateDirect((int) open.size());
      open.read(bytes, 0);
      return bytes.flip();
    }
  }

  /** How many bytes at the beginning are those of commits, and not of the filling. */
  private int overwritten() throws Exception {
    ByteBuffer bytes = contents(LogFile.REDO);
    int first =
        IntStream.range(0, bytes.limit())
            .filter(i -> bytes.get(i) != 0)
            .findFirst()
            .orElse(bytes.limit());
    assertThat(IntStream.range(first, bytes.limit()).allMatch(i -> bytes.get(i) == FILLING))
        .isTrue();
    return first;
  }

  private long syncs(IoCounter counter) {
    return counters.get(counter.ordinal());
  }

  @Test
  void theRedoLogIsFilledToItsSize() throws Exception {
    made(LogFile.redo(settings(1000)));
    assertThat(contents(LogFile.REDO).limit()).isEqualTo(1000);
    assertThat(overwritten()).isZero();
  }

  @Test
  void theRedoLogIsFilledChunkByChunk() throws Exception {
    made(LogFile.redo(settings((2 << 20) + 5)));
    assertThat(contents(LogFile.REDO).limit()).isEqualTo((2 << 20) + 5);
    assertThat(overwritten()).isZero();
  }

  @Test
  void aRedoLogOfItsSizeIsKeptAndAnotherIsFilledAnew() throws Exception {
    writer(made(LogFile.redo(settings(1000)))).commit();
    assertThat(overwritten()).isEqualTo(300);
    made(LogFile.redo(settings(1000)));
    assertThat(overwritten()).isEqualTo(300);
    made(LogFile.redo(settings(1001)));
    assertThat(contents(LogFile.REDO).limit()).isEqualTo(1001);
    assertThat(overwritten()).isZero();
  }

  @Test
  void theRedoLogIsWrittenInACircle() throws Exception {
    LogFile.Writer redo = writer(made(LogFile.redo(settings(1000))));
    List<Integer> places = new ArrayList<>();
    for (int commit = 0; commit < 4; commit++) {
      redo.commit();
      places.add(overwritten());
    }
    assertThat(places).containsExactly(300, 600, 900, 900);
    assertThat(contents(LogFile.REDO).limit()).isEqualTo(1000);
  }

  @Test
  void commitsMayFillTheRedoLogExactly() throws Exception {
    LogFile.Writer redo = writer(made(LogFile.redo(settings(900))));
    for (int commit = 0; commit < 3; commit++) {
      redo.commit();
    }
    assertThat(overwritten()).isEqualTo(900);
  }

  @Test
  void theBinlogGrowsAndIsTruncatedWhenItIsFull() throws Exception {
    LogFile.Writer binlog = writer(made(LogFile.binlog(settings(900))));
    assertThat(contents(LogFile.BINLOG).limit()).isZero();
    List<Integer> sizes = new ArrayList<>();
    for (int commit = 0; commit < 5; commit++) {
      binlog.commit();
      sizes.add(contents(LogFile.BINLOG).limit());
    }
    assertThat(sizes).containsExactly(300, 600, 900, 300, 600);
    made(LogFile.binlog(settings(900)));
    assertThat(contents(LogFile.BINLOG).limit()).as("made by the next step").isZero();
  }

  @Test
  void usersWriteOneAfterTheOther() throws Exception {
    LogFile redo = made(LogFile.redo(settings(1000)));
    writer(redo).commit();
    writer(redo).commit();
    assertThat(overwritten()).isEqualTo(600);
  }

  @Test
  void aLogWithoutSyncsIsNeitherMadeNorWritten() throws Exception {
    LogFile unused = made(LogFile.redo(settings(1000, 0, Log.SERIAL, Sync.FDATASYNC)));
    assertThat(database.hasFile(LogFile.REDO)).isFalse();
    writer(unused).commit();
    assertThat(laps.calls).isEmpty();
    assertThat(syncs(IoCounter.REDO_SYNCS)).isZero();
  }

  @Test
  void eachCommitIsSyncedAndItsPartsAreTimed() throws Exception {
    for (Log mode : Log.values()) {
      laps.calls.clear();
      long before = syncs(IoCounter.REDO_SYNCS);
      LogFile.Writer redo = writer(made(LogFile.redo(settings(1000, 1, mode, Sync.FSYNC))));
      redo.commit();
      redo.commit();
      assertThat(syncs(IoCounter.REDO_SYNCS) - before).as(mode.name()).isEqualTo(2);
      assertThat(laps.calls).as(mode.name()).containsExactly("0", "1", "2", "0", "1", "2");
    }
    assertThat(syncs(IoCounter.BINLOG_SYNCS)).isZero();
  }

  @Test
  void theBinlogHasCountersAndPartsOfItsOwn() throws Exception {
    writer(made(LogFile.binlog(settings(900)))).commit();
    assertThat(syncs(IoCounter.BINLOG_SYNCS)).isEqualTo(1);
    assertThat(syncs(IoCounter.REDO_SYNCS)).isZero();
    assertThat(laps.calls).containsExactly("3", "4", "5");
  }

  @Test
  void commitsThatAreOnTheDiskWhenTheyReturnNeedNoSync() throws Exception {
    for (Log mode : Log.values()) {
      laps.calls.clear();
      writer(made(LogFile.redo(settings(1000, 1, mode, Sync.DSYNC)))).commit();
      assertThat(laps.calls).as(mode.name()).containsExactly("0", "1");
    }
    assertThat(syncs(IoCounter.REDO_SYNCS)).isZero();
  }

  /** Which ones is drawn from the worker's generator. */
  @Test
  void oneOfSoManyCommitsIsSynced() throws Exception {
    Random64 random = new Random64(3);
    long due = IntStream.range(0, 40).filter(i -> random.nextInt(4) == 0).count();
    for (Log mode : Log.values()) {
      long before = syncs(IoCounter.REDO_SYNCS);
      LogFile.Writer redo = writer(made(LogFile.redo(settings(1000, 4, mode, Sync.FDATASYNC))));
      for (int commit = 0; commit < 40; commit++) {
        redo.commit();
      }
      assertThat(syncs(IoCounter.REDO_SYNCS) - before).as(mode.name()).isEqualTo(due);
    }
    assertThat(due).isBetween(1L, 39L);
  }
}
