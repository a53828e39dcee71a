package io.ibench.report.store;

import static io.ibench.report.Samples.operation;
import static io.ibench.report.Samples.period;
import static io.ibench.report.Samples.start;
import static io.ibench.report.Samples.step;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ibench.measure.PeriodResult;
import io.ibench.measure.Readings;
import io.ibench.measure.StepResult;
import io.ibench.measure.StepStart;
import io.ibench.measure.StepStart.Unit;
import io.ibench.report.Csv;
import io.ibench.report.Samples;
import io.ibench.report.figures.Figure;
import io.ibench.report.figures.RunState;
import io.ibench.report.text.TextReport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class ResultFolderTest {

  @TempDir private Path temporary;

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.list(temporary)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private JsonNode json(String name) throws IOException {
    return new ObjectMapper().readTree(temporary.resolve(name).toFile());
  }

  private static StepResult done(String name) {
    return step(start(name, Unit.QUERIES), period(1, operation(Samples.READ, 1, 1)));
  }

  @Test
  void aRunThatDiesInItsFirstStepLeavesAResultThatCanBeShown() throws Exception {
    try (ResultFolder folder =
        new ResultFolder(temporary, Samples.run(), Samples::books, TextReport::of)) {
      assertThat(json("run.json").get("id").asText()).isEqualTo("the-run");
      assertThat(files())
          .containsExactly(
              "intervals.csv",
              "latency.hlog",
              "operations.csv",
              "position.json",
              "run.json",
              "summary.json",
              "summary.txt");
      assertThat(TextReport.of(ResultReader.read(temporary)))
          .isEqualTo(TextReport.of(folder.report()))
          .contains("\n  not over: first, second\n")
          .endsWith("\nrun running, or killed\n");
    }
  }

  @Test
  void whatIsFoundAfterAStepIsAFactOfIt() throws IOException {
    try (ResultFolder folder =
        new ResultFolder(temporary, Samples.run(), Samples::books, TextReport::of)) {
      folder.addFact("there is no step that it could belong to");
      folder.stepEnded(done("first"));
      folder.stepEnded(done("second"));
      folder.addFact("too late");
      assertThat(json("summary.json").at("/steps/0/facts")).isEmpty();
      assertThat(json("summary.json").at("/steps/1/facts").toString()).isEqualTo("[\"too late\"]");
      folder.finish();
      assertThat(json("summary.json").at("/steps/1/facts").toString()).isEqualTo("[\"too late\"]");
    }
  }

  @Test
  void aFileThatIsRemovedInMidRunEndsItAndIsNamed() throws Exception {
    assertLost("intervals.csv", Files::delete, "it was removed during the run");
  }

  @Test
  void aFileThatIsReplacedInMidRunEndsItAndIsNamed() throws Exception {
    assertLost(
        "latency.hlog",
        file -> {
          Path copy = Files.copy(file, temporary.resolve("copy"));
          Files.move(copy, file, StandardCopyOption.REPLACE_EXISTING);
        },
        "it was replaced by another file during the run");
  }

  private interface Harm {
    void to(Path file) throws IOException;
  }

  private void assertLost(String name, Harm harm, String why) throws Exception {
    AtomicInteger ends = new AtomicInteger();
    try (ResultFolder folder =
        new ResultFolder(temporary, Samples.run(), Samples::books, TextReport::of)) {
      folder.onFailure(ends::incrementAndGet);
      folder.stepEnded(done("first"));
      assertThat(folder.failure()).isEmpty();
      harm.to(temporary.resolve(name));
      folder.stepEnded(done("second"));

      String failure = "cannot write " + temporary.resolve(name) + ": " + why;
      assertThat(folder.failure()).contains(failure);
      assertThat(ends).hasValue(1);
      folder.finish();
      assertThat(folder.state()).isEqualTo(RunState.FAILED);
      RunReport stored = ResultReader.read(temporary);
      assertThat(stored.state()).isEqualTo(RunState.FAILED);
      assertThat(stored.steps()).hasSize(2);
      assertThat(TextReport.of(stored).replaceAll("\\s+", " ")).contains(why);
    }
  }

  @Test
  void aFileThatIsRemovedAfterTheLastStepIsMissedAtTheEnd() throws Exception {
    try (ResultFolder folder =
        new ResultFolder(temporary, Samples.run(), Samples::books, TextReport::of)) {
      folder.stepEnded(done("first"));
      folder.stepEnded(done("second"));
      Files.delete(temporary.resolve("operations.csv"));
      folder.finish();
      assertThat(folder.state()).isEqualTo(RunState.FAILED);
      assertThat(folder.failure().orElse("")).contains("operations.csv: it was removed");
    }
  }

  @Test
  void theSummaryIsWrittenAnewAfterEachStep() throws IOException {
    try (ResultFolder folder =
        new ResultFolder(temporary, Samples.run(), Samples::books, TextReport::of)) {
      folder.stepEnded(done("first"));
      assertThat(json("summary.json").get("steps")).hasSize(1);
      assertThat(json("summary.json").at("/run/state").asText()).isEqualTo("running");

      folder.stepEnded(done("second"));
      assertThat(json("summary.json").get("steps")).hasSize(2);
      assertThat(json("summary.json").at("/run/state").asText()).isEqualTo("running");

      folder.finish();
      assertThat(json("summary.json").at("/run/state").asText()).isEqualTo("done");
      assertThat(folder.state()).isEqualTo(RunState.DONE);
      assertThat(temporary.resolve("summary.txt")).content().endsWith("\nrun done: DEGRADED\n");
      assertThat(files()).noneMatch(name -> name.endsWith(".new"));
    }
  }

  /** So that the next step, or the rest of this one, has the CPU. */
  @Test
  void theTextIsWrittenAnewOnceAMinuteAndTheSummaryAtTheNextInterval() throws Exception {
    Path text = temporary.resolve("summary.txt");
    StepStart step = start("second", Unit.QUERIES);
    PeriodResult period = period(10, operation(Samples.READ, 100, 1));
    try (ResultFolder folder =
        new ResultFolder(temporary, Samples.run(), Samples::books, TextReport::of)) {
      String atFirst = Files.readString(text);
      folder.stepEnded(done("first"));
      folder.stepStarted(step);
      folder.periodEnded(step, period, period);
      assertThat(json("summary.json").get("steps")).hasSize(1);

      folder.interval(step, Samples.interval(59, false, Readings.NONE, recorder -> {}));
      assertThat(json("summary.json").get("steps")).hasSize(2);
      assertThat(text).hasContent(atFirst);

      folder.interval(step, Samples.interval(60, false, Readings.NONE, recorder -> {}));
      assertThat(text).hasContent(TextReport.of(ResultReader.read(temporary)));
    }
  }

  @Test
  void aStepThatIsNotOverKeepsItsFinishedPeriods() throws Exception {
    StepStart step = start("first", Unit.QUERIES);
    PeriodResult hour = period(10, operation(Samples.READ, 100, 1));
    PeriodResult soFar = period(20, operation(Samples.READ, 300, 1));
    try (ResultFolder folder =
        new ResultFolder(temporary, Samples.run(), Samples::books, TextReport::of)) {
      folder.stepStarted(step);
      folder.periodEnded(step, hour, hour);
      folder.periodEnded(step, period(10, operation(Samples.READ, 200, 1)), soFar);
      folder.interval(step, Samples.interval(61, false, Readings.NONE, recorder -> {}));

      RunReport stored = ResultReader.read(temporary);
      assertThat(stored.state()).isEqualTo(RunState.RUNNING);
      assertThat(stored.verdict()).isEmpty();
      assertThat(stored.notOver()).containsExactly("first", "second");
      assertThat(stored.notBegun()).containsExactly("second");
      assertThat(stored.steps()).hasSize(1);
      assertThat(stored.steps().get(0).state()).isEqualTo(RunState.RUNNING);
      assertThat(stored.steps().get(0).verdict()).isEmpty();
      assertThat(stored.steps().get(0).whole().figures().numbers()).containsEntry("qps", 15.0);
      assertThat(stored.steps().get(0).periods())
          .extracting(period -> period.figures().value(Figure.QPS))
          .containsExactly(10.0, 20.0);
      assertThat(temporary.resolve("summary.txt")).content().isEqualTo(TextReport.of(stored));

      folder.stepEnded(step(step, soFar));
      assertThat(ResultReader.read(temporary).steps())
          .extracting(RunReport.Step::state)
          .containsExactly(RunState.DONE);
    }
  }

  @Test
  void aStepThatTheEngineNeverEndedIsInterrupted() throws Exception {
    StepStart step = start("first", Unit.QUERIES);
    PeriodResult hour = period(10, operation(Samples.READ, 100, 1));
    try (ResultFolder folder =
        new ResultFolder(temporary, Samples.run("first"), Samples::books, TextReport::of)) {
      folder.stepStarted(step);
      folder.periodEnded(step, hour, hour);
      folder.finish();

      assertThat(folder.state()).isEqualTo(RunState.INTERRUPTED);
      assertThat(ResultReader.read(temporary).steps())
          .extracting(RunReport.Step::state)
          .containsExactly(RunState.INTERRUPTED);
    }
  }

  @Test
  void everyWriterHearsOfAnInterval() {
    StepStart step = start("first", Unit.QUERIES);
    try (ResultFolder folder =
        new ResultFolder(temporary, Samples.run(), Samples::books, TextReport::of)) {
      folder.stepStarted(step);
      folder.interval(
          step,
          Samples.interval(
              1, false, Readings.NONE, recorder -> recorder.success(Samples.READ, 0, 0, 9, 1)));
      folder.stepEnded(done("first"));
    }

    assertThat(Csv.read(temporary.resolve("intervals.csv"))).hasSize(1);
    assertThat(Csv.read(temporary.resolve("operations.csv"))).hasSize(1);
    assertThat(temporary.resolve("latency.hlog")).content().contains("Tag=first.1.READ.service,");
  }

  @Test
  void resultsOfAnEarlierRunAreNeverWrittenOver() throws IOException {
    new ResultFolder(temporary, Samples.run(), Samples::books, TextReport::of).close();
    byte[] intervals = Files.readAllBytes(temporary.resolve("intervals.csv"));

    assertThatThrownBy(
            () -> new ResultFolder(temporary, Samples.run(), Samples::books, TextReport::of))
        .isInstanceOf(UncheckedIOException.class);
    assertThat(temporary.resolve("intervals.csv")).hasBinaryContent(intervals);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aFullDiskEndsTheWritingAndIsToBlameForTheLastStep() throws IOException {
    AtomicInteger told = new AtomicInteger();
    try (ResultFolder folder =
        new ResultFolder(temporary, Samples.run(), Samples::books, TextReport::of)) {
      folder.onFailure(told::incrementAndGet);
      folder.stepEnded(done("first"));
      Path full = temporary.resolve("summary.json.new");
      Files.createSymbolicLink(full, Path.of("/dev/full"));

      folder.stepEnded(done("second"));

      String why =
          "cannot write " + temporary.resolve("summary.json") + ": No space left on device";
      assertThat(folder.failure()).contains(why);
      assertThat(told).hasValue(1);
      assertThat(json("summary.json").get("steps")).hasSize(1);
      assertThat(full).doesNotExist();
      assertThat(folder.results())
          .extracting(StepResult::failure)
          .containsExactly(Optional.empty(), Optional.of(why));
      assertThat(folder.state()).isEqualTo(RunState.FAILED);

      folder.finish();

      assertThat(told).hasValue(1);
      assertThat(json("summary.json").at("/run/state").asText()).isEqualTo("failed");
      assertThat(json("summary.json").at("/steps/1/failure").asText()).isEqualTo(why);
    }
  }

  @Test
  void aFolderThatIsGoneIsNoticedAtTheNextInterval() throws IOException {
    StepStart step = start("first", Unit.QUERIES);
    try (ResultFolder folder =
        new ResultFolder(temporary, Samples.run(), Samples::books, TextReport::of)) {
      folder.stepStarted(step);
      for (String file : files()) {
        Files.delete(temporary.resolve(file));
      }
      Files.delete(temporary);

      folder.interval(step, Samples.interval(1, false, Readings.NONE, recorder -> {}));
      folder.stepEnded(done("first"));
      folder.finish();

      assertThat(folder.failure())
          .contains("cannot write to " + temporary + ": " + temporary + " is not there");
      assertThat(folder.results()).singleElement().matches(result -> !result.succeeded());
      assertThat(temporary).doesNotExist();
    }
    Files.createDirectory(temporary);
  }

  @Test
  void anotherFailureOfTheStepIsNotHidden() throws IOException {
    try (ResultFolder folder =
        new ResultFolder(temporary, Samples.run(), Samples::books, TextReport::of)) {
      Files.createDirectory(temporary.resolve("summary.json.new"));
      folder.stepEnded(Samples.failed(start("first", Unit.QUERIES), period(1), "the server died"));

      assertThat(folder.failure()).isPresent();
      assertThat(folder.results().get(0).failure()).contains("the server died");
    }
  }

  @Test
  void aBrokenCharacterInAMessageDoesNotLoseTheSummary() throws IOException {
    try (ResultFolder folder =
        new ResultFolder(temporary, Samples.run(), Samples::books, TextReport::of)) {
      folder.stepEnded(Samples.failed(start("first", Unit.QUERIES), period(1), "near '\uD83D'"));

      assertThat(json("summary.json").at("/steps/0/failure").asText()).isEqualTo("near '?'");
    }
  }
}
