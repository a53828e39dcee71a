package io.ibench.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ibench.server.DataFolder;
import io.ibench.server.FakeProduct;
import io.ibench.server.ServerSpec;
import io.ibench.suite.Cell.State;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where the files of a suite's cells are, and how a cell is over. */
class SuiteRunTest {

  private static final String PLAIN = "workload = insert\nserver.product = fake\n";

  @TempDir private Path temporary;

  private Path folder;
  private final Cell cell = Cell.planned(1, "all", 1);

  @BeforeEach
  void makeFolder() throws IOException {
    folder = Files.createDirectories(temporary.resolve("suite"));
  }

  private SuiteRun run(String text) throws IOException {
    return SuiteRun.of(
        folder,
        SuiteFiles.read(temporary, text),
        new ScriptedWorld(run -> 1000, run -> 60),
        Map.of("fake", new FakeProduct(Map.of())),
        variant -> SuiteFiles.work(1000));
  }

  private Cell over(Cell ended) throws IOException {
    return run(PLAIN).over(ended, 12);
  }

  /** What the run has printed. */
  private void print(String text) throws IOException {
    Files.writeString(
        Files.createDirectories(folder.resolve("servers/all-r1")).resolve("run.log"), text);
  }

  private void store(String state) throws IOException {
    Path results = Files.createDirectories(folder.resolve("all/run-1"));
    Files.writeString(
        results.resolve("summary.json"),
        String.format(
            """
            {"schema": 1, "workload": "insert", "verdict": "invalid", "reasons": ["x"],
             "database": {"name": "memory", "product": "Fake", "version": "1", "engine": "",
               "driver": "", "batch": "", "durability": "", "isolation": ""},
             "run": {"id": "1", "started": "2026-01-01T00:00:00Z", "state": "%s",
               "versions": {"ibench": "1"}, "steps": ["l.i0"], "absent": {}},
             "steps": []}
            """,
            state));
  }

  @Test
  void aRunIsDoneAlsoWhenALimitWasBroken() throws IOException {
    for (int code : List.of(0, 3)) {
      Cell over = over(cell.ended(code, 9));

      assertThat(over.state()).isEqualTo(State.DONE);
      assertThat(over.reason()).isEmpty();
      assertThat(over.times()).isEqualTo(new Cell.Times(0, 12, 9));
    }
  }

  @Test
  void anInterruptedRunIsInterruptedUnlessItHadToEnd() throws IOException {
    Cell over = over(cell.ended(130, 9));
    assertThat(over.state()).isEqualTo(State.INTERRUPTED);
    assertThat(over.reason()).contains("interrupted");
    assertThat(over.times().seconds()).isEqualTo(12);

    Cell ended = over(cell.because("disk: full").ended(130, 9));
    assertThat(ended.state()).isEqualTo(State.FAILED);
    assertThat(ended.reason()).contains("disk: full");
  }

  @Test
  void aCellWithAReasonHasFailedWhateverItsRunSays() throws IOException {
    store("done");

    Cell over = over(cell.because("disk: full").ended(0, 9));

    assertThat(over.state()).isEqualTo(State.FAILED);
    assertThat(over.reason()).contains("disk: full");
  }

  /** A run with the verdict INVALID has another exit code, and results. */
  @Test
  void aRunWithResultsIsDoneIfItCameToItsEnd() throws IOException {
    store("done");
    assertThat(over(cell.ended(1, 9)).state()).isEqualTo(State.DONE);

    store("failed");
    Cell failed = over(cell.ended(1, 9));
    assertThat(failed.state()).isEqualTo(State.FAILED);
    assertThat(failed.reason()).contains("its run ended with exit code 1");
    assertThat(failed.times().seconds()).isEqualTo(12);
  }

