package io.ibench.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.host.Recording.Reading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunDelayGaugeTest {

  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  @TempDir Path temporary;
  private Recording recording;
  private RunDelayGauge gauge;

  @BeforeEach
  void record() throws IOException {
    recording = new Recording(temporary).with("proc/self/schedstat", "5000 77 3\n");
    gauge = new RunDelayGauge(recording.proc);
  }

  private void thread(long id, String name, long delay) throws IOException {
    String folder = "proc/self/task/" + id;
    recording
        .with(folder + "/stat", id + " (" + name + ") S 1 1 1 0 -1\n")
        .with(folder + "/schedstat", "999999 " + delay + " 12\n");
  }

  private void end(long id) throws IOException {
    Path folder = recording.folder.resolve("proc/self/task/" + id);
    Files.deleteIfExists(folder.resolve("stat"));
    Files.deleteIfExists(folder.resolve("schedstat"));
    Files.delete(folder);
  }

  private long delay(long nanos) {
    Reading reading = new Reading();
    gauge.read(nanos, reading);
    return reading.value(HostMetric.CLIENT_RUN_DELAY_NANOS);
  }

  @Test
  void onlyThreadsOfIbenchCount() throws IOException {
    thread(10, "ibench-q1.1-1", 100);
    thread(11, "ibench-q1.1-2", 30);
    thread(12, "GC Thread#0", 5000);

    assertThat(delay(0)).isEqualTo(130);
  }

  @Test
  void theSumDoesNotFallWhenAThreadEnds() throws IOException {
    thread(10, "ibench-1", 100);
    thread(11, "ibench-2", 30);
    assertThat(delay(0)).isEqualTo(130);
    end(10);
    thread(11, "ibench-2", 35);

    assertThat(delay(SECOND)).isEqualTo(135);
    assertThat(delay(2 * SECOND)).isEqualTo(135);
  }

  @Test
  void aThreadThatGetsTheNumberOfAnEndedOneCountsFromItsStart() throws IOException {
    thread(10, "ibench-1", 100);
    assertThat(delay(0)).isEqualTo(100);
    end(10);
    assertThat(delay(SECOND)).isEqualTo(100);
    thread(10, "ibench-3", 40);

    assertThat(delay(2 * SECOND)).isEqualTo(140);
  }

  @Test
  void theNumberMayBeGivenAwayBetweenTwoReadings() throws IOException {
    thread(10, "ibench-1", 100);
    assertThat(delay(0)).isEqualTo(100);
    thread(10, "ibench-3", 40);

    assertThat(delay(SECOND)).isEqualTo(140);
  }

  @Test
  void aThreadThatHasNotItsNameYetIsLookedAtAgain() throws IOException {
    thread(10, "java", 100);
    assertThat(delay(0)).isZero();
    thread(10, "ibench-1", 120);

    assertThat(delay(SECOND)).isEqualTo(120);
  }

  @Test
  void ofVeryManyThreadsSomeReadingsAreLeftOut() throws IOException {
    for (int i = 0; i < 3 * RunDelayGauge.THREADS_PER_SECOND; i++) {
      thread(100 + i, "ibench-" + i, 1);
    }
    assertThat(delay(0)).isEqualTo(384);
    thread(100, "ibench-0", 11);

    assertThat(delay(SECOND)).isEqualTo(384);
    assertThat(delay(2 * SECOND)).isEqualTo(384);
    assertThat(delay(3 * SECOND)).isEqualTo(394);
  }

  @Test
  void aThreadWhoseFileIsDamagedAddsNothing() throws IOException {
    thread(10, "ibench-1", 100);
    thread(11, "ibench-2", 30);
    recording.with("proc/self/task/10/schedstat", "999999 ");

    assertThat(delay(0)).isEqualTo(30);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0 0 0\n", "56488125 0 0\n"})
  void aKernelThatDoesNotCountIsNotTakenForOneWithoutWaits(String schedstat) throws IOException {
    recording.with("proc/self/schedstat", schedstat);
    thread(10, "ibench-1", 0);

    assertThat(Reading.of(gauge).reason(HostMetric.CLIENT_RUN_DELAY_NANOS))
        .contains("does not count");
  }

  @Test
  void aKernelWithoutTheFileIsNamed() throws IOException {
    Files.delete(recording.folder.resolve("proc/self/schedstat"));

    assertThat(Reading.of(gauge).reason(HostMetric.CLIENT_RUN_DELAY_NANOS))
        .contains("does not tell");
  }
}
