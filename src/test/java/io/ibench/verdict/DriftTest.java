package io.ibench.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Series of hours with noise from fixed seeds: a real change is found, and nothing else. */
class DriftTest {

  private static final double HOUR = 3600;
  private static final int WEEK = 168;
  private static final double NOISE = 0.02;
  private static final int SEEDS = 20;

  private static FigureSeries hours(int n, long seed, double noise, IntToDoubleFunction value) {
    Random random = new Random(seed);
    FigureSeries.Builder series = new FigureSeries.Builder();
    for (int hour = 0; hour < n; hour++) {
      double factor = 1 + noise * random.nextGaussian();
      series.add((hour + 0.5) * HOUR, value.applyAsDouble(hour) * factor);
    }
    return series.build();
  }

  private static List<String> qps(int n, long seed, double noise, IntToDoubleFunction value) {
    return Drift.sentences(Quantity.QPS, hours(n, seed, noise, value), n * HOUR);
  }

  /** The only sentence of each seed that has exactly one. */
  private static List<String> sentences(double noise, IntToDoubleFunction value) {
    List<String> sentences = new ArrayList<>();
    for (long seed = 0; seed < SEEDS; seed++) {
      List<String> found = qps(WEEK, seed, noise, value);
      assertThat(found).isNotEmpty();
      if (found.size() == 1) {
        sentences.add(found.get(0));
      }
    }
    assertThat(sentences).hasSizeGreaterThanOrEqualTo(SEEDS * 9 / 10);
    return sentences;
  }

  /** The numbers in place of the pattern's groups. */
  private static double[] numbers(String sentence, String pattern) {
    Matcher matcher = Pattern.compile(pattern).matcher(sentence);
    assertThat(matcher.matches()).as(sentence).isTrue();
    double[] numbers = new double[matcher.groupCount()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = Double.parseDouble(matcher.group(i + 1).replace(",", ""));
    }
    return numbers;
  }

  @ParameterizedTest
  @ValueSource(ints = {6, 12, 60, 168})
  void noiseIsNoDrift(int n) {
    long found = 0;
    for (long seed = 0; seed < 200; seed++) {
      found += qps(n, seed, NOISE, hour -> 10_000).isEmpty() ? 0 : 1;
    }
    assertThat(found).as("of 200").isLessThanOrEqualTo(4);
  }

  @Test
  void aTrendIsFoundWithItsSlope() {
    for (String sentence : sentences(NOISE, hour -> 10_000 * (1 - 0.002 * (hour + 0.5)))) {
      assertThat(numbers(sentence, "qps fell ([\\d.]+) % per hour")[0])
          .isEqualTo(0.2, within(0.02));
    }
    assertThat(qps(WEEK, 1, 0, hour -> 10_000 + 50 * hour))
        .containsExactly("qps rose 0.5 % per hour");
  }

  @Test
  void aTrendThatBeginsLaterIsFoundWithItsBeginning() {
    IntToDoubleFunction value = hour -> 12_300 * (1 - 0.004 * Math.max(0, hour + 0.5 - 31));
    for (String sentence : sentences(0.005, value)) {
      double[] found = numbers(sentence, "qps fell ([\\d.]+) % per hour after hour (\\d+)");
      assertThat(found[0]).isEqualTo(0.4, within(0.01));
      assertThat(found[1]).isEqualTo(31, within(2.0));
    }
    assertThat(qps(WEEK, 1, 0, value)).containsExactly("qps fell 0.4 % per hour after hour 31");
  }

  @Test
  void aTrendThatEndsIsFoundWithItsEnd() {
    double gb = 1L << 30;
    FigureSeries memory = hours(WEEK, 1, 0.005, hour -> gb * (2 + 0.31 * Math.min(hour + 0.5, 40)));
    assertThat(Drift.sentences(Quantity.MEMORY, memory, WEEK * HOUR))
        .containsExactly("server memory grew 0.31 GB per hour until hour 40");
  }

  @Test
  void aChangeOfLevelIsLocatedWithinOnePoint() {
    for (String sentence : sentences(NOISE, hour -> hour < 84 ? 12_300 : 9_800)) {
      double[] found =
          numbers(sentence, "qps fell from ([\\d,]+) to ([\\d,]+) \\(-\\d+ %\\) at hour (\\d+)");
      assertThat(found[0]).isEqualTo(12_300, within(123.0));
      assertThat(found[1]).isEqualTo(9_800, within(98.0));
      assertThat(found[2]).isEqualTo(84, within(1.0));
    }
    assertThat(qps(WEEK, 1, 0, hour -> hour < 31 ? 12_300 : 9_800))
        .containsExactly("qps fell from 12,300 to 9,800 (-20 %) at hour 31");
  }

  @Test
  void aLevelThatComesBackIsTwoChanges() {
    assertThat(qps(WEEK, 1, 0.005, hour -> hour >= 80 && hour < 110 ? 8_000 : 10_000))
        .containsExactly(
            "qps fell from 10,000 to 8,000 (-20 %) at hour 80",
            "qps rose from 8,000 to 10,000 (+25 %) at hour 110");
  }

