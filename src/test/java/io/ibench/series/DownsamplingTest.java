package io.ibench.series;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DownsamplingTest {

  private static final int MOST = 100;

  @Test
  void fewPointsStayAsTheyAre() {
    Downsampling thinning = new Downsampling(MOST);
    double[] y = new double[MOST];
    for (int i = 0; i < MOST; i++) {
      y[i] = i % 7 == 0 ? Double.NaN : i * 31 % 17;
      thinning.add(i * i, y[i]);
    }

    assertThat(thinning.y()).containsExactly(y);
    assertThat(thinning.x()).startsWith(0, 1, 4, 9).endsWith(99 * 99);
    assertThat(thinning.width()).isZero();
  }

  @Test
  void noPointsAreNone() {
    assertThat(new Downsampling(MOST).x()).isEmpty();
    assertThat(new Downsampling(MOST).width()).isZero();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void noBucketLosesItsMinimumOrMaximum(long seed) {
    Random random = new Random(seed);
    Downsampling thinning = new Downsampling(MOST);
    List<double[]> points = new ArrayList<>();
    double at = random.nextDouble() * 1e6;
    int count = 500 + random.nextInt(20_000);
    for (int i = 0; i < count; i++) {
      at += random.nextInt(100) == 0 ? 500 * random.nextDouble() : random.nextDouble();
      double value = random.nextInt(50) == 0 ? Double.NaN : Math.exp(5 * random.nextGaussian());
      points.add(new double[] {at, value});
      thinning.add(at, value);
    }

    double[] x = thinning.x();
    double[] y = thinning.y();
    assertThat(x.length).isBetween(MOST / 8, MOST);
    assertThat(x).isSorted();
    double width = thinning.width();
    double origin = points.get(0)[0];
    int position = 0;
    int kept = 0;
    while (position < points.size()) {
      double end = (Math.floor((points.get(position)[0] - origin) / width) + 1) * width + origin;
      double lowest = Double.POSITIVE_INFINITY;
      double highest = Double.NEGATIVE_INFINITY;
      for (; position < points.size() && points.get(position)[0] < end; position++) {
        double value = points.get(position)[1];
        lowest = value < lowest ? value : lowest;
        highest = value > highest ? value : highest;
      }
      double keptLowest = Double.POSITIVE_INFINITY;
      double keptHighest = Double.NEGATIVE_INFINITY;
      for (; kept < x.length && x[kept] < end; kept++) {
        keptLowest = y[kept] < keptLowest ? y[kept] : keptLowest;
        keptHighest = y[kept] > keptHighest ? y[kept] : keptHighest;
      }
      assertThat(keptLowest).isEqualTo(lowest);
      assertThat(keptHighest).isEqualTo(highest);
    }
  }

  @Test
  void everyPointThatIsKeptHasBeenAddedAndTheFirstAndLastAreAmongThem() {
    Downsampling thinning = new Downsampling(MOST);
    for (int i = 0; i < 12_345; i++) {
      thinning.add(i, value(i));
    }

    double[] x = thinning.x();
    double[] y = thinning.y();
    for (int i = 0; i < x.length; i++) {
      assertThat(y[i]).isEqualTo(value((int) x[i]));
    }
    assertThat(x).startsWith(0).endsWith(12_344);
  }

  private static double value(int i) {
    return i * 7_919L % 10_007;
  }

  @Test
  void aLongGapIsNotBridged() {
    Downsampling thinning = new Downsampling(MOST);
    for (int i = 0; i < 10_000; i++) {
      thinning.add(i, i % 10);
      if (i % 100 == 50) {
        thinning.add(i + 0.1, Double.NaN);
      }
    }
    thinning.add(10_000, Double.NaN);
    for (int i = 50_000; i < 60_000; i++) {
      thinning.add(i, 5 + i % 10);
    }

    double[] x = thinning.x();
    double[] y = thinning.y();
    assertThat(x.length).isLessThanOrEqualTo(MOST);
    int after = 0;
    while (x[after] < 50_000) {
      after++;
    }
    assertThat(y[after - 1]).isNaN();
    assertThat(y[after]).isFinite();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void noLineLeadsAcrossAGap(long seed) {
    Random random = new Random(seed);
    Downsampling thinning = new Downsampling(MOST);
    List<Integer> gaps = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      boolean gap = random.nextInt(150) == 0;
      if (gap) {
        gaps.add(i);
      }
      thinning.add(i, gap ? Double.NaN : random.nextGaussian());
    }

    double[] x = thinning.x();
    double[] y = thinning.y();
    for (int i = 1; i < x.length; i++) {
      double from = x[i - 1];
      double to = x[i];
      boolean line = !Double.isNaN(y[i - 1]) && !Double.isNaN(y[i]);
      assertThat(line && gaps.stream().anyMatch(gap -> gap > from && gap < to)).isFalse();
    }
  }

  @Test
  void aGapBetweenAnyTwoPointsDoesNotMakeThemMany() {
    Downsampling thinning = new Downsampling(MOST);
    for (int i = 0; i < 100_000; i++) {
      thinning.add(i, i % 2 == 0 ? i : Double.NaN);
    }

    assertThat(thinning.x().length).isLessThanOrEqualTo(MOST);
    assertThat(thinning.y()).contains(0, 99_998).contains(Double.NaN);
  }

  @Test
  void nothingButGapsStaysFew() {
    Downsampling thinning = new Downsampling(MOST);
    for (int i = 0; i < 100_000; i++) {
      thinning.add(i, Double.NaN);
    }

    assertThat(thinning.x().length).isLessThanOrEqualTo(MOST);
    assertThat(thinning.y()).containsOnly(Double.NaN);
  }

  @Test
  void manyPointsAtOnePlaceKeepTheirExtremes() {
    Downsampling thinning = new Downsampling(MOST);
    for (int i = 0; i < 1_000; i++) {
      thinning.add(3, value(i));
    }
    thinning.add(4, 1);

    assertThat(thinning.x().length).isLessThanOrEqualTo(MOST);
    double highest = 0;
    for (int i = 0; i < 1_000; i++) {
      highest = Math.max(highest, value(i));
    }
    assertThat(thinning.y()).contains(0, highest);
  }
}
