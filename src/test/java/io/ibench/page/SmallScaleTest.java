package io.ibench.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.page.SmallScale.Tick;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class SmallScaleTest {

  private static SmallScale scale(double... values) {
    return SmallScale.of(Arrays.stream(values));
  }

  private static List<String> ticks(double... values) {
    return scale(values).ticks().stream().map(Tick::text).toList();
  }

  @Test
  void valuesFarFromZeroHaveAnAxisWithoutIt() {
    assertThat(ticks(11_200, 12_400)).containsExactly("11,500", "12,000");
    assertThat(scale(11_200, 12_400).hasZero()).isFalse();
    assertThat(scale(-11_200, -12_400).hasZero()).isFalse();
  }

  @Test
  void valuesThatComeNearZeroHaveAnAxisThatBeginsThere() {
    assertThat(scale(1, 12, 40).low()).isZero();
    assertThat(scale(-1, -12, -40).high()).isZero();
    assertThat(scale(0, 5).low()).isZero();
    assertThat(ticks(-3, 12, -11)).containsExactly("-10", "0", "10");
  }

  @Test
  void equalValuesAndSmallNoiseAreInTheMiddleOfTwoPercent() {
    SmallScale equal = scale(100, 100, 100);
    assertThat(equal.place(100)).isBetween(0.499, 0.501);
    assertThat(equal.high() - equal.low()).isBetween(2.0, 2.5);

    SmallScale noise = scale(100, 100.1);
    assertThat(noise.high() - noise.low()).isBetween(2.0, 2.5);
  }

  @Test
  void zerosStandOnTheGround() {
    assertThat(scale(0, 0).place(0)).isZero();
    assertThat(ticks(0, 0)).containsExactly("0", "1");
  }

  @Test
  void withoutAKnownValueThereAreNoTicks() {
    assertThat(ticks()).isEmpty();
    assertThat(ticks(Double.NaN, Double.POSITIVE_INFINITY)).isEmpty();
  }

  @Test
  void numbersThatNeedMuchRoomHaveAnExponent() {
    assertThat(ticks(1.23e12, 1.24e12)).containsExactly("1.230e+12", "1.240e+12");
    assertThat(ticks(0.0000012, 0.0000013)).first().isEqualTo("1.200e-06");
    assertThat(ticks(0.00012, 0.00013)).containsExactly("0.00012", "0.00013");
  }

  @Test
  void anyValuesHaveTwoOrThreeDifferentTicksWithinTheAxis() {
    Random random = new Random(5);
    for (int i = 0; i < 10_000; i++) {
      double size = Math.pow(10, 590 * random.nextDouble() - 295);
      double[] values =
          DoubleStream.generate(() -> size * random.nextGaussian())
              .map(value -> random.nextBoolean() ? value : Math.abs(value))
              .limit(1 + random.nextInt(3))
              .toArray();
      SmallScale scale = scale(values);

      assertThat(scale.ticks()).as(Arrays.toString(values)).hasSizeBetween(2, 3);
      assertThat(scale.ticks()).extracting(Tick::text).doesNotHaveDuplicates();
      assertThat(scale.ticks())
          .allMatch(tick -> scale.place(tick.value()) > -1e-6)
          .allMatch(tick -> scale.place(tick.value()) < 1 + 1e-6);
      assertThat(Arrays.stream(values))
          .allMatch(value -> scale.place(value) >= 0 && scale.place(value) <= 1);
    }
  }
}
