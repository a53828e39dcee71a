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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Duets on databases without a server. They move this process to a CPU, one after the other. */
@ResourceLock("cpus")
class DuetCommandTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path folder;

  private Path database(String name, String... lines) throws IOException {
    return Files.write(folder.resolve(name + ".properties"), List.of(lines));
  }

  private Cli duet(Object... more) {
    List<Object> arguments = new ArrayList<>(List.of("duet", Cli.LINKBENCH, "--no-page"));
    arguments.addAll(List.of("-o", folder.resolve("out"), "-s", "linkbench.maxid1=301"));
    arguments.addAll(List.of(more));
    return ibench(arguments.toArray());
  }

  private JsonNode json(String file) throws IOException {
    return JSON.readTree(folder.resolve("out").resolve(file).toFile());
  }

  private void refuses(String line, Object... more) {
    Cli refused = duet(more);
    assertThat(refused.err()).contains(line);
    assertThat(refused.code()).as(refused.err()).isEqualTo(2);
    assertThat(folder.resolve("out")).doesNotExist();
  }

  @Test
  void allMistakesInOptionsAreNamedAtOnce() {
    Cli refused =
        duet(
            "-d",
            Cli.NOOP,
            "--within",
            "0",
            "--most",
            "x",
            "--cpus",
            "0",
            "--fail-if",
            "qps>1",
            "--runs",
            "2",
            "--threads",
            "0");
    assertThat(refused.code()).isEqualTo(2);
    assertThat(refused.err())
        .contains("--within 0: allowed: 0.05 to 50, in percent")
        .contains("--most x is not a duration")
        .contains("--cpus 0: allowed: 1 to ")
        .contains("--threads 0: allowed: 1 to 1000")
        .contains("--fail-if qps>1 is no condition; allowed: time>RATIO")
        .contains("--runs, --upstream-output and --junit are no options of a duet");
    refuses("--within much is no number", "-d", Cli.NOOP, "--within", "much");
    refuses("--versus x has no NAME=; allowed: NAME=VALUE", "-d", Cli.NOOP, "--versus", "x");
  }

  @Test
  void sidesThatAreNoPairAreRefusedInOneLine() throws IOException {
    Path sqlite = database("a", "database=sqlite", "file=" + folder.resolve("a.db"));
    refuses("A and B are one database", "-d", sqlite);
    refuses("duet has two sides", "-d", sqlite, "-d", Cli.NOOP, "-d", sqlite);
    refuses(
        "A and B do different work: they differ in linkbench.maxid1",
        "-d",
        Cli.NOOP,
        "--versus",
        "linkbench.maxid1=401");
    refuses(
        "A and B do different work: their steps differ",
        "-d",
        Cli.NOOP,
        "--versus",
        "request.threads=3");
    refuses("--step load is no step of requests; those are: ", "-d", Cli.NOOP, "--step", "load");
    refuses(
        "request is no step for a duet: it has a target rate",
        "-d",
        Cli.NOOP,
        "-s",
        "request.rate=100/s",
        "-s",
        "steps=load,request");
    refuses("side A: ", "-d", sqlite, "-d", Cli.NOOP, "-s", "steps=request");
    assertThat(folder.resolve("a.db")).doesNotExist();
  }

  @Test
  void threadsOfAStepWithGroupsAreRefusedInOneLine() {
    Cli refused =
        ibench(
            "duet",
            Path.of("workloads", "insert.properties"),
            "-d",
            Cli.NOOP,
            "-s",
            "insert.deletes=none",
            "--step",
            "l.i1",
            "--threads",
            "4",
            "-o",
            folder.resolve("out"));
    assertThat(refused.err())
        .isEqualTo(
            "ibench: --threads: step l.i1 has groups or clients of its own; leave it out, and set"
                + " their threads with -s\n");
    assertThat(refused.code()).isEqualTo(2);
  }

  @Test
  void operationsWithAnOrderAreRefusedInOneLine() {
    Cli refused =
        ibench(
            "duet",
            Path.of("workloads", "insert.properties"),
            "-d",
            Cli.NOOP,
            "-o",
            folder.resolve("out"));
    assertThat(refused.err())
        .contains("is no step for a duet: its group delete follows insert, and so its operations");
    assertThat(refused.code()).isEqualTo(2);
  }

  /** Both sides do the same, in one order: so the answers are those of one thread. */
  @Test
  @Slow
  void bothSidesExecuteTheSameAndGiveTheSameAnswers() throws IOException {
    Path a = database("a", "database=sqlite", "sync=normal", "file=" + folder.resolve("a.db"));
    Path b = database("b", "database=sqlite", "sync=normal", "file=" + folder.resolve("b.db"));
    Cli duet = duet("-d", a, "-d", b, "--most", "5s", "--within", "50", "--threads", "3");

    assertThat(duet.code()).as(duet.err() + duet.out()).isZero();
    assertThat(duet.err()).contains("ibench duet: linkbench on sqlite, step request");
    assertThat(duet.out())
        .startsWith("duet: linkbench on sqlite, step request\n")
        .contains("time of an operation", "CPU of ibench with the database, us")
        .endsWith("results in " + folder.resolve("out") + "\n");
    JsonNode found = json("duet.json");
    assertThat(found.at("/blocks")).hasSizeGreaterThanOrEqualTo(4);
    assertThat(found.at("/course/other_answers").isNull()).isTrue();
    assertThat(found.at("/course/failed_pairs").asLong()).isZero();
    assertThat(found.at("/end").asText())
        .isIn("like_instances", "different", "different_cpu", "open");
    assertThat(found.at("/differs/file/0").asText()).endsWith("a.db");
    JsonNode stepsOfA = json("a/summary.json").at("/steps");
    JsonNode stepsOfB = json("b/summary.json").at("/steps");
    assertThat(stepsOfA).hasSameSizeAs(stepsOfB).hasSizeGreaterThan(6);
    for (int i = 0; i < stepsOfA.size(); i++) {
      assertThat(stepsOfA.get(i).at("/answers/operations"))
          .as(stepsOfA.get(i).at("/name").asText())
          .isEqualTo(stepsOfB.get(i).at("/answers/operations"));
    }
    assertThat(stepsOfA.get(stepsOfA.size() - 1).at("/name").asText()).isEqualTo("verify");
    Cli page = ibench("report", folder.resolve("out"), "--html", folder.resolve("page.html"));
    assertThat(page.code()).as(page.err()).isZero();
    assertThat(folder.resolve("page.html")).content().contains("time of an operation, B to A");
    assertThat(ibench("compare", folder.resolve("out"), folder.resolve("out/a")).err())
        .contains("is a duet, which compares its two sides itself: ibench report");
    assertThat(ibench("report", folder.resolve("out"), "--format", "markdown").out())
        .startsWith("## duet: linkbench on sqlite");
    Cli report = ibench("report", folder.resolve("out"));
    assertThat(report.code()).as(report.err()).isZero();
    assertThat(duet.out()).isEqualTo(report.out() + "results in " + folder.resolve("out") + "\n");
  }

  /** The condition is true for any interval that is known: time is above 0.01 of A's. */
  @Test
  @Slow
  void aConditionEndsTheDuetAndItsExitCodeIsThree() throws IOException {
    Path other = database("other", "database=memory");
    Cli duet =
        duet(
            "-d",
            other,
            "-d",
            other,
            "--most",
            "60s",
            "--fail-if",
            "time>0.01",
            "-s",
            "steps=drop,create,load,index,request");
    assertThat(duet.err()).contains("exits with 3, as --fail-if time>0.01 is true");
    assertThat(duet.code()).isEqualTo(3);
    assertThat(json("duet.json").at("/blocks").size()).isLessThan(20);
  }
}
