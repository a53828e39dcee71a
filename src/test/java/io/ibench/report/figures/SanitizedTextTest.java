package io.ibench.report.figures;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SanitizedTextTest {

  @Test
  void lineEndsBecomeBlanks() {
    assertThat(SanitizedText.of(" no table\r\n  near line 1\n\u2028end\n"))
        .isEqualTo("no table near line 1 end");
  }

  @Test
  void whatSteersATerminalIsEscaped() {
    assertThat(SanitizedText.of("\u001b[2J\u202Eevil\u0000\t\uD83D"))
        .isEqualTo("\\u001b[2J\\u202eevil\\u0000\\u0009\\ud83d");
  }

  @Test
  void otherTextStaysAsItIs() {
    assertThat(SanitizedText.of("<b>größe \uD83D\uDE00 \"x\"</b>"))
        .isEqualTo("<b>größe \uD83D\uDE00 \"x\"</b>");
  }
}
