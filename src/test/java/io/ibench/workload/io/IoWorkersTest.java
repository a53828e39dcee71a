package io.ibench.workload.io;

import static io.ibench.workload.io.IoTrial.PAGE_BYTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.FileAccess;
import io.ibench.db.FileDatabase;
import io.ibench.db.FileSession;
import io.ibench.db.OpenFile;
import io.ibench.engine.KilledRun;
import io.ibench.random.Random64;
import io.ibench.workload.Step;
import io.ibench.workload.Worker;
import io.ibench.workload.WorkloadRun;
import io.ibench.workload.internal.RegisteredDataset;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Workers on small files, operation by operation, on the thread of the test. */
class IoWorkersTest {

  private static final int READ = IoOperation.READ.ordinal();
  private static final int WRITE = IoOperation.WRITE.ordinal();
  private static final int WRITE_SYNC = IoOperation.WRITE_SYNC.ordinal();
  private static final int SYNC = IoOperation.SYNC.ordinal();
  private static final int DOUBLEWRITE = IoOperation.DOUBLEWRITE.ordinal();
  private static final int COMMIT = IoOperation.COMMIT.ordinal();

  @TempDir private static Path filled;
  @TempDir private Path folder;
  private FileDatabase database;
  private IoPlan plan;
  private WorkloadRun run;
  private Step.Work step;
  private final List<FileSession> sessions = new ArrayList<>();

  @BeforeAll
  static void fill() throws Exception {
    try (Database database = IoTrial.open(filled)) {
      new IoTrial(database).run("fill", "fill.threads=1");
    }
  }

  @BeforeEach
  void open() throws Exception {
    KilledRun.copy(filled, folder);
    database = (FileDatabase) IoTrial.open(folder);
  }

  @AfterEach
  void close() throws Exception {
    run.finished(step, WorkloadRun.End.COMPLETE);
    for (FileSession session : sessions) {
      session.close();
    }
    database.close();
  }

  private void begin(String kind, String... settings) throws Exception {
    if (run != null) {
      run.finished(step, WorkloadRun.End.ABANDONED); // its thread must not outlive the test
    }
    plan = IoTrial.plan(kind, settings);
    step = (Step.Work) plan.steps().get(plan.steps().size() - 1);
    run = plan.begin(0, RegisteredDataset.read(plan, database, "io", "test"));
  }

  private Worker worker(int group, int number) throws Exception {
    FileSession session = database.session();
    sessions.add(session);
    return run.worker(step, step.groups().get(group), number, session, new Random64(1));
  }

  private Worker begun(String kind, String... settings) throws Exception {
    begin(kind, settings);
    return worker(0, 0);
  }

  private PageSet pages() throws Exception {
    return PageSet.open(plan.settings(), database);
  }

  private static int execute(Worker worker, int operation) throws Exception {
    worker.prepare(operation, 0);
    return worker.execute(operation);
  }

  /** The next operations, each of which is executed. */
  private static List<Integer> perform(Worker worker, int operations) throws Exception {
    List<Integer> done = new ArrayList<>();
    for (int i = 0; i < operations; i++) {
      int operation = worker.next();
      done.add(operation);
      if (operation >= 0) {
        execute(worker, operation);
      }
    }
    return done;
  }

  private static long counted(Worker worker, IoCounter counter) {
    return worker.counters().get(counter.ordinal());
  }

  @Test
  void readsAreCountedByPages() throws Exception {
    Worker worker = begun("read", "read.read_block=16KB", "read.pattern=sequential");
    for (int i = 1; i <= 3; i++) {
      assertThat(worker.next()).isEqualTo(READ);
      assertThat(execute(worker, READ)).isEqualTo(4);
      assertThat(worker.checksum(READ)).isEqualTo(4L * i);
    }
    assertThat(worker.checksum(WRITE)).isZero();
    assertThat(counted(worker, IoCounter.PAGES_READ)).isEqualTo(12);
    assertThat(counted(worker, IoCounter.PAGES_CHECKED)).isEqualTo(12);
    assertThat(counted(worker, IoCounter.PAGES_WRITTEN)).isZero();
    assertThat(counted(worker, IoCounter.PAGE_LOCK_WAITS)).isZero();
  }