  @Test
  void aChangeWithinATrendIsBoth() {
    double[] base = {10_000};
    List<String> found =
        qps(WEEK, 1, 0, hour -> base[0] - 10 * (hour + 0.5) - (hour < 80 ? 0 : 2_000));
    assertThat(found)
        .containsExactly(
            "qps fell 0.1 % per hour", "qps fell from 9,200 to 7,200 (-22 %) at hour 80");
  }

  @Test
  void theLastThreeHoursMayBeALevel() {
    assertThat(qps(WEEK, 1, 0.005, hour -> hour < 165 ? 10_000 : 8_000))
        .singleElement()
        .asString()
        .endsWith("(-20 %) at hour 165");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 40, 84, 167})
  void oneHourThatIsUnlikeTheOthersIsNoDrift(int odd) {
    for (long seed = 0; seed < SEEDS; seed++) {
      assertThat(qps(WEEK, seed, 0.002, hour -> hour == odd ? 1_000 : 10_000)).isEmpty();
      assertThat(qps(WEEK, seed, 0.002, hour -> hour == odd ? 90_000 : 10_000)).isEmpty();
    }
  }

  /** Three points make a level, and the median of these three would be one of two levels. */
  @ParameterizedTest
  @ValueSource(ints = {20, 100, WEEK - 2})
  void twoHoursThatAreUnlikeTheOthersAreNoDrift(int odd) {
    for (long seed = 0; seed < SEEDS; seed++) {
      assertThat(qps(WEEK, seed, 0.002, hour -> hour / 2 == odd / 2 ? 1_000 : 10_000)).isEmpty();
    }
  }

  @Test
  void whatComesBackEveryDayIsNoDrift() {
    assertThat(qps(WEEK, 1, NOISE, hour -> 10_000 * (1 + 0.1 * Math.sin(hour * Math.PI / 12))))
        .isEmpty();
  }

  @Test
  void aChangeOfOnePercentIsNotWorthASentence() {
    assertThat(qps(100, 1, 0, hour -> 10_000 + hour)).isEmpty();
    assertThat(qps(100, 1, 0, hour -> 10_000 + 1.1 * hour)).hasSize(1);
    assertThat(qps(100, 1, 0, hour -> hour < 50 ? 10_000 : 10_100)).isEmpty();
    assertThat(qps(100, 1, 0, hour -> hour < 50 ? 10_000 : 10_110)).hasSize(1);
  }

  @Test
  void aTrendFromAlmostNothingIsInPercentOfTheMedian() {
    assertThat(qps(101, 1, NOISE, hour -> 1 + 100 * hour).get(0))
        .matches("qps rose (1[.]9|2|2[.]1) % per hour");
    assertThat(qps(101, 1, NOISE, hour -> 1_000 + 100 * hour).get(0))
        .matches("qps rose (9[.]\\d|1[01]) % per hour");
  }

  @Test
  void whatStaysTheSameHasNoDrift() {
    assertThat(qps(WEEK, 1, 0, hour -> 10_000)).isEmpty();
    assertThat(qps(WEEK, 1, 0, hour -> 0)).isEmpty();
  }

  @Test
  void fivePointsAreTooFewAndSixAreATrendIfAllAgree() {
    assertThat(qps(5, 1, 0, hour -> 10_000 - 1_000 * hour)).isEmpty();
    assertThat(qps(6, 1, 0, hour -> 10_000 - 1_000 * hour))
        .containsExactly("qps fell 10 % per hour");
    double[] up = {1, 2, 4, 3, 5, 6};
    assertThat(qps(6, 1, 0, hour -> up[hour])).isEmpty();
  }

  @Test
  void thousandsOfPointsArePutTogether() {
    FigureSeries.Builder series = new FigureSeries.Builder();
    for (int i = 0; i < 60_480; i++) {
      series.add(10 * i + 5, i < 30_240 ? 12_300 : 9_800);
    }
    assertThat(Drift.sentences(Quantity.QPS, series.build(), WEEK * HOUR))
        .containsExactly("qps fell from 12,300 to 9,800 (-20 %) at hour 84");
  }

  @Test
  void ofTiesTheTestOfATrendKnows() {
    FigureSeries.Builder series = new FigureSeries.Builder();
    double[] values = {1, 1, 2, 2, 2, 3};
    for (int i = 0; i < values.length; i++) {
      series.add(i, values[i]);
    }
    Trend trend = Trend.of(series.build());
    // S = 11 of 15 pairs; variance (6*5*17 - 2*1*9 - 3*2*11) / 18.
    assertThat(trend.significance()).isEqualTo(10 / Math.sqrt(426 / 18.0), within(1e-12));
    assertThat(trend.slope()).isEqualTo(1 / 3.0);
  }
}
