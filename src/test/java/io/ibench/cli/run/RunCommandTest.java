package io.ibench.cli.run;

import static io.ibench.cli.Cli.ibench;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ibench.cli.Cli;
import io.ibench.cli.ground.UsageException;
import io.ibench.cli.setup.Arguments;
import io.ibench.cli.setup.Setup;
import io.ibench.config.ConfigException;
import io.ibench.report.figures.NumberText;
import io.ibench.report.figures.RunInfo;
import io.ibench.testing.Slow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

@Slow
class RunCommandTest {

  private static final List<String> FILES =
      List.of(
          "intervals.csv",
          "latency.hlog",
          "operations.csv",
          "position.json",
          "report.html",
          "run.json",
          "run.lock",
          "run.owner",
          "summary.json",
          "summary.txt");

  @TempDir private Path temporary;

  private Path output() {
    return temporary.resolve("results/one");
  }

  /** A run of 500 ids with requests for a fraction of a second. */
  private Cli run(Path database, String steps, String... more) {
    List<Object> arguments = new ArrayList<>();
    arguments.addAll(List.of("run", Cli.LINKBENCH, "-d", database, "-o", output()));
    List<String> settings = new ArrayList<>();
    settings.add("steps=" + steps);
    settings.add("linkbench.maxid1=501");
    settings.add("interval=100ms");
    if (database.equals(Cli.SQLITE)) {
      settings.add("file=" + temporary.resolve("test.db"));
      settings.add("sync=normal");
    }
    settings.addAll(List.of(more));
    settings.forEach(setting -> arguments.addAll(List.of("-s", setting)));
    return ibench(arguments.toArray());
  }

