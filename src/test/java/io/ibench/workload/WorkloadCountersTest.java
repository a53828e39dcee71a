package io.ibench.workload;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class WorkloadCountersTest {

  @Test
  void eachTallyIsItsOwn() {
    WorkloadCounters tallies = new WorkloadCounters(3);
    tallies.add(0, 5);
    tallies.add(2, 7);
    tallies.add(2, -1);
    assertThat(tallies.size()).isEqualTo(3);
    assertThat(tallies.get(0)).isEqualTo(5);
    assertThat(tallies.get(1)).isZero();
    assertThat(tallies.get(2)).isEqualTo(6);
  }

  @Test
  void talliesCountPastTwoToTheThirtySecond() {
    WorkloadCounters tallies = new WorkloadCounters(1);
    tallies.add(0, (1L << 32) - 1);
    tallies.add(0, 2);
    assertThat(tallies.get(0)).isEqualTo((1L << 32) + 1);
  }

  @Test
  @Timeout(300)
  void aReaderSeesWhatIsWrittenSomeTimeAndNeverLess() throws InterruptedException {
    WorkloadCounters tallies = new WorkloadCounters(1);
    long last = 2_000_000;
    Thread writer =
        new Thread(
            () -> {
              for (long i = 0; i < last; i++) {
                tallies.add(0, 1);
              }
            });
    writer.start();
    long seen = 0;
    while (seen < last) {
      long now = tallies.get(0);
      assertThat(now).isGreaterThanOrEqualTo(seen);
      seen = now;
    }
    writer.join();
    assertThat(tallies.get(0)).isEqualTo(last);
  }
}
