package io.ibench.workload.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ibench.config.SizeText;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
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

/** The files of pages, and which page is where. */
class PageSetTest {

  private static final IoSettings SETTINGS = new IoSettings(7, 2, 64 << 12, 4096, 0);

  @TempDir private Path folder;
  private FileDatabase database;

  @BeforeEach
  void open() throws Exception {
    database = (FileDatabase) IoTrial.open(folder);
  }

  @AfterEach
  void close() throws Exception {
    database.close();
  }

  private PageSet made() throws Exception {
    PageSet.create(SETTINGS, database);
    return PageSet.open(SETTINGS, database);
  }

  @Test
  void allFilesButTheBooksAreMadeEmpty() throws Exception {
    PageSet set = made();
    assertThat(database.files())
        .containsExactlyInAnyOrder("GENERATIONS", "ACKNOWLEDGED", "DATA.0", "DATA.1");
    try (FileSession session = database.session();
        OpenFile data = session.open("DATA.1", FileAccess.READ);
        OpenFile generations = session.open("GENERATIONS", FileAccess.READ);
        OpenFile acknowledged = session.open("ACKNOWLEDGED", FileAccess.READ)) {
      assertThat(data.size()).isZero();
      assertThat(generations.size()).isEqualTo(64 * 4);
      assertThat(acknowledged.size()).isEqualTo(Acknowledged.fileBytes());
    }
    assertThat(set.settings()).isEqualTo(SETTINGS);
  }

  @Test
  void theBooksAreThoseOfTheFiles() throws Exception {
    PageSet set = made();
    set.generations().set(63, 5);
    set.acknowledged().begin(9);
    PageSet other = PageSet.open(SETTINGS, database);
    assertThat(other.generations().get(63)).isEqualTo(5);
    assertThat(other.acknowledged().boot()).isEqualTo(9);
  }

  @Test
  void filesThatDoNotFitOnTheDiskAreNotMade() throws Exception {
    long bytes = 1L << 60;
    long pages = bytes >> 16;
    long needed = bytes + bytes / 20 + pages * 4 + Acknowledged.fileBytes();
    assertThatThrownBy(() -> PageSet.create(new IoSettings(7, 1, bytes, 1 << 16, 0), database))
        .isInstanceOfSatisfying(
            DatabaseException.class, e -> assertThat(e.kind()).isEqualTo(FailureKind.DISK_FULL))
        .hasMessageStartingWith(database.path("") + " has ")
        .hasMessageEndingWith(
            " free; io.size, 5 % more and the books of the pages need " + SizeText.of(needed));
    assertThat(database.files()).isEmpty();
  }

  @Test
  void pagesAreInTheirFilesOneAfterTheOther() throws Exception {
    PageSet set = made();
    assertThat(set.file(0)).isZero();
    assertThat(set.file(31)).isZero();
    assertThat(set.file(32)).isEqualTo(1);
    assertThat(set.position(31)).isEqualTo(31 * 4096);
    assertThat(set.position(32)).isZero();
    assertThat(set.position(33)).isEqualTo(4096);
    assertThat(set.name(33)).isEqualTo("DATA.1 page 33");
  }

  @Test
  void buffersAreWholeAlignedBlocks() throws Exception {
    PageSet set = made();
    int block = database.blockBytes();
    for (int bytes : new int[] {1, block, block + 1, 3 * block}) {
      ByteBuffer buffer = set.buffer(bytes);
      assertThat(buffer.alignmentOffset(0, block)).isZero();
      assertThat(buffer.capacity()).isBetween(bytes, bytes + 2 * block - 1);
      assertThat(buffer.capacity() % block).isZero();
    }
  }

  @Test
  void aFormatIsThatOfTheFolder() throws Exception {
    PageSet set = made();
    ByteBuffer buffer = set.buffer(4096);
    set.format().write(buffer, 0, 3, 1, 0, 0);
    assertThat(buffer.getLong(8)).isEqualTo(database.id());
    assertThat(set.format().check(buffer, 0, 3, 1)).isEqualTo(PageFormat.Damage.NONE);
  }

  @Test
  void directAccessNeedsPagesOfWholeBlocks() throws Exception {
    made();
    PageSet small = PageSet.open(new IoSettings(7, 2, 64 << 12, 512, 0), database);
    try (FileSession session = database.session()) {
      assertThatThrownBy(() -> small.files(session, new FileAccess(true, true, false)))
          .isInstanceOfSatisfying(
              DatabaseException.class, e -> assertThat(e.isInvalidSetting()).isTrue())
          .hasMessage(
              "direct I/O here needs pages of "
                  + database.blockBytes()
                  + " bytes or more; give a larger io.page, or io.direct = false");
      assertThat(small.files(session, FileAccess.READ)).hasSize(2);
    }
  }

  @Test
  void filesAreOpenedTogetherOrNotAtAll() throws Exception {
    PageSet set = made();
    database.removeFile("DATA.1");
    try (FileSession session = database.session()) {
      assertThatThrownBy(() -> set.files(session, FileAccess.READ))
          .isInstanceOfSatisfying(
              DatabaseException.class, e -> assertThat(e.kind()).isEqualTo(FailureKind.NOT_FOUND));
    }
  }

  @Test
  void pagesInFlightAreForgottenOnce() throws Exception {
    PageSet set = made();
    set.generations().set(10, 3);
    set.generations().set(13, 3);
    set.acknowledged().begins(0, 10, 3);
    set.acknowledged().begins(Acknowledged.MAX_WRITERS - 1, 40, 1);
    assertThat(set.forgetInFlight()).isEqualTo(4);
    assertThat(set.generations().get(10)).isEqualTo(-3);
    assertThat(set.generations().get(12)).isEqualTo(-1);
    assertThat(set.generations().get(13)).isEqualTo(3);
    assertThat(set.generations().get(40)).isEqualTo(-1);
    assertThat(set.forgetInFlight()).isZero();
  }
}
