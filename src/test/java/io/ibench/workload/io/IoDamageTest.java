package io.ibench.workload.io;

import static io.ibench.workload.io.IoTrial.PAGES;
import static io.ibench.workload.io.IoTrial.PAGE_BYTES;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Database;
import io.ibench.db.FileAccess;
import io.ibench.db.FileDatabase;
import io.ibench.db.FileSession;
import io.ibench.db.OpenFile;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each damage is found and named, and nothing else is. */
class IoDamageTest {

  private static final int HALF = PAGE_BYTES / 2;

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
  void verifyNamesEachDamageAndNoWholePage() throws Exception {
    trial.run("fill, verify");
    ByteBuffer old = read("DATA.0", 8, 1);
    ByteBuffer oldOfTorn = read("DATA.0", 10, 1);
    trial.run("write", "write.pattern=sequential", "write.operations=" + PAGES);
    ByteBuffer flipped = read("DATA.0", 3, 1);
    flipped.put(1000, (byte) (flipped.get(1000) ^ 4));
    write("DATA.0", 3, flipped);
    ByteBuffer five = read("DATA.0", 5, 1);
    write("DATA.0", 5, read("DATA.0", 6, 1));
    write("DATA.0", 6, five);
    write("DATA.0", 8, old);
    ByteBuffer torn = read("DATA.0", 10, 1);
    torn.put(HALF, oldOfTorn, HALF, HALF);
    write("DATA.0", 10, torn);
    write("DATA.0", 12, ByteBuffer.allocateDirect(PAGE_BYTES));
    truncate("DATA.1", 30);

    trial.tryToRun("verify");

    assertThat(trial.problems())
        .containsExactly(
            "DATA.0 page 3: checksum: the contents changed after they were written",
            "DATA.0 page 5: misplaced: says page 6",
            "DATA.0 page 6: misplaced: says page 5",
            "DATA.0 page 8: lost write: generation 1, written 2",
            "DATA.0 page 10: torn (head generation 2, tail 1)",
            "DATA.0 page 12: hole: zeros",
            "DATA.1 truncated: 122,880 bytes, written 131,072");
    assertThat(trial.facts()).anyMatch(fact -> fact.startsWith("56 of 64 pages are whole"));
  }

  @Test
  void readsNameADamageAndFail() throws Exception {
    trial.run("fill");
    write("DATA.0", 8, ByteBuffer.allocateDirect(PAGE_BYTES));

    trial.tryToRun("read", "read.pattern=sequential");

    assertThat(trial.results().get(0).failure().orElseThrow())
        .contains("DATA.0 page 8: hole: zeros");
  }

  @Test
  void pagesOfAnEarlierFillAreStrangers() throws Exception {
    trial.run("fill");
    ByteBuffer old = read("DATA.0", 8, 1);
    trial.run("fill");
    write("DATA.0", 8, old);

    trial.tryToRun("verify");

    assertThat(trial.problems())
        .containsExactly("DATA.0 page 8: page of another folder or an earlier fill");
  }

  @Test
  void afterTheDeathOfAProcessOnlyPagesInFlightAreUncertain() throws Exception {
    trial.run("fill");
    Acknowledged acknowledged = pages().acknowledged();
    acknowledged.begin(BootId.current());
    acknowledged.begins(3, 20, 1);
    write("DATA.0", 20, ByteBuffer.allocateDirect(PAGE_BYTES));
    write("DATA.0", 21, ByteBuffer.allocateDirect(PAGE_BYTES));

    trial.tryToRun("verify");

    assertThat(trial.problems()).containsExactly("DATA.0 page 21: hole: zeros");
    assertThat(trial.facts())
        .contains("pages in flight when the run died: 1; no promise is broken");
  }

  @Test
  void afterTheDeathOfTheMachineSyncedWritesMustBeThere() throws Exception {
    trial.run("fill");
    Acknowledged acknowledged = pages().acknowledged();
    acknowledged.begin(BootId.current() + 1);
    acknowledged.synced(0, 20, 1);
    acknowledged.synced(1, 21, 2);
    pages().generations().set(22, 9);

    trial.tryToRun("verify");

    assertThat(trial.problems())
        .containsExactly("DATA.0 page 21: lost write: generation 1, written 2");
  }

