package io.ibench.workload.ycsb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ibench.random.Random64;
import java.nio.charset.StandardCharsets;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

/** Keys and their probabilities are those that the classes of YCSB 0.17.0 gave. */
class KeyChooserTest {

  private static final int DRAWS = 400_000;

  private static String key(long number) {
    KeyText key = new KeyText().of(number);
    return new String(key.bytes(), 0, key.length(), StandardCharsets.US_ASCII);
  }

  private static StepSettings step(String mix, String... settings) {
    YcsbPlan plan = YcsbTrial.plan(mix, settings);
    return plan.settings(plan.steps().get(0));
  }

  @Test
  void keysAreThoseOfYcsb() {
    assertThat(key(0)).isEqualTo("user6284781860667377211");
    assertThat(key(1)).isEqualTo("user8517097267634966620");
    assertThat(key(2)).isEqualTo("user1820151046732198393");
    assertThat(key(999_999)).isEqualTo("user2744965632448235251");
    byte[] bytes = key(999_999).getBytes(StandardCharsets.US_ASCII);
    assertThat(KeyText.hashIn(bytes, bytes.length)).isEqualTo(KeyText.hash(999_999));
  }

  /** By number, or after a function of it, in percent of all draws. */
  private static double[] shares(KeyChooser keys, long limit, LongUnaryOperator place) {
    double[] shares = new double[(int) limit];
    for (int i = 0; i < DRAWS; i++) {
      shares[(int) place.applyAsLong(keys.next(limit))] += 100.0 / DRAWS;
    }
    return shares;
  }

  /** 2,000,000 draws of ScrambledZipfianGenerator(0, 1000), of which 1000 is drawn again. */
  @Test
  void zipfianRequestsHaveTheHotRowsOfYcsb() {
    KeyChooser keys = KeyChooser.of(step("workloada", "ycsb.until=1s"), 1000, new Random64(7));
    double[] shares = shares(keys, 1000, number -> number);
    double[][] hot = {{144, 3.853}, {610, 1.992}, {213, 1.605}, {679, 1.181}, {10, 0.940}};
    for (double[] row : hot) {
      double deviation = Math.sqrt(row[1] * 100 / DRAWS);
      assertThat(shares[(int) row[0]]).isCloseTo(row[1], within(5.5 * deviation));
    }
    assertThat(shares).doesNotContain(0);
  }

  /** With inserts the hot rows are those of a space that has room for twice as many new rows. */
  @Test
  void zipfianRequestsLeaveRoomForNewRows() {
    StepSettings step = step("workloade", "ycsb.operations=10000");
    assertThat(step.expectedInserts()).isEqualTo(1000);
    KeyChooser keys = KeyChooser.of(step, 1000, new Random64(7));
    for (int i = 0; i < DRAWS; i++) {
      assertThat(keys.next(1000)).isBetween(0L, 999L);
    }
    KeyChooser late = KeyChooser.of(step, 1000, new Random64(7));
    long highest = 0;
    for (int i = 0; i < DRAWS; i++) {
      highest = Math.max(highest, late.next(1500));
    }
    assertThat(highest).isBetween(1400L, 1499L);
  }

  /** 2,000,000 draws of SkewedLatestGenerator, at first and after 1000 more rows. */
  @Test
  void latestRequestsHaveTheProbabilitiesOfYcsb() {
    KeyChooser keys = KeyChooser.of(step("workloadd", "ycsb.until=1s"), 1000, new Random64(7));
    int[] ranks = {0, 1, 2, 9, 99, 499};
    double[] atFirst = {12.985, 19.481, 24.594, 39.870, 69.588, 90.736};
    double[] later = {11.813, 17.750, 17.750, 29.529, 59.709, 81.168};
    assertCumulated(shares(keys, 1000, number -> 999 - number), ranks, atFirst);
    assertCumulated(shares(keys, 2000, number -> 1999 - number), ranks, later);
  }

  private static void assertCumulated(double[] shares, int[] ranks, double[] expected) {
    for (int i = 0; i < ranks.length; i++) {
      double sum = 0;
      for (int rank = 0; rank <= ranks[i]; rank++) {
        sum += shares[rank];
      }
      double deviation = Math.sqrt(expected[i] * (100 - expected[i]) / DRAWS);
      assertThat(sum).as("rank %d", ranks[i]).isCloseTo(expected[i], within(5.5 * deviation));
    }
  }

  @Test
  void uniformRequestsChooseTheRowsOfTheStart() {
    StepSettings step = step("workloade", "ycsb.until=1s", "ycsb.requestdistribution=uniform");
    KeyChooser keys = KeyChooser.of(step, 100, new Random64(7));
    double[] shares = shares(keys, 200, number -> number);
    for (int number = 0; number < 200; number++) {
      assertThat(shares[number]).isCloseTo(number < 100 ? 1 : 0, within(0.09));
    }
  }
}
