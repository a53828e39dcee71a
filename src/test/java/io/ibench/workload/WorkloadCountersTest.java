package io.ibench.workload;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class WorkloadCountersTest {

  @Test
  void eachTallyIsItsOwn() {
    WorkloadCounters counters = new WorkloadCounters(3);
    counters.add(0, 5);
    counters.add(2, 7);
    counters.add(2, -1);
    assertThat(counters.size()).isEqualTo(3);
    assertThat(counters.get(0)).isEqualTo(5);
    assertThat(counters.get(1)).isZero();
    assertThat(counters.get(2)).isEqualTo(6);
  }

  @Test
  void talliesCountPastTwoToTheThirtySecond() {
    WorkloadCounters counters = new WorkloadCounters(1);
    counters.add(0, (1L << 32) - 1);
    counters.add(0, 2);
    assertThat(counters.get(0)).isEqualTo((1L << 32) + 1);
  }

  @Test
  @Timeout(300)
  void aReaderSeesWhatIsWrittenSomeTimeAndNeverLess() throws InterruptedException {
    WorkloadCounters counters = new WorkloadCounters(1);
    long last = 2_000_000;
    Thread writer =
        new Thread(
            () -> {
              for (long i = 0; i < last; i++) {
                counters.add(0, 1);
              }
            });
    writer.start();
    long seen = 0;
    while (seen < last) {
      long now = counters.get(0);
      assertThat(now).isGreaterThanOrEqualTo(seen);
      seen = now;
    }
    writer.join();
    assertThat(counters.get(0)).isEqualTo(last);
  }
}
