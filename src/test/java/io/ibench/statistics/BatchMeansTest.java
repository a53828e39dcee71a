package io.ibench.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ibench.testing.Slow;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * On series with known noise: how often chance passes for a difference, and which differences are
 * found.
 */
class BatchMeansTest {

  private static final int PAIRS = 2000;

  /** Three standard deviations of a share of {@link #PAIRS} at the level. */
  private static final double LUCK = 3 * Math.sqrt(StudentsT.LEVEL * (1 - StudentsT.LEVEL) / PAIRS);

  private static BatchMeans of(double[] values) {
    return BatchMeans.of(values).orElseThrow();
  }

  /** A mean of 100 and a standard deviation of 5; each value keeps rho of the one before. */
  private static double[] noise(SplittableRandom random, int n, double rho) {
    double[] values = new double[n];
    double state = normal(random);
    for (int i = 0; i < n; i++) {
      values[i] = 100 + 5 * state;
      state = rho * state + Math.sqrt(1 - rho * rho) * normal(random);
    }
    return values;
  }

  /** By the method of Box and Muller. */
  private static double normal(SplittableRandom random) {
    double radius = Math.sqrt(-2 * Math.log(1 - random.nextDouble()));
    return radius * Math.cos(2 * Math.PI * random.nextDouble());
  }

  /** The share of pairs of equal series in which a difference is found. */
  private static double falseAlarms(int n, double rho, Function<double[], Sample> sample) {
    SplittableRandom random = new SplittableRandom(n + Math.round(1000 * rho));
    long alarms =
        IntStream.range(0, PAIRS)
            .filter(
                pair -> {
                  Sample base = sample.apply(noise(random, n, rho));
                  Sample other = sample.apply(noise(random, n, rho));
                  return StudentsT.compare(base, other).orElseThrow().p() < StudentsT.LEVEL;
                })
            .count();
    return (double) alarms / PAIRS;
  }

  private static double falseAlarms(int n, double rho) {
    return falseAlarms(n, rho, values -> of(values).sample());
  }

  /** With fewer values it is more careful, but it never gives up. */
  @Test
  void chancePassesForADifferenceOfIndependentIntervalsAboutAsOftenAsTheLevelSays() {
    assertThat(falseAlarms(15, 0)).isBetween(0.002, StudentsT.LEVEL + LUCK);
    assertThat(falseAlarms(60, 0)).isBetween(0.004, StudentsT.LEVEL + LUCK);
    assertThat(falseAlarms(600, 0)).isBetween(0.005, StudentsT.LEVEL + LUCK);
  }

  /**
   * The reason for all of it: otherwise every seventh, and every second pair would be called
   * different.
   */
  @Test
  void aTestOfSingleIntervalsIsWrongWhenTheyDependOnEachOther() {
    assertThat(falseAlarms(120, 0.5, Sample::of)).isGreaterThan(10 * StudentsT.LEVEL);
    assertThat(falseAlarms(120, 0.9, Sample::of)).isGreaterThan(40 * StudentsT.LEVEL);
  }

  @Test
  @Slow
  void batchesKeepTheLevelWhenIntervalsDependOnEachOther() {
    for (int n : new int[] {30, 120, 600}) {
      assertThat(falseAlarms(n, 0.5)).as("%d of 0.5", n).isLessThan(2 * StudentsT.LEVEL);
      assertThat(falseAlarms(n, 0.9)).as("%d of 0.9", n).isLessThan(2 * StudentsT.LEVEL);
    }
  }

  /**
   * 5 / sqrt(n (1 - rho) / (1 + rho)) is the error of the mean, and 2.6 x sqrt(2) times it the
   * noise.
   */
  @Test
  void theNoiseIsAboutWhatItIsKnownToBe() {
    SplittableRandom random = new SplittableRandom(5);
    for (double rho : new double[] {0, 0.5, 0.9}) {
      double known = 2.6 * Math.sqrt(2) * 5 / Math.sqrt(3600 * (1 - rho) / (1 + rho));
      double mean =
          IntStream.range(0, 100)
              .mapToObj(run -> of(noise(random, 3600, rho)).sample())
              .mapToDouble(sample -> StudentsT.compare(sample, sample).orElseThrow().noise())
              .average()
              .orElseThrow();
      assertThat(mean).as("rho %s", rho).isBetween(0.95 * known, 1.4 * known);
    }
  }

  @Test
  void aRealDifferenceIsFound() {
    SplittableRandom random = new SplittableRandom(11);
    double[] base = noise(random, 120, 0.5);
    double[] other = IntStream.range(0, 120).mapToDouble(i -> 1.08 * base[119 - i]).toArray();
    Difference difference = StudentsT.compare(of(base).sample(), of(other).sample()).orElseThrow();
    assertThat(difference.p()).isLessThan(StudentsT.LEVEL);
    assertThat(difference.noise()).isLessThan(8);
  }

  @Test
  void batchesAreLongerTheLongerIntervalsDependOnEachOther() {
    SplittableRandom random = new SplittableRandom(3);
    double alone = of(noise(random, 2000, 0)).batchIntervals();
    double some = of(noise(random, 2000, 0.5)).batchIntervals();
    double much = of(noise(random, 2000, 0.97)).batchIntervals();
    assertThat(alone).isLessThanOrEqualTo(2);
    assertThat(some).isBetween(4.0, 64.0);
    assertThat(much).isGreaterThan(some);
  }

  /** Single intervals would report 1 to 2 % as certain. */
  @Test
  void aStepInsideOfASeriesGivesAWideNoise() {
    SplittableRandom random = new SplittableRandom(7);
    for (int n : new int[] {20, 60, 600}) {
      double[] step = noise(random, n, 0);
      IntStream.range(n / 2, n).forEach(i -> step[i] -= 40);
      assertWide(step, 40);
    }
  }

  @Test
  void aSlopeGivesAWideNoise() {
    SplittableRandom random = new SplittableRandom(8);
    for (int n : new int[] {20, 60, 600}) {
      double[] slope = noise(random, n, 0);
      IntStream.range(0, n).forEach(i -> slope[i] -= 40.0 * i / n);
      assertWide(slope, 40);
    }
  }

  private static void assertWide(double[] values, double change) {
    BatchMeans means = of(values);
    Sample same = means.sample();
    assertThat(same.n()).isBetween(3L, 5L);
    assertThat(means.correlation()).isGreaterThan(0.4);
    assertThat(StudentsT.compare(same, same).orElseThrow().noise()).isGreaterThan(change / 2);
  }

  @Test
  void fewerThanTenIntervalsSayNothing() {
    assertThat(BatchMeans.of(new double[9])).isEmpty();
    assertThat(BatchMeans.of(new double[10])).isPresent();
  }

  @Test
  void aConstantHasNoVariance() {
    double[] constant = IntStream.range(0, 25).mapToDouble(i -> 42).toArray();
    assertThat(of(constant).sample().mean()).isEqualTo(42);
    assertThat(of(constant).sample().variance()).isZero();
  }

  @Test
  void theMeanIsThatOfAllIntervals() {
    double[] slope = IntStream.range(0, 47).mapToDouble(i -> i).toArray();
    BatchMeans means = of(slope);
    assertThat(means.sample().mean()).isCloseTo(23, within(1e-9));
    assertThat(means.batches()).isEqualTo(11);
    assertThat(means.batchIntervals()).isCloseTo(47 / 11.0, within(1e-9));
  }
}
