package io.ibench.trend;

import io.ibench.report.store.StoredDuet;
import io.ibench.suite.Cell;
import io.ibench.suite.SuiteState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The result folders in a folder, at any depth. Immutable.
 *
 * @param runs in the order of their names
 * @param ofSuites which of them are cells of a suite, with the machine before each
 * @param duets how many are duets, which compare their sides themselves
 * @param unreadable folders that this user may not read, and damaged files of suites
 */
record RunFolders(
    List<Path> runs, Map<Path, Map<String, Double>> ofSuites, long duets, List<Path> unreadable) {

  private static final int MAX_DEPTH = 8;
  private static final Set<String> OF_A_RUN = Set.of("summary.json", "run.json");

  /** Looks at the folder itself and all below it. */
  static RunFolders below(Path folder) throws IOException {
    Search search = new Search();
    try {
      search.look(folder, 0);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    return new RunFolders(
        List.copyOf(search.runs),
        Map.copyOf(search.ofSuites),
        search.duets,
        List.copyOf(search.unreadable));
  }

  private static final class Search {

    private final List<Path> runs = new ArrayList<>();
    private final Map<Path, Map<String, Double>> ofSuites = new HashMap<>();
    private final List<Path> unreadable = new ArrayList<>();
    private long duets;

    void look(Path folder, int depth) throws IOException {
      if (StoredDuet.isIn(folder)) {
        duets++;
        return;
      }
      if (OF_A_RUN.stream().anyMatch(name -> Files.isRegularFile(folder.resolve(name)))) {
        runs.add(folder);
        return;
      }
      if (SuiteState.isIn(folder)) {
        cells(folder);
      }
      if (depth < MAX_DEPTH) {
        try (Stream<Path> files = Files.list(folder)) {
          for (Path file : files.filter(Files::isDirectory).sorted().toList()) {
            look(file, depth + 1);
          }
        } catch (AccessDeniedException e) {
          if (depth == 0) {
            throw e;
          }
          unreadable.add(folder);
        }
      }
    }

    /** A damaged file costs what only it says: the machine before each cell. */
    private void cells(Path suite) {
      List<Cell> cells;
      try {
        cells = SuiteState.read(suite).cells();
      } catch (IOException e) {
        unreadable.add(suite.resolve(SuiteState.NAME));
        return;
      }
      cells.forEach(
          cell ->
              ofSuites.put(
                  suite.resolve(cell.run()),
                  cell.canary().map(canary -> canary.byName()).orElse(Map.of())));
    }
  }
}
