package io.ibench.suite;

import io.ibench.suite.Cell.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The cells of a suite with results that a test writes. Not thread-safe. */
final class StoredCells {

  final Path folder;
  final Suite suite;
  private SuiteState state;

  /** All cells are planned. */
  StoredCells(Path folder, Suite suite) {
    this.folder = folder;
    this.suite = suite;
    this.state = SuiteState.begin(suite, List.of());
  }

  SuiteState state() {
    return state;
  }

  SuiteReport report() {
    return SuiteReport.of(folder, suite, state);
  }

  /** The report, with whole tables. */
  String text() {
    return report().text(Integer.MAX_VALUE);
  }

  /** Changes a cell. */
  void change(String name, UnaryOperator<Cell> change) {
    Cell before =
        state.cells().stream().filter(cell -> cell.name().equals(name)).findFirst().orElseThrow();
    state = state.with(change.apply(before));
  }

  /** Such as {@code "ips": 1000}, of the step l.i0. */
  static String rows(String figures) {
    return step("l.i0", "rows", "\"verdict\": \"valid\", " + figures);
  }

  /** Of the step q100. */
  static String queries(String figures) {
    return step("q100", "queries", "\"verdict\": \"valid\", " + figures);
  }

  static String step(String name, String unit, String more) {
    return String.format(
        """
        {"name": "%s", "repeat": 1, "repeats": 1, "unit": "%s", "state": "done", "seconds": 100,
         %s}
        """,
        name, unit, more);
  }

  /** The cell is done, and its run is valid. */
  void done(String name, String... steps) throws IOException {
    done(name, "\"verdict\": \"valid\",", steps);
  }

  /**
   * The cell is done.
   *
   * @param begin of its summary, such as {@code "verdict": "valid",}
   */
  void done(String name, String begin, String[] steps) throws IOException {
    change(name, cell -> cell.over(State.DONE, Optional.empty(), 100));
    Path run = folder.resolve(folderOf(name));
    String names = Stream.of(steps).map(StoredCells::nameOf).collect(Collectors.joining(", "));
    Files.createDirectories(run);
    Files.writeString(
        run.resolve("summary.json"),
        String.format(
            """
            {"schema": 1, "workload": "insert", %s
             "database": {"name": "memory", "product": "Fake", "version": "1", "engine": "",
               "driver": "", "batch": "", "durability": "", "isolation": ""},
             "run": {"id": "%s", "started": "2026-01-01T00:00:00Z", "state": "done",
               "versions": {"ibench": "1"}, "steps": [%s], "absent": {}},
             "steps": [%s]}
            """,
            begin, name, names, String.join(", ", steps)));
  }

  Path folderOf(String name) {
    return state.cells().stream()
        .filter(cell -> cell.name().equals(name))
        .findFirst()
        .orElseThrow()
        .run();
  }

  private static String nameOf(String step) {
    return step.replaceAll("(?s)\\{\"name\": (\"[^\"]*\").*", "$1");
  }
}
