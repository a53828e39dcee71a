package io.ibench.cli;

import static io.ibench.cli.Cli.ibench;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.ibench.cli.ground.ExitCode;
import io.ibench.random.Random64;
import io.ibench.report.store.StoppedRun;
import io.ibench.testing.NeedsServer;
import io.ibench.testing.StartsProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs that are killed at any moment, and resumed. {@code -Dibench.test.kills=50} kills more often,
 * {@code -Dibench.test.kills.product=mariadb}, {@code mysql} or {@code postgres} on a private
 * server of another product than SQLite, and {@code -Dibench.test.kills.gap=1.0} judges how many
 * seconds before the kill a gap begins, which needs a quiet machine.
 */
@StartsProcess
@NeedsServer
@Tag("any-server")
class ResumeTest {

  private static final int KILLS = Integer.getInteger("ibench.test.kills", 3);
  private static final double GAP_SECONDS =
      Double.parseDouble(System.getProperty("ibench.test.kills.gap", "1e9"));
  private static final long SEED = Long.getLong("ibench.test.kills.seed", 2026);
  private static final String ROW_TIME = "-s=row_time=2026-01-01T00:00:00Z";

  private static KilledDatabase database;

  @TempDir private Path folder;

  @BeforeAll
  static void startServer() throws Exception {
    database = KilledDatabase.ofThisRun();
  }

  @AfterAll
  static void closeServer() {
    if (database != null) {
      database.close();
    }
  }

  private RunningIbench start(Path place, String... options) throws IOException {
    Files.createDirectories(place);
    return new RunningIbench(place, database.properties(place), System.getenv(), options);
  }

