package io.ibench.cli;

import static io.ibench.cli.Cli.ibench;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ibench.testing.Slow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs that the user names and of which the user expects something. */
@Slow
class LabelsAndExpectationsTest {

  @TempDir private Path temporary;

  /** Lenient, as so short a run may be anything. */
  private Cli run(String command, String output, String... more) {
    List<Object> arguments = new ArrayList<>();
    arguments.addAll(List.of(command, Cli.LINKBENCH, "-d", Cli.NOOP, "--lenient"));
    arguments.addAll(List.of("-o", temporary.resolve(output)));
    for (String setting :
        List.of(
            "steps=drop,create,load,index,request", "linkbench.maxid1=501", "request.repeat=1")) {
      arguments.addAll(List.of("-s", setting));
    }
    arguments.addAll(List.of(more));
    return ibench(arguments.toArray());
  }

  @Test
  void aRunIsNamedAndJudgedByWhatTheUserExpects() throws IOException {
    Path junit = temporary.resolve("junit.xml");
    String label = "<b>&\"big\"";
    Cli run =
        run(
            "run",
            "one",
            "--label=" + label,
            "--tag=redo=32G",
            "--tag=disk=fast",
            "--expect=request: qps > 900M/s, errors < 0.1 %",
            "--expect=load: seconds < 1 h",
            "--junit=" + junit,
            "-srequest.operations=2000");

    assertThat(run.code()).as(run.err()).isEqualTo(3);
    assertThat(run.err()).contains("ibench: exits with 3, as 1 of 3 expectations failed\n");
    assertThat(run.out())
        .contains("\n  label: " + label + " redo=32G disk=fast\n")
        .containsPattern("\n  expect request: qps [0-9,]+/s, expected > 900M/s: FAILED\n")
        .contains("\n  expect request: errors 0 %, expected < 0.1 %: passed\n");
    JsonNode summary = new ObjectMapper().readTree(temporary.resolve("one/summary.json").toFile());
    assertThat(summary.at("/run/label").asText()).isEqualTo(label);
    assertThat(summary.at("/run/tags").toString())
        .isEqualTo("{\"redo\":\"32G\",\"disk\":\"fast\"}");
    assertThat(summary.get("expectations").findValuesAsText("passed"))
        .containsExactly("false", "true", "true");
    assertThat(Files.readString(junit)).contains(" tests=\"4\" failures=\"1\" ");
    assertThat(Files.readString(temporary.resolve("one/report.html")))
        .contains("label: &lt;b&gt;&amp;")
        .doesNotContain(label);
  }

  @Test
  void tagsMakeNoOtherDataAndArrangeTheTablesOfSeveralRuns() {
    assertThat(run("run", "a", "--tag=redo=32G", "--no-page", "-srequest.operations=2000").code())
        .isZero();
    assertThat(run("run", "b", "--tag=redo=4G", "--no-page", "-srequest.operations=2000").code())
        .isZero();
    Path a = temporary.resolve("a");
    Path b = temporary.resolve("b");

    assertThat(ibench("report", a, b, "--table=engines", "--group-by=redo").out())
        .containsPattern("\n  4G .* 2 none 1 .*\n  32G .* 1 none 1 ");
    Cli wrong = ibench("report", a, b, "--group-by=reddo", "--sort=qpss");
    assertThat(wrong.code()).isEqualTo(2);
    assertThat(wrong.err())
        .isEqualTo(
            "ibench: --group-by reddo: no result has this tag; did you mean redo?\n"
                + "ibench: --sort qpss: no result has this tag, and no figure has this key;"
                + " did you mean qps?\n");
    assertThat(ibench("compare", a, b, "--details").out())
        .contains("1: redo=32G, the base: ", "the base, redo=32G: " + a)
        .containsPattern("settings  tag.redo  32G +4G\n");
  }

  @Test
  void allMistakesAreReportedBeforeAnythingIsTouched() {
    Cli check =
        run(
            "run",
            "none",
            "--label=a\tb",
            "--tag=long=" + "x".repeat(41),
            "--tag=label=x",
            "--expect=requst: qps > 1",
            "--expect=request: qpss > 1, wkbpq < 1 ms",
            "-sexpect.load.abort_after=1m",
            "-sexpect.warmup=nonsense",
            "-srequest.until=10m");

    assertThat(check.code()).isEqualTo(2);
    assertThat(check.err().lines())
        .satisfiesExactlyInAnyOrder(
            line -> assertThat(line).contains("label: has the control character U+0009"),
            line -> assertThat(line).contains("tag.long = ").contains("has 41 characters"),
            line -> assertThat(line).contains("tag.label = x: is a name that reports use"),
            line -> assertThat(line).contains("no step requst; did you mean request?"),
            line -> assertThat(line).contains("no figure qpss; did you mean qps?"),
            line -> assertThat(line).contains("has the unit ms, but wkbpq is in KB/op"),
            line -> assertThat(line).contains("expect.load: one of dps, ips, qps"));
    assertThat(temporary).isEmptyDirectory();

    Cli never =
        run(
            "check",
            "none",
            "--expect=request: qps > 1",
            "-sexpect.request.abort_after=5m",
            "-srequest.until=10m");
    assertThat(never.err())
        .contains("expect.request.abort_after = 5m: never takes effect")
        .contains("report.every");
    Cli forms = run("check", "none", "--tag=redo", "--expect=qps > 1", "-srequest.until=1s");
    assertThat(forms.err().lines()).hasSize(2);
  }

  @Test
  void aRateThatIsBrokenForAReportPeriodEndsTheRun() {
    Cli run =
        run(
            "run",
            "ended",
            "--no-page",
            "--expect=request: qps > 900M/s",
            "-sexpect.request.abort_after=200ms",
            "-sreport.every=100ms",
            "-sinterval=50ms",
            "-srequest.until=10m");

    assertThat(run.code()).as(run.err()).isEqualTo(1);
    assertThat(run.out().replaceAll("\\s+", " "))
        .containsPattern(
            "request: FAILED: qps is [0-9,]+/s in the last report period, expected > 900M/s;"
                + " expect.request.abort_after ends the run");
  }
}
