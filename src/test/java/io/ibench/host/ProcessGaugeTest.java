package io.ibench.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ibench.host.Recording.Process;
import io.ibench.host.Recording.Reading;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProcessGaugeTest {

  private static final long NANOS_PER_TICK = 10_000_000;

  @TempDir Path temporary;
  private Recording recording;

  /** A server 10 with two backends, one of which has a child; and an unrelated process. */
  @BeforeEach
  void record() throws IOException {
    recording =
        new Recording(temporary)
            .withProcess(new Process(10, 1, 100, 20, 3000, 1000, 4096))
            .withProcess(new Process(11, 10, 5, 5, 0, 5000, 100))
            .withProcess(new Process(12, 10, 7, 1, 0, 200, 10))
            .withProcess(new Process(13, 12, 50, 0, 0, 300, 1))
            .withProcess(new Process(20, 1, 9999, 9999, 9999, 99999, 99999));
    recording.with("proc/self/stat", "no process id").with("proc/1stat", "");
  }

  private ProcessGauge gauge(boolean withChildren) {
    return ProcessGauge.server(recording.proc, List.of(new ServerProcess(10, withChildren)));
  }

  private static long nanos(Reading reading) {
    return reading.value(HostMetric.SERVER_CPU_NANOS);
  }

  @Test
  void oneProcessCountsItselfAndWhatItHasReaped() {
    Reading reading = Reading.of(gauge(false));

    assertThat(nanos(reading)).isEqualTo((100 + 20 + 3000 + 1) * NANOS_PER_TICK);
    assertThat(reading.value(HostMetric.SERVER_RSS_BYTES)).isEqualTo(2010 * 1024);
    assertThat(reading.value(HostMetric.SERVER_READ_BYTES)).isEqualTo(4096);
    assertThat(reading.value(HostMetric.SERVER_WRITTEN_BYTES)).isEqualTo(8192);
    assertThat(reading.reasons).isEmpty();
  }

  @Test
  void withChildrenAllDescendantsCountAndSharedMemoryOnlyOnce() {
    Reading reading = Reading.of(gauge(true));

    assertThat(nanos(reading)).isEqualTo((3121 + 11 + 9 + 51) * NANOS_PER_TICK);
    assertThat(reading.value(HostMetric.SERVER_RSS_BYTES))
        .isEqualTo((1000 + 5000 + 200 + 300 + 4 * 10 + 5000) * 1024);
    assertThat(reading.value(HostMetric.SERVER_READ_BYTES)).isEqualTo(4207);
    assertThat(reading.value(HostMetric.SERVER_WRITTEN_BYTES)).isEqualTo(8414);
  }

  /** 11 and 12 have used 109 ms and 80 ms, of which ticks tell 100 and 80. */
  @Test
  void processesOfOneThreadCountToTheNanosecond() throws IOException {
    recording
        .with("proc/11/schedstat", "109000001 5 6\n")
        .with("proc/12/schedstat", "80000000 5 6\n");

    assertThat(nanos(Reading.of(gauge(true))))
        .isEqualTo((3121 + 9 + 51) * NANOS_PER_TICK + 10_000_000 + 109_000_001);
  }

  @Test
  void theFirstThreadOfSeveralIsNotTheProcess() throws IOException {
    recording
        .with(
            "proc/10/stat",
            "10 (server) S 1 1 1 0 -1 4194304 5 6 7 8 100 20 3000 1 20 0 9 0 90010 1 2 3\n")
        .with("proc/10/schedstat", "99000000000 5 6\n");

    assertThat(nanos(Reading.of(gauge(false)))).isEqualTo(3121 * NANOS_PER_TICK);
  }

  @Test
  void aProcessNamedTwiceOrWithinAnotherCountsOnce() {
    List<ServerProcess> processes =
        List.of(
            new ServerProcess(12, false),
            new ServerProcess(10, true),
            new ServerProcess(12, false));

    Reading reading = Reading.of(ProcessGauge.server(recording.proc, processes));

    assertThat(reading.values).isEqualTo(Reading.of(gauge(true)).values);
  }

  @Test
  void severalProcessesAreCountedTogether() {
    List<ServerProcess> processes =
        List.of(new ServerProcess(11, false), new ServerProcess(12, false));

    Reading reading = Reading.of(ProcessGauge.server(recording.proc, processes));

    assertThat(nanos(reading)).isEqualTo(20 * NANOS_PER_TICK);
    assertThat(reading.value(HostMetric.SERVER_RSS_BYTES)).isEqualTo((5200 + 20 + 5000) * 1024);
  }

  @Test
  void anEndedBackendGoesOnCountingThroughItsParent() throws IOException {
    ProcessGauge gauge = gauge(true);
    long before = nanos(Reading.of(gauge));
    Files.delete(recording.folder.resolve("proc/11/stat"));
    recording.withProcess(new Process(10, 1, 100, 20, 3000 + 11, 1000, 4096 + 100));

    Reading reading = Reading.of(gauge);

    assertThat(nanos(reading)).isEqualTo(before);
    assertThat(reading.value(HostMetric.SERVER_READ_BYTES)).isEqualTo(4207);
  }

  /** Parent 10 has this much more of ended children. */
  private void reap(long ticks, long bytes) throws IOException {
    recording.withProcess(new Process(10, 1, 100, 20, 3000 + ticks, 1000, 4096 + bytes));
  }

  /**
   * A backend ends after it was listed, and before its I/O is read; its parent does not include it
   * yet.
   */
  @Test
  void aBackendThatEndsWhileItIsReadCountsOnce() throws IOException {
    ProcessGauge gauge = gauge(true);
    Reading before = Reading.of(gauge);
    Files.delete(recording.folder.resolve("proc/11/io"));
    Reading meanwhile = Reading.of(gauge);
    Files.delete(recording.folder.resolve("proc/11/stat"));
    reap(11, 100);

    assertThat(meanwhile.values).containsAllEntriesOf(without(HostMetric.SERVER_RSS_BYTES, before));
    assertThat(without(HostMetric.SERVER_RSS_BYTES, Reading.of(gauge)))
        .isEqualTo(without(HostMetric.SERVER_RSS_BYTES, before));
  }

  private static Map<String, Long> without(HostMetric metric, Reading reading) {
    Map<String, Long> values = new HashMap<>(reading.values);
    values.remove(metric.key());
    return values;
  }

  /** What happens before the processes are listed. */
  private ProcessGauge gauge(Churn churn) {
    ProcReader reader = recording.proc.reader();
    ProcessTable table =
        new ProcessTable(reader) {
          @Override
          Collection<ProcessStat> family(List<ProcessStat> parents, List<ServerProcess> wanted)
              throws ProcException {
            try {
              churn.beforeListing();
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
            return super.family(parents, wanted);
          }
        };
    return new ProcessGauge(reader, table, List.of(new ServerProcess(10, true)), Optional.empty());
  }

  private interface Churn {
    void beforeListing() throws IOException;
  }

  @Test
  void aBackendThatEndsBeforeItIsListedIsFoundWithItsParentAtOnce() throws IOException {
    ProcessGauge gauge =
        gauge(
            () -> {
              if (Files.deleteIfExists(recording.folder.resolve("proc/11/stat"))) {
                reap(11, 100);
              }
            });

    Reading reading = Reading.of(gauge);

    assertThat(nanos(reading)).isEqualTo((3121 + 11 + 9 + 51) * NANOS_PER_TICK);
    assertThat(reading.value(HostMetric.SERVER_READ_BYTES)).isEqualTo(4207);
  }

  @Test
  void whenBackendsEndAllTheTimeNothingIsCountedTwice() throws IOException {
    AtomicInteger listed = new AtomicInteger();
    ProcessGauge gauge =
        gauge(
            () -> {
              int attempt = listed.incrementAndGet();
              // The first reading is quiet; no attempt of the second is.
              if (attempt == 2 || attempt == 3) {
                reap(attempt, 0);
              } else if (attempt == 4) {
                Files.delete(recording.folder.resolve("proc/11/stat"));
                reap(attempt + 11, 100);
              }
            });
    long before = nanos(Reading.of(gauge));
    Reading busy = Reading.of(gauge);
    Reading quiet = Reading.of(gauge);

    assertThat(listed).hasValue(5);
    assertThat(nanos(busy)).as("it lacks what has just ended, and does not fall").isEqualTo(before);
    assertThat(nanos(quiet)).isEqualTo(before + 4 * NANOS_PER_TICK);
    assertThat(quiet.value(HostMetric.SERVER_READ_BYTES)).isEqualTo(4207);
  }

  /**
   * As many as PostgreSQL with 500 connections; each counts once, and shared memory once in total.
   */
  @Test
  void hundredsOfBackendsAreCountedTogether() throws IOException {
    recording.withProcess(new Process(10, 1, 0, 0, 0, 1000, 0));
    for (long pid = 1000; pid < 1500; pid++) {
      recording.withProcess(new Process(pid, 10, 3, 1, 0, 2000, 7));
    }

    Reading reading = Reading.of(gauge(true));

    assertThat(nanos(reading)).isEqualTo((1 + 11 + 9 + 51 + 500 * 5) * NANOS_PER_TICK);
    assertThat(reading.value(HostMetric.SERVER_RSS_BYTES))
        .isEqualTo((6500 + 500 * 2000 + 504 * 10 + 5000) * 1024L);
    assertThat(reading.value(HostMetric.SERVER_READ_BYTES)).isEqualTo(111 + 500 * 7);
  }

  @Test
  void aProcessLostToTheFamilyDoesNotTurnTheCountersBack() throws IOException {
    ProcessGauge gauge = gauge(true);
    long before = nanos(Reading.of(gauge));
    Files.delete(recording.folder.resolve("proc/13/stat"));
    long after = nanos(Reading.of(gauge));
    recording.withProcess(new Process(12, 10, 17, 1, 0, 200, 10));

    assertThat(after).isEqualTo(before);
    assertThat(nanos(Reading.of(gauge))).isEqualTo(before + 10 * NANOS_PER_TICK);
  }

  @Test
  void aCommandMayContainBlanksAndParentheses() throws IOException {
    String stat = Files.readString(recording.folder.resolve("proc/10/stat"));
    recording.with("proc/10/stat", stat.replace("some server", "a) R 7 (b c) 1 2"));

    assertThat(nanos(Reading.of(gauge(false)))).isEqualTo(3121 * NANOS_PER_TICK);
  }

  @Test
  void aBackendThatIsExitingHasNoMemoryLeft() throws IOException {
    recording.with("proc/11/status", "Name:\tsome server\nState:\tZ (zombie)\n");
    Files.delete(recording.folder.resolve("proc/13/status"));

    assertThat(Reading.of(gauge(true)).value(HostMetric.SERVER_RSS_BYTES))
        .isEqualTo((1000 + 200 + 2 * 10 + 1000) * 1024);
  }

  @Test
  void anEndedServerIsAbsentAndNotZero() throws IOException {
    ProcessGauge gauge = gauge(true);
    assertThat(Reading.of(gauge).reasons).isEmpty();
    Files.delete(recording.folder.resolve("proc/10/stat"));

    Reading reading = Reading.of(gauge);

    assertThat(reading.values).containsExactly(Map.entry("server.restarts", 0L));
    assertThat(reading.reasons).hasSize(4);
    assertThat(reading.reason(HostMetric.SERVER_CPU_NANOS)).contains("process 10 does not exist");
  }

  @ParameterizedTest
  @ValueSource(strings = {"10 (some server) Z", "10 (some server) X"})
  void aZombieServerHasEnded(String start) throws IOException {
    String stat = Files.readString(recording.folder.resolve("proc/10/stat"));
    recording.with("proc/10/stat", stat.replace("10 (some server) S", start));

    assertThat(Reading.of(gauge(false)).reason(HostMetric.SERVER_RSS_BYTES)).contains("process 10");
  }

  @Test
  void aLaterProcessWithTheSameIdIsNotTheServer() throws IOException {
    ProcessGauge gauge = gauge(false);
    assertThat(Reading.of(gauge).reasons).isEmpty();
    String stat = Files.readString(recording.folder.resolve("proc/10/stat"));
    recording.with("proc/10/stat", stat.replace(" 90010 ", " 90011 "));

    assertThat(Reading.of(gauge).reasons).hasSize(4);
  }

  @Test
  void missingMemoryOrIoLeavesTheOtherFigures() throws IOException {
    recording.with("proc/10/io", "read_bytes: 5\n").with("proc/10/status", "");

    Reading reading = Reading.of(gauge(false));

    assertThat(nanos(reading)).isPositive();
    assertThat(reading.reason(HostMetric.SERVER_READ_BYTES)).contains("no line write_bytes");
    assertThat(reading.reason(HostMetric.SERVER_WRITTEN_BYTES)).contains("no line write_bytes");
    assertThat(reading.reason(HostMetric.SERVER_RSS_BYTES)).contains("no line VmRSS");
  }

  @Test
  void oneMemberThatCannotBeReadLeavesNoPartialSum() throws IOException {
    Path io = recording.folder.resolve("proc/12/io");
    Files.delete(io);
    Files.createDirectory(io);

    Reading reading = Reading.of(gauge(true));

    assertThat(reading.reason(HostMetric.SERVER_READ_BYTES)).contains(io + " cannot be read");
    assertThat(reading.value(HostMetric.SERVER_RSS_BYTES)).isPositive();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n", "10", "10 (a\n", "10 (a) S 1 1\n", "10 (a) S x 1\n", "1 ) (\n"})
  void aDamagedStatMakesEveryFigureAbsent(String content) throws IOException {
    recording.with("proc/10/stat", content);

    assertThat(Reading.of(gauge(true)).reasons).hasSize(5).doesNotContainValue("");
  }

  @Test
  void noProcessAtAllIsAReason() {
    assertThat(Reading.of(ProcessGauge.server(recording.proc, List.of())).reasons).hasSize(5);
    assertThatThrownBy(() -> new ServerProcess(0, false))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
