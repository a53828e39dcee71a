package io.ibench.workload.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HashesTest {

  /** Computed from the published definitions by another program. */
  @Test
  void allEightBytesOfAValueAreHashed() {
    assertThat(Hashes.fnv1a(0x0102030405060708L, 5432)).isEqualTo(-4490010154929366595L);
    assertThat(Hashes.fnv1a(-1, 0)).isEqualTo(-8289690350564177859L);
    assertThat(Hashes.murmur2(0x0102030405060708L, 5432)).isEqualTo(5345062390913714554L);
  }

  /** Other places would give other rows than the runs before, whose results are compared. */
  @Test
  void aPermutationStaysTheSameInLaterVersions() throws Exception {
    assertThat(IntStream.range(0, 10).mapToLong(i -> permute(i, 10)))
        .containsExactly(3L, 0L, 1L, 7L, 8L, 2L, 4L, 6L, 5L, 9L);
    assertThat(IntStream.range(0, 5).mapToLong(i -> permute(i, 1_000)))
        .containsExactly(512L, 378L, 451L, 869L, 751L);
    assertThat(IntStream.range(0, 2).mapToLong(i -> permute(i, 2))).containsExactly(1L, 0L);
    assertThat(Permutation.permute(123_456_789_012L, 1L << 40, 7)).isEqualTo(698_143_127_982L);
  }

  @Test
  void aValueIsTakenModuloTheSize() throws Exception {
    assertThat(permute(-1, 10)).isEqualTo(permute(9, 10));
    assertThat(permute(23, 10)).isEqualTo(permute(3, 10));
    assertThat(permute(5, 1)).isZero();
    assertThatThrownBy(() -> Permutation.permute(1, 0, 42))
        .hasMessage("a permutation has a size of 1 or more, not 0");
  }

  private static long permute(long value, long size) {
    try {
      return Permutation.permute(value, size, 42);
    } catch (ScriptException e) {
      throw new AssertionError(e);
    }
  }
}
