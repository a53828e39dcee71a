package io.ibench.host.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** A poller whose waits are bounded by the clock that it was given, and by no other one. */
class SamplePollerTest {

  private static final Duration SHORT = Duration.ofMillis(20);

  private final AtomicLong now = new AtomicLong(7);
  private final CountDownLatch closed = new CountDownLatch(1);
  private long nanosPerRead;
  private long millisPerFetch;

  private final class Source implements SampleSource {

    @Override
    public RemoteSample fetch(long startNanos, List<Path> wanted) throws InterruptedException {
      closed.await(millisPerFetch, TimeUnit.MILLISECONDS);
      return new RemoteSample(startNanos, Map.of(), "");
    }

    @Override
    public String name() {
      return "host.test";
    }

    @Override
    public boolean hasProcesses() {
      return false;
    }

    @Override
    public void close() {
      closed.countDown();
    }
  }

  private boolean refresh() throws InterruptedException {
    try (SamplePoller poller =
        new SamplePoller(
            new Source(),
            List::of,
            sample -> {},
            Long.MAX_VALUE / 2,
            () -> now.addAndGet(nanosPerRead))) {
      poller.start(new RemoteSample(now.get(), Map.of(), ""));
      return poller.refresh(SHORT);
    }
  }

  @Test
  void aSampleThatTheClockFindsInTimeIsWaitedFor() throws InterruptedException {
    millisPerFetch = 5 * SHORT.toMillis();
    assertThat(refresh()).isTrue();
  }

  @Test
  void aSampleThatTheClockFindsLateIsNotWaitedFor() throws InterruptedException {
    nanosPerRead = SHORT.toNanos();
    millisPerFetch = TimeUnit.MINUTES.toMillis(1);
    assertThat(refresh()).isFalse();
  }
}
