package io.ibench.random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** How often an event happened in many draws, compared with how often it should. */
final class Share {

  static final int DRAWS = 1_000_000;

  private static final double STANDARD_DEVIATIONS = 5;
  private static final double RARE = 3.0 / DRAWS;

  private Share() {}

  /**
   * Five standard deviations of the binomial distribution, and three hits for shares so small that
   * one hit is many of them; none where the share must be exactly 0 or 1.
   */
  static void assertExpected(String what, long hits, double expected) {
    double deviation = Math.sqrt(expected * (1 - expected) / DRAWS);
    assertThat((double) hits / DRAWS)
        .as(what)
        .isCloseTo(expected, within(deviation == 0 ? 0.0 : STANDARD_DEVIATIONS * deviation + RARE));
  }
}
