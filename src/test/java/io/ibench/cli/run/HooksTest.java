package io.ibench.cli.run;

import static io.ibench.cli.Cli.ibench;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ibench.cli.Cli;
import io.ibench.testing.Slow;
import io.ibench.testing.StartsProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The user's commands around steps, run by a shell of this machine. */
@EnabledOnOs(OS.LINUX)
@Timeout(300)
@Slow
@StartsProcess
class HooksTest {

  @TempDir private Path temporary;

  private Path output() {
    return temporary.resolve("result");
  }

  private Cli run(String... settings) {
    List<Object> arguments =
        new ArrayList<>(List.of("run", Cli.LINKBENCH, "-d", Cli.NOOP, "-o", output()));
    List<String> all =
        new ArrayList<>(
            List.of(
                "linkbench.maxid1=101", "request.until=50ms", "request.repeat=2", "interval=50ms"));
    all.addAll(List.of(settings));
    if (all.stream().noneMatch(setting -> setting.startsWith("steps="))) {
      all.add("steps=load,request");
    }
    all.forEach(setting -> arguments.addAll(List.of("-s", setting)));
    return ibench(arguments.toArray());
  }

  /** As if lines were endless. */
  private static String unfolded(String report) {
    return report.replaceAll("\\s+", " ");
  }

  private String log(String name) throws IOException {
    return Files.readString(output().resolve("hooks").resolve(name));
  }

  private JsonNode summary() throws IOException {
    return new ObjectMapper().readTree(output().resolve("summary.json").toFile());
  }

  @Test
  void eachStepHasItsHooksOnceWithWhatTheyMustKnow() throws IOException {
    String told = "echo $IBENCH_STEP $IBENCH_STEP_KIND $IBENCH_DIR \"[$IBENCH_SERVER_PID]\"";
    Cli run =
        run(
            "steps=load,warm,request",
            "warm.like=request",
            "warm.repeat=1",
            "hook.before_step=" + told,
            "hook.after_step=echo loud >&2; pwd");

    assertThat(run.code()).as(run.err()).isZero();
    try (Stream<Path> files = Files.list(output().resolve("hooks"))) {
      assertThat(files.map(file -> file.getFileName().toString()).sorted())
          .containsExactly(
              "01-load-after.log",
              "01-load-before.log",
              "02-warm-after.log",
              "02-warm-before.log",
              "03-request-after.log",
              "03-request-before.log");
    }
    assertThat(log("01-load-before.log")).isEqualTo("load load " + output() + " []\n");
    assertThat(log("02-warm-before.log")).isEqualTo("warm request " + output() + " []\n");
    assertThat(log("03-request-after.log"))
        .isEqualTo("loud\n" + Path.of("").toAbsolutePath() + "\n");
    assertThat(run.out() + run.err()).doesNotContain("loud");
  }

  @Test
  void aHookThatFailsBeforeAStepFailsTheRunAndSaysWhy() throws IOException {
    Cli run = run("hook.before_step=echo why; test $IBENCH_STEP != request || exit 3");

    String reason =
        "hook.before_step exited with 3 before step request; its output is in"
            + " hooks/02-request-before.log";
    assertThat(run.code()).isEqualTo(1);
    assertThat(unfolded(run.out()))
        .contains("request 1: FAILED: " + reason, " run failed: INVALID ");
    assertThat(run.err()).contains(reason);
    assertThat(summary().at("/run/state").asText()).isEqualTo("failed");
    assertThat(summary().at("/steps/0/state").asText()).isEqualTo("done");
    assertThat(summary().at("/steps/1/failure").asText()).isEqualTo(reason);
    assertThat(summary().at("/steps/1/qps").isNull()).isTrue();
    assertThat(summary().get("steps")).hasSize(2);
    assertThat(log("02-request-before.log")).isEqualTo("why\n");
  }

