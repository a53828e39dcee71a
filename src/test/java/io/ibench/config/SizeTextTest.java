package io.ibench.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SizeTextTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0 B",
    "1023, 1023 B",
    "4096, 4 KB",
    "33554432, 32 MB",
    "1073741824, 1 GB",
    "123456789, 117.7 MB",
    "9223372036854775807, 8388608 TB"
  })
  void hasTheLargestUnit(long bytes, String text) {
    assertThat(SizeText.of(bytes)).isEqualTo(text);
  }
}
