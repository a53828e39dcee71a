package io.ibench.trend;

import io.ibench.compare.RunFigures.OfStep;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a trend needs of one run. Immutable.
 *
 * @param head all but its figures
 * @param leftOut why its figures are not used; empty if they are
 * @param steps empty for a run that is left out
 */
record TrendRun(Head head, Optional<String> leftOut, List<OfStep> steps) {

  /**
   * Which run it is, and on what.
   *
   * @param product such as {@code MariaDB}
   * @param version of the database; empty if unknown
   * @param shape the settings that shape its data
   * @param facts versions, machine, and settings of ibench and of the database, by their names
   * @param tags the user's own facts; in a suite the levels of its factors
   * @param machine how fast the machine was before it, by the names of what was measured
   */
  record Head(
      Path folder,
      Instant started,
      String workload,
      String product,
      String version,
      Map<String, String> shape,
      Map<String, String> facts,
      Map<String, String> tags,
      Map<String, Double> machine) {

    Head in(Path other) {
      return new Head(other, started, workload, product, version, shape, facts, tags, machine);
    }

    Head on(Map<String, Double> measured) {
      return new Head(folder, started, workload, product, version, shape, facts, tags, measured);
    }
  }
}
