package io.ibench.random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class Random64Test {
  private static final long NAMES_HASH = -8720598677848665885L;

  @Test
  void isSplitMix64() {
    Random64 random = new Random64(1234567);
    assertThat(random.nextLong()).isEqualTo(6457827717110365317L);
    assertThat(random.nextLong()).isEqualTo(3203168211198807973L);
    SplittableRandom reference = new SplittableRandom(-42);
    random.seed(-42);
    for (int i = 0; i < 1000; i++) {
      assertThat(random.nextLong()).isEqualTo(reference.nextLong());
    }
  }

  @Test
  void seedingStartsAgain() {
    Random64 random = new Random64(7);
    long first = random.nextLong();
    random.seed(7);
    assertThat(random.nextLong()).isEqualTo(first);
  }

  @Test
  void boundedLongsAreUnbiasedWhereAModuloWouldNotBe() {
    // Of 2^64 values a modulo by 3 x 2^61 would give the lower two thirds 3/8 each, the rest 1/4.
    long bound = 3L << 61;
    Random64 random = new Random64(5);
    int[] thirds = new int[3];
    for (int i = 0; i < 300_000; i++) {
      long drawn = random.nextLong(bound);
      assertThat(drawn >= 0 && drawn < bound).isTrue();
      thirds[(int) (drawn >>> 61)]++;
    }
    for (int count : thirds) {
      assertThat(count).isBetween(99_000, 101_000);
    }
  }

  @Test
  void boundedLongsReachEveryValueOfASmallRangeEquallyOften() {
    Random64 random = new Random64(6);
    int[] counts = new int[7];
    for (int i = 0; i < 700_000; i++) {
      counts[random.nextInt(7)]++;
    }
    for (int count : counts) {
      assertThat(count).isBetween(98_800, 101_200);
    }
  }

  @Test
  void boundsAreCheckedAndTheirExtremesWork() {
    Random64 random = new Random64(8);
    assertThat(random.nextLong(1)).isZero();
    for (int i = 0; i < 1000; i++) {
      assertThat(random.nextLong(Long.MAX_VALUE)).isBetween(0L, Long.MAX_VALUE - 1);
    }
    assertThatIllegalArgumentException().isThrownBy(() -> random.nextLong(0));
    assertThatIllegalArgumentException().isThrownBy(() -> random.nextInt(-1));
  }

  @Test
  void doublesAreInTheUnitIntervalWithMeanOneHalf() {
    Random64 random = new Random64(9);
    double sum = 0;
    for (int i = 0; i < 1_000_000; i++) {
      double x = random.nextDouble();
      if (!(x >= 0 && x < 1)) {
        throw new AssertionError(x);
      }
      sum += x;
    }
    assertThat(sum / 1_000_000).isCloseTo(0.5, within(0.001));
  }

  @Test
  void hashesOfNeighbouringRowsAreDistinct() {
    Set<Long> seen = new HashSet<>();
    for (int table = 0; table < 3; table++) {
      for (int id = 0; id < 1000; id++) {
        for (int type = 0; type < 10; type++) {
          assertThat(seen.add(Random64.hash(1, table, id, type))).isTrue();
        }
      }
    }
    assertThat(Random64.hash(1, 2)).isNotEqualTo(Random64.hash(2, 1));
  }

  @Test
  void anyBitOfAnyArgumentChangesHalfOfTheHash() {
    Random64 random = new Random64(10);
    long[] args = new long[4];
    for (int bit = 0; bit < 256; bit++) {
      int changed = 0;
      for (int i = 0; i < 1000; i++) {
        for (int j = 0; j < 4; j++) {
          args[j] = random.nextInt(1000);
        }
        long before = Random64.hash(args[0], args[1], args[2], args[3]);
        args[bit / 64] ^= 1L << (bit % 64);
        changed += Long.bitCount(before ^ Random64.hash(args[0], args[1], args[2], args[3]));
      }
      assertThat(changed / 1000.0).as("bit " + bit).isBetween(31.0, 33.0);
    }
  }

  @Test
  void firstDrawsOfGeneratorsSeededByRowAreUniform() {
    Random64 random = new Random64(0);
    int[] counts = new int[16];
    for (int row = 0; row < 160_000; row++) {
      random.seed(Random64.hash(42, 1, row));
      counts[(int) (random.nextDouble() * 16)]++;
    }
    for (int count : counts) {
      assertThat(count).isBetween(9_600, 10_400);
    }
  }

  @Test
  void longerHashesContinueShorterOnes() {
    assertThat(Random64.hash(1, 2, 3)).isEqualTo(Random64.hash(Random64.hash(1, 2), 3));
    assertThat(Random64.hash(1, 2, 3, 4)).isEqualTo(Random64.hash(Random64.hash(1, 2, 3), 4));
  }

  @Test
  void namesAreHashedWithTheirBoundaries() {
    Set<Long> hashes = new HashSet<>();
    hashes.add(Random64.hash(1));
    hashes.add(Random64.hash(1, ""));
    hashes.add(Random64.hash(1, "", ""));
    hashes.add(Random64.hash(1, "abc"));
    hashes.add(Random64.hash(1, "a", "bc"));
    hashes.add(Random64.hash(1, "ab", "c"));
    hashes.add(Random64.hash(2, "ab", "c"));
    assertThat(hashes).hasSize(7);
  }

  @Test
  void namesHashTheSameEverywhere() {
    assertThat(Random64.hash(1733776768, "request", "größe")).isEqualTo(NAMES_HASH);
  }
}
