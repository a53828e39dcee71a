package io.ibench.workload.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which settings are refused, with what reason, and which ones just pass. */
class IoSettingsTest {

  private static void assertRefused(String problem, String step, String... settings) {
    assertThat(IoTrial.mistakes(step, settings)).containsExactly("settings: " + problem);
  }

  private static void assertTaken(String step, String... settings) {
    assertThat(IoTrial.mistakes(step, settings)).isEmpty();
  }

  private static StepSettings step(String kind, String... settings) {
    IoPlan plan = IoTrial.plan(kind, settings);
    return plan.settings(plan.steps().get(0));
  }

  @ParameterizedTest
  @CsvSource({"3KB", "256B", "128KB"})
  void aPageIsAPowerOfTwoFrom512BytesTo64Kilobytes(String page) {
    assertRefused(
        "io.page = " + page + ": is no power of two from 512B to 64KB", "fill", "io.page=" + page);
  }

  @Test
  void thePagesFillAllFiles() {
    assertRefused(
        "io.size = 256KB: is no multiple of 3 files of whole pages of 4 KB", "fill", "io.files=3");
    assertRefused(
        "io.size = 64KB: is no multiple of 2 files of whole pages of 64 KB",
        "fill",
        "io.page=64KB",
        "io.size=64KB");
    assertTaken("fill", "io.page=64KB", "io.size=128KB");
    assertTaken("fill", "io.page=512B", "io.size=1KB");
  }

  @Test
  void theGenerationsOfAllPagesFitIntoOneMapping() {
    assertRefused(
        "io.size = 274877906944B: has 536870912 pages; allowed: up to 536870911, or a larger"
            + " io.page",
        "fill",
        "io.page=512B",
        "io.size=274877906944B");
    assertTaken("fill", "io.page=512B", "io.files=1", "io.size=274877906432B");
  }

  @Test
  void theDataIsDividedIntoFilesOfPages() {
    IoSettings settings = IoTrial.plan("fill", "io.compressible_pct=30").settings();
    assertThat(settings).isEqualTo(new IoSettings(7, 2, 256 << 10, 4096, 30));
    assertThat(settings.pages()).isEqualTo(64);
    assertThat(settings.pagesOfFile()).isEqualTo(32);
    assertThat(IoSettings.file(12)).isEqualTo("DATA.12");
  }

  @Test
  void directReadsNeedPagesOf4Kilobytes() {
    assertRefused(
        "read.direct = true: needs pages of 4 KB or more; io.page is 2 KB",
        "read",
        "io.page=2KB",
        "read.direct=true");
    assertTaken("read", "read.direct=true");
  }

  @Test
  void syncsThatNeverComeOrAreNeedlessAreRefused() {
    assertRefused(
        "mix.sync_every = 4: never comes: io.read_pct = 100 writes nothing",
        "mix",
        "mix.sync_every=4",
        "mix.read_pct=100");
    assertTaken("mix", "mix.sync_every=4", "mix.read_pct=99.9");
    assertTaken("mix", "mix.read_pct=100");
    assertRefused(
        "write.sync_every = 4: is needless: with sync = dsync each write is on the disk",
        "write",
        "write.sync_every=4",
        "write.sync=dsync");
    assertTaken("write", "write.sync=dsync");
  }

  @Test
  void asManyThreadsMayWriteAsHaveAPlaceInTheBooks() {
    assertRefused(
        "write.threads = 1025: is more than the 1024 threads that may write",
        "write",
        "write.threads=1025");
    assertTaken("write", "write.threads=1024");
    assertTaken("read", "read.threads=1025");
  }

  @Test
  void innosimThatDoesOrCountsNothingIsRefused() {
    assertRefused(
        "innosim.hit_pct = 100: does nothing with dirty_pct = 0",
        "innosim",
        "io.until=5s",
        "innosim.hit_pct=100",
        "innosim.dirty_pct=0");
    assertTaken("innosim", "io.until=5s", "innosim.hit_pct=100", "innosim.dirty_pct=1");
    assertTaken("innosim", "innosim.hit_pct=99", "innosim.dirty_pct=0");
    assertRefused(
        "innosim.hit_pct = 100: reads nothing that a rate or operations could count",
        "innosim",
        "innosim.hit_pct=100");
    assertRefused(
        "innosim.hit_pct = 100: reads nothing that a rate or operations could count",
        "innosim",
        "io.until=5s",
        "innosim.rate=5/s",
        "innosim.hit_pct=100");
  }

