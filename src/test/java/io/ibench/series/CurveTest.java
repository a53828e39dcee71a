package io.ibench.series;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CurveTest {

  private static final double GAP = Double.NaN;

  private final Curve curve = new Curve(100);

  @Test
  void aValueIsDrawnFromWhereItBeginsToHold() {
    curve.add(1, 2, 10);
    curve.add(2, 3, 20);

    assertThat(curve.x()).containsExactly(1, 2, 3);
    assertThat(curve.y()).containsExactly(10, 10, 20);
  }

  @Test
  void afterAGapTheLineBeginsAnew() {
    curve.add(1, 2, 10);
    curve.gap();
    curve.add(2, 3, 20);

    assertThat(curve.x()).containsExactly(1, 2, 2, 2, 3);
    assertThat(curve.y()).containsExactly(10, 10, GAP, 20, 20);
  }

  @Test
  void unknownValuesAreOneGap() {
    curve.add(0, 1, GAP);
    curve.add(1, 2, 10);
    curve.add(2, 3, GAP);
    curve.add(3, 4, Double.POSITIVE_INFINITY);
    curve.add(4, 5, 20);
    curve.add(5, 6, GAP);

    assertThat(curve.x()).containsExactly(1, 2, 4, 4, 5);
    assertThat(curve.y()).containsExactly(10, 10, GAP, 20, 20);
  }

  @Test
  void whatIsMissingInBetweenIsAGap() {
    curve.add(1, 2, 10);
    curve.add(2.4, 3.4, 20);
    curve.add(4, 5, 30);

    assertThat(curve.x()).containsExactly(1, 2, 3.4, 4, 4, 5);
    assertThat(curve.y()).containsExactly(10, 10, 20, GAP, 30, 30);
  }

  @Test
  void whatIsLeftAtTheEndGoesOnThoughItsTimeIsRounded() {
    curve.add(1, 2, 10);
    curve.add(2.001, 2.002, 20);

    assertThat(curve.x()).containsExactly(1, 2, 2.002);
    assertThat(curve.y()).containsExactly(10, 10, 20);
  }

  @Test
  void aStretchMuchLongerThanTheOneBeforeIsNoSlope() {
    curve.add(1, 2, 10);
    curve.add(2, 32, 1);
    curve.add(32, 33, 10);

    assertThat(curve.x()).containsExactly(1, 2, 2, 32, 33);
    assertThat(curve.y()).containsExactly(10, 10, 1, 1, 10);
  }

  @Test
  void aSteppedOneHasNoSlopes() {
    Curve stepped = Curve.stepped(100);
    stepped.add(0, 100, 10);
    stepped.add(100, 250, 15);
    stepped.gap();
    stepped.add(250, 300, 5);

    assertThat(stepped.x()).containsExactly(0, 100, 100, 250, 250, 250, 300);
    assertThat(stepped.y()).containsExactly(10, 10, 15, 15, GAP, 5, 5);
  }

  @Test
  void aValueOfAMomentIsOnePoint() {
    curve.add(5, 5, 1);
    curve.add(9, 9, 2);

    assertThat(curve.x()).containsExactly(5, 9);
    assertThat(curve.isEmpty()).isFalse();
  }

  @Test
  void stretchesThatOverlapALittleStayInOrder() {
    curve.add(1, 2.001, 10);
    curve.add(2, 3, 20);
    curve.gap();
    curve.add(2.999, 4, 30);

    assertThat(curve.x()).isSorted();
  }

  /** {@link Downsampling} could make no stretches of them. */
  @Test
  void whatEndsBeyondAllNumbersIsAGap() {
    curve.add(0, 1, 10);
    curve.add(1, Double.POSITIVE_INFINITY, 20);
    curve.add(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, 30);

    assertThat(curve.x()).containsExactly(0, 1);
    assertThat(curve.y()).containsExactly(10, 10);
  }

  @Test
  void withoutAValueItIsEmpty() {
    curve.gap();
    curve.add(1, 2, GAP);

    assertThat(curve.isEmpty()).isTrue();
    assertThat(curve.x()).isEmpty();
  }
}
