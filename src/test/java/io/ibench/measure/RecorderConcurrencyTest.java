package io.ibench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.testing.Slow;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A reader drains without pause while writers record: no count is lost or duplicated. */
@Timeout(300)
@Slow
class RecorderConcurrencyTest {

  private static final int OPERATIONS = 3;
  private static final int KINDS = 2;
  private static final int EVENTS = 5_000_000;

  @Test
  void oneWriterAndOneReader() throws InterruptedException {
    check(new Recorder(OPERATIONS, KINDS, true), 1);
  }

  @Test
  void fourWritersOfASharedRecorderAndOneReader() throws InterruptedException {
    check(new SharedRecorder(OPERATIONS, KINDS, true), 4);
  }

  private static void check(Recorder recorder, int writers) throws InterruptedException {
    List<OperationStats> sums = Recorder.emptySums(OPERATIONS, KINDS, true);
    int each = EVENTS / writers;
    CountDownLatch running = new CountDownLatch(writers);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < writers; i++) {
      threads.add(new Thread(() -> write(recorder, each, running)));
    }
    threads.forEach(Thread::start);
    long drains = 0;
    while (running.getCount() > 0) {
      recorder.flip();
      while (!recorder.isQuiet()) {
        Thread.onSpinWait();
      }
      recorder.drainInto(sums);
      drains++;
    }
    for (Thread thread : threads) {
      thread.join();
    }
    recorder.flip();
    recorder.drainInto(sums);
    assertThat(drains).as("drained while writing").isGreaterThan(10);
    checkSums(sums, (long) each * writers);
  }

  private static void write(Recorder recorder, int events, CountDownLatch running) {
    for (int i = 0; i < events; i++) {
      int operation = i % OPERATIONS;
      switch (i % 10) {
        case 7 -> recorder.failure(operation, i % KINDS, 0, 0, 1_000);
        case 8 -> recorder.unstarted(operation, 0, 1_000);
        case 9 -> recorder.retry(operation);
        default -> recorder.success(operation, 0, 500, 1_000, 2);
      }
    }
    running.countDown();
  }

  private static void checkSums(List<OperationStats> sums, long events) {
    assertThat(sums.stream().mapToLong(OperationStats::successes).sum()).isEqualTo(events * 7 / 10);
    assertThat(sums.stream().mapToLong(OperationStats::rows).sum()).isEqualTo(events * 14 / 10);
    assertThat(sums.stream().mapToLong(OperationStats::failures).sum()).isEqualTo(events / 10);
    assertThat(sums.stream().mapToLong(OperationStats::unstarted).sum()).isEqualTo(events / 10);
    assertThat(sums.stream().mapToLong(OperationStats::retries).sum()).isEqualTo(events / 10);
    for (OperationStats stats : sums) {
      assertThat(stats.service().getTotalCount()).isEqualTo(stats.successes());
      assertThat(stats.response().getTotalCount()).isEqualTo(stats.successes() + stats.unstarted());
      assertThat(stats.failed().orElseThrow().getTotalCount()).isEqualTo(stats.failures());
      assertThat(stats.service().getMaxValue()).isBetween(495L, 505L);
    }
  }
}
