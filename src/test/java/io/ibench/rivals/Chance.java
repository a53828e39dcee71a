package io.ibench.rivals;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

/** Whether two programs drew alike. */
final class Chance {

  /** Chance exceeds so many deviations once in a million tests. */
  private static final double DEVIATIONS = 5;

  private Chance() {}

  /** Fails when the shares of the two sides differ by more than chance does. */
  static void assertEqualShares(String what, long mine, long ofMine, long theirs, long ofTheirs) {
    double share = (mine + theirs) / (double) (ofMine + ofTheirs);
    double deviation = Math.sqrt(share * (1 - share) * (1.0 / ofMine + 1.0 / ofTheirs));
    assertThat(Math.abs(mine / (double) ofMine - theirs / (double) ofTheirs))
        .as("%s: %d of %d here, %d of %d there", what, mine, ofMine, theirs, ofTheirs)
        .isLessThanOrEqualTo(DEVIATIONS * deviation + 1e-12);
  }

  /**
   * The deviation of the gaps between these times, by their mean: 1 of a Poisson process, 0 of even
   * times. A busy machine makes the gaps of even times less even, and never those of random ones
   * even.
   */
  static double variationOfGaps(List<Double> times) {
    List<Double> sorted = times.stream().sorted().toList();
    assertThat(sorted).as("times").hasSizeGreaterThan(20);
    int gaps = sorted.size() - 1;
    double mean = (sorted.get(gaps) - sorted.get(0)) / gaps;
    double squares = 0;
    for (int i = 0; i < gaps; i++) {
      double off = sorted.get(i + 1) - sorted.get(i) - mean;
      squares += off * off;
    }
    return Math.sqrt(squares / gaps) / mean;
  }
}
