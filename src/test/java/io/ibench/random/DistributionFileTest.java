package io.ibench.random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.ibench.testing.Slow;
import java.io.ByteArrayInputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DistributionFileTest {
  private static final String GOOD =
      "nlinks\n0 50\n1 75.5\n 4\t9e1 \r\n10 100\n\nlink_nreads\n0 97\n3 100\n";

  @Test
  void readsTheNamedSection() throws Exception {
    PiecewiseCdf links = read(GOOD, "nlinks");
    assertThat(links.points()).isEqualTo(4);
    assertThat(links.share(1)).isEqualTo(75.5 / 100.0);
    assertThat(links.value(2)).isEqualTo(4);
    assertThat(links.share(2)).isEqualTo(0.9);
    PiecewiseCdf reads = read(GOOD, "link_nreads");
    assertThat(reads.points()).isEqualTo(2);
    assertThat(reads.value(1)).isEqualTo(3);
  }

  @Test
  void readsMoreThanAFewPoints() throws Exception {
    StringBuilder text = new StringBuilder("\uFEFFmany");
    for (int i = 1; i <= 1000; i++) {
      text.append('\n').append(i).append(' ').append(i / 10.0);
    }
    PiecewiseCdf many = read(text.toString(), "many");
    assertThat(many.points()).isEqualTo(1000);
    assertThat(many.quantile(0.5)).isEqualTo(500);
  }

  @Test
  void aMissingSectionListsThosePresent() {
    assertTrouble(GOOD, "links", "d.dat:9: ", "'links'", "nlinks, link_nreads");
    assertTrouble("", "nlinks", "d.dat:1: the file is empty", "'nlinks'");
    assertTrouble("  \n\n", "nlinks", "the file is empty");
  }

  @Test
  void anEmptySectionIsNamed() {
    assertTrouble("nlinks\nother\n1 100", "nlinks", "d.dat:2: ", "'nlinks'", "no point");
    assertTrouble("other\n1 100\nnlinks", "nlinks", "'nlinks'", "no point");
  }

  @Test
  void damageIsNamedWithItsLine() {
    assertTrouble("nlinks\n0 50\n#1 75\n", "nlinks", "d.dat:3: ", "'#1'");
    assertTrouble("nlinks\n0 50\n1.5 75\n", "nlinks", "d.dat:3: ", "'1.5'");
    assertTrouble("nlinks\n0 50\n1 x75\n", "nlinks", "d.dat:3: ", "value 1", "'x75'");
    assertTrouble("nlinks\n0 50\n1 75d\n", "nlinks", "d.dat:3: ", "'75d'");
    assertTrouble("nlinks\n0 50\n1 7.5.\n", "nlinks", "d.dat:3: ", "'7.5.'");
    assertTrouble("nlinks\n0 50\n1 1e999\n", "nlinks", "d.dat:3: ", "not 0 .. 100");
    assertTrouble("nlinks\n0 50\n1 NaN\n", "nlinks", "d.dat:3: ", "'NaN'");
    assertTrouble("nlinks\n0 50\n1\nother\n", "nlinks", "d.dat:4: ", "value 1", "'other'");
    assertTrouble("nlinks\n0 50\n1\n", "nlinks", "d.dat:3: ", "ends after the value 1");
    assertTrouble("nlinks\n0 50\n0 100\n", "nlinks", "d.dat:3: ", "not above the one before");
    assertTrouble("nlinks\n0 50\n1 49\n2 100", "nlinks", "d.dat:3: ", "below the one before");
    assertTrouble("nlinks\n99999999999999999999 50\n", "nlinks", "d.dat:2: ", "whole number");
  }

  @Test
  void pointsThatFallOrLeaveTheirRangeAreNamedWithTheirLine() {
    assertTrouble("nlinks\n5 50\n4 100\n", "nlinks", "d.dat:3: ", "not above the one before, 5");
    assertTrouble("nlinks\n0 50\n1 49.99\n", "nlinks", "d.dat:3: ", "below the one before, 50");
    assertTrouble("nlinks\n0 50\n1 100.1\n", "nlinks", "d.dat:3: ", "not 0 .. 100");
    assertTrouble("nlinks\n0 5000\n", "nlinks", "d.dat:2: ", "not 0 .. 100");
    assertTrouble("nlinks\n0 -1\n1 100\n", "nlinks", "d.dat:2: ", "not 0 .. 100");
    assertTrouble("nlinks\n-1 50\n1 100\n", "nlinks", "d.dat:2: ", "negative");
  }

  /** Each kind of damage at each line of a file of 200: the message begins with that line. */
  @ParameterizedTest
  @ValueSource(strings = {"x", "1.5 2", "7 101", "7 -1", "-7 5", "0 0", "7 x", "7 0", "9e9 5", "*"})
  void damageAnywhereIsNamedWithItsLine(String damage) {
    for (int damaged = 5; damaged < 200; damaged += 7) {
      StringBuilder text = new StringBuilder("first\n0 100\nnlinks\n");
      for (int line = 4; line <= 200; line++) {
        text.append(line == damaged ? damage : line * 10 + " " + line / 2.0).append('\n');
      }
      assertTrouble(text.toString(), "nlinks", "d.dat:" + damaged + ": ");
    }
  }

  /**
   * Whatever a damaged disk makes of a file, it is read, or refused with the number of an existing
   * line.
   */
  @Test
  void noiseInAFileIsReadOrRefusedButNeverCrashes() throws Exception {
    byte[] good = manyPoints(300).getBytes(StandardCharsets.US_ASCII);
    Random64 random = new Random64(77);
    int refused = 0;
    for (int i = 0; i < 2000; i++) {
      byte[] bytes = good.clone();
      for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
      }
      try {
        PiecewiseCdf read = PiecewiseCdf.readSection(strict(bytes), "d.dat", "nlinks");
        assertThat(read.quantile(1)).isEqualTo(read.value(read.points() - 1));
      } catch (DistributionFileException e) {
        assertThat(e.getMessage()).matches("d\\.dat:\\d{1,3}: \\P{Cntrl}+").hasSizeLessThan(300);
        refused++;
      }
    }
    assertThat(refused).isBetween(1000, 1999);
  }

  @Test
  void aFileCutAnywhereIsRefused() {
    String good = manyPoints(40).strip();
    for (int length = 0; length < good.length(); length++) {
      String cut = good.substring(0, length);
      int lines = (int) cut.chars().filter(c -> c == '\n').count() + 1;
      assertThatExceptionOfType(DistributionFileException.class)
          .isThrownBy(() -> read(cut, "nlinks"))
          .satisfies(
              e -> {
                Matcher line = Pattern.compile("d\\.dat:(\\d+): ").matcher(e.getMessage());
                assertThat(line.lookingAt()).isTrue();
                assertThat(Integer.parseInt(line.group(1)))
                    .isBetween(Math.max(1, lines - 1), lines);
              });
    }
  }

  private static String manyPoints(int points) {
    StringBuilder text = new StringBuilder("nlinks\n");
    for (int i = 1; i <= points; i++) {
      text.append(i * 3L)
          .append(' ')
          .append(i == points ? "100" : "" + i * 100.0 / points)
          .append('\n');
    }
    return text.toString();
  }

  @Test
  void binaryFilesAreRefused() {
    Random64 random = new Random64(5);
    for (int i = 0; i < 500; i++) {
      byte[] bytes = new byte[1 + random.nextInt(5000)];
      for (int b = 0; b < bytes.length; b++) {
        bytes[b] = (byte) random.nextInt(256);
      }
      assertThatExceptionOfType(DistributionFileException.class)
          .isThrownBy(() -> PiecewiseCdf.readSection(strict(bytes), "d.dat", "nlinks"))
          .satisfies(e -> assertThat(e.getMessage()).matches("d\\.dat:\\d+: \\P{Cntrl}+"));
    }
  }

  /** Five megabytes in one line: points are read, endless words are not. */
  @Test
  void hugeLinesAreBounded() throws Exception {
    String padding = " ".repeat(5_000_000);
    assertThat(read("nlinks 0 50" + padding + "1 100", "nlinks").points()).isEqualTo(2);
    assertTrouble("nlinks\n0 50\n1 1" + "0".repeat(5_000_000), "nlinks", "d.dat:3: ", "space");
    assertTrouble("nlinks\n0 50\n" + "9".repeat(99) + " 100", "nlinks", "d.dat:3: ", "whole");
  }

  @Test
  void aSectionCutShortIsNamed() {
    assertTrouble("nlinks\n0 50\n1 75\n", "nlinks", "d.dat:3: ", "'nlinks'", "75.0 %, not 100 %");
    assertTrouble("nlinks\n0 50\nother\n1 100", "nlinks", "d.dat:3: ", "50.0 %, not 100 %");
  }

  @Test
  void aSecondSectionOfTheNameIsRefused() {
    assertTrouble("nlinks\n0 100\nnlinks\n0 100\n", "nlinks", "d.dat:3: ", "second section");
  }

  @Test
  void filesOfAnotherKindAreRefusedInOneShortLine() {
    assertTrouble("12 13", "nlinks", "d.dat:1: ", "name of a section", "'12'");
    assertTrouble("\0\1\2\u001b[31m", "nlinks", "d.dat:1: ", "'????[31m'");
    assertTrouble("x".repeat(1_000_000), "nlinks", "d.dat:1: ", "without a space");
    assertTrouble("word ".repeat(100_000), "nlinks", "'nlinks'", "word, word", ", ...");
  }

  @Test
  @Slow
  void aSectionWithoutEndIsRefusedBeforeItFillsTheMemory() {
    Reader endless =
        new Reader() {
          private long value;
          private String text = "nlinks ";
          private int at;

          @Override
          public int read(char[] into, int offset, int length) {
            if (at == text.length()) {
              text = value++ + " 0\n";
              at = 0;
            }
            into[offset] = text.charAt(at++);
            return 1;
          }

          @Override
          public void close() {}
        };
    assertThatExceptionOfType(DistributionFileException.class)
        .isThrownBy(() -> PiecewiseCdf.readSection(endless, "d.dat", "nlinks"))
        .withMessageContaining("more than 1000000 points");
  }

  @Test
  void bytesThatAreNoTextAreNamed() {
    byte[] bytes = {'n', 'l', '\n', (byte) 0xFF, (byte) 0xFE};
    assertThatExceptionOfType(DistributionFileException.class)
        .isThrownBy(() -> PiecewiseCdf.readSection(strict(bytes), "d.dat", "nlinks"))
        .withMessageContaining("not text");
  }

  /** Like an open file: bytes that are not UTF-8 are an error. */
  private static Reader strict(byte[] bytes) {
    return new InputStreamReader(
        new ByteArrayInputStream(bytes), StandardCharsets.UTF_8.newDecoder());
  }

  private static PiecewiseCdf read(String text, String section) throws Exception {
    return PiecewiseCdf.readSection(new StringReader(text), "d.dat", section);
  }

  private static void assertTrouble(String text, String section, String... parts) {
    assertThatExceptionOfType(DistributionFileException.class)
        .isThrownBy(() -> read(text, section))
        .satisfies(
            e -> {
              assertThat(e.getMessage()).startsWith("d.dat:").contains(parts).doesNotContain("\n");
              assertThat(e.getMessage().length()).isLessThan(300);
            });
  }
}