  @Test
  void readsThatAreNotCheckedSayNothingOfTheirPages() throws Exception {
    Worker worker = begun("read", "read.check=false");
    perform(worker, 5);
    assertThat(counted(worker, IoCounter.PAGES_READ)).isEqualTo(5);
    assertThat(counted(worker, IoCounter.PAGES_CHECKED)).isZero();
  }

  @Test
  void aReadBeyondTheEndNamesTheFirstPageThatIsMissing() throws Exception {
    Worker worker = begun("read", "read.read_block=16KB", "read.pattern=sequential");
    try (FileSession session = database.session();
        OpenFile file = session.open("DATA.0", FileAccess.WRITE)) {
      file.truncate(6L * PAGE_BYTES + 100);
    }
    perform(worker, 1);
    assertThatThrownBy(() -> perform(worker, 1))
        .isInstanceOfSatisfying(
            DatabaseException.class, e -> assertThat(e.kind()).isEqualTo(FailureKind.FATAL))
        .hasMessage("DATA.0 page 6: truncated: the file ends here");
    assertThat(counted(worker, IoCounter.PAGES_READ)).isEqualTo(4);
  }

  @Test
  void aReadNamesADamagedPage() throws Exception {
    Worker worker = begun("read", "read.read_block=16KB", "read.pattern=sequential");
    pages().generations().set(35, 3);
    perform(worker, 8);
    assertThatThrownBy(() -> perform(worker, 1))
        .isInstanceOfSatisfying(
            DatabaseException.class, e -> assertThat(e.kind()).isEqualTo(FailureKind.FATAL))
        .hasMessage("DATA.1 page 35: lost write: generation 1, written 3");
    pages().generations().set(35, -3);
    perform(worker, 16);
  }

  @Test
  void eachWriteRaisesTheGenerationsOfItsPages() throws Exception {
    Worker worker = begun("write", "write.write_block=8KB", "write.pattern=sequential");
    assertThat(perform(worker, 3)).containsOnly(WRITE);
    Generations generations = pages().generations();
    assertThat(generations.get(0)).isEqualTo(2);
    assertThat(generations.get(5)).isEqualTo(2);
    assertThat(generations.get(6)).isEqualTo(1);
    assertThat(counted(worker, IoCounter.PAGES_WRITTEN)).isEqualTo(6);
    assertThat(counted(worker, IoCounter.ROW_BYTES_WRITTEN)).isEqualTo(6 * PAGE_BYTES);
    assertThat(counted(worker, IoCounter.SYNCS)).isZero();
    assertThat(worker.checksum(WRITE)).isZero();
    assertThat(pages().acknowledged().inFlight(0)).isZero();
    ByteBuffer page = ByteBuffer.allocateDirect(PAGE_BYTES);
    try (FileSession own = database.session();
        OpenFile file = own.open("DATA.0", FileAccess.READ)) {
      file.read(page, 4L * PAGE_BYTES);
    }
    assertThat(page.getInt(32)).as("sequence").isEqualTo(3);
  }

  @Test
  void eachPageOfASyncedBlockIsRememberedWithItsGeneration() throws Exception {
    Worker worker =
        begun("write", "write.write_block=8KB", "write.sync_every=2", "write.pattern=sequential");
    pages().generations().set(3, 5);
    perform(worker, 3);
    Acknowledged acknowledged = pages().acknowledged();
    assertThat(acknowledged.remembered(0)).isEqualTo(4);
    for (int i = 0; i < 4; i++) {
      assertThat(acknowledged.page(0, i)).isEqualTo(i);
      assertThat(acknowledged.generation(0, i)).isEqualTo(i == 3 ? 6 : 2);
    }
  }

  @Test
  void aSyncComesBeforeTheNextWriteAfterSoMany() throws Exception {
    Worker worker = begun("write", "write.sync_every=3", "write.pattern=sequential");
    assertThat(perform(worker, 9))
        .containsExactly(WRITE, WRITE, WRITE, SYNC, WRITE, WRITE, WRITE, SYNC, WRITE);
    assertThat(counted(worker, IoCounter.SYNCS)).isEqualTo(2);
    Acknowledged acknowledged = pages().acknowledged();
    assertThat(acknowledged.remembered(0)).isEqualTo(6);
    assertThat(acknowledged.page(0, 5)).isEqualTo(5);
    assertThat(acknowledged.generation(0, 5)).isEqualTo(2);
  }

