package io.ibench.random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigInteger;
import java.util.BitSet;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ShufflerTest {
  private static final long LINKS_SEED = 20343988438726021L;

  @Test
  void permutesAsTheAncestorDoes() {
    Shuffler small = new Shuffler(100_000, LINKS_SEED, 1024);
    assertThat(LongStream.range(0, 5).map(small::permute))
        .containsExactly(14336L, 59393L, 43010L, 35843L, 68612L);
    Shuffler large = new Shuffler(1_000_000, LINKS_SEED, 1024);
    assertThat(LongStream.range(0, 5).map(large::permute))
        .containsExactly(389120L, 512001L, 686082L, 348163L, 277508L);
  }

  /** Computed with the original shuffler: 31 x hash + permute(i) over all i. */
  @ParameterizedTest
  @CsvSource({
    "20343988438726021, 1000, -8024092402743952908",
    "20343988438726021, 1025, -8228826968951078400",
    "20343988438726021, 100000, 3066300357886616400",
    "20343988438726021, 1000000, -1187093880581037792",
    "20343988438726021, 1234567, 3269497625575475107",
    "53238253823453, 100000, 168921412189037392",
    "53238253823453, 1234567, -3961139240495429725",
    "4766565305853767165, 100000, 5297570199509934928",
    "4766565305853767165, 1234567, -7966331259432941661"
  })
  void permutesEveryIdAsTheAncestorDoes(long seed, long size, long expected) {
    Shuffler shuffler = new Shuffler(size, seed, 1024);
    long hash = 0;
    for (long i = 0; i < size; i++) {
      hash = 31 * hash + shuffler.permute(i);
    }
    assertThat(hash).isEqualTo(expected);
  }

  /** The largest size that the original supports: every 2003rd id. */
  @Test
  void permutesAsTheAncestorDoesUpToItsLimit() {
    Shuffler shuffler = new Shuffler(Integer.MAX_VALUE, LINKS_SEED, 1024);
    long hash = 0;
    for (long i = 0; i < Integer.MAX_VALUE; i += 2003) {
      hash = 31 * hash + shuffler.permute(i);
    }
    assertThat(hash).isEqualTo(2633037245982923129L);
  }

  @ParameterizedTest
  @CsvSource({
    "10, 1",
    "1025, 1024",
    "100000, 1024",
    "1000003, 7",
    "2147483647, 1024",
    "2147483648, 1024",
    "2147483649, 1024",
    "4294967296, 1024",
    "4294967297, 140",
    "10000000007, 1024",
    "1000000000000, 1024",
    "2199023255551, 1024"
  })
  void followsItsRuleWithoutOverflow(long size, int groups) {
    for (long seed : new long[] {LINKS_SEED, 53238253823453L, 4766565305853767165L}) {
      Rule rule = new Rule(size, seed, groups);
      Shuffler shuffler = new Shuffler(size, seed, groups);
      Random64 random = new Random64(size);
      for (int i = 0; i < 3000; i++) {
        long near = i < 1000 ? i : i < 2000 ? size - 1 - (i - 1000) : random.nextLong(size);
        long from = Math.floorMod(near, size);
        assertThat(shuffler.permute(from))
            .as("permute(" + from + ")")
            .isEqualTo(rule.permute(from));
        assertThat(shuffler.invert(rule.permute(from))).isEqualTo(from);
      }
    }
  }

  /**
   * The published rule in arbitrary-precision numbers: i moves by groups x rotation, modulo the
   * size rounded up to whole rounds of groups, or down for the remainders that the last round
   * lacks.
   */
  private static final class Rule {
    private final BigInteger groups;
    private final BigInteger size;
    private final BigInteger[] rotations;

    Rule(long size, long seed, int groups) {
      this.size = BigInteger.valueOf(size);
      this.groups = BigInteger.valueOf(groups).min(this.size);
      this.rotations = new BigInteger[this.groups.intValueExact()];
      Random random = new Random(seed);
      int bound = this.size.divide(this.groups).intValueExact();
      for (int group = 0; group < rotations.length; group++) {
        rotations[group] = BigInteger.valueOf(random.nextInt(bound));
      }
    }

    long permute(long from) {
      BigInteger i = BigInteger.valueOf(from);
      BigInteger group = i.mod(groups);
      BigInteger lastRound = size.mod(groups);
      BigInteger down = size.subtract(lastRound);
      BigInteger modulus = group.compareTo(lastRound) < 0 ? down.add(groups) : down;
      BigInteger moved = i.add(groups.multiply(rotations[group.intValueExact()]));
      return moved.mod(modulus).longValueExact();
    }
  }

  @Test
  void isABijectionForSizesAndGroupsOfEveryKind() {
    Random64 random = new Random64(9);
    for (int i = 0; i < 40; i++) {
      int size = 1 + random.nextInt(200_000);
      int groups = 1 + random.nextInt(i % 4 == 0 ? size : 2000);
      assertIsABijection(new Shuffler(size, random.nextLong(), groups), size);
    }
  }

  private static void assertIsABijection(Shuffler shuffler, int size) {
    BitSet seen = new BitSet(size);
    for (int i = 0; i < size; i++) {
      long to = shuffler.permute(i);
      seen.set(Math.toIntExact(to));
      if (shuffler.invert(to) != i) {
        throw new AssertionError(i + " goes to " + to + ", which comes from elsewhere");
      }
    }
    assertThat(seen.cardinality()).isEqualTo(size);
    assertThat(seen.length()).isEqualTo(size);
  }

  @Test
  void isABijectionForEverySmallSizeAndNumberOfGroups() {
    for (int size = 1; size <= 60; size++) {
      for (int groups = 1; groups <= 65; groups++) {
        assertIsABijection(new Shuffler(size, 31L * size + groups, groups), size);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1L << 31, 10_000_000_000L, (1L << 41) + 12_345, 1L << 62})
  void invertsHugePermutations(long size) {
    Shuffler shuffler = new Shuffler(size, LINKS_SEED, 1024);
    Random64 random = new Random64(1);
    long moved = 0;
    long largest = 0;
    for (int i = 0; i < 100_000; i++) {
      long from = random.nextLong(size);
      long to = shuffler.permute(from);
      assertThat(to).isBetween(0L, size - 1);
      assertThat(shuffler.invert(to)).isEqualTo(from);
      assertThat(shuffler.permute(shuffler.invert(from))).isEqualTo(from);
      moved += from == to ? 0 : 1;
      largest = Math.max(largest, to);
    }
    assertThat(moved).isGreaterThan(99_000);
    assertThat(largest).isGreaterThan(size / 10 * 9);
  }

  @Test
  void theLastIdsOfAnUnevenSizeComeBack() {
    Shuffler shuffler = new Shuffler(10_000_000_007L, 53238253823453L, 1024);
    for (long i = 10_000_000_007L - 5000; i < 10_000_000_007L; i++) {
      assertThat(shuffler.invert(shuffler.permute(i))).isEqualTo(i);
    }
  }

  @Test
  void rejectsWhatIsOutOfRange() {
    Shuffler shuffler = new Shuffler(10, 1, 4);
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> shuffler.permute(10));
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> shuffler.invert(-1));
    assertThatIllegalArgumentException().isThrownBy(() -> new Shuffler(0, 1, 4));
    assertThatIllegalArgumentException().isThrownBy(() -> new Shuffler(10, 1, 0));
  }
}
