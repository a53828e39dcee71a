package io.ibench.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ibench.statistics.ChangePoints.Point;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CertainChangesTest {

  private static final double MOST = 0.001;
  private static final int NIGHTS = 60;

  private static double[] series(int length, IntToDoubleFunction value) {
    return IntStream.range(0, length).mapToDouble(value).toArray();
  }

  /** As of one series alone. */
  private static List<Point> changes(double[] series) {
    return changes(series, series.length, 0);
  }

  private static List<Point> changes(double[] series, long tests, double leastNoise) {
    List<Point> found = ChangePoints.of(series, MOST);
    return CertainChanges.of(series, found, tests, false, leastNoise);
  }

  private static long withAChange(double[][] series) {
    return Arrays.stream(series).filter(each -> !changes(each).isEmpty()).count();
  }

  private static long foundByOtava(double[][] series) {
    return Arrays.stream(series).filter(each -> !ChangePoints.of(each, MOST).isEmpty()).count();
  }

  private static double[][] normal(Random random) {
    double[][] all = new double[200][];
    for (int i = 0; i < all.length; i++) {
      all[i] = series(NIGHTS, at -> 100 + 3 * random.nextGaussian());
    }
    return all;
  }

  @Test
  void nearlyNoSeriesOfNormalValuesHasAChange() {
    assertThat(withAChange(normal(new Random(11)))).isLessThanOrEqualTo(4);
  }

  @Test
  void someBadNightsAmongNormalOnesAreNoChange() {
    Random random = new Random(12);
    double[][] all = normal(random);
    for (double[] each : all) {
      for (int at = 0; at < each.length; at++) {
        each[at] *= random.nextInt(20) == 0 ? 0.8 : 1;
      }
    }

    assertThat(withAChange(all)).isLessThanOrEqualTo(4);
  }

  /** Each night resembles the one before it, as on a machine that slowly fills. */
  @Test
  void nightsThatResembleTheirNeighboursHaveFewerChangesThanThoseOfOtava() {
    Random random = new Random(13);
    double[][] all = new double[200][NIGHTS];
    for (double[] each : all) {
      double off = 0;
      for (int at = 0; at < each.length; at++) {
        off = 0.5 * off + 3 * random.nextGaussian();
        each[at] = 100 + off;
      }
    }

    assertThat(withAChange(all)).isLessThan(foundByOtava(all) / 2);
  }

  @Test
  void aStepIsToldAtItsPlaceWithTheMeansOfBothSides() {
    Random random = new Random(14);
    double[] series = series(NIGHTS, at -> (at < 37 ? 100 : 96) + random.nextGaussian());

    List<Point> changes = changes(series);

    assertThat(changes).extracting(Point::index).containsExactly(37);
    assertThat(changes.get(0).before())
        .isCloseTo(
            IntStream.range(0, 37).mapToDouble(at -> series[at]).average().orElseThrow(),
            within(1e-9));
    assertThat(changes.get(0).after())
        .isCloseTo(
            IntStream.range(37, NIGHTS).mapToDouble(at -> series[at]).average().orElseThrow(),
            within(1e-9));
    assertThat(changes.get(0).p()).isLessThan(1e-9);
  }

  @Test
  void aStepAndItsEndAreTwoChanges() {
    Random random = new Random(15);
    double[] series =
        series(NIGHTS, at -> (at < 20 || at >= 40 ? 100 : 95) + random.nextGaussian());

    assertThat(changes(series)).extracting(Point::index).containsExactly(20, 40);
  }

  @Test
  void oneOrTwoBadNightsAreNoChange() {
    for (int bad = 1; bad <= 2; bad++) {
      for (int first : new int[] {0, 30, NIGHTS - bad}) {
        Random random = new Random(16);
        int from = first;
        int to = first + bad;
        double[] series =
            series(NIGHTS, at -> (at >= from && at < to ? 70 : 100) + random.nextGaussian());

        assertThat(changes(series)).as("%d bad ones from %d on", bad, first).isEmpty();
      }
    }
  }

  /** Runs of one version are a group: three that agree are no bad nights. */
  @Test
  void threeRunsOfANewVersionThatAreFarOffAreAChange() {
    Random random = new Random(17);
    double[] series = series(24, at -> (at < 21 ? 100 : 90) + random.nextGaussian());
    List<Integer> candidates = ChangePoints.candidates(series, at -> at % 3 == 0);
    List<Point> found = ChangePoints.among(candidates, series, MOST);

    assertThat(CertainChanges.of(series, found, 8, true, 0))
        .extracting(Point::index)
        .containsExactly(21);
  }

  @Test
  void constantValuesWithOneStepHaveAChange() {
    double[] series = series(30, at -> at < 18 ? 4 : 5);

    List<Point> changes = changes(series);

    assertThat(changes).extracting(Point::index).containsExactly(18);
    assertThat(changes.get(0).before()).isEqualTo(4);
    assertThat(changes.get(0).after()).isEqualTo(5);
  }

  /** As the size of data that does not depend on chance. */
  @Test
  void fiveEqualValuesAfterFiveOthersAreAChangeAmongManySeries() {
    assertThat(changes(series(10, at -> at < 5 ? 4 : 5), 2820, 0))
        .extracting(Point::index)
        .containsExactly(5);
    assertThat(changes(series(10, at -> at < 6 ? 4 : 5), 2820, 0)).isEmpty();
  }

  @Test
  void constantValuesHaveNone() {
    assertThat(changes(new double[NIGHTS])).isEmpty();
    assertThat(changes(series(NIGHTS, at -> 7))).isEmpty();
    assertThat(changes(new double[0], 1, 0)).isEmpty();
    assertThat(changes(new double[] {1}, 1, 0)).isEmpty();
    assertThat(changes(new double[] {1, 2}, 1, 0)).isEmpty();
  }

  /** A small step that one series alone would show is chance among thousands. */
  @Test
  void amongMoreSeriesAChangeMustBeClearer() {
    Random random = new Random(18);
    double[] series = series(NIGHTS, at -> (at < 30 ? 100 : 101.6) + random.nextGaussian());

    assertThat(changes(series, NIGHTS, 0)).hasSize(1);
    assertThat(changes(series, 1_000_000_000L, 0)).isEmpty();
  }

  @Test
  void aStepWithinTheWidthOfABucketIsNone() {
    double[] series = series(30, at -> at < 15 ? 100 : 100.5);

    assertThat(changes(series, 30, 0)).hasSize(1);
    assertThat(changes(series, 30, 1)).isEmpty();
  }
}
