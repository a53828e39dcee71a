package io.ibench.report.figures;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumberTextTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "1234567.8; 1,234,568",
        "123.4; 123",
        "12.34; 12.3",
        "1.234; 1.23",
        "9.9996; 10.0",
        "99.96; 100",
        "0.09996; 0.10",
        "7; 7",
        "0; 0",
        "0.23; 0.230",
        "0.0459; 0.046",
        "0.00458; 0.0046",
        "0.000451; 0.00045",
        "0.0000012; 1.2e-06",
        "-5.25; -5.25",
      })
  void figuresKeepTheirLeadingDigits(double value, String text) {
    assertThat(NumberText.figure(value)).isEqualTo(text);
  }

  @Test
  void anAbsentFigureIsADash() {
    assertThat(NumberText.figure(null)).isEqualTo("-");
  }

  @ParameterizedTest
  @CsvSource({"0.0234, 0.023", "0.9996, 1.0", "1.26, 1.3", "99.94, 99.9", "3600, '3,600'"})
  void secondsAreFinerWhereTheyAreShort(double seconds, String text) {
    assertThat(NumberText.seconds(seconds)).isEqualTo(text);
  }

  @Test
  void theSmallestMedianChoosesTheUnitOfLatencies() {
    assertThat(unit(0.08, 5_000).name()).isEqualTo("us");
    assertThat(unit(0.08).text(0.083)).isEqualTo("0.08");
    assertThat(unit(8).text(7.96)).isEqualTo("8.0");
    assertThat(unit(8).text(47_185.92)).isEqualTo("47,186");
    assertThat(unit(80).text(83.4)).isEqualTo("83");
    assertThat(unit(300).name()).isEqualTo("ms");
    assertThat(unit(300).text(317)).isEqualTo("0.32");
    assertThat(unit(20_000).text(17_600)).isEqualTo("18");
    assertThat(unit().name()).isEqualTo("ms");
  }

  private static LatencyUnit unit(double... medianMicros) {
    return LatencyUnit.of(Arrays.stream(medianMicros).boxed().toList());
  }

  @Test
  void wholeNumbersAreExactBeyondWhatADoubleHolds() {
    assertThat(NumberText.figure(9_007_199_254_740_993L)).isEqualTo("9,007,199,254,740,993");
    assertThat(NumberText.figure(new BigInteger("9223372036854775809")))
        .isEqualTo("9,223,372,036,854,775,809");
    assertThat(NumberText.figure(Double.POSITIVE_INFINITY)).isEqualTo("-");
  }
}
