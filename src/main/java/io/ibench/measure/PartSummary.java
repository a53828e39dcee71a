package io.ibench.measure;

import java.util.ArrayList;
import java.util.List;

/**
 * The times of a part of an operation in a step, such as a statement of a transaction. Immutable.
 *
 * @param part its number
 * @param service from the end of the part before it, or the start of the attempt, to its end; of
 *     successful operations, without the attempts that failed
 */
public record PartSummary(int part, LatencySummary service) {

  /** The parts in which anything was recorded. */
  public static List<PartSummary> of(List<OperationStats> stats) {
    List<PartSummary> parts = new ArrayList<>();
    for (int part = 0; part < stats.size(); part++) {
      if (stats.get(part).successes() > 0) {
        parts.add(new PartSummary(part, LatencySummary.of(stats.get(part).service())));
      }
    }
    return parts;
  }
}
