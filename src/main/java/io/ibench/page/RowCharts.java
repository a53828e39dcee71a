package io.ibench.page;

import io.ibench.report.document.Chart;
import io.ibench.report.store.RunReport.Step;
import java.util.List;
import java.util.Optional;

/** Charts that are drawn from the rows of intervals.csv, each of which they see once. */
interface RowCharts {

  /**
   * Takes the row that the file's reader stands at.
   *
   * @param step the row's; empty where the report does not know it
   */
  void add(Optional<Step> step);

  /** After the last row: those of which anything is known. */
  List<Chart> charts();

  /** The widest stretch of which only a minimum and a maximum are drawn; 0 where all is. */
  double width();
}
