package io.ibench.learn.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogsTest {

  private static final String SLOW = "mariadb-10.11-slow.log.gz";

  @TempDir private Path folder;

  private final ReadLog log = new ReadLog();

  private Path file(String name, byte[] content) {
    return ReadLog.file(folder, name, content);
  }

  private static byte[] packed(byte[] content) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream packer = new GZIPOutputStream(bytes)) {
      packer.write(content);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    return bytes.toByteArray();
  }

  private LogSummary read(Path... files) throws LogException {
    return Logs.read(List.of(files), LogFilter.ALL, log);
  }

  @Test
  void aPackedFileReadsAsAPlainOneWhateverItsName() throws LogException {
    byte[] content = ReadLog.fixture(SLOW);
    LogSummary summary = read(file("slow.log", packed(content)));
    ReadLog plain = new ReadLog();
    plain.read(content);
    assertThat(log.statements).isEqualTo(plain.statements);
    assertThat(summary.bytes()).isEqualTo(content.length);
  }

  @Test
  void aPackedFileThatEndsEarlyIsAMistake() {
    byte[] packed = packed(ReadLog.fixture("mariadb-10.11-slow-rotated.gz"));
    Path cut = file("slow.log.gz", Arrays.copyOf(packed, packed.length - 100));
    assertThatThrownBy(() -> read(cut))
        .isInstanceOf(LogException.class)
        .hasMessage(
            cut + ": the compressed data is damaged or ends early; right: a whole .gz file");
  }

  @Test
  void allFilesThatCannotBeUsedAreNamedAtOnce() {
    Path empty = file("empty.log", new byte[0]);
    Path missing = folder.resolve("missing.log");
    Path good = file("slow.log", ReadLog.fixture(SLOW));
    assertThatThrownBy(() -> read(empty, good, missing))
        .isInstanceOfSatisfying(
            LogException.class,
            mistake ->
                assertThat(mistake.mistakes())
                    .hasSize(2)
                    .anyMatch(line -> line.startsWith(empty + ": is empty"))
                    .anyMatch(line -> line.startsWith(missing + ": cannot be read")));
    assertThat(log.statements).isEmpty();
  }

  @Test
  void anUnknownFormatShowsAtMostSixtyCharactersOfItsFirstLine() {
    Path other =
        file("other.log", ReadLog.bytes("Hello \u0001\u00ff" + "x".repeat(100) + "\nsecret"));
    assertThatThrownBy(() -> read(other))
        .isInstanceOf(LogException.class)
        .hasMessage(
            other
                + ": unknown format: its first line is 'Hello .."
                + "x".repeat(52)
                + "'; right: a slow log or general log of MariaDB or MySQL, or a csvlog, jsonlog or"
                + " stderr log of PostgreSQL");
  }

  @Test
  void otherPackersAreNamed() {
    Path packed = file("slow.log.zst", new byte[] {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd, 0, 0});
    assertThatThrownBy(() -> read(packed))
        .hasMessage(packed + ": it is compressed by zstd; right: plain, or .gz");
  }

  @Test
  void noFileIsAMistake() {
    assertThatThrownBy(() -> read()).isInstanceOf(LogException.class).hasMessage("no log is named");
  }

  @Test
  void timesMayPassMidnight() {
    LogFilter night = filter("22:00", "02:00");
    assertThat(night.wants(hours(23))).isTrue();
    assertThat(night.wants(hours(1) + 5 * LogTime.DAY)).isTrue();
    assertThat(night.wants(hours(2))).isFalse();
    assertThat(night.wants(hours(21))).isFalse();
  }

  @Test
  void aFullTimeIsOnOneDay() {
    LogFilter filter = filter("1970-01-02 09:00", "10:00:30");
    assertThat(filter.wants(hours(9))).isFalse();
    assertThat(filter.wants(hours(33))).isTrue();
    assertThat(filter.wants(hours(34))).isTrue();
    assertThat(filter.wants(hours(35))).isFalse();
  }

  private static LogFilter filter(String from, String to) {
    return new LogFilter(
        Optional.of(LogTime.parse(from)), Optional.of(LogTime.parse(to)), Optional.empty());
  }

  private static long hours(int hours) {
    return hours * 3_600_000_000L;
  }

  @Test
  void whatIsNoTimeIsRefusedWithWhatIsRight() {
    assertThatThrownBy(() -> LogTime.parse("9"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("'9' is no time; right: 09:00, 09:00:30 or '2026-11-30 09:00'");
  }

  @Test
  void timesOfLogsAreThoseOfJava() {
    for (String time :
        List.of("1970-01-01T00:00:00", "2000-02-29T23:59:59", "2026-11-30T05:54:55")) {
      byte[] bytes = ReadLog.bytes(time + ".932766Z");
      assertThat(Bytes.time(bytes, 0, bytes.length))
          .isEqualTo(LogTime.parse(time + ".932766").micros());
    }
  }
}
