package io.ibench.random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.BitSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
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

  @Test
  void isABijectionForEverySmallSizeAndNumberOfGroups() {
    for (int size = 1; size <= 60; size++) {
      for (int groups = 1; groups <= 65; groups++) {
        Shuffler shuffler = new Shuffler(size, 31L * size + groups, groups);
        BitSet seen = new BitSet();
        for (int i = 0; i < size; i++) {
          long to = shuffler.permute(i);
          seen.set((int) to);
          assertThat(shuffler.invert(to)).isEqualTo(i);
        }
        assertThat(seen.cardinality()).isEqualTo(size);
        assertThat(seen.length()).isEqualTo(size);
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
