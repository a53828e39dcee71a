package io.ibench.series;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CsvRowsTest {

  @TempDir private Path folder;

  private CsvRows open(String text) throws IOException {
    return CsvRows.open(
        Files.write(folder.resolve("file.csv"), text.getBytes(StandardCharsets.UTF_8)));
  }

  private double number(String cell) throws IOException {
    try (CsvRows rows = open("a,b\n1," + cell + "\n")) {
      assertThat(rows.next()).isTrue();
      return rows.number(1);
    }
  }

  private long time(String first, String second) throws IOException {
    try (CsvRows rows = open("time\n" + first + "\n" + second + "\n")) {
      assertThat(rows.next()).isTrue();
      rows.epochMillis(0);
      assertThat(rows.next()).isTrue();
      return rows.epochMillis(0);
    }
  }

  @Test
  void quotedCellsHoldCommasAndQuotes() throws IOException {
    try (CsvRows rows = open("step,\"a,b\"\n\"x, \"\"y\"\"\",7\n")) {
      assertThat(rows.head()).containsExactly("step", "a,b");
      assertThat(rows.next()).isTrue();
      assertThat(rows.text(0)).isEqualTo("x, \"y\"");
      assertThat(rows.number(1)).isEqualTo(7);
      assertThat(rows.next()).isFalse();
    }
  }

  @Test
  void linesOfAnotherLengthAreSkippedAndCounted() throws IOException {
    try (CsvRows rows = open("a,b\n1\n1,2,3\n\n4,5\n6")) {
      assertThat(rows.next()).isTrue();
      assertThat(rows.number(1)).isEqualTo(5);
      assertThat(rows.next()).isFalse();
      assertThat(rows.damaged()).isEqualTo(4);
    }
  }

  @Test
  void aLineThatIsThereTwiceCountsOnce() throws IOException {
    try (CsvRows rows = open("a,b\n1,2\n1,2\n3,4\n1,2\n")) {
      for (int first : new int[] {1, 3, 1}) {
        assertThat(rows.next()).isTrue();
        assertThat(rows.number(0)).isEqualTo(first);
      }
      assertThat(rows.next()).isFalse();
      assertThat(rows.damaged()).isEqualTo(1);
    }
  }

  @Test
  void anEmptyFileHasNothing() throws IOException {
    try (CsvRows rows = open("")) {
      assertThat(rows.next()).isFalse();
      assertThat(rows.column("time")).isEqualTo(-1);
      assertThat(rows.number(-1)).isNaN();
      assertThat(rows.epochMillis(-1)).isEqualTo(Long.MIN_VALUE);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "7",
        "604800.125",
        ".5",
        "5.",
        "123456789012345",
        "1234567890123456",
        "9007199254740993",
        "0.000000000001",
        "-3.5",
        "1e3",
        "9223372036854775807"
      })
  void numbersAreThoseThatJavaReads(String cell) throws IOException {
    assertThat(number(cell)).isEqualTo(Double.parseDouble(cell));
  }

  @Test
  void randomNumbersAreThoseThatJavaReads() throws IOException {
    Random random = new Random(7);
    StringBuilder text = new StringBuilder("a\n");
    for (int i = 0; i < 2_000; i++) {
      text.append(random.nextInt(1_000_000)).append('.').append(random.nextInt(10_000_000));
      text.append('\n');
    }
    String[] lines = text.toString().split("\n");
    try (CsvRows rows = open(text.toString())) {
      for (int i = 1; rows.next(); i++) {
        assertThat(rows.number(0)).isEqualTo(Double.parseDouble(lines[i]));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", "1.2.3", "12a", "x", "NaN", "Infinity", "1,", "\u0661", "--1"})
  void whatIsNoNumberIsNone(String cell) throws IOException {
    String one = cell.replace(",", " x");
    assertThat(number(one)).isNaN();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-11-21T18:43:12.363Z", "2026-11-21T18:43:59Z", "2026-11-21T18:44:00Z",
        "2026-11-21T18:43:00.001Z", "2027-01-01T00:00:00Z", "2026-11-21T18:43:12.363456Z",
        "2024-02-29T23:59:59.999Z"
      })
  void timesAreThoseThatJavaReads(String time) throws IOException {
    assertThat(time("2026-11-21T18:43:11.999Z", time))
        .isEqualTo(Instant.parse(time).toEpochMilli());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-11-21T18:43:60Z",
        "2026-11-21T18:43:1xZ",
        "2026-11-21T18:43:12.3x3Z",
        "2026-11-21T18:43:12",
        "2026-11-21T18:43:12X363Z",
        "2026-11-21T18:43:",
        "x",
        "2026-11-21T18:43:12.363",
        "2025-02-29T10:00:00Z",
        "+1000000000-12-31T23:59:59Z"
      })
  void whatIsNoTimeIsNone(String time) throws IOException {
    assertThat(time("2026-11-21T18:43:11.999Z", time)).isEqualTo(Long.MIN_VALUE);
  }
}
