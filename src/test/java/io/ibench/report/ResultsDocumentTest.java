package io.ibench.report;

import static io.ibench.report.Samples.operation;
import static io.ibench.report.Samples.period;
import static io.ibench.report.Samples.start;
import static io.ibench.report.Samples.step;
import static io.ibench.testing.SnapshotBuilder.anInterval;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ibench.measure.Readings;
import io.ibench.measure.Snapshot;
import io.ibench.measure.StepStart;
import io.ibench.measure.StepStart.Unit;
import io.ibench.report.figures.RunInfo;
import io.ibench.report.store.ResultFolder;
import io.ibench.report.text.TextReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares docs/results.md and docs/metrics.md with what is written. */
class ResultsDocumentTest {

  private static final Pattern NAME = Pattern.compile("`([^`]+)`");

  @TempDir private Path folder;

  @BeforeEach
  void writeAResult() {
    RunInfo run = Samples.run(OptionalLong.of(1_000), "first");
    try (ResultFolder results = new ResultFolder(folder, run, Samples::books, TextReport::of)) {
      // The file of clients exists only where there are several clients.
      StepStart clients = InsertSamples.start("first", Unit.QUERIES, 2);
      results.stepStarted(clients);
      results.interval(clients, twoClients());
      results.stepEnded(
          step(start("first", Unit.QUERIES), period(10, operation(Samples.READ, 1, 1))));
      results.finish();
    }
  }

  private static Snapshot twoClients() {
    Snapshot one = Samples.interval(1, false, Readings.NONE, recorder -> {});
    return anInterval(one)
        .from(one.startNanos(), one.startNanos() + 2 * one.nanos(), one.endEpochMillis())
        .clients(List.of(one.operations(), one.operations()))
        .build();
  }

  /** Files of runs that were resumed, are under way, or have a server. */
  private static final List<String> OF_LONGER_RUNS =
      List.of(
          "server_counters.csv",
          "waits.csv",
          "position-<n>.bin",
          "results.reserve",
          "max.json",
          "bisect.json",
          "duet.json",
          "cpu_profile.json",
          "cpu/*.pb.gz");

  /** The names in the first column of the tables below a heading, in their order. */
  private static List<String> documented(String file, String heading) throws IOException {
    List<String> lines = Files.readAllLines(Path.of("docs", file));
    int start = lines.indexOf(heading);
    assertThat(start).as(heading + " in " + file).isNotNegative();
    return lines.subList(start + 1, lines.size()).stream()
        .takeWhile(line -> !line.startsWith("#"))
        .filter(line -> line.startsWith("| `"))
        .map(line -> line.substring(1, line.indexOf('|', 1)))
        .flatMap(cell -> NAME.matcher(cell).results().map(found -> found.group(1)))
        .toList();
  }

  private List<String> columns(String file) throws IOException {
    return List.of(Files.readAllLines(folder.resolve(file)).get(0).split(","));
  }

  private List<String> keys(String file, String place) throws IOException {
    JsonNode json = new ObjectMapper().readTree(folder.resolve(file).toFile()).at(place);
    List<String> keys = new ArrayList<>();
    json.fieldNames().forEachRemaining(keys::add);
    return keys;
  }

  @Test
  void everyFileIsNamed() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(documented("results.md", "# The result folder"))
          .filteredOn(name -> !name.endsWith("/") && !name.equals("report.html"))
          .filteredOn(name -> !name.equals("progress.json"))
          .filteredOn(name -> !name.startsWith("run.lock") && !name.equals("run.owner"))
          .filteredOn(name -> !OF_LONGER_RUNS.contains(name))
          .as("the page, the lock, the progress and folders are made by the command")
          .containsExactlyInAnyOrderElementsOf(
              files.map(file -> file.getFileName().toString()).toList());
    }
  }

  @Test
  void everyColumnIsDefinedInItsPlace() throws IOException {
    assertThat(documented("results.md", "## intervals.csv")).isEqualTo(columns("intervals.csv"));
    assertThat(documented("results.md", "## operations.csv")).isEqualTo(columns("operations.csv"));
    assertThat(documented("results.md", "## clients.csv")).isEqualTo(columns("clients.csv"));
    assertThat(documented("results.md", "## rows.csv")).isEqualTo(columns("rows.csv"));
  }

  @Test
  void everyKeyIsDefined() throws IOException {
    assertThat(documented("results.md", "## run.json")).isEqualTo(keys("run.json", ""));
    assertThat(documented("results.md", "## summary.json")).isEqualTo(keys("summary.json", ""));
    assertThat(documented("results.md", "### database"))
        .isEqualTo(keys("summary.json", "/database"))
        .isEqualTo(keys("run.json", "/database"));
    assertSame(documented("results.md", "### run"), keys("summary.json", "/run"));
    assertSame(documented("results.md", "### data"), keys("summary.json", "/data"));
    assertSame(
        documented("results.md", "### operations"), keys("summary.json", "/steps/0/operations/0"));
  }

  @Test
  void everyFigureOfAStepIsDefinedInOneOfTheDocuments() throws IOException {
    List<String> documented = new ArrayList<>(documented("results.md", "### steps"));
    documented.addAll(documented("metrics.md", "# Metrics"));

    assertSame(documented, keys("summary.json", "/steps/0"));
  }

  private static void assertSame(List<String> documented, List<String> written) {
    assertThat(documented).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(written);
  }

  @Test
  void everyLatencyIsNamed() throws IOException {
    String text = Files.readString(Path.of("docs", "results.md"));
    Matcher latencies = Pattern.compile("`\\{(mean_us[^}]*)}`").matcher(text);

    assertThat(latencies.find()).isTrue();
    assertThat(List.of(latencies.group(1).split(", ")))
        .isEqualTo(keys("summary.json", "/steps/0/operations/0/service"));
  }
}