  @Test
  void thePoolHasAPageOrMore() {
    assertRefused(
        "innosim.pool = 2KB: is not between 4 KB and 1 GB", "innosim", "innosim.pool=2KB");
    assertRefused(
        "innosim.pool = 2GB: is not between 4 KB and 1 GB", "innosim", "innosim.pool=2GB");
    assertThat(step("innosim", "innosim.pool=4KB").innosim().poolBytes()).isEqualTo(4096);
    assertThat(step("innosim", "innosim.pool=1GB").innosim().poolBytes()).isEqualTo(1 << 30);
  }

  @Test
  void aLogHoldsAtLeastOneWrite() {
    assertRefused(
        "innosim.redo_write = 2MB: is not between 1 B and 1 MB",
        "innosim",
        "innosim.redo_write=2MB",
        "innosim.redo_size=4MB");
    assertRefused(
        "innosim.redo_size = 32KB: is less than one write of 64 KB",
        "innosim",
        "innosim.redo_write=64KB",
        "innosim.redo_size=32KB");
    assertRefused(
        "innosim.binlog_size = 32KB: is less than one write of 64 KB",
        "innosim",
        "innosim.binlog_write=64KB",
        "innosim.binlog_size=32KB");
    assertThat(step("innosim", "innosim.redo_write=1MB", "innosim.redo_size=1MB").innosim().redo())
        .isEqualTo(
            new IoSettings.LogSettings(
                1 << 20, 1 << 20, 1, IoKeys.Log.SERIAL, IoKeys.Sync.FDATASYNC));
  }

  @Test
  void aLogWithoutSyncsIsNotUsed() {
    StepSettings.Innosim model = step("innosim", "innosim.redo_sync_every=0").innosim();
    assertThat(model.redo().isUsed()).isFalse();
    assertThat(model.binlog().isUsed()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"2KB", "2MB", "12KB"})
  void aBlockIsAPowerOfTwoFromAPageToAMegabyte(String block) {
    assertRefused(
        "read.read_block = " + block + ": is no power of two from a page, 4 KB, to 1 MB",
        "read",
        "read.read_block=" + block);
  }

  @Test
  void blocksDivideAFile() {
    assertRefused(
        "read.read_block = 256KB: does not divide a file of 128 KB",
        "read",
        "read.read_block=256KB");
    assertThat(step("read", "read.read_block=128KB").readPages()).isEqualTo(32);
    assertThat(step("read").readPages()).as("by default a page").isEqualTo(1);
    StepSettings mix = step("mix", "mix.write_block=1MB", "io.size=2MB", "io.read_block=8KB");
    assertThat(mix.writePages()).isEqualTo(256);
    assertThat(mix.readPages()).isEqualTo(2);
  }

  @Test
  void settingsThatAKindDoesNotHaveAreThoseOfNothing() {
    StepSettings read = step("read");
    assertThat(read.readPct()).isEqualTo(100);
    assertThat(read.syncEvery()).isZero();
    assertThat(read.checks()).isTrue();
    assertThat(read.writePages()).isEqualTo(1);
    assertThat(read.innosim().writers()).isZero();
    assertThat(read.innosim().doublewrite()).isFalse();
    assertThat(step("write").readPct()).isZero();
    assertThat(step("write").checks()).isFalse();
    assertThat(step("mix").readPct()).isEqualTo(50);
  }

  @Test
  void pagesAreLockedWhereSomebodyWritesBesideOthers() {
    assertThat(List.of(step("mix").locks(), step("write").locks(), step("innosim").locks()))
        .containsOnly(true);
    assertThat(step("read").locks()).isFalse();
  }

  @Test
  void kindsHaveTheirKeys() {
    assertThat(Kind.of("innosim")).isEqualTo(Kind.INNOSIM);
    assertThat(Kind.MIX.label()).isEqualTo("mix");
    assertThat(Kind.WRITE.has(IoKeys.SYNC)).isTrue();
    assertThat(Kind.WRITE.has(IoKeys.CHECK)).isFalse();
    assertThat(Kind.READ.writes()).isFalse();
    assertThat(Kind.FILL.writes()).isTrue();
    assertThat(Kind.FILL.keys()).isEqualTo(List.of(IoKeys.DIRECT));
  }

  @Test
  void eachKeyOfAStepIsGivenForAllStepsOnce() {
    List<String> names = new IoWorkload().keys().stream().map(key -> key.name()).toList();
    assertThat(names)
        .startsWith("io.files", "io.size", "io.page", "io.compressible_pct", "io.threads")
        .contains("io.until", "io.operations", "io.direct", "io.binlog_sync_every")
        .doesNotHaveDuplicates()
        .hasSize(30);
  }
}
