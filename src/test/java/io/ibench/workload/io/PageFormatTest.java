package io.ibench.workload.io;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.workload.io.PageFormat.Damage;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PageFormatTest {

  private static final int BYTES = 4096;
  private static final long FOLDER = 0x0123456789ABCDEFL;

  private final PageFormat format = format(FOLDER);
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(3 * BYTES);

  private static PageFormat format(long folder) {
    return new PageFormat(BYTES, folder, PageFormat.filler(new IoSettings(7, 1, 8192, BYTES, 0)));
  }

  @BeforeEach
  void write() {
    format.write(buffer, BYTES, 812, 7, 3, 99);
  }

  private Damage check(long page, int expected) {
    return format.check(buffer, BYTES, page, expected);
  }

  private String describe(Damage damage, int expected) {
    return format.describe(damage, buffer, BYTES, expected);
  }

  @Test
  void aPageHasItsHeadAndTail() {
    assertThat(buffer.getInt(BYTES)).isEqualTo(0x6942696F);
    assertThat(buffer.getLong(BYTES + 8)).isEqualTo(FOLDER);
    assertThat(buffer.getLong(BYTES + 16)).isEqualTo(812);
    assertThat(buffer.getInt(BYTES + 24)).isEqualTo(7);
    assertThat(buffer.getInt(BYTES + 28)).isEqualTo(3);
    assertThat(buffer.getInt(BYTES + 32)).isEqualTo(99);
    assertThat(buffer.getInt(BYTES + 36)).isEqualTo(BYTES);
    assertThat(buffer.getInt(2 * BYTES - 8)).isEqualTo(7);
    assertThat(buffer.getInt(2 * BYTES - 4)).isEqualTo(99);
    assertThat(PageFormat.number(buffer, BYTES)).isEqualTo(812);
    assertThat(PageFormat.generation(buffer, BYTES)).isEqualTo(7);
  }

  @Test
  void nothingBesideThePageIsWritten() {
    assertThat(buffer.slice(0, BYTES)).isEqualTo(ByteBuffer.allocate(BYTES));
    assertThat(buffer.slice(2 * BYTES, BYTES)).isEqualTo(ByteBuffer.allocate(BYTES));
  }

  @Test
  void theChecksumIsTheCrc32cOfThePageWithZeroInItsPlace() {
    int stored = buffer.getInt(BYTES + 4);
    ByteBuffer page = ByteBuffer.allocate(BYTES).put(buffer.slice(BYTES, BYTES)).putInt(4, 0);
    CRC32C crc = new CRC32C();
    crc.update(page.flip());
    assertThat(stored).isEqualTo((int) crc.getValue());
    assertThat(check(812, 7)).isEqualTo(Damage.NONE);
    assertThat(buffer.getInt(BYTES + 4)).as("after a check").isEqualTo(stored);
  }

  @Test
  void theBodyDependsOnPageAndGenerationAlone() {
    ByteBuffer body = ByteBuffer.allocate(BYTES - 48).put(buffer.slice(BYTES + 40, BYTES - 48));
    format.write(buffer, 0, 812, 7, 4, 100);
    assertThat(buffer.slice(40, BYTES - 48)).isEqualTo(body.flip());
    format.write(buffer, 0, 812, 8, 4, 100);
    assertThat(buffer.slice(40, BYTES - 48)).isNotEqualTo(body);
    format.write(buffer, 0, 813, 7, 4, 100);
    assertThat(buffer.slice(40, BYTES - 48)).isNotEqualTo(body);
  }

  @Test
  void aWholePageIsOfTheGenerationThatWasWrittenLast() {
    assertThat(check(812, 7)).isEqualTo(Damage.NONE);
    assertThat(check(812, -1)).as("any generation").isEqualTo(Damage.NONE);
    assertThat(describe(Damage.NONE, 7)).isEqualTo("whole");
    assertThat(check(812, 8)).isEqualTo(Damage.LOST_WRITE);
    assertThat(describe(Damage.LOST_WRITE, 8)).isEqualTo("lost write: generation 7, written 8");
    assertThat(check(812, 6)).isEqualTo(Damage.UNKNOWN_WRITE);
    assertThat(check(812, 0)).isEqualTo(Damage.UNKNOWN_WRITE);
    assertThat(describe(Damage.UNKNOWN_WRITE, 6))
        .isEqualTo("unknown write: generation 7, written 6");
  }

  @Test
  void aPageOfAnotherPlaceOrFolderIsNamed() {
    assertThat(check(813, 7)).isEqualTo(Damage.MISPLACED);
    assertThat(describe(Damage.MISPLACED, 7)).isEqualTo("misplaced: says page 812");
    assertThat(format(FOLDER + 1).check(buffer, BYTES, 812, 7)).isEqualTo(Damage.OTHER_FOLDER);
    assertThat(describe(Damage.OTHER_FOLDER, 7))
        .isEqualTo("page of another folder or an earlier fill");
  }

  @Test
  void headAndTailOfDifferentWritesAreTorn() {
    buffer.putInt(2 * BYTES - 8, 6);
    assertThat(check(812, 7)).isEqualTo(Damage.TORN);
    assertThat(describe(Damage.TORN, 7)).isEqualTo("torn (head generation 7, tail 6)");
    buffer.putInt(2 * BYTES - 8, 7).putInt(2 * BYTES - 4, 98);
    assertThat(check(812, 7)).isEqualTo(Damage.TORN);
  }

  @ParameterizedTest
  @CsvSource({"28", "36", "40", "2000", "4087"})
  void aChangedByteIsFoundByTheChecksum(int at) {
    buffer.put(BYTES + at, (byte) (buffer.get(BYTES + at) ^ 1));
    assertThat(check(812, 7)).isEqualTo(Damage.CHECKSUM);
    assertThat(describe(Damage.CHECKSUM, 7))
        .isEqualTo("checksum: the contents changed after they were written");
  }

  @Test
  void zerosAreAHoleAndAnythingElseIsForeign() {
    for (int at = 0; at < BYTES; at++) {
      buffer.put(BYTES + at, (byte) 0);
    }
    assertThat(check(812, 7)).isEqualTo(Damage.HOLE);
    assertThat(describe(Damage.HOLE, 7)).isEqualTo("hole: zeros");
    buffer.put(2 * BYTES, (byte) 1);
    assertThat(check(812, 7)).as("the next page is not looked at").isEqualTo(Damage.HOLE);
    buffer.put(2 * BYTES - 1, (byte) 1);
    assertThat(check(812, 7)).isEqualTo(Damage.FOREIGN);
    assertThat(describe(Damage.FOREIGN, 7))
        .isEqualTo("no page of ibench: its magic number is wrong");
    buffer.put(2 * BYTES - 1, (byte) 0).put(BYTES + 8, (byte) 1);
    assertThat(check(812, 7)).isEqualTo(Damage.FOREIGN);
  }

  /** Of each 512 bytes, the first ones are drawn, in whole numbers of 8 bytes. */
  @ParameterizedTest
  @CsvSource({"0, 512", "50, 256", "99, 0", "98, 8", "100, 0", "10, 456"})
  void aPartOfEachSectorIsZeros(int compressiblePct, int drawn) {
    ByteBuffer filler = PageFormat.filler(new IoSettings(7, 1, 8192, BYTES, compressiblePct));
    assertThat(filler.capacity()).isEqualTo((1 << 20) + BYTES);
    for (int sector = 0; sector < filler.capacity(); sector += 512) {
      for (int at = 0; at < 512; at += 8) {
        assertThat(filler.getLong(sector + at) != 0).as("%d", sector + at).isEqualTo(at < drawn);
      }
    }
  }
}
