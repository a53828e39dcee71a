package io.ibench.report.figures;

import io.ibench.host.HostMetric;
import io.ibench.measure.Role;

/**
 * The counters and levels that formulas use, over one step, period or interval. Every number is NaN
 * where it is unknown.
 */
public interface FigureInputs {

  double seconds();

  /**
   * Completed queries, or inserted or deleted rows; NaN in a step that has nothing of the kind. In
   * index steps the inserted rows are those that were indexed.
   */
  double count(Role role);

  double insertedRows();

  /** What costs are divided by: queries; rows inserted or indexed in steps that only write. */
  double operations();

  /** How much a counter has grown. */
  double grown(HostMetric counter);

  /** The highest reading. */
  double highest(HostMetric level);

  double atEnd(HostMetric level);

  /** Processors of the server's machine. */
  double cpus();

  /** The database runs in the client's process. */
  boolean isEmbedded();
}