  private RunningIbench startInsert(Path place, String... options) throws IOException {
    Files.createDirectories(place);
    return new RunningIbench(
        place,
        Path.of("workloads", "insert.properties"),
        List.of(),
        database.properties(place),
        System.getenv(),
        options);
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

  private static String[] shortLoad() {
    return new String[] {
      "-s=linkbench.maxid1=4001",
      "-s=load.rows_per_commit=20",
      "-s=steps=drop,create,load,index",
      ROW_TIME,
      "--no-page"
    };
  }

  private static String[] shortInserts() {
    return new String[] {
      "-s=steps=l.i0,l.x,l.i1,qr100,verify",
      "-s=l.i0.rows=20k",
      "-s=l.i1.rows=10k",
      "-s=l.i1.rows_per_commit=10",
      "-s=qr100.until=2s",
      "-s=interval=50ms",
      ROW_TIME,
      "--no-page"
    };
  }

  @Test
  void aRunThatIsKilledAtAnyMomentIsResumedAndCountsEverythingOnce() throws Exception {
    Random64 random = new Random64(SEED);
    Optional<String> undisturbed = Optional.empty();
    if (KILLS > 2) {
      try (RunningIbench run = start(folder.resolve("undisturbed"), shortLoad())) {
        assertThat(run.awaitEnd()).isZero();
        undisturbed = Optional.of(database.contents(run.output().getParent()));
      }
    }
    for (int kill = 0; kill < KILLS; kill++) {
      Path place = folder.resolve("kill-" + kill);
      long millis = random.nextLong(6_000);
      int kind = kill % 3;
      try (RunningIbench run =
          kind == 0
              ? start(place, shortRun())
              : kind == 1 ? startInsert(place, shortInserts()) : start(place, shortLoad())) {
        Path position = run.output().resolve("position.json");
        run.await(() -> Files.exists(position));
        boolean killed = run.killAfter(millis);
        Instant end = Instant.now();
        assertThat(Files.size(position)).isLessThan(8_192);
        Cli resumed = ibench(System.getenv(), "resume", run.output(), "--lenient", "--no-page");
        String what = "kill " + kill + " after " + millis + " ms: " + resumed.err();
        if (resumed.code() != ExitCode.NOTHING_TO_DO) {
          assertThat(resumed.code()).as(what + resumed.out()).isZero();
          assertThat(run.summary().path("gaps")).as(what).hasSize(1);
          if (killed) {
            assertGap(what, run, end);
          }
        }
        assertThat(run.summary().path("run").path("state").asText()).as(what).isEqualTo("done");
        assertThat(run.summary().path("steps")).as(what).hasSize(new int[] {7, 7, 4}[kind]);
        for (JsonNode step : run.summary().path("steps")) {
          assertThat(step.path("problems")).as(what + step.path("name")).isEmpty();
        }
        assertCountsOnce(what, run);
        if (kind == 2) {
          assertThat(database.contents(place)).as(what).isEqualTo(undisturbed.orElseThrow());
        }
      }
    }
  }

  /** The gap begins when the process was killed: a time that a slow machine makes inexact. */
  private static void assertGap(String what, RunningIbench run, Instant killed) throws IOException {
    JsonNode gap = run.summary().path("gaps").path(0);
    Instant from = Instant.parse(gap.path("from").asText());
    double late = (killed.toEpochMilli() - from.toEpochMilli()) / 1e3;
    if (KILLS > 3) {
      System.out.printf("gap in %s begins %.3f s before the kill%n", gap.path("step"), late);
    }
    assertThat(late).as(what).isBetween(0.0, GAP_SECONDS);
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
    double requests = 0;
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
      requests += step.path("name").asText().equals("request") ? sum[1] : 0;
    }
    // The boundary of repeats may be late, but no time is lost or measured twice.
    assertThat(requests)
        .as(what)
        .satisfiesAnyOf(all -> assertThat(all).isZero(), all -> assertThat(all).isGreaterThan(3.9));
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
              database.properties(folder.resolve("one")),
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

  @Test
  void afterAKillOfClientAndServerNothingThatWasAcknowledgedIsLost() throws Exception {
    try (KilledDatabase own = KilledDatabase.start("mariadb");
        RunningIbench run =
            new RunningIbench(
                folder,
                Path.of("workloads", "insert.properties"),
                List.of(),
                own.properties(folder),
                System.getenv(),
                endlessInserts())) {
      run.awaitIntervals("l.i1", 30);
      run.killAfter(0);
      own.killServer();
      Cli resumed = ibench(System.getenv(), "resume", run.output(), "--lenient", "--no-page");

      assertThat(resumed.code()).as(resumed.err() + resumed.out()).isZero();
      assertThat(resumed.out()).contains("none that was acknowledged is lost");
      assertThat(run.summary().path("gaps").path(0).path("changes").toString())
          .contains("the server was restarted in the gap");
      assertThat(step(run, "verify").path("problems")).isEmpty();
    }
  }

  private static String[] endlessInserts() {
    return new String[] {
      "-s=steps=l.i0,l.i1,verify",
      "-s=l.i0.rows=2k",
      "-s=l.i1.rows=6k",
      "-s=l.i1.rows_per_commit=1",
      "-s=l.i1.rate=1000/s",
      "-s=insert.deletes=none",
      "-s=interval=50ms",
      "--no-page"
    };
  }

  /** As after the loss of what the machine had not written. */
  @Test
  void rowsThatARolledBackServerLacksAreCountedAndTheRunIsInvalid() throws Exception {
    try (KilledDatabase own = KilledDatabase.start("mariadb");
        RunningIbench run =
            new RunningIbench(
                folder,
                Path.of("workloads", "insert.properties"),
                List.of(),
                own.properties(folder),
                System.getenv(),
                endlessInserts())) {
      run.awaitIntervals("l.i1", 10);
      run.signal("STOP");
      own.rememberData();
      run.signal("CONT");
      run.awaitIntervals("l.i1", 20);
      run.killAfter(0);
      own.rollBack();
      long left = own.count("pi1");
      long acknowledged = StoppedRun.read(run.output()).position().acknowledgedRows().orElseThrow();
      assertThat(left).isLessThan(acknowledged);
      Cli resumed = ibench(System.getenv(), "resume", run.output(), "--no-page");

      assertThat(resumed.code()).as(resumed.err()).isEqualTo(ExitCode.FAILED);
      assertThat(step(run, "l.i1").path("problems").path(0).asText())
          .isEqualTo(
              String.format(
                  Locale.ROOT,
                  "lost: %,d of %,d rows that were acknowledged before the run was resumed",
                  acknowledged - left,
                  acknowledged));
      assertThat(run.summary().path("verdict").asText()).isEqualTo("invalid");
    }
  }

  private static JsonNode step(RunningIbench run, String name) throws IOException {
    for (JsonNode step : run.summary().path("steps")) {
      if (step.path("name").asText().equals(name)) {
        return step;
      }
    }
    throw new AssertionError("no step " + name);
  }

  @Test
  void aLoadOfACustomWorkloadGoesOn() throws Exception {
    try (RunningIbench run =
        new RunningIbench(
            folder,
            Path.of("workloads", "orders.properties"),
            List.of(),
            database.properties(folder),
            System.getenv(),
            "-s=rows.orders=60k",
            "-s=load.rows_per_commit=10",
            "-s=steps=drop,create,load,index,verify",
            "-s=interval=50ms",
            "--no-page")) {
      run.awaitIntervals("load", 4);
      run.killAfter(0);
      Cli resumed = ibench(System.getenv(), "resume", run.output(), "--lenient", "--no-page");

      assertThat(resumed.code()).as(resumed.err() + resumed.out()).isZero();
      assertThat(run.summary().path("gaps").path(0).path("step").asText()).isEqualTo("load");
      assertThat(step(run, "verify").path("problems")).isEmpty();
      assertThat(step(run, "verify").path("facts").toString()).contains("60,000 rows as booked");
    }
  }

  @Test
  void aLoadOfTheInsertBenchmarkIsTheSameAsWithoutAKill() throws Exception {
    String[] load = {
      "-s=steps=l.i0",
      "-s=l.i0.rows=30k",
      "-s=l.i0.rows_per_commit=10",
      "-s=insert.clients=2",
      "-s=insert.tables=per_client",
      "-s=interval=50ms",
      "--no-page"
    };
    // All but the times of the rows.
    String columns = "transactionid, cashregisterid, customerid, productid, price, data FROM ";
    String[] tables = {
      columns + "pi1 ORDER BY transactionid", columns + "pi2 ORDER BY transactionid"
    };
    String undisturbed;
    try (RunningIbench run = startInsert(folder.resolve("undisturbed"), load)) {
      assertThat(run.awaitEnd()).as(run.err()).isZero();
      undisturbed = database.contents(folder.resolve("undisturbed"), tables);
    }
    Path place = folder.resolve("killed");
    try (RunningIbench run = startInsert(place, load)) {
      run.awaitIntervals("l.i0", 3);
      run.killAfter(0);
      Cli resumed = ibench(System.getenv(), "resume", run.output(), "--lenient", "--no-page");

      assertThat(resumed.code()).as(resumed.err() + resumed.out()).isZero();
      assertThat(run.summary().path("gaps").path(0).path("step").asText()).isEqualTo("l.i0");
      assertThat(run.summary().path("segments").asInt()).isEqualTo(2);
      assertThat(database.contents(place, tables)).isEqualTo(undisturbed);
    }
  }
}