  @Test
  void aFailureIsExplainedByTheLastLinesOfItsOwn() throws IOException {
    assertThat(over(cell).reason()).contains("its run ended with exit code 1");

    print("Java says something\n");
    assertThat(over(cell.ended(2, 9)).reason()).contains("its run ended with exit code 2");

    print(
        "ibench: l.i0 begins\nsomething else\n"
            + IntStream.rangeClosed(1, 8)
                .mapToObj(i -> "ibench: line " + i + "\n")
                .collect(Collectors.joining()));
    assertThat(over(cell.ended(2, 9)).reason())
        .contains(
            "its run ended with exit code 2: "
                + IntStream.rangeClosed(1, 8)
                    .mapToObj(i -> "ibench: line " + i)
                    .collect(Collectors.joining("; ")));
  }

  @Test
  void eachCellHasItsFolders() throws IOException {
    SuiteRun run = run(PLAIN);
    Cell load = Cell.planned(2, "all", 0);
    ServerSpec own = run.spec(run(PLAIN + "server.data = /the/data\n").variant(cell));

    assertThat(run.results(cell)).isEqualTo(folder.resolve("all/run-1"));
    assertThat(run.results(load)).isEqualTo(folder.resolve("all/load"));
    assertThat(run.kept(load)).isEqualTo(folder.resolve("servers/all-load"));
    assertThat(run.log(cell)).isEqualTo(folder.resolve("servers/all-r1/run.log"));
    assertThat(run.data(cell, run.spec(run.variant(cell))))
        .isEqualTo(folder.resolve("data/all-r1"));
    assertThat(run.data(cell, own)).isEqualTo(Path.of("/the/data"));
    assertThat(run.work(cell)).isEqualTo(SuiteFiles.work(1000));
  }

  @Test
  void dataIsSharedByCopiesAndKeptByOneCellAfterTheOther() throws IOException {
    String copy = PLAIN + "data = copy\n";
    String keep = PLAIN + "data = keep\norder = given\n";

    assertThat(run(PLAIN).isShared()).isFalse();
    assertThat(run(PLAIN).isKept()).isFalse();
    assertThat(run(copy).isShared()).isTrue();
    assertThat(run(copy).isKept()).isFalse();
    assertThat(run(keep).isShared()).isTrue();
    assertThat(run(keep).isKept()).isTrue();
  }

  @Test
  void whatACellLeftIsRemovedUnlessItIsNotOurs() throws Exception {
    Path left = folder.resolve("data/all-r1");
    Cell on = cell.on(new Cell.Server("Fake 1.0", left.toString(), 0));
    SuiteRun run = run(PLAIN);

    assertThat(run.cleanUp(cell)).isEmpty();
    assertThat(run.cleanUp(on)).isEmpty();

    DataFolder.take(left, "a suite").close();
    assertThat(run.cleanUp(on)).containsExactly("removed " + left);
    assertThat(left).doesNotExist();

    Files.createDirectories(left);
    assertThat(run.cleanUp(on)).singleElement().asString().endsWith("ibench did not make it");
    assertThat(left).isDirectory();
  }

  @Test
  void thePasswordIsDrawnOnceAndASuiteWithoutAFolderHasNone() throws IOException {
    String drawn = run(PLAIN).password();

    assertThat(drawn).matches("[0-9a-f]{24}");
    assertThat(run(PLAIN).password()).isEqualTo(drawn);
    Files.delete(folder.resolve("servers.password"));
    assertThat(run(PLAIN).password()).isNotEqualTo(drawn);

    folder = temporary.resolve("missing");
    assertThatThrownBy(() -> run(PLAIN))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessage("cannot keep the password of the suite's servers");
  }

  @Test
  void aServerWithMistakesIsNone() throws IOException {
    SuiteRun run = run(PLAIN + "server.restart = true\n");

    assertThatThrownBy(() -> run.spec(run.variant(cell)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "all: [server.restart = true: ibench does not see the end of a server of fake]");
    assertThat(run(PLAIN).spec(run(PLAIN + "conf.x = 1\n").variant(cell)).conf())
        .isEqualTo(Map.of("x", "1"));
  }
}
