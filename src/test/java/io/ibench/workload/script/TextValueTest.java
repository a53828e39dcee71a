package io.ibench.workload.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A text is what pgbench 15 takes it for. */
class TextValueTest {

  @ParameterizedTest
  @ValueSource(strings = {"t", "TR", "true", "y", "Ye", "yes", "on", "ON"})
  void wordsForTrue(String text) throws Exception {
    assertThat(TextValue.of(text)).isEqualTo(Value.of(true));
  }

  @ParameterizedTest
  @ValueSource(strings = {"f", "fal", "FALSE", "n", "No", "off", "of"})
  void wordsForFalse(String text) throws Exception {
    assertThat(TextValue.of(text)).isEqualTo(Value.of(false));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "o", "truely", "yess", "nu", "maybe", "1x", "5 ", "1d", "0x1", "-"})
  void otherTextsAreRefused(String text) {
    assertThat(TextValue.isValue(text)).isFalse();
    assertThatThrownBy(() -> TextValue.of(text))
        .hasMessage(
            "the text \"" + text + "\" is no boolean and no number; allowed: " + TextValue.ALLOWED);
  }

  @Test
  void numbersAreWholeWithoutAPoint() throws Exception {
    assertThat(TextValue.of(" +12")).isEqualTo(Value.of(12));
    assertThat(TextValue.of("-9223372036854775808")).isEqualTo(Value.of(Long.MIN_VALUE));
    assertThat(TextValue.of("12.")).isEqualTo(Value.of(12.0));
    assertThat(TextValue.of("-1e3")).isEqualTo(Value.of(-1000.0));
    assertThat(TextValue.of("-Infinity")).isEqualTo(Value.of(Double.NEGATIVE_INFINITY));
    assertThat(TextValue.of("inf")).isEqualTo(Value.of(Double.POSITIVE_INFINITY));
    assertThat(TextValue.of("NaN")).isEqualTo(Value.of(Double.NaN));
    assertThatThrownBy(() -> TextValue.of("1e999")).hasMessage("overflow: 1e999 is no double");
    assertThat(TextValue.of("NULL")).isEqualTo(Value.NOTHING);
    assertThatThrownBy(() -> TextValue.of("9223372036854775808"))
        .hasMessage("overflow: 9223372036854775808 is no integer of 64 bits");
  }

  @ParameterizedTest
  @CsvSource({
    "5,",
    "0.1,",
    "2.50,",
    "on,",
    "1e400,",
    "9223372036854775807,",
    "9223372036854775808, 9223372036854775808",
    "-0.10000000000000000001, -0.10000000000000000001",
    "9007199254740993.0, 9007199254740993.0"
  })
  void onlyANumberThatWouldLoseDigitsIsExact(String text, String exact) {
    assertThat(TextValue.decimal(text).map(Value::text).orElse(null)).isEqualTo(exact);
  }
}
