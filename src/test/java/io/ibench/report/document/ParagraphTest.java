package io.ibench.report.document;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ParagraphTest {

  @ParameterizedTest
  @CsvSource({
    "''                       , '>/'",
    "'short'                  , '>short/'",
    "'exactly as wide as it'  , '>exactly as wide as it/'",
    "'one word too many to fit', '>one word too many to/--fit/'",
    "'fourteen here, and more', '>fourteen here,/--and more/'",
    "'a percentage is of 90 % of it', '>a percentage is of/--90 % of it/'",
    "'so, early a comma is no place', '>so, early a comma is/--no place/'",
    "'a_word_that_is_longer_than_the_line', '>a_word_that_is_longer_than_the_line/'",
    "'a_word_that_is_longer_than_the_line and more',"
        + " '>a_word_that_is_longer_than_the_line/--and more/'",
    "'and a_word_that_is_longer_than_it', '>and/--a_word_that_is_longer_than_it/'",
  })
  void aLineEndsAtTheBestPlaceThatFits(String text, String lines) {
    assertThat(Paragraph.of(">", "--", 22, text)).isEqualTo(lines.replace('/', '\n'));
  }

  @ParameterizedTest
  @CsvSource({"0", "1", "3"})
  void aWidthThatNothingFitsIsNoEndlessLoop(int width) {
    assertThat(Paragraph.of("    ", "      ", width, "a b c"))
        .isEqualTo("    a\n      b\n      c\n");
  }
}