  @Test
  void aTornPageThatIsWholeInTheDoublewriteFileIsCounted() throws Exception {
    trial.run("fill, innosim", "innosim.dirty_pct=100", "io.operations=500", "io.redo_size=64KB");
    ByteBuffer twice = read("DOUBLEWRITE", 0, 1);
    int page = (int) PageFormat.number(twice, 0);
    twice.putInt(PAGE_BYTES - 4, -1);
    write("DATA." + page / 32, page % 32, twice);

    trial.tryToRun("verify");

    assertThat(trial.problems()).hasSize(1).first().asString().contains("page " + page + ": torn");
    assertThat(trial.facts()).contains("torn pages that are whole in the doublewrite file: 1");
  }

  @Test
  void aMissingFileIsOneProblem() throws Exception {
    trial.run("fill");
    ((FileDatabase) database).removeFile("DATA.1");

    trial.tryToRun("verify");

    assertThat(trial.problems()).containsExactly("DATA.1 is missing");
    assertThat(trial.facts()).containsExactly(whole(32));
  }

  @Test
  void aFileOfAnotherLengthIsNamedAndItsWholePagesAreRead() throws Exception {
    trial.run("fill");
    truncate("DATA.0", 30, 100);
    try (FileSession session = (FileSession) database.session();
        OpenFile open = session.open("DATA.1", FileAccess.WRITE)) {
      open.write(ByteBuffer.allocateDirect(100), 32L * PAGE_BYTES);
    }

    trial.tryToRun("verify");

    assertThat(trial.problems())
        .containsExactly(
            "DATA.0 truncated: 122,980 bytes, written 131,072",
            "DATA.1 too long: 131,172 bytes, written 131,072");
    assertThat(trial.facts()).containsExactly(whole(62));
    assertThat(trial.counted(IoCounter.PAGES_READ)).as("progress").isEqualTo(62);
  }

  @Test
  void onlyTheFirstDamagesAreNamed() throws Exception {
    trial.run("fill");
    write("DATA.0", 5, ByteBuffer.allocateDirect(20 * PAGE_BYTES));
    trial.tryToRun("verify");
    assertThat(trial.problems()).hasSize(20).endsWith("DATA.0 page 24: hole: zeros");
    write("DATA.1", 3, ByteBuffer.allocateDirect(3 * PAGE_BYTES));
    trial.tryToRun("verify");
    assertThat(trial.problems()).hasSize(21).endsWith("and 3 more pages");
    assertThat(trial.facts()).containsExactly(whole(64 - 23));
  }

  @Test
  void pagesOfAFileThatIsNotNamedAreCounted() throws Exception {
    trial.run("fill");
    ((FileDatabase) database).removeFile("DATA.1");
    write("DATA.0", 5, ByteBuffer.allocateDirect(20 * PAGE_BYTES));

    trial.tryToRun("verify");

    assertThat(trial.problems()).hasSize(21).endsWith("and 32 more pages");
  }

  @Test
  void pagesOfWritesThatFailedMayBeDamaged() throws Exception {
    trial.run("fill");
    Generations generations = pages().generations();
    generations.set(20, -1);
    generations.set(21, -1);
    write("DATA.0", 20, ByteBuffer.allocateDirect(PAGE_BYTES));

    trial.run("verify");

    assertThat(trial.facts())
        .containsExactly(whole(63), "pages of writes that failed: 1; they may be old or damaged");
    assertThat(generations.get(20)).isEqualTo(-1);
    assertThat(generations.get(21)).as("found whole").isEqualTo(1);
  }

  @Test
  void afterTheDeathOfAProcessWholeFilesAreCleanAgain() throws Exception {
    trial.run("fill");
    pages().acknowledged().begin(BootId.current());
    Generations generations = pages().generations();
    generations.set(7, 0);

    trial.run("verify");

    assertThat(trial.facts())
        .containsExactly(whole(64), "a run died while it wrote; newer pages are taken as found");
    assertThat(generations.get(7)).isEqualTo(1);
    assertThat(pages().acknowledged().isUnclean()).isFalse();
    assertThat(trial.run("verify").facts()).containsExactly(whole(64));
  }

