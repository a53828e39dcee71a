package io.ibench.workload.linkbench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WholePowersTest {

  @ParameterizedTest
  @CsvSource({
    "2, 1518500249",
    "2, 94906267",
    "2, 3",
    "2, 2",
    "3, 1321122",
    "3, 5",
    "7, 463",
    "40, 2",
    "62, 2"
  })
  void rootsAreExactAroundAPower(int exponent, long root) {
    long power = WholePowers.power(root, exponent);
    assertThat(WholePowers.rootUp(power - 1, exponent)).isEqualTo(root);
    assertThat(WholePowers.rootUp(power, exponent)).isEqualTo(root);
    assertThat(WholePowers.rootUp(power + 1, exponent)).isEqualTo(root + 1);
    assertThat(WholePowers.perfectPowerUp(power, exponent)).isEqualTo(power);
  }

  @Test
  void whatExceedsALongIsTheLargestLong() {
    assertThat(WholePowers.power(2, 63)).isEqualTo(Long.MAX_VALUE);
    assertThat(WholePowers.power(1L << 40, 2)).isEqualTo(Long.MAX_VALUE);
    assertThat(WholePowers.power(2, 62)).isEqualTo(1L << 62);
    assertThat(WholePowers.power(0, 5)).isZero();
    assertThat(WholePowers.power(1, 1000)).isEqualTo(1);
    assertThat(WholePowers.powerUp((1L << 61) + 1, 2)).isEqualTo(1L << 62);
    assertThat(WholePowers.powerUp(101, 10)).isEqualTo(1000);
    assertThat(WholePowers.powerUp(100, 10)).isEqualTo(100);
    assertThat(WholePowers.powerUp(1, 10)).isEqualTo(1);
  }
}