  @Test
  void onlyTheLastWritesBeforeASyncAreRemembered() throws Exception {
    Worker worker =
        begun(
            "write", "write.sync_every=13", "write.write_block=128KB", "write.pattern=sequential");
    perform(worker, 14);
    Acknowledged acknowledged = pages().acknowledged();
    assertThat(acknowledged.remembered(0)).isEqualTo(250);
    int newest = 0;
    for (int i = 0; i < 250; i++) {
      newest = Math.max(newest, acknowledged.generation(0, i));
    }
    assertThat(newest).as("filled, then written 7 times").isEqualTo(8);
  }

  @Test
  void aWriteAndItsSyncAreOneOperationIfEachIsSynced() throws Exception {
    Worker worker = begun("write", "write.sync_every=1", "write.pattern=sequential");
    assertThat(worker.next()).isEqualTo(WRITE_SYNC);
    assertThat(execute(worker, WRITE_SYNC)).isEqualTo(1);
    assertThat(counted(worker, IoCounter.SYNCS)).isEqualTo(1);
    assertThat(counted(worker, IoCounter.PAGES_WRITTEN)).isEqualTo(1);
    assertThat(pages().acknowledged().remembered(0)).isEqualTo(1);
    assertThat(pages().acknowledged().page(0, 0)).isZero();
    assertThat(pages().acknowledged().generation(0, 0)).isEqualTo(2);
  }

  @Test
  void aWriteThatSyncsItselfIsRememberedAtOnce() throws Exception {
    Worker worker =
        begun("write", "write.sync=dsync", "write.write_block=8KB", "write.pattern=sequential");
    assertThat(perform(worker, 2)).containsOnly(WRITE);
    Acknowledged acknowledged = pages().acknowledged();
    assertThat(acknowledged.remembered(0)).isEqualTo(4);
    assertThat(acknowledged.page(0, 3)).isEqualTo(3);
    assertThat(acknowledged.generation(0, 3)).isEqualTo(2);
    assertThat(counted(worker, IoCounter.SYNCS)).isZero();
  }

  @Test
  void writesThatAreNeverSyncedAreNotRemembered() throws Exception {
    perform(begun("write"), 20);
    assertThat(pages().acknowledged().remembered(0)).isZero();
  }

  @Test
  void theSharesOfReadsAndWritesAreAsAskedFor() throws Exception {
    assertThat(perform(begun("mix", "mix.read_pct=100"), 100)).containsOnly(READ);
    assertThat(perform(begun("mix", "mix.read_pct=0"), 100)).containsOnly(WRITE);
    List<Integer> most = perform(begun("mix", "mix.read_pct=90"), 1000);
    assertThat(most.stream().filter(each -> each == READ).count()).isBetween(860L, 940L);
    assertThat(most).contains(WRITE);
  }

  @Test
  void aWriteThatFailsLeavesItsPagesUncertainAndNothingInFlight() throws Exception {
    Worker worker = begun("write", "write.write_block=8KB", "write.pattern=sequential");
    perform(worker, 1);
    sessions.get(0).close();
    assertThatThrownBy(() -> perform(worker, 1)).isInstanceOf(DatabaseException.class);
    Generations generations = pages().generations();
    assertThat(generations.get(1)).isEqualTo(2);
    assertThat(generations.get(2)).isEqualTo(-1);
    assertThat(generations.get(3)).isEqualTo(-1);
    assertThat(generations.get(4)).isEqualTo(1);
    assertThat(pages().acknowledged().inFlight(0)).isZero();
    assertThat(counted(worker, IoCounter.PAGES_WRITTEN)).isEqualTo(2);
  }

  @Test
  void threadsWriteInPlacesOfTheirOwn() throws Exception {
    begin("write", "write.threads=3", "write.sync=dsync", "write.pattern=sequential");
    Worker last = worker(0, 2);
    perform(last, 1);
    Acknowledged acknowledged = pages().acknowledged();
    assertThat(acknowledged.remembered(0)).isZero();
    assertThat(acknowledged.remembered(2)).isEqualTo(1);
    assertThat(acknowledged.page(2, 0)).as("2 thirds of 64 pages").isEqualTo(42);
  }

