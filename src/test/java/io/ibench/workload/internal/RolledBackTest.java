package io.ibench.workload.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RolledBackTest {

  @Test
  void theShareIsOneShortLine() {
    assertThat(
            RolledBack.fact(
                "CLAIM", 1229, 2716, "were rolled back by the workload (no row was found)"))
        .contains(
            "CLAIM: 45 % of 2,716 operations were rolled back by the workload (no row was found)");
    assertThat(RolledBack.fact("a", 11, 1000, "were rolled back"))
        .contains("a: 1.1 % of 1,000 operations were rolled back");
    assertThat(RolledBack.fact("a", 1, 1_000_000, "were rolled back"))
        .contains("a: less than 0.1 % of 1,000,000 operations were rolled back");
    assertThat(RolledBack.fact("a", 999_999, 1_000_000, "were rolled back"))
        .contains("a: more than 99 % of 1,000,000 operations were rolled back");
    assertThat(RolledBack.fact("a", 7, 7, "were rolled back"))
        .contains("a: 100 % of 7 operations were rolled back");
    assertThat(RolledBack.fact("a", 0, 7, "were rolled back")).isEmpty();
  }
}