  /** Without the database's diagnostics, which are in folders, and what a slow machine adds. */
  private List<String> written() throws IOException {
    try (Stream<Path> files = Files.list(output())) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> file.getFileName().toString())
          .filter(name -> !name.equals("server_counters.csv"))
          .sorted()
          .toList();
    }
  }

  private JsonNode summary() throws IOException {
    return new ObjectMapper().readTree(output().resolve("summary.json").toFile());
  }

  @Test
  void aRunOnSqliteLoadsRequestsVerifiesAndWritesEverything() throws IOException {
    Cli run =
        run(
            Cli.SQLITE,
            "drop,create,load,index,request,verify",
            "request.until=300ms",
            "request.repeat=2");

    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.out()).containsOnlyOnce("journal_mode ");
    assertThat(run.err()).as("the report has the settings").doesNotContain("journal_mode ");
    assertThat(written()).isEqualTo(FILES);
    JsonNode summary = summary();
    assertThat(summary.at("/run/state").asText()).isEqualTo("done");
    assertThat(summary.get("steps").findValuesAsText("kind"))
        .containsExactly("drop", "create", "load", "index", "request", "request", "verify");
    assertThat(summary.at("/steps/5/repeat").asInt()).isEqualTo(2);
    assertThat(summary.at("/steps/5/details").valueStream().map(JsonNode::asText))
        .anySatisfy(detail -> assertThat(detail).contains("UPDATE_LINK", "(target 90 %)"));
    assertThat(summary.at("/steps/5/qps").asDouble()).isPositive();
    assertThat(summary.at("/steps/5/db_bytes").asLong()).isPositive();
    assertThat(summary.at("/steps/5/size_source").asText()).isNotBlank();
    assertThat(summary.at("/steps/2/links_ps").asDouble()).isPositive();
    assertThat(summary.at("/steps/2/links_ps").asDouble())
        .isLessThan(summary.at("/steps/2/ips").asDouble());
    assertThat(output().resolve("run.json")).content().contains("\"value\" : \"501\"");
    assertThat(output().resolve("report.html"))
        .content()
        .startsWith("<!DOCTYPE html>")
        .contains(
            "linkbench on SQLite",
            "Queries per second",
            NumberText.count(Math.round(summary.at("/steps/5/qps").asDouble())));
  }

  @Test
  void stdoutHoldsTheTablesAndStderrTheProgress() throws IOException {
    Cli run = run(Cli.NOOP, "load,request", "request.until=300ms", "request.repeat=1");

    assertThat(run.code()).as(run.err()).isZero();
    assertThat(written()).isEqualTo(FILES);
    assertThat(Files.readString(output().resolve("summary.txt")).lines().limit(5))
        .containsExactlyElementsOf(run.out().lines().limit(5).toList());
    assertThat(run.out()).startsWith("ibench ").endsWith("\nresults in " + output() + "\n");
    assertThat(run.err())
        .startsWith("ibench ")
        .contains("results in " + output())
        .contains("  load ")
        .containsPattern(" qps  p99 .* done")
        .endsWith("\npage in " + output().resolve("report.html") + "\n")
        .doesNotContain("\r");
  }

  @Test
  void aWarningOfTheSettingsStandsInTheResult() throws IOException {
    Cli run =
        run(
            Cli.NOOP,
            "load,warmup,request",
            "warmup.until=100ms",
            "request.until=100ms",
            "request.repeat=1",
            "linkbench.compat=upstream",
            "linkbench.degrees=2017");

    assertThat(run.code()).as(run.err()).isZero();
    String warning = "linkbench.degrees = 2017 looks like the data of 2017";
    assertThat(run.err()).contains("ibench: warning: " + warning);
    assertThat(summary().at("/steps/0/facts/0").asText()).startsWith(warning);
    assertThat(summary().at("/steps/1/facts").toString()).doesNotContain(warning);
    assertThat(summary().at("/steps/2/facts/0").asText()).startsWith(warning);
    assertThat(run.out()).contains("request: " + warning);
  }

  @Test
  void aStepThatFailsEndsTheRunWithItsReasonAndACompleteFolder() throws IOException {
    Cli run = run(Cli.SQLITE, "create,index,again,load,verify", "again.like=index");

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.out())
        .contains("again: FAILED: fatal: ")
        .contains("not begun: load, verify")
        .contains("\nrun failed: INVALID\n");
    // The slots of the step that failed are there for `resume`.
    assertThat(written())
        .filteredOn(name -> !name.startsWith("position-"))
        .containsExactlyElementsOf(FILES);
    assertThat(output().resolve("report.html")).content().endsWith("</html>\n");
    assertThat(summary().at("/run/state").asText()).isEqualTo("failed");
    assertThat(summary().at("/steps/2/failure").asText()).startsWith("fatal: ");
  }

  private Cli runAtARateThatCannotBeHeld(Object... options) {
    List<Object> arguments = new ArrayList<>();
    arguments.addAll(List.of("run", Cli.LINKBENCH, "-d", Cli.NOOP, "-o", output()));
    arguments.addAll(List.of("-s=steps=request", "-s=request.until=300ms", "-s=interval=50ms"));
    arguments.addAll(List.of("-s=request.repeat=1", "-s=request.rate=90M/s"));
    arguments.addAll(List.of(options));
    return ibench(arguments.toArray());
  }

  @Test
  void aRunWhoseVerdictIsInvalidFailsAndStrictSaysWhyFirst() {
    Cli run = runAtARateThatCannotBeHeld("--strict");

    assertThat(run.code()).as(run.err()).isEqualTo(1);
    assertThat(run.err())
        .containsPattern("ibench: INVALID: request: qps .* of the target")
        .contains("ibench: exits with 1, as the verdict is INVALID; --lenient exits with 0\n");
    assertThat(run.out()).endsWith("results in " + output() + "\n");
  }

  @Test
  void anInvalidRunIsDoneAllTheSameForALenientUser() throws IOException {
    Cli run = runAtARateThatCannotBeHeld("--lenient");

    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.err()).doesNotContain("INVALID");
    assertThat(summary().at("/verdict").asText()).isEqualTo("invalid");
  }

  private Cli runWithUpstreamOutput(Path upstream) {
    return ibench(
        "run",
        Cli.LINKBENCH,
        "-d",
        Cli.NOOP,
        "-o",
        output(),
        "--upstream-output",
        upstream,
        "-s",
        "steps=request",
        "-s",
        "request.until=300ms",
        "-s",
        "interval=100ms",
        "-s",
        "report.rows=1000");
  }

  @Test
  void filesForUpstreamToolsAreWrittenBesideTheResults() throws IOException {
    Path upstream = temporary.resolve("upstream");

    Cli run = runWithUpstreamOutput(upstream);

    assertThat(run.code()).as(run.err()).isZero();
    assertThat(Files.readString(output().resolve("rows.csv"))).startsWith("rows_inserted,step,");
    try (Stream<Path> steps = Files.list(upstream)) {
      List<Path> folders = steps.toList();
      assertThat(folders).isNotEmpty();
      List<String> lines = Files.readAllLines(folders.get(0).resolve("o.ib.dop1.1"));
      assertThat(lines.get(1).split("\t", -1)).hasSize(17);
      assertThat(lines).last().isEqualTo("Done");
    }
  }

  @Test
  void aFolderForUpstreamToolsThatHasContentsIsLeftAloneAndAnEmptyOneIsUsed() throws IOException {
    Path upstream = Files.createDirectory(temporary.resolve("upstream"));
    Path old = Files.writeString(upstream.resolve("old"), "old");

    Cli run = runWithUpstreamOutput(upstream);

    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains("--upstream-output " + upstream + " is not empty");
    assertThat(output()).doesNotExist();
    Files.delete(old);
    assertThat(runWithUpstreamOutput(upstream).code()).isZero();
    assertThat(runWithUpstreamOutput(Path.of("pom.xml")).err()).contains("is not a folder");
  }

  @Test
  void aFolderThatExistsIsLeftAlone() throws IOException {
    Files.createDirectories(output());
    Path precious = Files.writeString(output().resolve("summary.json"), "precious");

    Cli run = run(Cli.SQLITE, "drop,create");

    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains("-o " + output() + " exists already");
    assertThat(written()).containsExactly("summary.json");
    assertThat(precious).hasContent("precious");
    assertThat(temporary.resolve("test.db")).doesNotExist();
  }

  @Test
  void aFolderThatCannotBeMadeIsAMistake() throws IOException {
    Files.writeString(temporary.resolve("results"), "a file");

    Cli run = run(Cli.SQLITE, "drop,create");

    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains("cannot create the result folder " + output());
    assertThat(temporary.resolve("test.db")).doesNotExist();
  }

  @Test
  void aMistakeInTheSettingsMakesNoFolder() {
    Cli run = run(Cli.SQLITE, "drop,create", "request.thread=4");

    assertThat(run.code()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains("request.thread").contains("did you mean request.threads?");
    assertThat(temporary).isEmptyDirectory();
  }

  @Test
  void aDatabaseThatDoesNotOpenLeavesNoEmptyFolder() throws IOException {
    Files.writeString(
        temporary.resolve("test.db"), "this is no database, but long enough: ".repeat(9));

    Cli run = run(Cli.SQLITE, "drop,create");

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err()).startsWith("ibench: ").doesNotContain("\tat ");
    assertThat(output()).doesNotExist();
  }

  @Test
  void noSecretIsAmongWhatARunKeeps() throws ConfigException, UsageException {
    Arguments arguments =
        CommandLine.populateCommand(
            new Arguments(), Cli.LINKBENCH.toString(), "-d", Cli.MARIADB.toString());
    Setup setup = Setup.of(arguments.given(), Map.of("IBENCH_PASSWORD", "hunter2"));

    assertThat(RunInfos.settings(setup))
        .filteredOn(setting -> setting.name().equals("password"))
        .extracting(RunInfo.Setting::value)
        .containsExactly("***");
    assertThat(RunInfos.settings(setup).toString()).doesNotContain("hunter2");
    assertThat(RunInfos.settings(setup))
        .as("resume needs its variable")
        .filteredOn(setting -> !setting.variables().isEmpty())
        .containsExactly(
            RunInfo.Setting.of(
                "password", "***", true, Cli.MARIADB + ":10", List.of("IBENCH_PASSWORD")));
  }
}
