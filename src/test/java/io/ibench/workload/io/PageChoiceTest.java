package io.ibench.workload.io;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.random.ExactZipfDistribution;
import io.ibench.random.Random64;
import io.ibench.workload.io.IoKeys.Pattern;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class PageChoiceTest {

  private static final long SEED = 11;

  private static long[] draw(
      Pattern pattern, long pages, int blockPages, int thread, int threads, int draws) {
    PageChoice choice =
        PageChoice.of(pattern, 0.99, pages, blockPages, new Random64(SEED), thread, threads);
    return LongStream.generate(choice::next).limit(draws).toArray();
  }

  @Test
  void blocksInSequenceBeginAnewAfterTheLast() {
    assertThat(draw(Pattern.SEQUENTIAL, 12, 4, 0, 1, 5)).containsExactly(0, 4, 8, 0, 4);
    assertThat(draw(Pattern.SEQUENTIAL, 3, 1, 0, 1, 4)).containsExactly(0, 1, 2, 0);
  }

  @Test
  void threadsThatGoInSequenceBeginApart() {
    assertThat(draw(Pattern.SEQUENTIAL, 20, 2, 1, 3, 9))
        .containsExactly(6, 8, 10, 12, 14, 16, 18, 0, 2);
    assertThat(draw(Pattern.SEQUENTIAL, 20, 2, 2, 3, 2)).containsExactly(12, 14);
  }

  @Test
  void randomBlocksAreThoseOfTheSeedAndBeginOnPagesOfBlocks() {
    Random64 random = new Random64(SEED);
    long[] expected = LongStream.generate(() -> random.nextLong(5) * 4).limit(200).toArray();
    assertThat(draw(Pattern.RANDOM, 20, 4, 0, 1, 200)).isEqualTo(expected);
    assertThat(LongStream.of(expected).distinct().sorted()).containsExactly(0L, 4L, 8L, 12L, 16L);
  }

  @Test
  void hotBlocksOfZipfAreAnywhereAndAllAreInTheFiles() {
    Random64 random = new Random64(SEED);
    ExactZipfDistribution ranks = new ExactZipfDistribution(5, 0.99);
    long[] expected =
        LongStream.generate(() -> Math.floorMod(Random64.hash(ranks.draw(random), 5), 5) * 4L)
            .limit(200)
            .toArray();
    assertThat(draw(Pattern.ZIPF, 20, 4, 0, 1, 200)).isEqualTo(expected);
    assertThat(LongStream.of(expected).distinct().count()).isGreaterThan(1);
  }
}
