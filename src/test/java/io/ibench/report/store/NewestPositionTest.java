package io.ibench.report.store;

import static io.ibench.report.Samples.SECOND;
import static io.ibench.report.Samples.interval;
import static io.ibench.report.Samples.start;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.ibench.host.Proc;
import io.ibench.host.ProcessIdentity;
import io.ibench.measure.OperationStats;
import io.ibench.measure.PeriodAccumulator;
import io.ibench.measure.Readings;
import io.ibench.measure.Recorder;
import io.ibench.measure.StepSoFar;
import io.ibench.measure.StepStart;
import io.ibench.measure.StepStart.Unit;
import io.ibench.report.Samples;
import io.ibench.report.figures.RunState;
import io.ibench.report.text.TextReport;
import java.io.ByteArrayOutputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where a run goes on whose process has died. */
class NewestPositionTest {

  private static final StepStart STEP = start("request", Unit.QUERIES);

  /** Counts as large as those of real steps. */
  private static final byte[] COUNTS = counts();

  @TempDir private Path folder;

  private static byte[] counts() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    List<OperationStats> none =
        Recorder.emptySums(
            Samples.run().roles().size(), Samples.run().failureKinds().size(), false);
    try {
      PeriodAccumulator.write(new DataOutputStream(bytes), 0, 0, none);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Arrays.copyOf(bytes.toByteArray(), 100_000);
  }

  private static StepSoFar soFar(long seconds) {
    return new StepSoFar() {
      @Override
      public long nanos() {
        return seconds * SECOND;
      }

      @Override
      public long endEpochMillis() {
        return Samples.EPOCH_MILLIS + seconds * 1000;
      }

      @Override
      public OptionalLong lastingRows() {
        return OptionalLong.of(1_000 + seconds);
      }

      @Override
      public void write(DataOutput out) throws IOException {
        out.write(COUNTS);
      }

      @Override
      public void writePeriod(DataOutput out) throws IOException {
        out.write(COUNTS);
      }
    };
  }

  /** A run whose process dies after so many intervals of a second. */
  private void runUntil(long seconds) {
    ResultFolder results =
        new ResultFolder(folder, Samples.run("request"), Samples::books, TextReport::of);
    results.stepStarted(STEP);
    for (long second = 1; second <= seconds; second++) {
      results.interval(STEP, interval(second, false, Readings.NONE, recorder -> {}));
      results.counted(STEP, soFar(second), false);
    }
    WrittenPosition.await(results);
    assertThat(results.failure()).isEmpty();
    // Writes nothing, and ends the thread: other tests look for threads that are left behind.
    results.close();
  }

  private Position position() throws UnreadableResultException {
    return StoppedRun.read(folder).position();
  }

  private Path newestSlot() throws UnreadableResultException {
    return folder.resolve("position-" + position().slotNumber().orElseThrow() + ".bin");
  }

  @Test
  void isTheLastWholeIntervalAlthoughPositionJsonIsOlder() throws Exception {
    runUntil(29);

    assertThat(position().nanos()).isEqualTo(29 * SECOND);
    assertThat(position().acknowledgedRows()).hasValue(1_029);
    assertThat(Position.read(folder).nanos()).isLessThan(29 * SECOND);
    assertThat(folder.resolve("position.json"))
        .satisfies(file -> assertThat(Files.size(file)).isLessThan(8_192));
  }

  @Test
  void isTheOneBeforeIfTheDeathCameInTheMiddleOfAWrite() throws Exception {
    runUntil(29);
    byte[] half = Files.readAllBytes(newestSlot());
    half[half.length / 2] ^= 1;
    Files.write(newestSlot(), half);

    assertThat(position().nanos()).isEqualTo(28 * SECOND);
  }

