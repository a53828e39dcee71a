package io.ibench.cli;

import static io.ibench.cli.Cli.ibench;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.ibench.cli.ground.ExitCode;
import io.ibench.engine.KilledRun;
import io.ibench.measure.CountedIntervals;
import io.ibench.measure.OperationStats;
import io.ibench.measure.PeriodAccumulator;
import io.ibench.measure.Readings;
import io.ibench.random.Random64;
import io.ibench.report.store.InProgressLatencies;
import io.ibench.report.store.ResultReader;
import io.ibench.report.store.StoppedRun;
import io.ibench.report.store.UnreadableResultException;
import io.ibench.testing.Slow;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Result folders whose files are cut or changed: what reads them shows what the run measured, or
 * says what is wrong, and never shows another number. {@code -Dibench.test.cuts=1000} cuts each
 * file so often, {@code -Dibench.test.damage=10000} makes so many changes.
 */
@Slow
class DamagedFolderTest {

  private static final int CUTS = Integer.getInteger("ibench.test.cuts", 7);
  private static final int CHANGES = Integer.getInteger("ibench.test.damage", 150);
  private static final long SEED = Long.getLong("ibench.test.damage.seed", 2026);

  private static final String UNDER_WAY = "operations in request 2 \\(running\\)";

  private static final long SECOND = 1_000_000_000L;

  /** Of a killed run: in the first report period, and in the third one. */
  private static final int[][] SECONDS_AND_PERIODS = {{103, 600}, {103, 40}};

  @TempDir private Path temporary;

  /** What an undamaged folder shows. */
  private record Truth(Path folder, String report, String status, Optional<Sums> resumed) {}

  /** What a resumed run goes on with. */
  private record Sums(long successes, long nanos, long latencies) {}

  private Truth truth(Path folder) throws Exception {
    Cli report = ibench("report", folder, "--all");
    Cli status = ibench("status", folder);
    assertThat(report.code()).as(report.err()).isZero();
    assertThat(report.out()).doesNotContain("DAMAGED", "checksum");
    assertThat(status.code()).as(status.err()).isZero();
    return new Truth(folder, report.out(), status.out(), Optional.empty());
  }

  private Truth killed(int seconds, int period) throws Exception {
    Path place = temporary.resolve("killed-" + period);
    Truth truth = truth(KilledRun.killed(place, seconds, period));
    Path copy = copy(truth.folder());
    Sums sums = resumed(copy);
    assertThat(sums.nanos()).as("every interval is counted").isEqualTo(seconds * SECOND);
    assertCounted("undamaged", sums);
    remove(copy);
    return new Truth(truth.folder(), truth.report(), truth.status(), Optional.of(sums));
  }

  /** Nothing is lost or counted twice up to the position. */
  private static void assertCounted(String what, Sums sums) {
    long successes = successes(1, (int) (sums.nanos() / SECOND));
    assertThat(sums.successes()).as(what).isEqualTo(successes);
    assertThat(sums.latencies())
        .as("the minutes have all: " + what)
        .isEqualTo(successes(1, KilledRun.FIRST) + successes);
  }

  private Path copy(Path folder) throws IOException {
    Path copy = Files.createDirectory(folder.resolveSibling("copy"));
    KilledRun.copy(folder, copy);
    return copy;
  }

