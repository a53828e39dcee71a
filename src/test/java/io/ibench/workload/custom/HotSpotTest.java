package io.ibench.workload.custom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import io.ibench.config.Key;
import io.ibench.random.Distribution;
import io.ibench.random.ExactZipfDistribution;
import io.ibench.random.LatestDistribution;
import io.ibench.random.Random64;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The share of hot ranks, and the limits of shapes and parts. */
class HotSpotTest {

  private final Mistakes mistakes = new Mistakes(Key.text("op.A", "an operation"));

  private Optional<Distribution> ranks(String text, long size) throws SyntaxException {
    return RanksParser.parse(new TokenReader(text), mistakes, size);
  }

  @ParameterizedTest
  @CsvSource({"-1, 0", "0, 0.4", "1, 0.8", "2, 0.825", "9, 1", "10, 1", "8, 0.975"})
  void theHotRanksHaveTheirShareAndTheOthersTheRest(long rank, double share) {
    assertThat(new HotSpot(10, 2, 0.8).cdf(rank)).isCloseTo(share, within(1e-12));
  }

  @Test
  void everyRankIsDrawn() {
    HotSpot spot = new HotSpot(10, 2, 0.8);
    Random64 random = new Random64(5);
    int[] drawn = new int[10];
    for (int i = 0; i < 10_000; i++) {
      drawn[(int) spot.draw(random)]++;
    }
    assertThat(IntStream.of(drawn).filter(count -> count > 150).count()).isEqualTo(10);
    assertThat(drawn[0] / 10_000.0).isCloseTo(0.4, within(0.025));
    assertThat(drawn[9] / 10_000.0).isCloseTo(0.025, within(0.008));
  }

  @ParameterizedTest
  @CsvSource({"2, 1%, 1", "2, 99%, 1", "3, 99%, 2", "10, 20%, 2", "10, 25%, 3", "10, 24%, 2"})
  void atLeastOneRankIsHotAndOneIsNot(long size, String part, long hot) throws Exception {
    assertThat(ranks("hot 80% in " + part, size)).contains(new HotSpot(size, hot, 0.8));
  }

  @Test
  void oneRankHasNoHotPart() throws Exception {
    assertThat(ranks("hot 80% in 20%", 1)).isEmpty();
    assertThat(ReportedMistakes.of(mistakes))
        .containsExactly("at \"hot\" (character 1): one value has no hot part");
  }

  @Test
  void aShapeIsFromZeroToTen() throws Exception {
    assertThat(ranks("zipf 0", 5).orElseThrow()).isInstanceOf(ExactZipfDistribution.class);
    assertThat(ranks("zipf 10", 5)).isPresent();
    assertThat(ranks("latest 1", 5).orElseThrow()).isInstanceOf(LatestDistribution.class);
    assertThat(mistakes.isEmpty()).isTrue();
    assertThat(ranks("zipf 10.1", 5)).isEmpty();
    assertThat(ReportedMistakes.of(mistakes))
        .containsExactly(
            "at \"10.1\" (character 6): this shape is out of range; allowed: from 0, at most 10");
  }

  @Test
  void aRangeHasTwoToTheSixtyFirstNumbersAtMost() throws Exception {
    assertThat(ranks("", 1L << 61).orElseThrow().size()).isEqualTo(1L << 61);
    assertThatExceptionOfType(SyntaxException.class)
        .isThrownBy(() -> ranks("", (1L << 61) + 1))
        .withMessage("the range is too large; allowed: 2^61 numbers");
  }
}