  @Test
  void aFillWritesEachFileInChunksAndSyncsAtItsEnd() throws Exception {
    new IoTrial(database).run("drop, create");
    begin("fill", "io.page=64KB", "io.size=4480KB", "fill.threads=2");
    new IoTrial(database).run("drop, create", "io.page=64KB", "io.size=4480KB");
    Worker first = worker(0, 0);
    Worker second = worker(0, 1);
    List<Integer> pages = new ArrayList<>();
    for (int chunk = 0; chunk < 6; chunk++) {
      assertThat(first.next()).isEqualTo(WRITE);
      pages.add(execute(first, WRITE));
    }
    assertThat(pages).as("35 pages of 64 KB in each file").containsExactly(16, 16, 3, 16, 16, 3);
    assertThat(first.next()).isEqualTo(SYNC);
    assertThat(execute(first, SYNC)).isEqualTo(1);
    assertThat(first.next()).isEqualTo(Worker.DONE);
    assertThat(second.next()).as("it has written nothing to sync").isEqualTo(Worker.DONE);
    assertThat(first.checksum(WRITE)).isEqualTo(70);
    assertThat(first.checksum(SYNC)).isZero();
    assertThat(counted(first, IoCounter.PAGES_WRITTEN)).isEqualTo(70);
    assertThat(counted(first, IoCounter.SYNCS)).isEqualTo(1);
  }

  private void beginInnosim(String... more) throws Exception {
    List<String> settings =
        new ArrayList<>(
            List.of(
                "innosim.dirty_pct=100",
                "innosim.redo_size=1KB",
                "innosim.binlog_size=256B",
                "innosim.redo_sync_every=1000000",
                "innosim.binlog_sync_every=1000000",
                "io.pool=64KB",
                "innosim.scheduler_sleep_ms=3"));
    settings.addAll(List.of(more));
    begin("innosim", settings.toArray(String[]::new));
  }

  @Test
  void aUserReadsThenChangesAPageAndCommits() throws Exception {
    beginInnosim("innosim.redo_sync_every=1", "innosim.binlog_sync_every=1");
    Worker user = worker(0, 0);
    assertThat(perform(user, 4)).containsExactly(READ, COMMIT, READ, COMMIT);
    assertThat(user.checksum(READ)).isEqualTo(2);
    assertThat(user.checksum(COMMIT)).isZero();
    assertThat(counted(user, IoCounter.COMMITS)).isEqualTo(2);
    assertThat(counted(user, IoCounter.REDO_SYNCS)).isEqualTo(2);
    assertThat(counted(user, IoCounter.BINLOG_SYNCS)).isEqualTo(2);
    assertThat(counted(user, IoCounter.HITS)).isZero();
    assertThat(user.next()).isEqualTo(READ);
    assertThat(execute(user, READ)).isEqualTo(1);
    assertThat(user.next()).isEqualTo(COMMIT);
    assertThat(execute(user, COMMIT)).isEqualTo(1);
  }

  @Test
  void aCommitTimesItsPartsAndAFailedOneForgetsThem() throws Exception {
    beginInnosim("innosim.redo_sync_every=1", "innosim.binlog_sync_every=1");
    FileSession session = database.session();
    sessions.add(session);
    LapList laps = new LapList();
    Worker user = run.worker(step, step.groups().get(0), 0, session, new Random64(1), laps);
    perform(user, 2);
    assertThat(laps.calls).containsExactly("begin", "0", "1", "2", "3", "4", "5", "end");
    laps.calls.clear();
    user.rollback();
    assertThat(laps.calls).containsExactly("back to 0");
  }

  @Test
  void eachReadOfAUserIsOfAnotherPage() throws Exception {
    beginInnosim("innosim.dirty_pct=0", "innosim.pattern=sequential");
    pages().generations().set(2, 9);
    Worker user = worker(0, 0);
    perform(user, 2);
    assertThatThrownBy(() -> perform(user, 1))
        .hasMessage("DATA.0 page 2: lost write: generation 1, written 9");
  }

  @Test
  void aUserThatChangesNothingNeverCommits() throws Exception {
    beginInnosim("innosim.dirty_pct=0");
    assertThat(perform(worker(0, 0), 50)).containsOnly(READ);
  }

  @Test
  void aUserWithoutLogsChangesPagesAndGoesOn() throws Exception {
    beginInnosim("innosim.redo_sync_every=0", "innosim.binlog_sync_every=0");
    Worker user = worker(0, 0);
    assertThat(perform(user, 10)).containsOnly(READ);
    assertThat(counted(user, IoCounter.COMMITS)).isZero();
    Worker scheduler = worker(1, 0);
    assertThat(scheduler.next()).isEqualTo(DOUBLEWRITE);
    assertThat(execute(scheduler, DOUBLEWRITE)).as("a change after each read").isEqualTo(9);
  }

