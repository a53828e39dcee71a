package io.ibench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.measure.Stall.Kind;
import org.junit.jupiter.api.Test;

class StallsTest {

  private static final long SECOND = 1_000_000_000L;

  private final Stalls.Builder stalls = new Stalls.Builder();

  private void add(Kind kind, long from, long to, boolean continues) {
    stalls.add(new Stall(kind, from * SECOND, 0, to * SECOND, 3, continues));
  }

  @Test
  void aWeekOfStallsKeepsTheFirstAndCountsAll() {
    for (int i = 0; i < 100_000; i++) {
      add(Kind.STOPPED, 6L * i, 6L * i + 2, false);
    }

    Stalls all = stalls.build();
    assertThat(all.count()).isEqualTo(100_000);
    assertThat(all.stoppedNanos()).isEqualTo(200_000 * SECOND);
    assertThat(all.longestStoppedNanos()).isEqualTo(2 * SECOND);
    assertThat(all.first()).hasSize(Stalls.MAX_KEPT);
  }

  @Test
  void theRestOfACutStallBelongsToIt() {
    add(Kind.OLD, 0, 2, false);
    add(Kind.STOPPED, 4, 7, false);
    add(Kind.STOPPED, 7, 12, true);

    Stalls all = stalls.build();
    assertThat(all.count()).isEqualTo(2);
    assertThat(all.stopped()).isEqualTo(1);
    assertThat(all.nanos()).isEqualTo(10 * SECOND);
    assertThat(all.longestStoppedNanos()).isEqualTo(8 * SECOND);
    assertThat(all.first().get(1).nanos()).isEqualTo(8 * SECOND);
  }

  @Test
  void theRestAloneIsAStallOfItsPeriod() {
    add(Kind.STOPPED, 7, 12, true);

    assertThat(stalls.build().count()).isEqualTo(1);
  }
}
