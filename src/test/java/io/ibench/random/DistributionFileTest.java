package io.ibench.random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayInputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

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
    Reader strict =
        new InputStreamReader(new ByteArrayInputStream(bytes), StandardCharsets.UTF_8.newDecoder());
    assertThatExceptionOfType(DistributionFileException.class)
        .isThrownBy(() -> PiecewiseCdf.readSection(strict, "d.dat", "nlinks"))
        .withMessageContaining("not text");
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
