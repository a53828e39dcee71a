package io.ibench.workload.linkbench;

import io.ibench.workload.linkbench.LinkBenchKeys.Compat;
import io.ibench.workload.table.Lines;
import java.util.ArrayList;
import java.util.List;

/**
 * How often requests find the row that they ask for, and how often they should. Hidden links count
 * as found.
 */
enum HitRate {
  ADD_LINK(5, LinkBenchCounter.ADD_LINK_FOUND, LinkBenchCounter.ADD_LINK_INSERTED),
  UPDATE_LINK(90, LinkBenchCounter.UPDATE_LINK_FOUND, LinkBenchCounter.UPDATE_LINK_INSERTED),
  DELETE_LINK(90, LinkBenchCounter.DELETE_LINK_FOUND, LinkBenchCounter.DELETE_LINK_MISSED),
  /** The share of ids, not of operations. */
  MULTIGET_LINK(50, LinkBenchCounter.MULTIGET_LINK_FOUND, LinkBenchCounter.MULTIGET_LINK_MISSED),
  /** No target: a node is missing when it was deleted or not added yet. */
  GET_NODE(0, LinkBenchCounter.GET_NODE_FOUND, LinkBenchCounter.GET_NODE_MISSED);

  private final int targetPercent;
  private final LinkBenchCounter found;
  private final LinkBenchCounter missed;

  HitRate(int targetPercent, LinkBenchCounter found, LinkBenchCounter missed) {
    this.targetPercent = targetPercent;
    this.found = found;
    this.missed = missed;
  }

  /** The probability that a request asks for an existing link; the ancestor's figures. */
  double target() {
    return targetPercent / 100.0;
  }

  int found() {
    return found.ordinal();
  }

  int missed() {
    return missed.ordinal();
  }

  /**
   * One line about all operations that asked for rows; empty if none did.
   *
   * @param counters of a step, a repeat or a period
   */
  static List<String> facts(long[] counters, Compat compat) {
    List<String> parts = new ArrayList<>();
    for (HitRate rate : values()) {
      long found = counters[rate.found()];
      long requested = found + counters[rate.missed()];
      if (requested > 0) {
        parts.add(rate.text(found, requested, counters));
      }
    }
    if (parts.isEmpty()) {
      return List.of();
    }
    String why =
        compat == Compat.UPSTREAM
            ? "; compat = upstream chooses links as Facebook's LinkBench does, which misses its"
                + " targets"
            : "";
    return List.of("found: " + String.join(", ", parts) + why);
  }

  private String text(long found, long requested, long[] counters) {
    String text = name() + " " + percent(found, requested);
    return switch (this) {
      case DELETE_LINK ->
          Lines.text(
              "%s (target %d %%; visible %s)",
              text,
              targetPercent,
              percent(counters[LinkBenchCounter.LINKS_HIDDEN.ordinal()], requested));
      case MULTIGET_LINK -> Lines.text("%s of ids (target %d %%)", text, targetPercent);
      case GET_NODE -> text;
      default -> Lines.text("%s (target %d %%)", text, targetPercent);
    };
  }

  private static String percent(long part, long total) {
    return Lines.text("%.1f %%", 100.0 * part / total);
  }
}
