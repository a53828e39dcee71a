package io.ibench.report;

import static io.ibench.report.Samples.operation;
import static io.ibench.report.Samples.period;
import static io.ibench.report.Samples.start;
import static io.ibench.report.Samples.step;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ibench.measure.Readings;
import io.ibench.measure.StepResult;
import io.ibench.measure.StepStart;
import io.ibench.measure.StepStart.Unit;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.List;
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
    try (ResultFolder folder = new ResultFolder(temporary, Samples.run(), Samples::books)) {
      assertThat(json("run.json").get("id").asText()).isEqualTo("the-run");
      assertThat(files())
          .containsExactly(
              "intervals.csv",
              "latency.hlog",
              "operations.csv",
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
  void theSummaryIsWrittenAnewAfterEachStep() throws IOException {
    try (ResultFolder folder = new ResultFolder(temporary, Samples.run(), Samples::books)) {
      folder.stepEnded(done("first"));
      assertThat(json("summary.json").get("steps")).hasSize(1);
      assertThat(json("summary.json").at("/run/state").asText()).isEqualTo("running");

      folder.stepEnded(done("second"));
      assertThat(json("summary.json").get("steps")).hasSize(2);
      assertThat(json("summary.json").at("/run/state").asText()).isEqualTo("running");

      folder.finish();
      assertThat(json("summary.json").at("/run/state").asText()).isEqualTo("done");
      assertThat(folder.state()).isEqualTo(RunState.DONE);
      assertThat(temporary.resolve("summary.txt")).content().endsWith("\nrun done\n");
      assertThat(files()).noneMatch(name -> name.endsWith(".new"));
    }
  }

  @Test
  void everyWriterHearsOfAnInterval() {
    StepStart step = start("first", Unit.QUERIES);
    try (ResultFolder folder = new ResultFolder(temporary, Samples.run(), Samples::books)) {
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
  void aFolderThatExistsIsRefusedWhateverItIs() throws IOException {
    Path file = Files.writeString(temporary.resolve("file"), "precious");
    Path empty = Files.createDirectory(temporary.resolve("empty"));

    for (Path existing : List.of(file, empty)) {
      assertThatThrownBy(() -> ResultFolder.create(existing))
          .isInstanceOf(FileAlreadyExistsException.class);
    }
    assertThat(file).hasContent("precious");
  }

  @Test
  void theFoldersAboveAreMade() throws IOException {
    assertThat(ResultFolder.create(temporary.resolve("a/b/c"))).isEmptyDirectory();
  }

  @Test
  void aFileAmongTheFoldersAboveIsNotTakenForTheFolder() throws IOException {
    Files.writeString(temporary.resolve("file"), "");

    assertThatThrownBy(() -> ResultFolder.create(temporary.resolve("file/a")))
        .isInstanceOf(NotDirectoryException.class)
        .hasMessageContaining("file");
  }

  @Test
  void resultsOfAnEarlierRunAreNeverWrittenOver() throws IOException {
    new ResultFolder(temporary, Samples.run(), Samples::books).close();
    byte[] intervals = Files.readAllBytes(temporary.resolve("intervals.csv"));

    assertThatThrownBy(() -> new ResultFolder(temporary, Samples.run(), Samples::books))
        .isInstanceOf(UncheckedIOException.class);
    assertThat(temporary.resolve("intervals.csv")).hasBinaryContent(intervals);
  }

  @Test
  void onlyAnEmptyFolderIsRemoved() throws IOException {
    Path empty = Files.createDirectory(temporary.resolve("empty"));
    Path used = Files.createDirectory(temporary.resolve("used"));
    Files.writeString(used.resolve("run.json"), "{}");

    ResultFolder.removeEmpty(empty);
    ResultFolder.removeEmpty(used);
    ResultFolder.removeEmpty(temporary.resolve("gone"));

    assertThat(empty).doesNotExist();
    assertThat(used.resolve("run.json")).exists();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aFullDiskIsNamedAndLeavesTheSummaryAsItWas() throws IOException {
    try (ResultFolder folder = new ResultFolder(temporary, Samples.run(), Samples::books)) {
      folder.stepEnded(done("first"));
      Files.createSymbolicLink(temporary.resolve("summary.json.new"), Path.of("/dev/full"));

      assertThatThrownBy(() -> folder.stepEnded(done("second")))
          .isInstanceOf(UncheckedIOException.class)
          .hasMessageContaining("summary.json")
          .hasRootCauseMessage("No space left on device");
      assertThat(json("summary.json").get("steps")).hasSize(1);
    }
  }

  @Test
  void aBrokenCharacterInAMessageDoesNotLoseTheSummary() throws IOException {
    try (ResultFolder folder = new ResultFolder(temporary, Samples.run(), Samples::books)) {
      folder.stepEnded(Samples.failed(start("first", Unit.QUERIES), period(1), "near '\uD83D'"));

      assertThat(json("summary.json").at("/steps/0/failure").asText()).isEqualTo("near '?'");
    }
  }
}
