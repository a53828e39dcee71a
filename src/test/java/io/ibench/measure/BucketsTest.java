package io.ibench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class BucketsTest {

  /** Microseconds of the published tool's buckets: 256us, 1ms, 4ms ... 16s. */
  private static final long[] EDGES_MICROS = {
    256, 1_000, 4_000, 16_000, 64_000, 256_000, 1_000_000, 4_000_000, 16_000_000
  };

  private static void success(OperationStats stats, long nanos) {
    stats.success(0, 1_000, 1_000 + nanos, 1);
  }

  private static List<Long> buckets(OperationStats stats) {
    return OperationSummary.of(0, stats, 1).buckets();
  }

  @Test
  void anEdgeBelongsToTheBucketBelowItAndANanosecondMoreToTheNextOne() {
    for (int i = 0; i < EDGES_MICROS.length; i++) {
      long edge = 1_000 * EDGES_MICROS[i];
      assertThat(Buckets.of(edge - 1)).isEqualTo(i);
      assertThat(Buckets.of(edge)).isEqualTo(i);
      assertThat(Buckets.of(edge + 1)).isEqualTo(i + 1);
      assertThat(Buckets.edgesNanos()[i]).isEqualTo(edge);
    }
    assertThat(Buckets.of(0)).isZero();
    assertThat(Buckets.of(-5)).as("a clock that went back").isZero();
    assertThat(Buckets.of(Long.MAX_VALUE)).isEqualTo(9);
    assertThat(Buckets.COUNT).isEqualTo(Buckets.edgesNanos().length + 1);
  }

  @Test
  void successesAreCountedByServiceTimeExactlyAtTheEdges() {
    OperationStats stats = new OperationStats(1, true);
    for (long micros : EDGES_MICROS) {
      success(stats, 1_000 * micros);
      success(stats, 1_000 * micros + 1);
    }
    assertThat(buckets(stats)).containsExactly(1L, 2L, 2L, 2L, 2L, 2L, 2L, 2L, 2L, 1L);
  }

  @Test
  void failuresAndWhatWasNotDoneAreInNoBucket() {
    OperationStats stats = new OperationStats(1, true);
    stats.failure(0, 0, 0, 5);
    stats.unstarted(0, 5);
    stats.abandoned(0, 5);
    stats.waited(5);
    assertThat(buckets(stats)).containsOnly(0L);
  }

  @Test
  void bucketsAreAddedAndForgottenLikeEverythingElse() {
    OperationStats sum = new OperationStats(1, false);
    OperationStats part = new OperationStats(1, false);
    success(part, 256_000);
    success(part, 17_000_000_000L);
    sum.add(part);
    sum.add(part);
    assertThat(buckets(sum)).containsExactly(2L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 2L);
    part.reset();
    assertThat(buckets(part)).containsOnly(0L);
    assertThat(sum.bucket(0)).isEqualTo(2);
  }
}
