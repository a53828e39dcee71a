package io.ibench.cli.run;

import static io.ibench.cli.Cli.ibench;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.cli.Cli;
import io.ibench.testing.Slow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Searches for the highest rate, profiles and sweeps from the command line. */
class MaxCommandTest {

  @TempDir private Path folder;

  private static Cli refused(String... more) {
    Object[] arguments = new Object[more.length + 4];
    arguments[0] = "max";
    arguments[1] = Cli.LINKBENCH;
    arguments[2] = "-d";
    arguments[3] = Cli.NOOP;
    System.arraycopy(more, 0, arguments, 4, more.length);
    Cli max = ibench(arguments);
    assertThat(max.code()).isEqualTo(2);
    return max;
  }

  @Test
  void allMistakesAreNamedAtOnceBeforeADatabaseIsTouched() {
    assertThat(refused().err()).contains("max needs a limit; give --p99 TIME");
    assertThat(refused("--p99", "10", "--trial", "5", "--within", "70", "--from", "9").err())
        .contains("--p99 10 ")
        .contains("--trial 5 ")
        .contains("--within 70.0: allowed: 0.5 to 50")
        .contains("--from 9 ");
    assertThat(refused("--p99", "1ms", "--of", "NOTHING").err())
        .contains("--of NOTHING: allowed: ADD_NODE");
    assertThat(refused("--p99", "1ms", "--step", "load").err())
        .contains("--step load: allowed: request");
    assertThat(refused("--p99", "1ms", "--runs", "2").err()).contains("one run");
  }

  /** How often a call reads the files of settings, and asks for the installation. */
  private static int readings(Object... arguments) {
    AtomicInteger copies = new AtomicInteger();
    Map<String, String> environment =
        new HashMap<>(Map.of("XDG_RUNTIME_DIR", "/dev/null")) {
          private static final long serialVersionUID = 1L;

          /** A reader of files copies the environment, for the variables in them. */
          @Override
          public Set<Map.Entry<String, String>> entrySet() {
            copies.incrementAndGet();
            return super.entrySet();
          }
        };
    Cli call = Cli.exactly(environment, arguments);
    assertThat(call.code()).as(call.err()).isEqualTo(2);
    assertThat(call.err()).contains("host.device = no-disk");
    return copies.get();
  }

  @Test
  void theSearchReadsTheSettingsAsOftenAsARun() {
    String device = "host.device=no-disk";
    int run = readings("run", Cli.LINKBENCH, "-d", Cli.NOOP, "-s", device);

    assertThat(run).isPositive();
    assertThat(readings("max", Cli.LINKBENCH, "-d", Cli.NOOP, "-s", device, "--p99", "1ms"))
        .isEqualTo(run);
  }

  /** A trial has 10 s to settle. */
  @Test
  @Slow
  void theHighestRateAllowedPassesWithoutDoubtOnADatabaseThatDoesNothing() throws IOException {
    Path result = folder.resolve("result");
    Cli max =
        ibench(
            "max",
            Cli.LINKBENCH,
            "-d",
            Cli.NOOP,
            "-o",
            result,
            "--p99",
            "30s",
            "--trial",
            "1s",
            "--from",
            "2000/s",
            "--to",
            "2000/s",
            "--restore",
            "echo $IBENCH_STEP >> '" + folder.resolve("restored") + "'",
            "-s",
            "steps=load,request,verify",
            "-s",
            "linkbench.maxid1=500");

    assertThat(max.out())
        .contains("highest rate of request: at least 2,000/s")
        .endsWith(
            "at least 2,000/s, the highest rate allowed (p99 < 30 s, all operations,"
                + " response)\n");
    assertThat(max.code()).isEqualTo(1);
    assertThat(folder.resolve("restored")).hasContent("request.trial_01");
    assertThat(Files.readString(result.resolve("max.json")))
        .contains("\"end\" : \"at_least\"", "\"passes_ps\" : 2000.0");
    assertThat(ibench("resume", result).code()).isNotZero();
  }

  @Test
  void aProfileHasARowForEachSegmentAndNamesTheKnee() throws IOException {
    Path result = folder.resolve("result");
    Cli run =
        ibench(
            "run",
            Cli.LINKBENCH,
            "-d",
            Cli.NOOP,
            "-o",
            result,
            "--lenient",
            "-s",
            "steps=load,request",
            "-s",
            "linkbench.maxid1=500",
            "-s",
            "request.profile=100/s 300ms, 0/s 100ms, 5M/s 200ms");

    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.out())
        .contains("load profile of request: the knee is segment ")
        .containsPattern("\n  1: 100/s +")
        .containsPattern("\n  2: 0/s +");
    assertThat(Files.readString(result.resolve("summary.json")))
        .containsPattern("\"segment\"\\s*:\\s*\\{\\s*\"from_ps\"\\s*:\\s*100\\.0");
    assertThat(Files.readString(result.resolve("report.html"))).contains("load-curve-1");
  }

  @Test
  void aSweepHasAStepForEachValueAndSaysWhichIsBest() {
    Cli run =
        ibench(
            "run",
            Cli.LINKBENCH,
            "-d",
            Cli.NOOP,
            "-o",
            folder.resolve("result"),
            "--lenient",
            "-s",
            "steps=load,request",
            "-s",
            "linkbench.maxid1=500",
            "-s",
            "request.until=100ms",
            "-s",
            "request.repeat=1",
            "--sweep",
            "request.threads=1..4");

    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.out())
        .containsPattern(
            "sweep of request.threads: (best (of DEGRADED rows )?at [124]|no best value)")
        .containsPattern("\n  threads +rate +scale-up +p50 +p99 +p99.9 +verdict\n  1 +[0-9,.]+ ")
        .containsPattern("\n  4 +[0-9,.]+ ");
  }

  @Test
  void aSweepAndAnOptionOfTheSameKeyContradictEachOther() {
    Cli check =
        ibench(
            "check",
            Cli.LINKBENCH,
            "-d",
            Cli.NOOP,
            "--threads",
            "3",
            "--sweep",
            "request.threads=1,2");
    assertThat(check.code()).isEqualTo(2);
    assertThat(check.err()).contains("--sweep sets request.threads as well; give one of them");
  }
}