  @Test
  void aHookThatFailsAfterAStepIsNamedAndTheRunGoesOn() throws IOException {
    Cli run = run("hook.after_step=test $IBENCH_STEP != load || exit 4");

    String warning =
        "hook.after_step exited with 4 after step load; its output is in hooks/01-load-after.log";
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.err()).contains("ibench: warning: " + warning);
    assertThat(unfolded(run.out())).contains("load: " + warning);
    assertThat(summary().at("/steps/0/facts").toString()).contains(warning);
    assertThat(summary().at("/steps/1/facts").toString()).doesNotContain("hook");
    assertThat(summary().at("/run/state").asText()).isEqualTo("done");
  }

  /** The timeout gives a shell on a busy machine the time to start. */
  @Test
  void aHookThatTakesTooLongIsEndedWithAllThatItStarted() throws Exception {
    Path pid = temporary.resolve("pid");
    Cli run = run("hook.timeout=5s", "hook.before_step=sleep 600 & echo $! > " + pid + "; wait");

    assertThat(run.code()).isEqualTo(1);
    assertThat(unfolded(run.out()))
        .contains("load: FAILED: hook.before_step did not end within hook.timeout before step");
    assertHasEnded(pid);
  }

  private static void assertHasEnded(Path pidFile) throws Exception {
    long pid = Long.parseLong(Files.readString(pidFile).strip());
    Optional<ProcessHandle> process = ProcessHandle.of(pid);
    if (process.isPresent()) {
      process.get().onExit().get(120, TimeUnit.SECONDS);
    }
  }

  @Test
  void whatAHookLeavesInTheBackgroundIsNotWaitedFor() throws Exception {
    Path pid = temporary.resolve("pid");
    Cli run =
        run(
            "steps=load",
            "hook.before_step=sleep 600 & echo $! > " + pid,
            "hook.after_step=kill $(cat " + pid + ")");

    assertThat(run.code()).as(run.err()).isZero();
    assertHasEnded(pid);
  }

  @Test
  void aHookHasNoInputAndAnUnknownCommandFailsIt() throws IOException {
    Cli run = run("hook.before_step=cat; no-such-command-anywhere");

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err()).contains("hook.before_step exited with 127 before step load");
    assertThat(log("01-load-before.log")).contains("no-such-command-anywhere");
  }

  @Test
  void aHookWhoseOutputCannotBeKeptIsNotStarted() throws IOException {
    Cli run =
        run(
            "hook.before_step=rm -r \"$IBENCH_DIR/hooks\"; touch \"$IBENCH_DIR/hooks\"",
            "hook.after_step=true");

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err())
        .contains("ibench: warning: hook.after_step could not be started after step load: ")
        .contains("hook.before_step could not be started before step request: ");
    assertThat(summary().at("/steps/0/facts").toString()).contains("could not be started");
  }

  @Test
  void anEmptyHookIsNone() {
    Cli run = run("steps=load", "hook.before_step=", "hook.after_step= ");

    assertThat(run.code()).as(run.err()).isZero();
    assertThat(output().resolve("hooks")).doesNotExist();
  }

  @Test
  void checkShowsThemAndRunsNone() throws IOException {
    Path touched = temporary.resolve("touched");
    List<Object> arguments =
        List.of(
            "check",
            Cli.LINKBENCH,
            "-d",
            Cli.NOOP,
            "-s=hook.before_step=touch " + touched,
            "-s=hook.after_step=true");
    Cli text = ibench(arguments.toArray());
    List<Object> asJson = new ArrayList<>(arguments);
    asJson.add("--json");
    JsonNode json = new ObjectMapper().readTree(ibench(asJson.toArray()).out());

    assertThat(text.code()).as(text.err()).isZero();
    assertThat(text.out())
        .contains("\naround each step\n  before  touch " + touched + "\n  after   true\n");
    assertThat(json.at("/hooks/before_step").asText()).isEqualTo("touch " + touched);
    assertThat(json.at("/hooks/after_step").asText()).isEqualTo("true");
    assertThat(touched).doesNotExist();
  }
}
