package io.ibench.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WordsTest {

  @Test
  void latenciesAreSaidToBeInWhatTablesShowThemIn() {
    assertThat(Words.of("service.p99_us")).endsWith("Unit: us or ms, as it is told beside it.");
    assertThat(Words.of("max_us")).endsWith("Unit: us or ms, as it is told beside it.");
    assertThat(Words.of("cpu_us_pq")).endsWith("Unit: us/op.");
  }

  @Test
  void aMereCountHasNoUnit() {
    assertThat(Words.of("verdict")).doesNotContain("Unit");
  }
}
