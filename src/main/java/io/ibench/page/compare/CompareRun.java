package io.ibench.page.compare;

import io.ibench.compare.Comparison;
import io.ibench.compare.Side;
import io.ibench.compare.StepComparison;
import io.ibench.page.ChartNotes;
import io.ibench.report.figures.Figure;
import io.ibench.report.store.RunReport.Step;
import io.ibench.report.store.StoredRun;
import io.ibench.series.StepRows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A run whose lines charts show. Immutable.
 *
 * @param name of its lines: the number and name of its side, and the number of the run if the side
 *     has several
 * @param dashed the lines of all runs of this side are dashed
 */
record CompareRun(String name, boolean dashed, StoredRun stored) {

  static List<CompareRun> of(Comparison comparison) {
    List<Side> sides = comparison.sides();
    boolean several = sides.stream().anyMatch(side -> side.runs().size() > 1);
    List<CompareRun> runs = new ArrayList<>();
    for (int i = 0; i < sides.size(); i++) {
      Side side = sides.get(i);
      for (int j = 0; j < side.runs().size(); j++) {
        String label = comparison.labels().get(i);
        String name = side.runs().size() == 1 ? label : label + ", run " + (j + 1);
        runs.add(new CompareRun(name, several && i % 2 == 1, side.runs().get(j)));
      }
    }
    return runs;
  }

  /** One of its files; adds a note if the file is missing. */
  Optional<Path> file(String file, ChartNotes notes) {
    Path path = stored.folder().resolve(file);
    if (Files.isRegularFile(path)) {
      return Optional.of(path);
    }
    notes.add(name + ": there is no " + file + ", so that charts lack its lines.");
    return Optional.empty();
  }

  /** The repeats of a step that tables compare; none if the report does not have the step. */
  List<Step> repeats(String step) {
    return StepComparison.comparedSteps(stored.report()).getOrDefault(step, List.of());
  }

  /** The last of them. */
  Optional<Step> last(String step) {
    List<Step> repeats = repeats(step);
    return repeats.isEmpty() ? Optional.empty() : Optional.of(repeats.get(repeats.size() - 1));
  }

  /** How long all repeats of a step took; 0 if the report does not have the step. */
  double seconds(String step) {
    return repeats(step).stream()
        .mapToDouble(repeat -> repeat.whole().figures().value(Figure.SECONDS))
        .filter(Double::isFinite)
        .sum();
  }

  /** The size at the end of the last step before this one that knows it, in GB; NaN without one. */
  double sizeBefore(String step) {
    double size = Double.NaN;
    for (Step each : stored.report().steps()) {
      if (each.name().equals(step)) {
        break;
      }
      double known = each.whole().figures().value(Figure.SIZE_GB);
      size = Double.isFinite(known) ? known : size;
    }
    return size;
  }

  /** The rows of one of its files. */
  StepRows rows(Path file) throws IOException {
    return StepRows.open(file, stored.report().started().toEpochMilli());
  }
}