  @Test
  void damageAfterADeathIsFoundAgain() throws Exception {
    trial.run("fill");
    pages().acknowledged().begin(BootId.current());
    write("DATA.0", 1, ByteBuffer.allocateDirect(PAGE_BYTES));

    trial.tryToRun("verify");
    trial.tryToRun("verify");

    assertThat(trial.problems()).containsExactly("DATA.0 page 1: hole: zeros");
    assertThat(pages().acknowledged().isUnclean()).isTrue();
  }

  @Test
  void pagesNewerThanTheirBooksAreDamageWithoutADeath() throws Exception {
    trial.run("fill");
    pages().generations().set(7, 0);

    trial.tryToRun("verify");

    assertThat(trial.problems())
        .containsExactly("DATA.0 page 7: unknown write: generation 1, written 0");
  }

  @Test
  void theNewestOfTheSyncedWritesOfAPageMustBeThere() throws Exception {
    trial.run("fill");
    Acknowledged acknowledged = pages().acknowledged();
    acknowledged.begin(BootId.current() + 1);
    acknowledged.synced(0, 20, 2);
    acknowledged.synced(1, 20, 3);
    acknowledged.synced(1, 20, 1);
    acknowledged.synced(Acknowledged.MAX_WRITERS - 1, 21, 1);

    trial.tryToRun("verify");

    assertThat(trial.problems())
        .containsExactly("DATA.0 page 20: lost write: generation 1, written 3");
    assertThat(trial.facts())
        .containsExactly(
            whole(63),
            "the machine went down while a run wrote: 2 synced writes are the measure, newer ones"
                + " are taken as found");
  }

  @Test
  void filesLongerThanAReadAreReadToTheirEnd() throws Exception {
    trial.run("fill", "io.size=5MB");
    write("DATA.0", 256, ByteBuffer.allocateDirect(PAGE_BYTES));
    write("DATA.1", 639, ByteBuffer.allocateDirect(PAGE_BYTES));

    trial.tryToRun("verify", "io.size=5MB");

    assertThat(trial.problems())
        .containsExactly("DATA.0 page 256: hole: zeros", "DATA.1 page 1279: hole: zeros");
    assertThat(trial.counted(IoCounter.PAGES_READ)).as("progress").isEqualTo(1280);
  }

  @Test
  void aTornPageThatWasNotWrittenTwiceIsNotRestorable() throws Exception {
    trial.run("fill");
    ByteBuffer torn = read("DATA.0", 9, 1);
    torn.putInt(PAGE_BYTES - 4, -1);
    write("DATA.0", 9, torn);

    trial.tryToRun("verify");

    assertThat(trial.problems()).containsExactly("DATA.0 page 9: torn (head generation 1, tail 1)");
    assertThat(trial.facts()).containsExactly(whole(63));
  }

  private static String whole(int pages) {
    return pages
        + " of 64 pages are whole, in their places, and of the generation that was written last";
  }

  private PageSet pages() throws Exception {
    return PageSet.open(IoTrial.plan("verify").settings(), (FileDatabase) database);
  }

  private ByteBuffer read(String file, long page, int pages) throws Exception {
    ByteBuffer buffer = ByteBuffer.allocateDirect(pages * PAGE_BYTES);
    try (FileSession session = (FileSession) database.session();
        OpenFile open = session.open(file, FileAccess.READ)) {
      open.read(buffer, page * PAGE_BYTES);
    }
    return buffer.clear();
  }

  private void write(String file, long page, ByteBuffer buffer) throws Exception {
    try (FileSession session = (FileSession) database.session();
        OpenFile open = session.open(file, FileAccess.WRITE)) {
      open.write(buffer.clear(), page * PAGE_BYTES);
    }
  }

  private void truncate(String file, long pages) throws Exception {
    truncate(file, pages, 0);
  }

  private void truncate(String file, long pages, int bytes) throws Exception {
    try (FileSession session = (FileSession) database.session();
        OpenFile open = session.open(file, FileAccess.WRITE)) {
      open.truncate(pages * PAGE_BYTES + bytes);
    }
  }
}
