package io.ibench.workload.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.FileDatabase;
import io.ibench.db.FileSession;
import io.ibench.workload.Step;
import io.ibench.workload.WorkloadCounters;
import java.nio.ByteBuffer;
import java.nio.channels.NonWritableChannelException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads and writes of one thread: locks, generations and counts. */
class PageIoTest {

  private static final int BYTES = 4096;

  @TempDir private Path folder;
  private FileDatabase database;
  private FileSession session;
  private PageSet set;
  private final PageLocks locks = new PageLocks(4);
  private final WorkloadCounters counters = new WorkloadCounters(IoCounter.values().length);

  @BeforeEach
  void open() throws Exception {
    database = (FileDatabase) IoTrial.open(folder);
    session = database.session();
    IoSettings settings = IoTrial.plan("mix").settings();
    PageSet.create(settings, database);
    set = PageSet.open(settings, database);
  }

  @AfterEach
  void close() throws Exception {
    session.close();
    database.close();
  }

  private PageIo io(String kind) throws Exception {
    IoPlan plan = IoTrial.plan(kind, "io.read_block=16KB");
    Step step = plan.steps().get(plan.steps().size() - 1);
    return new PageIo(set, locks, plan.settings(step), 5, 4, session, counters);
  }

  private long counted(IoCounter counter) {
    return counters.get(counter.ordinal());
  }

  private ByteBuffer page(PageIo io, int number) {
    return io.buffer().slice(number * BYTES, BYTES);
  }

  @Test
  void eachPageOfAWriteHasTheGenerationAfterItsOwn() throws Exception {
    set.generations().set(1, 5);
    set.generations().set(2, -3);
    PageIo io = io("mix");
    assertThat(io.write(0, 4, 77)).isEqualTo(4);
    assertThat(set.generations().get(0)).isEqualTo(1);
    assertThat(set.generations().get(1)).isEqualTo(6);
    assertThat(set.generations().get(2)).isEqualTo(5);
    assertThat(set.generations().get(3)).isEqualTo(1);
    assertThat(set.generations().get(4)).isZero();
    assertThat(page(io, 1).getInt(28)).as("writer").isEqualTo(5);
    assertThat(page(io, 3).getInt(32)).as("sequence").isEqualTo(77);
    assertThat(io.read(0, 4)).isEqualTo(4);
    assertThat(PageFormat.number(io.buffer(), 3 * BYTES)).isEqualTo(3);
    assertThat(counted(IoCounter.PAGES_WRITTEN)).isEqualTo(4);
    assertThat(counted(IoCounter.ROW_BYTES_WRITTEN)).isEqualTo(4 * BYTES);
    assertThat(counted(IoCounter.PAGES_READ)).isEqualTo(4);
    assertThat(counted(IoCounter.PAGES_CHECKED)).isEqualTo(4);
  }

  @Test
  void pagesOfTheSecondFileAreInTheirPlaces() throws Exception {
    PageIo io = io("mix");
    io.write(32, 4, 1);
    io.write(36, 4, 2);
    io.read(36, 4);
    assertThat(PageFormat.number(io.buffer(), BYTES)).isEqualTo(37);
    assertThat(set.acknowledged().inFlight(5)).isZero();
    assertThat(set.acknowledged().firstInFlight(5)).as("the last write began there").isEqualTo(36);
  }

  @Test
  void locksAreGivenBackAlsoAfterAFailure() throws Exception {
    PageIo io = io("mix");
    io.write(0, 4, 1);
    assertThat(locks.of(0).isHeld()).isFalse();
    io.read(0, 4);
    assertThat(locks.of(0).isHeld()).isFalse();
    io.make(0, 8, 1);
    io.writeMade(8);
    assertThat(locks.of(8).isHeld()).isFalse();
    assertThat(counted(IoCounter.PAGE_LOCK_WAITS)).isZero();
    session.close();
    assertThatThrownBy(() -> io.write(0, 4, 2)).isInstanceOf(DatabaseException.class);
    assertThatThrownBy(() -> io.read(0, 4)).isInstanceOf(DatabaseException.class);
    assertThatThrownBy(() -> io.writeMade(0)).isInstanceOf(DatabaseException.class);
    assertThat(locks.of(0).isHeld()).isFalse();
  }

  @Test
  void readsAndWritesThatFindTheirPageLockedAreCounted() throws Exception {
    PageIo io = io("mix");
    io.write(0, 4, 1);
    locks.of(2).set(true);
    io.read(0, 4);
    locks.of(2).set(true);
    io.write(0, 4, 2);
    locks.of(2).set(true);
    io.make(0, 0, 9);
    io.writeMade(0);
    locks.of(4).set(true);
    io.read(0, 4);
    assertThat(counted(IoCounter.PAGE_LOCK_WAITS)).isEqualTo(3);
  }

  @Test
  void readersAmongThemselvesTakeNoLock() throws Exception {
    io("mix").write(0, 4, 1);
    locks.of(0).set(true);
    io("read").read(0, 4);
    assertThat(counted(IoCounter.PAGE_LOCK_WAITS)).isZero();
    assertThat(locks.of(0).isHeld()).isTrue();
  }

  @Test
  void aMadePageDependsOnItsNumberAndGenerationAlone() throws Exception {
    PageIo io = io("mix");
    io.make(0, 9, 3);
    io.make(2, 9, 3);
    assertThat(page(io, 2)).isEqualTo(page(io, 0));
    assertThat(page(io, 1)).isNotEqualTo(page(io, 0));
    assertThat(io.writeMade(9)).isEqualTo(1);
    assertThat(set.generations().get(9)).isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"read", "mix"})
  void pagesOfUncertainGenerationAreNotChecked(String kind) throws Exception {
    io("mix").write(0, 4, 1);
    set.generations().set(1, -7);
    assertThat(io(kind).read(0, 4)).isEqualTo(4);
    set.generations().set(1, 0);
    assertThatThrownBy(() -> io(kind).read(0, 4))
        .isInstanceOfSatisfying(
            DatabaseException.class, e -> assertThat(e.kind()).isEqualTo(FailureKind.FATAL))
        .hasMessage("DATA.0 page 1: unknown write: generation 1, written 0");
  }

  @Test
  void aReaderCannotWrite() throws Exception {
    PageIo reader = io("read");
    assertThatThrownBy(() -> reader.write(0, 1, 1)).isInstanceOf(NonWritableChannelException.class);
  }

  @Test
  void eachSyncIsCounted() throws Exception {
    PageIo io = io("mix");
    io.write(0, 1, 1);
    io.sync();
    io.sync();
    assertThat(counted(IoCounter.SYNCS)).isEqualTo(2);
  }
}
