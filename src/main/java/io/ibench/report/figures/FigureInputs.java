package io.ibench.report.figures;

import io.ibench.host.HostMetric;
import io.ibench.measure.Role;

/**
 * The counters and levels that formulas use, over one step, period or interval. Every unknown
 * number is NaN.
 */
public interface FigureInputs {

  double seconds();

  /**
   * Completed queries, or inserted or deleted rows; NaN in a step without such operations. In index
   * steps the inserted rows are those that were indexed.
   */
  double count(Role role);

  double insertedRows();

  /** The divisor of costs: queries; in steps that only write, inserted or indexed rows. */
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
