package io.ibench.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IntervalCountsTest {

  private static final int CHUNK = IntervalCounts.CHUNK;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 20_000, Integer.MAX_VALUE, 1L << 32, Long.MAX_VALUE})
  void whatIsPutInIsFoundAndRanked(long bound) {
    Random random = new Random(bound);
    for (int size : new int[] {0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK + 7}) {
      long[] counts = random.longs(size, 0, bound).toArray();
      IntervalCounts kept = IntervalCounts.of(counts);

      assertThat(kept.size()).isEqualTo(size);
      assertThat(kept.toArray()).isEqualTo(counts);
      long[] sorted = counts.clone();
      Arrays.sort(sorted);
      for (int position = 1; position <= size; position += 1 + size / 20) {
        assertThat(kept.descending(position)).isEqualTo(sorted[size - position]);
      }
    }
  }

  @Test
  void chunksOfEverySizeOfNumberStandSideBySide() {
    long[] counts = new long[4 * CHUNK];
    counts[CHUNK] = Integer.MAX_VALUE;
    counts[2 * CHUNK - 1] = 3;
    counts[2 * CHUNK] = 1L + Integer.MAX_VALUE;
    counts[4 * CHUNK - 1] = Long.MAX_VALUE;
    IntervalCounts kept = IntervalCounts.of(counts);

    assertThat(kept.toArray()).isEqualTo(counts);
    assertThat(LongStream.rangeClosed(1, 5).map(i -> kept.descending((int) i)).toArray())
        .containsExactly(Long.MAX_VALUE, 1L + Integer.MAX_VALUE, Integer.MAX_VALUE, 3, 0);
    assertThat(kept.sum(CHUNK, 3 * CHUNK)).isEqualTo(2L * Integer.MAX_VALUE + 4);
    assertThat(kept.sum(CHUNK + 1, 2 * CHUNK - 1)).isZero();
  }

  @Test
  void whatWasBuiltStaysAsItWasWhileMoreIsCounted() {
    IntervalCounts.Builder builder = new IntervalCounts.Builder();
    long[] counts = LongStream.range(0, 3 * CHUNK).toArray();
    IntervalCounts[] built = new IntervalCounts[counts.length + 1];
    built[0] = builder.build();
    for (int i = 0; i < counts.length; i++) {
      builder.add(counts[i]);
      built[i + 1] = builder.build();
    }

    for (int size : new int[] {0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK}) {
      assertThat(built[size].toArray()).isEqualTo(Arrays.copyOf(counts, size));
    }
  }

  @Test
  void resultsOfOneStepShareWhatIsFullAndAWeekTakesTwoToFourBytesForEachInterval() {
    IntervalCounts.Builder small = new IntervalCounts.Builder();
    IntervalCounts.Builder builder = new IntervalCounts.Builder();
    IntervalCounts.Builder zeros = new IntervalCounts.Builder();
    int week = 7 * 24 * 3_600;
    for (int second = 0; second < week; second++) {
      small.add(Short.MAX_VALUE - second % 97);
      builder.add(Short.MAX_VALUE + 1 + second % 97);
      zeros.add(0);
    }
    IntervalCounts one = builder.build();
    builder.add(1);
    IntervalCounts more = builder.build();

    assertThat(Footprint.bytes(small.build())).isBetween(2L * week, 2L * week + 150_000);
    assertThat(Footprint.bytes(one)).isBetween(4L * week, 4L * week + 150_000);
    assertThat(Footprint.bytes(List.of(one, more)))
        .isLessThan(Footprint.bytes(one) + 8L * CHUNK + 50_000);
    assertThat(Footprint.bytes(zeros.build())).isLessThan(150_000);
  }

  @Test
  void aCountBelowZeroIsRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> IntervalCounts.of(-1));
  }
}
