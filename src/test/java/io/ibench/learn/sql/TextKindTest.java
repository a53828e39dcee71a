package io.ibench.learn.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextKindTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "abc|PLAIN",
        "{|PLAIN",
        "[a-c]|PLAIN",
        "abc%|BEGINNING",
        "%abc|END",
        "%abc%|PART",
        "{1,-2,30}|NUMBERS",
        "{a,\"b,c\"}|WORDS",
        "{\"a\": 1}|DOCUMENT",
        "[1, 2]|DOCUMENT",
        "[{\"a\": 1}]|DOCUMENT",
        "0a1b2c3d-1111-4222-8333-0123456789ab|UUID",
        "0a1b2c3d-1111-4222-8333-0123456789ax|PLAIN",
        "3 days|INTERVAL",
        "2 hours 30 minutes|INTERVAL",
        "12 main street|PLAIN"
      })
  void aTextHasAKind(String text, TextKind kind) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    Values values = new Values();
    values.parameter(bytes, 0, bytes.length, 0);
    assertThat(values.kind(0)).isEqualTo(Literal.TEXT);
    assertThat(TextKind.of(values.shape(0))).isEqualTo(kind);
  }
}
