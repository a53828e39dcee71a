package io.ibench.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ibench.statistics.ChangePoints.Point;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ChangePointsTest {

  private static final double MOST = 0.001;

  private static double[] numbers(String text) {
    return Stream.of(text.split(" ")).mapToDouble(Double::parseDouble).toArray();
  }

  private static List<Integer> indexes(double[] series) {
    return ChangePoints.of(series, MOST).stream().map(Point::index).toList();
  }

  /** Normal values with up to three steps, some with a value far off; window 50, p 0.001. */
  @Test
  void pointsAreThoseOfOtava() throws IOException {
    List<String> lines;
    try (BufferedReader file =
        new BufferedReader(
            new InputStreamReader(
                Objects.requireNonNull(
                    ChangePointsTest.class.getResourceAsStream("otava-0.8.0.txt")),
                StandardCharsets.UTF_8))) {
      lines = file.lines().toList();
    }

    assertThat(lines).hasSize(20);
    for (String line : lines) {
      String[] parts = line.split(" \\| ?");
      List<Integer> expected =
          parts.length < 2
              ? List.of()
              : Stream.of(parts[1].split(" ")).map(Integer::valueOf).toList();
      assertThat(indexes(numbers(parts[0]))).as(line).isEqualTo(expected);
    }
  }

  @Test
  void aStepHasTheMeansOfBothSides() {
    double[] series = numbers("10 10.1 9.9 10 10.1 9.9 11 11.1 10.9 11 11.1 10.9");

    Point point = ChangePoints.of(series, MOST).get(0);

    assertThat(point.index()).isEqualTo(6);
    assertThat(point.before()).isCloseTo(10, within(1e-9));
    assertThat(point.after()).isCloseTo(11, within(1e-9));
    assertThat(point.p()).isLessThan(1e-6);
  }

  /**
   * Of two changes the less certain one goes, and the means of the other one are those without it.
   */
  @Test
  void aStricterLimitLeavesTheClearerChange() {
    double[] series =
        numbers("10 10.1 9.9 10 10.1 9.9 11 11.1 10.9 11 11.1 10.9 11.3 11.2 11.4 11.3 11.2 11.4");

    assertThat(indexes(series)).containsExactly(6, 12);
    List<Point> strict =
        ChangePoints.among(ChangePoints.candidates(series, any -> true), series, 1e-6);
    assertThat(strict).extracting(Point::index).containsExactly(6);
    assertThat(strict.get(0).after()).isCloseTo(11.15, within(1e-9));
  }

  /** The first run of the third version is slower than its others. */
  @Test
  void inGroupsAChangeBeginsOnlyWithAGroup() {
    double[] series = numbers("10 10.1 9.9 10 10.1 9.9 9.9 11.1 10.9 11 11.1 10.9 11 11 11.1");

    assertThat(indexes(series)).containsExactly(7);
    List<Integer> groups = ChangePoints.candidates(series, index -> index % 3 == 0);
    assertThat(ChangePoints.among(groups, series, MOST))
        .extracting(Point::index)
        .containsExactly(6);
  }

  @Test
  void atMostOneIn20SeriesWithoutAChangeHasOne() {
    Random random = new Random(7);
    long wrong = 0;
    for (int i = 0; i < 200; i++) {
      double[] series =
          DoubleStream.generate(() -> 100 + 3 * random.nextGaussian()).limit(60).toArray();
      wrong += indexes(series).isEmpty() ? 0 : 1;
    }

    assertThat(wrong).isLessThanOrEqualTo(10);
  }

  @Test
  void equalOrFewValuesHaveNoChange() {
    assertThat(indexes(new double[100])).isEmpty();
    assertThat(indexes(new double[0])).isEmpty();
    assertThat(indexes(new double[] {1})).isEmpty();
    assertThat(indexes(new double[] {1, 2})).isEmpty();
  }
}
