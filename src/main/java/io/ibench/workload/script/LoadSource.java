package io.ibench.workload.script;

import java.util.List;

/**
 * Shares out the rows of the load's sections. A section begins when the one before it is complete.
 * Thread-safe.
 */
final class LoadSource {

  /** The section before the next one is not complete. */
  static final int WAIT = -2;

  /** Nothing is left. */
  static final int DONE = -1;

  private final List<LoadSection> sections;
  private final int batch;
  private int section;
  private long next = 1;
  private long done;

  /** The executions that a worker does next. */
  static final class Claim {
    long from;
    long to;
  }

  /**
   * @param batch the executions of one transaction
   */
  LoadSource(List<LoadSection> sections, int batch) {
    this.sections = sections;
    this.batch = batch;
  }

  /** Returns the section of the claimed executions, {@link #WAIT} or {@link #DONE}. */
  synchronized int claim(Claim claim) {
    while (section < sections.size()) {
      long rows = sections.get(section).rows();
      if (next <= rows) {
        claim.from = next;
        claim.to = Math.min(rows, next + batch - 1);
        next = claim.to + 1;
        return section;
      }
      boolean last = section == sections.size() - 1;
      if (last || done < rows) {
        return last ? DONE : WAIT;
      }
      section++;
      next = 1;
      done = 0;
    }
    return DONE;
  }

  /** The claimed executions are committed. */
  synchronized void done(Claim claim) {
    done += claim.to - claim.from + 1;
  }
}
