package io.ibench.cli.run;

import static io.ibench.cli.Cli.ibench;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ibench.cli.Cli;
import io.ibench.testing.Slow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several runs by one command, as a user does them. */
@Slow
class RunSeriesTest {

  @TempDir private Path temporary;

  private Path output() {
    return temporary.resolve("out");
  }

  private Path database(String name, String... lines) throws IOException {
    Path file = temporary.resolve(name + ".properties");
    return Files.write(file, List.of(lines));
  }

  private Path sqlite(String name) throws IOException {
    return database(
        name, "database=sqlite", "sync=normal", "file=" + temporary.resolve(name + ".db"));
  }

  private Cli run(Object... options) {
    List<Object> arguments = new ArrayList<>(List.of("run", Cli.LINKBENCH, "-o", output()));
    arguments.addAll(List.of("--no-page", "--lenient"));
    arguments.addAll(List.of("-s", "linkbench.maxid1=301", "-s", "interval=100ms"));
    arguments.addAll(List.of("-s", "request.until=1h", "-s", "request.operations=300"));
    arguments.addAll(List.of("-s", "request.repeat=1"));
    arguments.addAll(List.of(options));
    return ibench(arguments.toArray());
  }

  private List<String> turns(Cli run) {
    return run.err()
        .lines()
        .filter(line -> line.matches("ibench: \\d+ of \\d+: .*"))
        .map(line -> line.replaceFirst(".*: ", ""))
        .toList();
  }

  private JsonNode json(String run) throws IOException {
    return new ObjectMapper().readTree(output().resolve(run).resolve("run.json").toFile());
  }

  private String steps(String run) throws IOException {
    return json(run).get("steps").toString();
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void eachRunIsFreshAndTheirMeansAreTheAnswerThatReportPrintsAgain() throws IOException {
    Cli run = run("-d", sqlite("a"), "--runs", "2", "-s", "steps=drop,create,load,index,request");

    assertThat(run.code()).as(run.err()).isZero();
    assertThat(names(output())).containsExactly("run-1", "run-2");
    assertThat(json("run-2").at("/id").asText()).isEqualTo("out/run-2");
    assertThat(json("run-2").at("/data/loaded_by").asText()).isEqualTo("out/run-2");
    Cli report = ibench("report", output());
    assertThat(report.code()).as(report.err()).isZero();
    assertThat(report.out()).endsWith("2 runs of 2 in the means\n");
    assertThat(run.out()).endsWith("\n" + report.out() + "results in " + output() + "\n");
    assertThat(ibench("report", output(), "--format", "csv").out())
        .contains("\n" + output().resolve("run-2") + ",out/run-2,");
  }

  @Test
  void onLoadedDataIsLoadedOnceAndTheRunsAreAlike() throws IOException {
    Cli run =
        run(
            "-d",
            sqlite("a"),
            "--runs",
            "2",
            "--on-loaded",
            "-s",
            "warmup.until=100ms",
            "--threads",
            "2",
            "--expect",
            "request: qps > 1");

    assertThat(run.code()).as(run.err()).isZero();
    assertThat(turns(run)).containsExactly("load", "run-1", "run-2");
    assertThat(steps("load")).isEqualTo("[\"drop\",\"create\",\"load\",\"index\"]");
    assertThat(steps("run-1")).isEqualTo("[\"warmup\",\"request\",\"verify\"]");
    assertThat(steps("run-2")).isEqualTo(steps("run-1"));
    assertThat(run.out())
        .contains("data loaded by run out/load; runs before this one: 1")
        .contains("2 runs of 2 in the means");
  }

  @Test
  void severalDatabasesTakeTurnsAgainstDriftAndAreCompared() throws IOException {
    Path noop = database("slow", "database=noop");
    Path other = database("fast", "database=noop");
    Cli run = run("-d", noop, "-d", other, "--runs", "4", "-s", "steps=request");

    assertThat(run.code()).as(run.err()).isZero();
    assertThat(turns(run))
        .containsExactly(
            "slow/run-1",
            "fast/run-1",
            "fast/run-2",
            "slow/run-2",
            "slow/run-3",
            "fast/run-3",
            "fast/run-4",
            "slow/run-4");
    assertThat(run.out()).contains("slow (4 runs)").contains("fast (4 runs)");
    Path slow = output().resolve("slow");
    Path fast = output().resolve("fast");
    assertThat(run.err()).contains("again: ibench compare " + output());
    Cli compare = ibench("compare", output());
    assertThat(compare.code()).as(compare.err()).isZero();
    assertThat(run.out()).as("slow ran first").contains(compare.out());
    assertThat(compare.out()).isEqualTo(ibench("compare", slow, fast).out());
    // Whether the folder is in the same line depends on the length of its name.
    assertThat(ibench("report", output()).out().replaceAll("\\s+", " "))
        .contains("4 runs: " + slow)
        .contains("4 runs: " + fast);
  }

  @Test
  void aDatabaseThatCannotBeOpenedIsFoundBeforeTheFirstRun() throws IOException {
    Path other = sqlite("other");
    Files.writeString(temporary.resolve("other.db"), "no database, but long enough ".repeat(9));
    Cli run = run("-d", sqlite("a"), "-d", other, "--runs", "2");

    assertThat(run.code()).isNotZero();
    assertThat(run.err()).contains("cannot open sqlite");
    assertThat(turns(run)).isEmpty();
    assertThat(output()).doesNotExist();
  }

  /** Two names of one file, which the settings do not show. */
  @Test
  void aLoadThatWouldDropTheTablesOfAnotherSideEndsTheSeries() throws IOException {
    Path a = sqlite("a");
    Files.createFile(temporary.resolve("a.db"));
    Files.createSymbolicLink(temporary.resolve("b.db"), temporary.resolve("a.db"));
    Cli run = run("-d", a, "-d", sqlite("b"), "--runs", "2", "--on-loaded");

    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err())
        .contains("ibench: --on-loaded: a and b have the same tables")
        .contains("ibench: 0 of 4 runs are complete");
    assertThat(turns(run)).containsExactly("a/load", "b/load");
  }

