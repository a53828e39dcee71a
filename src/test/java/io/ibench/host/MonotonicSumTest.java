package io.ibench.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MonotonicSumTest {

  private final MonotonicSum rising = new MonotonicSum();

  @Test
  void whatIsLostForGoodIsKeptAndTheRestGoesOn() throws ProcException {
    assertThat(rising.next(100, true)).isEqualTo(100);
    assertThat(rising.next(70, true)).isEqualTo(100);
    assertThat(rising.next(75, true)).isEqualTo(105);
  }

  @Test
  void whatIsMissingForAMomentIsNotCountedTwice() throws ProcException {
    rising.next(100, true);

    assertThat(rising.next(70, false)).isEqualTo(100);
    assertThat(rising.next(104, true)).isEqualTo(104);
    assertThat(rising.next(110, false)).isEqualTo(110);
    assertThat(rising.next(80, false)).isEqualTo(110);
    assertThat(rising.next(80, true)).as("it does not come back").isEqualTo(110);
    assertThat(rising.next(81, true)).isEqualTo(111);
  }

  @Test
  void afterARestartTheNewSumIsAddedWhole() throws ProcException {
    rising.next(100, true);
    rising.next(70, true);
    rising.restart();

    assertThat(rising.next(30, true)).isEqualTo(130);
    assertThat(rising.next(150, true)).isEqualTo(250);
  }
}
