package io.ibench.status;

import static io.ibench.testing.SnapshotBuilder.anInterval;
import static io.ibench.testing.StepBuilder.aStep;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.engine.KilledRun;
import io.ibench.host.Proc;
import io.ibench.host.ProcessIdentity;
import io.ibench.measure.PeriodResult;
import io.ibench.measure.Readings;
import io.ibench.measure.StepStart;
import io.ibench.measure.WorkerState;
import io.ibench.report.Samples;
import io.ibench.report.figures.RunInfo;
import io.ibench.report.store.ResultFolder;
import io.ibench.report.store.RunLock;
import io.ibench.report.store.StoppedRun;
import io.ibench.report.text.TextReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StatusTextTest {

  private static final RunInfo RUN = Samples.run("load", "request", "verify");
  private static final Instant START = Instant.ofEpochMilli(Samples.EPOCH_MILLIS);
  private static final StepStart REQUEST =
      aStep()
          .named("request", "request")
          .repeat(2, 3)
          .lasting(100 * Samples.SECOND)
          .at(Samples.EPOCH_MILLIS)
          .start();

  @TempDir private Path folder;

  /** As if nobody had written since. */
  private StatusText after(long seconds) throws Exception {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.setLastModifiedTime(file, FileTime.from(START));
      }
    }
    Instant now = START.plusSeconds(seconds);
    return new StatusText(RunStatus.read(folder, now), now, ZoneOffset.UTC);
  }

  /** 43 seconds of the second repeat of request, with 10 queries of 4 ms each. */
  private void request(ProgressFile progress) {
    progress.stepStarted(REQUEST);
    for (int second = 1; second <= 43; second++) {
      progress.interval(
          REQUEST,
          Samples.interval(
              second,
              false,
              Readings.NONE,
              recorder -> {
                for (int i = 0; i < 10; i++) {
                  recorder.success(Samples.READ, 0, 0, 4_000_000, 1);
                }
              }));
    }
  }

  private static PeriodResult second() {
    return Samples.period(1);
  }

  private ResultFolder results() {
    ResultFolder results = new ResultFolder(folder, RUN, Samples::books, TextReport::of);
    results.stepEnded(aStep().named("load", "load").over(second()));
    return results;
  }

  @Test
  void theFirstLineIsTheAnswer() throws Exception {
    try (ResultFolder results = results()) {
      request(new ProgressFile(folder, RUN));
      StatusText status = after(43);

      assertThat(status.line())
          .matches(
              "running: request \\(repeat 2 of 3\\), 41 %, 10 qps, p99 4\\.[01] ms in the last 41 s;"
                  + " ends about 03:05; DEGRADED so far");
      assertThat(status.lines())
          .contains("  steps over: 1 of 3 (load)", "  outages: none", "  failed operations: none")
          .anyMatch(line -> line.startsWith("  free where the results are: "));
      assertThat(status.json())
          .containsEntry("activity", "running")
          .containsEntry("step", "request")
          .containsEntry("repeat", 2L)
          .containsEntry("rate", 10.0)
          .containsEntry("left_seconds", 59.0);
      assertThat(results.failure()).isEmpty();
    }
  }

  @Test
  void aDrainSaysWhatItWaitsFor() throws Exception {
    StepStart drain = aStep().named("drain", "drain").threads(0).at(Samples.EPOCH_MILLIS).start();
    String what = "compaction-pending=1 in pi1_pdc";
    try (ResultFolder results = results()) {
      ProgressFile progress = new ProgressFile(folder, RUN);
      progress.stepStarted(drain);
      progress.interval(
          drain,
          anInterval(Samples.interval(1, false, Readings.NONE, recorder -> {}))
              .workers(new WorkerState(0, Samples.SECOND, 0, what))
              .build());
      StatusText status = after(2);

      assertThat(status.line()).contains("; waits for: " + what);
      assertThat(status.json()).containsEntry("waits_for", what);
      assertThat(results.failure()).isEmpty();
    }
  }

  @Test
  void aRunWhoseProcessIsGoneWasKilled() throws Exception {
    try (ResultFolder results = results()) {
      request(new ProgressFile(folder, RUN));
      ProcessIdentity here = ProcessIdentity.here(new Proc(), START);
      own(here);
      assertThat(after(3_600).line()).startsWith("running: request");

      own(
          new ProcessIdentity(
              here.pid(),
              here.startTicks() - 1,
              here.host(),
              here.bootId(),
              here.pidNamespace(),
              START));
      assertThat(after(3_600).line())
          .isEqualTo(
              "killed at 03:04 in request (repeat 2 of 3): bin/ibench resume "
                  + folder
                  + " goes on, ibench report "
                  + folder
                  + " shows what was measured");
      assertThat(results.failure()).isEmpty();
    }
  }

  private void own(ProcessIdentity process) throws IOException {
    Files.writeString(folder.resolve(RunLock.OWNER), process.text());
  }

  @Test
  void silenceOfAnUnknownProcessIsNamed() throws Exception {
    try (ResultFolder results = results()) {
      ProgressFile progress = new ProgressFile(folder, RUN);
      request(progress);
      assertThat(after(60).line()).startsWith("running: ");
      assertThat(after(61).line()).startsWith("no sign of life for 61 s (request");

      progress.stepEnded(aStep(REQUEST).over(second()));
      assertThat(after(10).line()).startsWith("running: request; ");
      assertThat(results.failure()).isEmpty();
    }
  }

  @Test
  void aProcessThatPreparesToGoOnDoesNotShowWhatTheOneBeforeItDid() throws Exception {
    try (ResultFolder results = results()) {
      request(new ProgressFile(folder, RUN));
      own(ProcessIdentity.here(new Proc(), START.plusSeconds(50)));

      StatusText status = after(60);
      assertThat(status.line()).isEqualTo("running: resuming with request; DEGRADED so far");
      assertThat(status.json()).containsEntry("step", null);
      assertThat(results.failure()).isEmpty();
    }
  }

  @Test
  void gapsAreListed() throws Exception {
    Path killed = KilledRun.killed(folder, 12, 5);
    StoppedRun stopped = StoppedRun.read(killed);
    stopped.cut();
    KilledRun.goOn(killed, stopped);
    StatusText status = new StatusText(RunStatus.read(killed, START), START, ZoneOffset.UTC);

    assertThat(status.lines())
        .anyMatch(line -> line.startsWith("  resumed after a gap of 60.0 s in request: killed"));
    assertThat(status.json().get("gaps").toString())
        .contains("from=2026-01-02T03:0", "by=killed", "step=request");
  }

  @Test
  void aRunThatIsOverSaysHowItEnded() throws Exception {
    try (ResultFolder results = results()) {
      results.stepEnded(aStep().named("request", "request").over(second()));
      results.stepEnded(aStep().named("verify", "verify").over(second()));
      results.finish();
    }
    StatusText status = after(86_400);

    assertThat(status.line())
        .matches("done at 2026-01-02 03:04: [A-Z]+; ibench report .* shows the figures");
    assertThat(status.json()).containsEntry("activity", "over").containsEntry("state", "done");
  }

  @Test
  void aSummaryThatIsMissingHidesOnlyTheResults() throws Exception {
    try (ResultFolder results = results()) {
      request(new ProgressFile(folder, RUN));
      Files.delete(folder.resolve("summary.json"));
      assertThat(after(1).line()).startsWith("running: request (repeat 2 of 3), 41 %, 10 qps");
      assertThat(results.failure()).isEmpty();
    }
  }

  @Test
  void damageOfTheProgressHidesOnlyTheProgress() throws Exception {
    try (ResultFolder results = results()) {
      for (String text :
          new String[] {"", "{", "{}", "null", "[]", "{\"time\": 3}", "{\"step\": \"x\"}"}) {
        Files.writeString(folder.resolve("progress.json"), text);
        assertThat(after(1).line()).as(text).startsWith("running: request; ");
      }
      assertThat(results.failure()).isEmpty();
    }
  }
}