  @Test
  void aUserCommitsWithOneLog() throws Exception {
    beginInnosim("innosim.redo_sync_every=0", "innosim.binlog_sync_every=1");
    Worker user = worker(0, 0);
    assertThat(perform(user, 2)).containsExactly(READ, COMMIT);
    assertThat(counted(user, IoCounter.REDO_SYNCS)).isZero();
    assertThat(counted(user, IoCounter.BINLOG_SYNCS)).isEqualTo(1);
  }

  @Test
  void hitsNeedNoReadAndEndAfterAThousand() throws Exception {
    beginInnosim("innosim.hit_pct=50", "innosim.dirty_pct=0");
    Worker user = worker(0, 0);
    perform(user, 100);
    assertThat(counted(user, IoCounter.HITS)).isBetween(60L, 150L);
    assertThat(counted(user, IoCounter.PAGES_READ)).isEqualTo(100);
    begin(
        "innosim",
        "io.until=5s",
        "io.pool=64KB",
        "innosim.hit_pct=100",
        "innosim.dirty_pct=0.000001");
    Worker busy = worker(0, 0);
    assertThat(busy.next()).isEqualTo(Worker.IDLE);
    assertThat(counted(busy, IoCounter.HITS)).isEqualTo(1000);
  }

  @Test
  void aUserWaitsWhileThereAreTooManyDirtyPages() throws Exception {
    beginInnosim("innosim.max_dirty=64");
    Worker user = worker(0, 0);
    perform(user, 128);
    assertThat(perform(user, 3)).containsExactly(READ, Worker.IDLE, Worker.IDLE);
    assertThat(counted(user, IoCounter.COMMITS)).isEqualTo(64);
    Worker scheduler = worker(1, 0);
    perform(scheduler, 1);
    assertThat(user.next()).as("scheduled pages are not written").isEqualTo(Worker.IDLE);
    perform(worker(2, 0), 1);
    assertThat(perform(user, 1)).containsExactly(COMMIT);
  }

  @Test
  void theSchedulerWritesDirtyPagesTogetherThenWritersTheSamePages() throws Exception {
    beginInnosim("io.pattern=sequential");
    perform(worker(0, 0), 20);
    Worker scheduler = worker(1, 0);
    Worker writer = worker(2, 0);
    assertThat(writer.next()).isEqualTo(Worker.IDLE);
    assertThat(scheduler.next()).isEqualTo(DOUBLEWRITE);
    assertThat(execute(scheduler, DOUBLEWRITE)).isEqualTo(10);
    assertThat(scheduler.checksum(DOUBLEWRITE)).isEqualTo(10);
    assertThat(scheduler.checksum(WRITE)).isZero();
    assertThat(counted(scheduler, IoCounter.DOUBLEWRITES)).isEqualTo(1);
    assertThat(counted(scheduler, IoCounter.DOUBLEWRITE_PAGES)).isEqualTo(10);
    assertThat(counted(scheduler, IoCounter.DIRTY_SUM)).isZero();
    assertThat(counted(scheduler, IoCounter.PENDING_SUM)).isZero();
    for (int page = 0; page < 10; page++) {
      assertThat(PageFormat.number(doublewritten(page), 0)).isEqualTo(page);
    }
    assertThat(writer.next()).isEqualTo(WRITE);
    assertThat(execute(writer, WRITE)).isEqualTo(1);
    assertThat(perform(writer, 10)).endsWith(WRITE, Worker.IDLE);
    assertThat(writer.checksum(WRITE)).isEqualTo(10);
    assertThat(writer.checksum(READ)).isZero();
    assertThat(counted(writer, IoCounter.PAGES_WRITTEN)).isEqualTo(10);
    Generations generations = pages().generations();
    assertThat(generations.get(0)).isEqualTo(2);
    assertThat(generations.get(9)).isEqualTo(2);
    assertThat(generations.get(10)).isEqualTo(1);
    run.finished(step, WorkloadRun.End.COMPLETE);
    IoTrial verify = new IoTrial(database).run("verify");
    assertThat(verify.facts())
        .containsExactly(
            "64 of 64 pages are whole, in their places, and of the generation that was written"
                + " last");
  }