  /** After a crash of the machine the files may lack what was not forced to the disk. */
  @Test
  void isTheOneOnTheDiskIfTheFilesLostRows() throws Exception {
    runUntil(29);
    long length = Position.read(folder).files().get("intervals.csv").longValue();
    try (var file =
        java.nio.channels.FileChannel.open(
            folder.resolve("intervals.csv"), StandardOpenOption.WRITE)) {
      file.truncate(length);
    }

    assertThat(position()).isEqualTo(Position.read(folder));
  }

  @Test
  void isRefusedWithoutTheCountsThatPositionJsonNames() throws Exception {
    runUntil(29);
    for (int slot = 0; slot < PositionSlots.COUNT; slot++) {
      Files.deleteIfExists(folder.resolve("position-" + slot + ".bin"));
    }

    assertThatExceptionOfType(UnreadableResultException.class)
        .isThrownBy(this::position)
        .withMessageContaining("position-")
        .withMessageContaining("is damaged or missing");
  }

  @Test
  void aRunWithoutASummaryGoesOnAsLongAsNothingOfItIsOver() throws Exception {
    runUntil(29);
    Files.delete(folder.resolve("summary.json"));

    RunReport shown = ResultReader.read(folder);
    assertThat(shown.damage()).isEmpty();
    assertThat(shown.state()).isEqualTo(RunState.RUNNING);
    assertThat(shown.plan()).containsExactly("request");
    assertThat(shown.id()).isEqualTo(Samples.run("request").id());
    assertThat(position().nanos()).isEqualTo(29 * SECOND);

    Files.delete(folder.resolve("run.json"));
    assertThatExceptionOfType(UnreadableResultException.class)
        .isThrownBy(() -> ResultReader.read(folder))
        .withMessageEndingWith("summary.json does not exist: the folder holds no result of a run");
  }

  private static List<String> lines(Path file) throws IOException {
    return Files.readAllLines(file);
  }

  private static double uncounted(StoppedRun stopped) {
    Instant now = Instant.now();
    return stopped.gap(now, ProcessIdentity.here(new Proc(), now)).uncountedSeconds();
  }

  /** A resumed run is killed before it has saved a position, and resumed again. */
  @Test
  void whatAnEarlierResumeHasCutOffStays() throws Exception {
    runUntil(3);
    Path intervals = folder.resolve(IntervalCsv.NAME);
    String row = lines(intervals).get(3);
    Files.writeString(intervals, row + "\n", StandardOpenOption.APPEND);
    StoppedRun first = StoppedRun.read(folder);
    first.cut();
    String before = lines(intervals).get(2);
    Files.writeString(intervals, before + "\n" + row + "\n", StandardOpenOption.APPEND);
    StoppedRun second = StoppedRun.read(folder);
    second.cut();

    String head = lines(intervals).get(0);
    assertThat(lines(folder.resolve("torn/1-" + IntervalCsv.NAME))).containsExactly(head, row);
    assertThat(lines(folder.resolve("torn/1-2-" + IntervalCsv.NAME)))
        .containsExactly(head, before, row);
    assertThat(lines(intervals)).hasSize(4);
    assertThat(uncounted(first)).isPositive();
    assertThat(uncounted(second)).isEqualTo(3 * uncounted(first));
  }

  /** The part was saved, and the process was killed before it could cut the file. */
  @Test
  void aPartThatWasSavedAndNotCutOffIsKeptOnce() throws Exception {
    runUntil(3);
    Path intervals = folder.resolve(IntervalCsv.NAME);
    Files.writeString(intervals, lines(intervals).get(3) + "\n", StandardOpenOption.APPEND);
    byte[] whole = Files.readAllBytes(intervals);
    StoppedRun.read(folder).cut();
    Files.write(intervals, whole);
    StoppedRun.read(folder).cut();

    try (Stream<Path> torn = Files.list(folder.resolve("torn"))) {
      assertThat(torn).containsExactly(folder.resolve("torn/1-" + IntervalCsv.NAME));
    }
    assertThat(lines(intervals)).hasSize(4);
  }
}
