package io.ibench.report.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StoredEventTest {

  private static String effect(Double lowestBefore, double lowest, Double backSeconds) {
    return new StoredEvent(
            "at.request",
            Instant.EPOCH,
            Optional.of(1),
            Optional.empty(),
            Optional.of(3912),
            Optional.ofNullable(lowestBefore),
            Optional.of(lowest),
            Optional.ofNullable(backSeconds))
        .effect();
  }

  @Test
  void aRateThatFallsNoLowerThanBeforeTheCommandNamesNoCause() {
    assertThat(effect(82.0, 85, 5.0))
        .isEqualTo(
            "the rate fell no lower than without it: lowest 85 % of 3,912/s, and 82 % before it");
    assertThat(effect(82.0, 82, null)).startsWith("the rate fell no lower than without it");
  }

  @Test
  void aRateThatFallsIsShownBesideWhatItDidBefore() {
    assertThat(effect(93.0, 0, 5.0))
        .isEqualTo("90 % of 3,912/s was back after 5.0 s, lowest 0 %, and 93 % before it");
    assertThat(effect(93.0, 40, null))
        .isEqualTo("90 % of 3,912/s did not come back, lowest 40 %, and 93 % before it");
    assertThat(effect(null, 40, null)).endsWith(", lowest 40 %, and not known before it");
    assertThat(effect(93.0, 90, 0.0)).isEqualTo("the rate stayed above 90 % of 3,912/s");
  }
}