  @Test
  void theSeriesKeepsItsResultsWhenALaterRunCannotBegin() throws IOException {
    Path folder = Files.createDirectory(temporary.resolve("data"));
    Path file = database("d", "database=sqlite", "sync=normal", "file=" + folder.resolve("d.db"));
    Cli run =
        run(
            "-d",
            file,
            "--runs",
            "3",
            "-s",
            "steps=drop,create,load,index,request",
            "-s",
            "hook.after_step=test $IBENCH_STEP != request || rm -r " + folder);

    assertThat(run.code()).isEqualTo(1);
    assertThat(turns(run)).containsExactly("run-1", "run-2");
    assertThat(run.err())
        .contains("run-2 could not begin; the further runs are left out")
        .contains("ibench: 1 of 3 runs are complete");
    assertThat(run.out()).contains("1 run of 1 in the means");
    assertThat(names(output())).containsExactly("run-1");
  }

  @Test
  void aRunThatFailsIsNotComplete() throws IOException {
    Cli run =
        run(
            "-d",
            database("d", "database=noop"),
            "--runs",
            "3",
            "-s",
            "steps=request",
            "-s",
            // The folder is there when the second run begins.
            "hook.before_step=mkdir " + temporary.resolve("made"));

    assertThat(run.code()).isEqualTo(1);
    assertThat(turns(run)).containsExactly("run-1", "run-2", "run-3");
    assertThat(run.err()).endsWith("ibench: 1 of 3 runs are complete\n");
    assertThat(run.out()).contains("1 run of 3 in the means");
  }

  @Test
  void contradictoryOptionsAreRefusedBeforeAnythingIsTouched() throws IOException {
    Path a = sqlite("a");
    Object[][] wrong = {
      {"--runs 0: allowed: 1 to 1000", "--runs", "0"},
      {"--on-loaded is for several runs; add --runs N", "--on-loaded"},
      {
        "--fresh and --on-loaded contradict each other; name one of them",
        "--fresh",
        "--on-loaded",
        "--runs",
        "2"
      },
      {"--upstream-output is for one run; leave it out", "--runs", "2", "--upstream-output", "u"},
      {
        "--on-loaded: no step follows index in steps = drop, create, load, index; add those to be"
            + " repeated",
        "--runs",
        "2",
        "--on-loaded",
        "-s",
        "steps=drop,create,load,index"
      },
      {
        "--on-loaded: a and a-2 have the same tables, and a load of one would drop those of the"
            + " other; use --fresh, or another database or schema for one of them",
        "--runs",
        "2",
        "--on-loaded",
        "-d",
        a
      },
    };
    for (Object[] line : wrong) {
      List<Object> options = new ArrayList<>(List.of(line).subList(1, line.length));
      options.addAll(List.of("-d", a));
      Cli run = run(options.toArray());
      assertThat(run.code()).isEqualTo(2);
      assertThat(run.err()).isEqualTo("ibench: " + line[0] + "\n");
      assertThat(names(temporary)).containsExactly("a.properties");
    }
  }

  @Test
  void runsOnLoadedDataAreRefusedWhereNoTableOutlivesItsRun() throws IOException {
    Cli run = run("-d", database("m", "database=memory"), "--runs", "2", "--on-loaded");

    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err())
        .isEqualTo(
            "ibench: --on-loaded: database = memory forgets its tables after each run; use"
                + " --fresh\n");
    assertThat(output()).doesNotExist();
  }

  @Test
  void workloadsThatCannotBeComparedAreRefused() {
    Cli run = ibench("check", "workloads/linkbench.properties,insert", "-d", Cli.NOOP);

    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err())
        .isEqualTo(
            "ibench: linkbench and insert cannot be compared: they are linkbench and insert; run"
                + " each by itself\n");
  }
}