  /** A page of the doublewrite file, which has room for a batch. */
  private ByteBuffer doublewritten(int place) throws Exception {
    ByteBuffer page = ByteBuffer.allocateDirect(PAGE_BYTES);
    try (FileSession own = database.session();
        OpenFile file = own.open(SchedulerWorker.FILE, FileAccess.READ)) {
      assertThat(file.size()).isEqualTo(64 * PAGE_BYTES);
      file.read(page, (long) place * PAGE_BYTES);
    }
    return page.flip();
  }

  @Test
  void whatIsDirtyAndPendingAtADoublewriteIsSummed() throws Exception {
    beginInnosim("io.pattern=sequential", "innosim.max_dirty=64");
    Worker user = worker(0, 0);
    Worker scheduler = worker(1, 0);
    perform(user, 20);
    perform(scheduler, 1);
    perform(user, 6);
    assertThat(scheduler.next()).isEqualTo(DOUBLEWRITE);
    perform(user, 4);
    assertThat(execute(scheduler, DOUBLEWRITE)).isEqualTo(3);
    assertThat(counted(scheduler, IoCounter.DIRTY_SUM)).isEqualTo(2);
    assertThat(counted(scheduler, IoCounter.PENDING_SUM)).isEqualTo(10);
  }

  @Test
  void theSchedulerPausesWithoutDirtyPages() throws Exception {
    beginInnosim();
    Worker scheduler = worker(1, 0);
    assertThat(scheduler.next()).isEqualTo(Worker.IDLE);
    perform(worker(0, 0), 2);
    assertThat(perform(scheduler, 3))
        .as("3 ms, of which one has passed")
        .containsExactly(Worker.IDLE, Worker.IDLE, DOUBLEWRITE);
  }

  @Test
  void withoutADoublewritePagesAreListedAtOnce() throws Exception {
    beginInnosim("innosim.doublewrite=false", "io.pattern=sequential");
    perform(worker(0, 0), 20);
    Worker scheduler = worker(1, 0);
    Worker writer = worker(2, 0);
    assertThat(scheduler.next()).isEqualTo(Worker.IDLE);
    assertThat(perform(writer, 11)).endsWith(WRITE, Worker.IDLE).startsWith(WRITE);
    assertThat(database.hasFile(SchedulerWorker.FILE)).isFalse();
  }

  @Test
  void pagesOfADoublewriteThatFailedAreDrawnAnew() throws Exception {
    beginInnosim("io.pattern=sequential", "io.size=8KB", "innosim.max_dirty=64");
    new IoTrial(database).run("fill", "io.size=8KB");
    Worker user = worker(0, 0);
    perform(user, 40);
    Worker scheduler = worker(1, 0);
    assertThat(scheduler.next()).isEqualTo(DOUBLEWRITE);
    scheduler.prepare(DOUBLEWRITE, 0);
    scheduler.failed(DOUBLEWRITE, false);
    assertThat(scheduler.next()).as("both pages can be drawn again").isEqualTo(DOUBLEWRITE);
    assertThat(execute(scheduler, DOUBLEWRITE)).isEqualTo(2);
    assertThat(scheduler.next()).as("both pages wait to be written").isEqualTo(Worker.IDLE);
  }

  @Test
  void aPageWhoseWriteFailedIsGivenUp() throws Exception {
    beginInnosim("io.pattern=sequential", "innosim.max_dirty=64");
    perform(worker(0, 0), 2);
    perform(worker(1, 0), 1);
    Worker writer = worker(2, 0);
    assertThat(writer.next()).isEqualTo(WRITE);
    writer.prepare(WRITE, 0);
    sessions.get(2).close();
    assertThatThrownBy(() -> writer.execute(WRITE)).isInstanceOf(DatabaseException.class);
    writer.failed(WRITE, false);
    assertThat(pages().generations().get(0)).isEqualTo(-1);
    Worker user = worker(0, 0);
    perform(user, 128);
    assertThat(counted(user, IoCounter.COMMITS)).as("no page is pending").isEqualTo(64);
  }

  @Test
  void manyWritersBesideManyUsersHavePlacesInTheBooks() throws Exception {
    beginInnosim("innosim.threads=1000", "innosim.writers=1000", "io.pattern=sequential");
    perform(worker(0, 999), 2);
    perform(worker(1, 0), 1);
    Worker last = worker(2, 999);
    assertThat(perform(last, 1)).containsExactly(WRITE);
    assertThat(pages().generations().get(0)).isEqualTo(2);
  }
}