  private static void remove(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toFile().length() > 0).sorted().toList();
    }
  }

  /** As {@code resume} does before it goes on. */
  private static Sums resumed(Path folder) throws Exception {
    StoppedRun stopped = StoppedRun.read(folder);
    stopped.cut();
    StoppedRun.UnderWay step = stopped.underWay().orElseThrow();
    PeriodAccumulator sums = new PeriodAccumulator(KilledRun.shape(), 0, 0, SECOND, Readings.NONE);
    sums.continueFrom(
        new DataInputStream(new ByteArrayInputStream(step.counts())), 0, step.intervals());
    long queries = step.intervals().stream().mapToLong(CountedIntervals.Counted::queries).sum();
    long nanos = step.intervals().stream().mapToLong(CountedIntervals.Counted::nanos).sum();
    assertThat(nanos).as("time of the intervals").isEqualTo(step.nanos());
    assertThat(queries)
        .as("queries of the intervals")
        .isEqualTo(sums.sums().get(0).successes() + sums.sums().get(1).successes());
    KilledRun.goOn(folder, stopped);
    return new Sums(
        sums.sums().stream().mapToLong(OperationStats::successes).sum(),
        step.nanos(),
        latencies(folder));
  }

  /** The service times of all minutes. */
  private static long latencies(Path folder) throws IOException {
    long sum = 0;
    try (HistogramLogReader reader =
        new HistogramLogReader(folder.resolve("latency.hlog").toFile())) {
      while (reader.hasNext()) {
        EncodableHistogram next = reader.nextIntervalHistogram();
        if (next instanceof Histogram histogram
            && histogram.getTag().endsWith(".service")
            && !histogram.getTag().startsWith("request.")) {
          sum += histogram.getTotalCount();
        }
      }
    }
    return sum;
  }

  @Test
  void everyFormSaysThatAFigureWasChanged() throws Exception {
    Path folder = KilledRun.over(temporary.resolve("changed"), 103, 40);
    Path other = KilledRun.over(temporary.resolve("other"), 103, 40);
    Path summary = folder.resolve("summary.json");
    String changed =
        Files.readString(summary)
            .replaceFirst("\"qps\" : \\d", "\"qps\" : 9")
            .replaceFirst("\"id\" : \"", "\"id\" : \"other-");
    assertThat(changed).isNotEqualTo(Files.readString(other.resolve("summary.json")));
    Files.writeString(summary, changed);
    String line = "ibench: " + folder + " is DAMAGED: summary.json ";

    List<Cli> forms =
        List.of(
            ibench("report", folder),
            ibench("report", folder, "--format", "markdown"),
            ibench("report", folder, "--format", "csv"),
            ibench("report", folder, "--format", "json"),
            ibench("report", folder, "--table", "engines"),
            ibench("report", folder, "--html", temporary.resolve("page.html")),
            ibench("status", folder),
            ibench("status", folder, "--json"));
    for (Cli form : forms) {
      assertThat(form.err()).as(form.out()).startsWith(line);
      assertThat(form.code()).as(form.out()).isEqualTo(ExitCode.FAILED);
    }
    assertThat(forms.get(2).out()).doesNotContain("DAMAGED");
    for (Cli json : List.of(forms.get(3), forms.get(7))) {
      assertThat(new ObjectMapper().readTree(json.out()).at("/0/damage/0").asText())
          .startsWith("summary.json ");
    }
    assertThat(forms.get(6).out()).contains("the result is DAMAGED", "  DAMAGED: summary.json ");
    assertThat(ibench("report", other, "--format", "json").err()).isEmpty();
    for (String format : List.of("text", "markdown", "csv", "json")) {
      Cli compare = ibench("compare", folder, other, "--format", format);
      assertThat(compare.err())
          .as(format)
          .contains("ibench: " + folder + ": DAMAGED: summary.json");
      assertThat(compare.code()).as(format).isEqualTo(ExitCode.FAILED);
    }
  }

  @Test
  void aKilledRunIsNamedWhereItsStepHasNoRow() throws Exception {
    Path folder = KilledRun.killed(temporary.resolve("ended"), 103, 600);
    for (String format : List.of("csv", "json")) {
      Cli report = ibench("report", folder, "--format", format);
      assertThat(report.err())
          .startsWith("ibench: " + folder + ": the run goes on, or was killed; not over: request");
      assertThat(report.code()).isZero();
    }
  }

  @Test
  void statusNamesAFileOfThreeBillionBytesInOneLine() throws Exception {
    Path folder = KilledRun.over(temporary.resolve("large"), 103, 40);
    for (String name : List.of("progress.json", "summary.json")) {
      try (var channel =
          Files.newByteChannel(
              folder.resolve(name), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
        channel.position(3L << 30);
        channel.write(ByteBuffer.wrap(new byte[] {'}'}));
      }
      Cli status = ibench("status", folder);
      assertThat(status.code()).as(status.err()).isIn(ExitCode.DONE, ExitCode.USAGE);
      if (name.equals("summary.json")) {
        assertOneLine(name, status);
        assertThat(status.err())
            .startsWith("ibench: " + folder.resolve(name) + " ")
            .doesNotContain("heap of");
      }
    }
  }

  @Test
  void aKillLosesNoIntervalThatWasOver() throws Exception {
    for (int[] each : SECONDS_AND_PERIODS) {
      Path folder = KilledRun.killed(temporary.resolve("in-" + each[1]), each[0], each[1]);
      InProgressLatencies latencies = ResultReader.read(folder).inProgress().orElseThrow();
      assertThat(latencies.seconds()).isEqualTo(each[0]);
      assertThat(latencies.rest()).isEmpty();
      assertThat(ibench("report", folder).out().replaceAll("\\s+", " "))
          .contains("operations in request 2 (running), its first 103 s, until ");
    }
  }

  @Test
  void aPositionThatIsOlderThanTheKillSaysWhatHasNoLatencies() throws Exception {
    Path folder = KilledRun.killed(temporary, 103, 600);
    Files.delete(newestSlot(folder));
    InProgressLatencies latencies = ResultReader.read(folder).inProgress().orElseThrow();
    assertThat(latencies.seconds()).isEqualTo(102);
    assertThat(ibench("report", folder).out().replaceAll("\\s+", " "))
        .contains(
            "; "
                + KilledRun.successes(103)
                + " operations of the 1.0 s after that are counted, without latencies");
  }

  @Test
  void aDamagedSummaryIsRefusedInOneLineWithItsPlace() throws Exception {
    Path folder = KilledRun.killed(temporary.resolve("cut"), 103, 40);
    Path summary = folder.resolve("summary.json");
    byte[] whole = Files.readAllBytes(summary);
    Files.write(summary, Arrays.copyOf(whole, whole.length / 2));
    Path other = KilledRun.over(temporary.resolve("sound"), 103, 40);
    for (Cli call :
        List.of(
            ibench("report", folder),
            ibench("report", folder, "--html", temporary.resolve("page.html")),
            ibench("status", folder),
            ibench("compare", folder, other))) {
      assertThat(call.code()).as(call.err()).isEqualTo(ExitCode.USAGE);
      assertThat(call.out()).isEmpty();
      assertThat(call.err().strip())
          .matches(
              "ibench: \\Q"
                  + summary
                  + "\\E is damaged: no JSON from line \\d+, column \\d+ on;"
                  + " copy the folder again from where the run wrote it");
    }
  }

  @Test
  void aKilledRunWithoutItsSummaryIsShownFromItsPosition() throws Exception {
    Path folder = KilledRun.killed(temporary.resolve("lost"), 103, 40);
    Files.delete(folder.resolve("summary.json"));
    String lost = "summary.json does not exist: steps and report periods that are over are lost";

    Cli report = ibench("report", folder);

    assertThat(report.code()).isEqualTo(ExitCode.FAILED);
    assertThat(report.err()).isEqualTo("ibench: " + folder + " is DAMAGED: " + lost + "\n");
    assertThat(report.out().replaceAll("\\s+", " "))
        .contains("operations in request 2 (running), its first 103 s, until ");
    Cli status = ibench("status", folder);
    assertThat(status.code()).isEqualTo(ExitCode.FAILED);
    assertThat(status.err()).contains(lost);
    assertThatThrownBy(() -> StoppedRun.read(folder)).hasMessageContaining(lost);
  }

  @Test
  void aFileThatTheLatenciesNeedIsNamedWhenItIsMissing() throws Exception {
    String what = ": latencies of a step that is not over cannot be shown";
    for (String name : List.of("position.json", "run.json", "latency.hlog")) {
      Path folder = KilledRun.killed(temporary.resolve("without-" + name), 103, 600);
      Files.delete(folder.resolve(name));

      Cli report = ibench("report", folder);

      assertThat(report.code()).as(report.err()).isEqualTo(ExitCode.FAILED);
      assertThat(report.err().strip())
          .startsWith("ibench: " + folder + " is DAMAGED: ")
          .contains(name + " ")
          .endsWith(what)
          .doesNotContain("\n");
      assertThat(report.out()).doesNotContain("operations in request 2");
    }
  }

  private static Path newestSlot(Path folder) throws IOException {
    byte[] number = "\"number\" : ".getBytes(StandardCharsets.US_ASCII);
    return files(folder).stream()
        .filter(file -> file.toString().endsWith(".bin"))
        .max(Comparator.comparingLong(file -> numberAfter(file, number)))
        .orElseThrow();
  }

  private static long numberAfter(Path file, byte[] name) {
    try {
      String text = Files.readString(file, StandardCharsets.ISO_8859_1);
      int start = text.indexOf(new String(name, StandardCharsets.US_ASCII)) + name.length;
      return Long.parseLong(text.substring(start, text.indexOf(',', start)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long successes(int from, int to) {
    return IntStream.rangeClosed(from, to).mapToLong(KilledRun::successes).sum();
  }

  @Test
  void aFileThatIsCutAnywhereIsResumedOrRefusedAndNothingIsCountedTwice() throws Exception {
    Random64 random = new Random64(SEED);
    for (int[] each : SECONDS_AND_PERIODS) {
      Truth truth = killed(each[0], each[1]);
      for (Path file : files(truth.folder())) {
        byte[] whole = Files.readAllBytes(file);
        for (int i = 0; i < CUTS; i++) {
          int length = (int) random.nextLong(whole.length);
          check(truth, file, Arrays.copyOf(whole, length), "cut after " + length + " bytes");
        }
      }
    }
  }

  @Test
  void aFileThatIsChangedAnyhowShowsNoOtherNumber() throws Exception {
    Random64 random = new Random64(SEED);
    List<Truth> truths =
        List.of(
            killed(SECONDS_AND_PERIODS[0][0], SECONDS_AND_PERIODS[0][1]),
            killed(SECONDS_AND_PERIODS[1][0], SECONDS_AND_PERIODS[1][1]),
            truth(KilledRun.over(temporary.resolve("over"), 103, 40)));
    for (int i = 0; i < CHANGES; i++) {
      Truth truth = truths.get(i % truths.size());
      List<Path> files = files(truth.folder());
      Path file = files.get((int) random.nextLong(files.size()));
      Damage damage = Damage.values()[(int) random.nextLong(Damage.values().length)];
      byte[] changed = damage.of(Files.readAllBytes(file), random);
      check(truth, file, changed, damage + ", change " + i + " with seed " + SEED);
    }
  }

  private void check(Truth truth, Path file, byte[] content, String how) throws Exception {
    Path copy = copy(truth.folder());
    String what = copy.resolve(file.getFileName()) + ": " + how;
    Files.write(copy.resolve(file.getFileName()), content);
    Cli report = ibench("report", copy, "--all");
    assertOneLine(what, report);
    boolean named = Stream.of("DAMAGED", "checksum", "but had").anyMatch(report.out()::contains);
    assertThat(report.code() == ExitCode.FAILED)
        .as(what + report.err())
        .isEqualTo(report.err().contains(" is DAMAGED: "));
    if (report.code() == 0 && !named) {
      String shown = comparable(report.out(), copy);
      String expected = comparable(truth.report(), truth.folder());
      if (!shown.equals(expected)) {
        assertThat(shown.split(UNDER_WAY)[0]).as(what).isEqualTo(expected.split(UNDER_WAY)[0]);
        assertFewerLatencies(what, copy);
      }
    }
    assertOneLine(what, ibench("status", copy));
    if (truth.resumed().isPresent()) {
      assertResumedOrRefused(what, copy, truth.resumed().get());
    }
    remove(copy);
  }

  /** Without some of the files there are latencies of a shorter time, and it is told which. */
  private static void assertFewerLatencies(String what, Path copy) throws Exception {
    Optional<InProgressLatencies> shown = ResultReader.read(copy).inProgress();
    if (shown.isPresent() && !shown.get().operations().isEmpty()) {
      long counted =
          shown.get().operations().stream()
              .mapToLong(operation -> operation.service().getTotalCount())
              .sum();
      int until = (int) shown.get().seconds();
      assertThat(counted).as(what).isEqualTo(successes(1, until));
      assertThat(shown.get().restOperations())
          .as(what)
          .isLessThanOrEqualTo(successes(until + 1, 103));
    }
  }

  /** What is not in any position yet is counted in one line, which a cut makes smaller. */
  private static String comparable(String report, Path folder) {
    return report
        .replace(folder.toString(), "FOLDER")
        .replaceAll("\\s+", " ")
        .replaceAll(
            "; [\\d,]+ operations of the [\\d.,]+ s after that are counted,[^;.]*latencies", "")
        .replaceAll("; what intervals.csv has after that cannot be read", "");
  }

  /** No stack trace: the report, or what is wrong in a line for each folder. */
  private static void assertOneLine(String what, Cli call) {
    assertThat(call.code())
        .as(what + call.err())
        .isIn(ExitCode.DONE, ExitCode.FAILED, ExitCode.USAGE);
    assertThat(call.err()).as(what).doesNotContain("\tat ", "Exception", "defect");
    if (call.code() == ExitCode.USAGE) {
      assertThat(call.err().strip()).as(what).startsWith("ibench: ").doesNotContain("\nibench");
    }
  }

  private static void assertResumedOrRefused(String what, Path copy, Sums truth) throws Exception {
    try {
      Sums sums = resumed(copy);
      assertCounted(what, sums);
      assertThat(sums.nanos()).as(what).isLessThanOrEqualTo(truth.nanos());
    } catch (UnreadableResultException | IOException e) {
      assertThat(e.getMessage()).as(what).isNotBlank().doesNotContain("\n");
    }
  }
}
