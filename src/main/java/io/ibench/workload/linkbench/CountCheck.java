package io.ibench.workload.linkbench;

import io.ibench.workload.WorkloadCounters;
import io.ibench.workload.table.Lines;
import java.util.ArrayList;
import java.util.List;

/** Compares counts with links for each pair of id and link type, and collects the errors. */
final class CountCheck {

  private static final int MAX_SHOWN = 5;

  private final WorkloadCounters progress;
  private final List<String> problems = new ArrayList<>();
  private long linkRows;
  private long visibleLinks;
  private long counts;
  private long mismatches;

  /**
   * @param progress counts the rows as they are read; other threads may read it
   */
  CountCheck(WorkloadCounters progress) {
    this.progress = progress;
  }

  /** A row of the links was read. */
  void linkRead() {
    linkRows++;
    rowRead();
  }

  /** A row of the counts was read. */
  void countRead() {
    counts++;
    rowRead();
  }

  /** A row of any other table was read. */
  void rowRead() {
    progress.add(LinkBenchCounter.ROWS_VERIFIED.ordinal(), 1);
  }

  /** All links of an id and type were read, and their count if there is one. */
  void compare(long id, long type, long count, long visible) {
    visibleLinks += visible;
    if (count != visible) {
      mismatches++;
      if (mismatches <= MAX_SHOWN) {
        problems.add(
            Lines.text(
                "%s id %d, link_type %d: count expected %,d, the visible links in %s; found %,d",
                GraphTables.COUNTS.name(), id, type, visible, GraphTables.LINKS.name(), count));
      }
    }
  }

  /** Adds another error. */
  void problem(String problem) {
    problems.add(problem);
  }

  long linkRows() {
    return linkRows;
  }

  long visibleLinks() {
    return visibleLinks;
  }

  /** One line for a check without errors. */
  String summary() {
    return Lines.text("%,d counts equal %,d visible links", counts, visibleLinks);
  }

  List<String> problems() {
    List<String> all = new ArrayList<>(problems);
    if (mismatches > MAX_SHOWN) {
      all.add(Lines.text("%,d ids and types in all have a wrong count", mismatches));
    }
    return all;
  }
}
