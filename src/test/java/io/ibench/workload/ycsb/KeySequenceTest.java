package io.ibench.workload.ycsb;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Requests see the rows below the lowest one that is still being inserted. */
class KeySequenceTest {

  @Test
  void theLimitIsTheLowestUnfinishedNumber() {
    KeySequence sequence = new KeySequence(100, 3);
    assertThat(sequence.limit()).isEqualTo(100);
    assertThat(sequence.take(0)).isEqualTo(100);
    assertThat(sequence.take(1)).isEqualTo(101);
    assertThat(sequence.take(2)).isEqualTo(102);
    assertThat(sequence.limit()).isEqualTo(100);
    sequence.ended(1);
    assertThat(sequence.limit()).isEqualTo(100);
    sequence.ended(0);
    assertThat(sequence.limit()).isEqualTo(102);
    sequence.ended(2);
    assertThat(sequence.limit()).isEqualTo(103);
    assertThat(sequence.next()).isEqualTo(103);
  }
}
