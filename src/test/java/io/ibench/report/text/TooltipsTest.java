package io.ibench.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TooltipsTest {

  @Test
  void latenciesAreSaidToBeInWhatTablesShowThemIn() {
    assertThat(Tooltips.of("service.p99_us")).endsWith("Unit: us or ms, as shown beside it.");
    assertThat(Tooltips.of("max_us")).endsWith("Unit: us or ms, as shown beside it.");
    assertThat(Tooltips.of("cpu_us_pq")).endsWith("Unit: us/op.");
  }

  @Test
  void aMereCountHasNoUnit() {
    assertThat(Tooltips.of("verdict")).doesNotContain("Unit");
  }
}
