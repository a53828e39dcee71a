package io.ibench.host.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.ibench.host.machine.MachineProbe.Lengths;
import io.ibench.host.machine.ProbeResult.ReadSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineProbeTest {

  private static final Lengths SHORT = new Lengths(3, 10_000_000, 1_000_000, 1);

  /** A disk and CPUs on which only time passes, as much as each call takes. */
  private static final class Script implements MachineProbe.Disk, MachineProbe.Cpu {

    private long nanos;
    private long syncNanos = 1_000_000;
    private long deviceBytes;
    private boolean direct = true;
    private boolean countsReads = true;
    private boolean slower;

    @Override
    public int pages() {
      return 4;
    }

    /** Not timed. */
    @Override
    public void write(int page) {
      nanos += 500_000;
    }

    @Override
    public void fsync() {
      nanos += syncNanos;
      syncNanos += slower ? 100_000 : 0;
    }

    @Override
    public void fdatasync() {
      nanos += 400_000;
    }

    @Override
    public void read(int page) {
      nanos += 10_000;
      deviceBytes += countsReads ? 16 << 10 : 0;
    }

    @Override
    public boolean isDirect() {
      return direct;
    }

    @Override
    public OptionalLong deviceReadBytes() {
      return OptionalLong.of(deviceBytes);
    }

    @Override
    public int threads() {
      return 8;
    }

    @Override
    public double speed(int threads, long length) {
      return 100 * threads;
    }

    @Override
    public double timerNanos() {
      return 25;
    }

    ProbeResult measure() throws IOException, InterruptedException {
      return new MachineProbe(() -> nanos, this, this, SHORT).measure(Path.of("data"));
    }
  }

  @Test
  void eachFigureIsTheMedianOfItsRoundsWithoutTheWritesBeforeASync() throws Exception {
    ProbeResult result = new Script().measure();

    assertThat(result.figures())
        .extracting(ProbeFigure::name, ProbeFigure::value)
        .containsExactly(
            tuple("fsync", 1000.0),
            tuple("fdatasync", 400.0),
            tuple("16 KB read", 10.0),
            tuple("CPU, 1 thread", 100.0),
            tuple("CPU, all threads", 800.0),
            tuple("timer call", 25.0));
    assertThat(result.fileBytes()).isEqualTo(64 << 10);
  }

  @Test
  void aDiskThatBecomesSlowerShowsInTheSpreadAndNotInP99OfFewSamples() throws Exception {
    Script script = new Script();
    script.slower = true;

    ProbeFigure fsync = script.measure().figure("fsync");

    assertThat(fsync.rounds()).isSorted().hasSize(3);
    assertThat(fsync.spread()).isGreaterThan(0.3);
    assertThat(fsync.p99()).isEmpty();
    assertThat(new ProbeFigure("x", "us", List.of(9.0, 10.0, 12.0), fsync.p99()).spread())
        .isEqualTo(0.3);
  }

  @Test
  void p99IsOfAllRounds() {
    long[] quick = new long[99];
    Arrays.fill(quick, 1_000);

    ProbeFigure figure = ProbeFigure.latency("x", List.of(quick, new long[] {7_000, 7_000, 7_000}));

    assertThat(figure.p99()).hasValue(7.0);
    assertThat(figure.rounds()).containsExactly(1.0, 7.0);
  }

  @Test
  void itSaysWhereReadsAreAnswered() throws Exception {
    Script script = new Script();
    assertThat(script.measure().reads()).isEqualTo(ReadSource.DISK);
    script.countsReads = false;
    assertThat(script.measure().reads()).isEqualTo(ReadSource.NO_DISK);
    script.direct = false;
    assertThat(script.measure().reads()).isEqualTo(ReadSource.PAGE_CACHE);
  }

  @Test
  void aStopEndsIt() {
    Script script = new Script();
    MachineProbe probe = new MachineProbe(() -> script.nanos, script, script, SHORT);
    probe.stop();

    assertThatThrownBy(() -> probe.measure(Path.of("data")))
        .isInstanceOf(CancellationException.class);
  }

  @Test
  void theFileIsWrittenReadAndRemoved(@TempDir Path folder) throws Exception {
    try (ProbeFile file = ProbeFile.create(folder, 64 << 10)) {
      file.fill();
      assertThat(folder).isDirectoryContaining("glob:**.ibench-machine-*");
      try (Stream<Path> files = Files.list(folder)) {
        assertThat(files.findFirst().orElseThrow()).hasSize(64 << 10);
      }
      assertThat(file.pages()).isEqualTo(4);
      file.write(3);
      file.fsync();
      file.fdatasync();
      file.read(3);
      file.remove();
      assertThat(folder).isEmptyDirectory();
    }
    assertThat(folder).isEmptyDirectory();
  }
}
