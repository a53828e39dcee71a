package io.ibench.page;

import io.ibench.report.document.Chart;
import io.ibench.report.store.RunReport.Step;
import java.util.List;
import java.util.Optional;

/** Charts from the rows of intervals.csv, which they get one by one. Not thread-safe. */
interface RowCharts {

  /**
   * Adds the reader's current row.
   *
   * @param step the step of the row; empty if the report lacks it
   */
  void add(Optional<Step> step);

  /** The charts that have values; call it after the last row. */
  List<Chart> charts();

  /** The longest time of which only minimum and maximum are drawn, in seconds; 0 if none. */
  double width();
}
