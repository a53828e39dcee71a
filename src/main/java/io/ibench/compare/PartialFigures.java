package io.ibench.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Figures that some runs of a side have and others do not, and how they are told. Stateless. */
public final class PartialFigures {

  /** Stands behind a mean that not all runs are in. */
  public static final String MARK = "*";

  /** More would be read by nobody; CSV and JSON have them all. */
  private static final int MOST = 8;

  private PartialFigures() {}

  /** Behind the number of a cell; mostly nothing. */
  public static String mark(ComparedValue cell) {
    return cell.isPartial() ? MARK : "";
  }

  /** Of how many runs such means are, as in {@code r/q 2 of 3}; empty where all runs have all. */
  public static Optional<String> of(StepComparison step, int side) {
    List<String> names = new ArrayList<>();
    for (FigureRow row : step.shownRows()) {
      ComparedValue cell = row.cells().get(side);
      String name = name(row) + " " + cell.knownRuns() + " of " + cell.runs().size();
      if (cell.isPartial() && !names.contains(name)) {
        names.add(name);
      }
    }
    if (names.isEmpty()) {
      return Optional.empty();
    }
    int more = names.size() - MOST;
    return Optional.of(
        "mean of those runs that have it: "
            + String.join(", ", names.stream().limit(MOST).toList())
            + (more > 0 ? " and " + more + " more" : ""));
  }

  /** All latencies of an operation are one: they are there together. */
  private static String name(FigureRow row) {
    return LatencyKey.of(row).map(LatencyKey::operation).orElse(row.name());
  }
}
