package io.ibench.random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.ibench.testing.Slow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Slow
class LogNormalLengthTest {
  private static final long LENGTHS_2011 = 8394786655353785566L;
  private static final int DRAWS = Share.DRAWS;

  @Test
  void cdfHasThePublishedValues() {
    LogNormalLength length = new LogNormalLength(100, 1, 0, 1000);
    assertThat(length.cdf(0)).isZero();
    assertThat(length.cdf(16)).isCloseTo(0.033434, within(2e-6));
    assertThat(length.cdf(64)).isCloseTo(0.327695, within(1e-6));
    assertThat(length.cdf(100)).isCloseTo(0.5, within(1e-12));
    assertThat(length.cdf(128)).isCloseTo(0.597491, within(1e-6));
    assertThat(length.cdf(512)).isCloseTo(0.94878, within(2e-6));
    assertThat(length.cdf(1e300)).isEqualTo(1);
  }

  /** The standard normal distribution function, from tables to 17 digits. */
  @ParameterizedTest
  @CsvSource({
    "-6, 9.8658764503769814e-10", "-5, 2.8665157187919391e-7", "-3, 0.0013498980316300945",
    "-1.96, 0.024997895148220436", "-1, 0.15865525393145705", "0, 0.5",
    "1, 0.84134474606854295", "2.5, 0.99379033467422386", "5, 0.99999971334842812"
  })
  void cdfIsTheNormalOneOfTheLogarithm(double z, double share) {
    for (double sigma : new double[] {0.5, 1, 2}) {
      LogNormalLength length = new LogNormalLength(128, sigma, 0, 1000);
      assertThat(length.cdf(128 * Math.exp(z * sigma))).isCloseTo(share, within(1e-14));
    }
  }

  @Test
  void cdfNeverFallsButByRoundingAndReachesOne() {
    LogNormalLength length = new LogNormalLength(8, 1, 0, 254);
    double before = 0;
    for (double at = 0; at < 100_000; at = at * 1.01 + 0.01) {
      assertThat(length.cdf(at)).isGreaterThanOrEqualTo(before - 1e-14);
      before = length.cdf(at);
    }
    assertThat(before).isCloseTo(1, within(1e-14));
  }

  @ParameterizedTest
  @ValueSource(ints = {8, 23, 100, 128, 168, 6000})
  void drawsFollowTheCdf(int median) {
    LogNormalLength length = new LogNormalLength(median, 1, 0, 1 << 20);
    int[] limits = {0, 1, 2, 5, 16, 64, 100, 128, 512, 2000, 4095, 4096, 4097, 10_000, 40_000};
    int[] atMost = new int[limits.length];
    Random64 random = new Random64(median);
    for (int i = 0; i < DRAWS; i++) {
      int drawn = length.draw(random);
      for (int limit = 0; limit < limits.length; limit++) {
        atMost[limit] += drawn <= limits[limit] ? 1 : 0;
      }
    }
    for (int limit = 0; limit < limits.length; limit++) {
      Share.assertExpected(
          "length at most " + limits[limit], atMost[limit], length.cdf(limits[limit] + 0.5));
    }
  }

  @Test
  void defaultLengthsHaveThePublishedMeans() {
    LogNormalLength link = new LogNormalLength(8, 1, 0, 254);
    assertThat(expectedMean(link, 254)).isCloseTo(13.17, within(0.01));
    assertThat(mean(link)).isCloseTo(expectedMean(link, 254), within(0.1));
    LogNormalLength node = new LogNormalLength(128, 1, 0, (1 << 20) - 1);
    // Unrounded it is 128 x sqrt(e).
    assertThat(expectedMean(node, (1 << 20) - 1)).isCloseTo(211.036, within(0.005));
    assertThat(mean(node)).isCloseTo(expectedMean(node, (1 << 20) - 1), within(1.4));
  }

  /** The sum of the shares above 0, 1, 2 ... */
  private static double expectedMean(LogNormalLength length, int max) {
    double sum = 0;
    for (int k = 0; k < max; k++) {
      sum += 1 - length.cdf(k + 0.5);
    }
    return sum;
  }

  private static double mean(LogNormalLength length) {
    Random64 random = new Random64(2);
    long sum = 0;
    for (int i = 0; i < DRAWS; i++) {
      sum += length.draw(random);
    }
    return (double) sum / DRAWS;
  }

  @Test
  void drawsAreClampedToBothEnds() {
    LogNormalLength length = new LogNormalLength(100, 3, 90, 110);
    Random64 random = new Random64(3);
    int smallest = Integer.MAX_VALUE;
    int largest = 0;
    for (int i = 0; i < 1000; i++) {
      int drawn = length.draw(random);
      smallest = Math.min(smallest, drawn);
      largest = Math.max(largest, drawn);
    }
    assertThat(smallest).isEqualTo(90);
    assertThat(largest).isEqualTo(110);
    assertThat(new LogNormalLength(1e300, 100, 0, Integer.MAX_VALUE).draw(random))
        .isEqualTo(Integer.MAX_VALUE);
  }

  /** The lower end decides which lengths the table contains. */
  @Test
  void theTableAndTheBisectionAgree() {
    LogNormalLength all = new LogNormalLength(3000, 1, 0, 1 << 20);
    LogNormalLength longOnes = new LogNormalLength(3000, 1, 4000, 1 << 20);
    LogNormalLength shortOnes = new LogNormalLength(3000, 1, 0, 4000);
    Random64 random = new Random64(4);
    for (int i = 0; i < 20_000; i++) {
      long seed = random.nextLong();
      int drawn = all.draw(new Random64(seed));
      assertThat(longOnes.draw(new Random64(seed))).isEqualTo(Math.max(4000, drawn));
      assertThat(shortOnes.draw(new Random64(seed))).isEqualTo(Math.min(4000, drawn));
    }
  }

  @Test
  void aRangeOfOneLengthGivesIt() {
    assertThat(new LogNormalLength(8, 1, 7, 7).draw(new Random64(1))).isEqualTo(7);
  }

  @Test
  void drawsAreTheSameEverywhere() {
    LogNormalLength length = new LogNormalLength(128, 1, 0, 1 << 20);
    Random64 random = new Random64(2011);
    long hash = 0;
    for (int i = 0; i < 100_000; i++) {
      hash = Random64.hash(hash, length.draw(random));
    }
    assertThat(hash).isEqualTo(LENGTHS_2011);
  }

  @Test
  void rejectsImpossibleSettings() {
    assertThatIllegalArgumentException().isThrownBy(() -> new LogNormalLength(0, 1, 0, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new LogNormalLength(8, 0, 0, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new LogNormalLength(8, Double.NaN, 0, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new LogNormalLength(8, 1, -1, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new LogNormalLength(8, 1, 2, 1));
  }
}
