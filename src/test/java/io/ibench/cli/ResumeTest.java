package io.ibench.cli;

import static io.ibench.cli.Cli.ibench;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.ibench.random.Random64;
import io.ibench.testing.StartsProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs that are killed at any moment, and resumed. {@code -Dibench.test.kills=50} kills more often,
 * {@code -Dibench.test.kills.database=FILE} on another database than SQLite.
 */
@StartsProcess
class ResumeTest {

  private static final int KILLS = Integer.getInteger("ibench.test.kills", 3);
  private static final Optional<Path> SERVER =
      Optional.ofNullable(System.getProperty("ibench.test.kills.database")).map(Path::of);
  private static final long SEED = Long.getLong("ibench.test.kills.seed", 2026);

  @TempDir private Path folder;

  private RunningIbench start(Path place, String... options) throws IOException {
    Files.createDirectories(place);
    Path database =
        SERVER.orElseGet(
            () -> {
              try {
                return Files.writeString(
                    place.resolve("db.properties"),
                    "database = sqlite\nsync = normal\nfile = " + place.resolve("a.db") + "\n");
              } catch (IOException e) {
                throw new IllegalStateException(e);
              }
            });
    return new RunningIbench(place, database, System.getenv(), options);
  }

  private static String[] shortRun() {
    return new String[] {
      "-s=linkbench.maxid1=4001",
      "-s=load.rows_per_commit=20",
      "-s=steps=drop,create,load,index,request,verify",
      "-s=request.rate=unlimited",
      "-s=request.until=2s",
      "-s=request.repeat=2",
      "-s=report.every=700ms",
      "--no-page"
    };
  }

  @Test
  void aRunThatIsKilledAtAnyMomentIsResumedAndCountsEverythingOnce() throws Exception {
    Random64 random = new Random64(SEED);
    for (int kill = 0; kill < KILLS; kill++) {
      Path place = folder.resolve("kill-" + kill);
      long millis = random.nextLong(6_000);
      try (RunningIbench run = start(place, shortRun())) {
        Path position = run.output().resolve("position.json");
        run.await(() -> Files.exists(position));
        run.killAfter(millis);
        Cli resumed = ibench(System.getenv(), "resume", run.output(), "--lenient", "--no-page");
        String what = "killed after " + millis + " ms: " + resumed.err();
        if (resumed.code() != ExitCode.NOTHING_TO_DO) {
          assertThat(resumed.code()).as(what).isZero();
          assertThat(run.summary().path("gaps")).as(what).hasSize(1);
        }
        assertThat(run.summary().path("run").path("state").asText()).as(what).isEqualTo("done");
        assertThat(run.summary().path("steps")).as(what).hasSize(7);
        assertCountsOnce(what, run);
      }
    }
  }

  /** The figures of each step contain what intervals.csv contains. */
  private static void assertCountsOnce(String what, RunningIbench run) throws IOException {
    Map<String, double[]> sums = new HashMap<>();
    List<String> lines = Files.readAllLines(run.output().resolve("intervals.csv"));
    List<String> head = List.of(lines.get(0).split(","));
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.split(",", -1);
      String step = cells[head.indexOf("step")] + cells[head.indexOf("repeat")];
      double[] sum = sums.computeIfAbsent(step, none -> new double[2]);
      sum[0] += Double.parseDouble(cells[head.indexOf("operations")]);
      sum[1] += Double.parseDouble(cells[head.indexOf("seconds")]);
    }
    for (JsonNode step : run.summary().path("steps")) {
      double[] sum =
          sums.getOrDefault(
              step.path("name").asText() + step.path("repeat").asInt(), new double[2]);
      double operations = 0;
      for (JsonNode operation : step.path("operations")) {
        operations += operation.path("count").asDouble();
      }
      assertThat(operations).as(what + step.path("name")).isEqualTo(sum[0]);
      assertThat(step.path("seconds").asDouble())
          .as(what + step.path("name"))
          .isCloseTo(sum[1], within(0.01));
      String tag = step.path("name").asText() + "." + step.path("repeat").asInt() + ".";
      assertThat(latencies(run, tag)).as(what + tag).isEqualTo(operations);
      if (step.path("name").asText().equals("request")) {
        assertThat(sum[1]).as(what).isCloseTo(2, within(0.5));
      }
    }
  }

  /** The service times of a whole step in latency.hlog. */
  private static double latencies(RunningIbench run, String tag) throws IOException {
    double sum = 0;
    try (HistogramLogReader reader =
        new HistogramLogReader(run.output().resolve("latency.hlog").toFile())) {
      while (reader.hasNext()) {
        EncodableHistogram next = reader.nextIntervalHistogram();
        if (next instanceof Histogram histogram
            && histogram.getTag().startsWith(tag)
            && histogram.getTag().endsWith(".service")) {
          sum += histogram.getTotalCount();
        }
      }
    }
    return sum;
  }

  @Test
  void aRunThatIsUnderWayIsNotResumedAndItsTablesAreNotTouchedByAnotherRun() throws Exception {
    try (RunningIbench run = start(folder.resolve("one"))) {
      run.awaitIntervals(3);
      Cli resumed = ibench(System.getenv(), "resume", run.output());
      assertThat(resumed.code()).isEqualTo(ExitCode.USAGE);
      assertThat(resumed.err()).contains(run.output() + " is in use by process ");

      Cli second =
          ibench(
              System.getenv(),
              "run",
              Cli.LINKBENCH,
              "-d",
              SERVER.orElse(folder.resolve("one").resolve("db.properties")),
              "-o",
              folder.resolve("second"));
      assertThat(second.code()).as(second.err()).isEqualTo(ExitCode.USAGE);
      assertThat(second.err())
          .contains("counttable, linktable, nodetable are in use by run results (process ")
          .contains("--break-lock");
      assertThat(folder.resolve("second")).doesNotExist();
      run.awaitIntervals(3);
      run.signal("INT");
      assertThat(run.awaitEnd()).isEqualTo(ExitCode.INTERRUPTED);
    }
  }

  @Test
  void anInterruptedRunGoesOnAndThenThereIsNothingToResume() throws Exception {
    try (RunningIbench run = start(folder.resolve("one"), shortRun())) {
      run.awaitIntervals(3);
      run.signal("INT");
      assertThat(run.awaitEnd()).isEqualTo(ExitCode.INTERRUPTED);
      Cli resumed = ibench(System.getenv(), "resume", run.output(), "--lenient", "--no-page");
      assertThat(resumed.code()).as(resumed.err()).isZero();
      assertThat(run.summary().path("gaps").path(0).path("by").asText()).isEqualTo("interrupted");
      assertCountsOnce("interrupted", run);

      Cli again = ibench(System.getenv(), "resume", run.output());
      assertThat(again.code()).isEqualTo(ExitCode.NOTHING_TO_DO);
      assertThat(again.err()).contains("there is nothing to resume: the run is done");
    }
  }

  @Test
  void aFolderWithoutAPositionIsRefusedInOneLine() throws Exception {
    Path store = Path.of("src/test/resources/io/ibench/report/store/schema-1");
    Path copy = Files.createDirectory(folder.resolve("copy"));
    try (var files = Files.list(store)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.copy(file, copy.resolve(file.getFileName()));
      }
    }
    Cli resumed = ibench("resume", copy);
    assertThat(resumed.code()).isEqualTo(ExitCode.USAGE);
    assertThat(resumed.err())
        .isEqualTo("ibench: cannot resume: " + copy.resolve("position.json") + " does not exist\n");
  }
}
