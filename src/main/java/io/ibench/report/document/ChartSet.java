package io.ibench.report.document;

import java.util.List;

/**
 * All charts of a page.
 *
 * @param startedMillis when the run began, in milliseconds since 1970; 0 where there is no one
 *     time, as in a comparison
 * @param notes what must be known of their data, such as how it was thinned or what of it is
 *     damaged, a line each
 */
public record ChartSet(
    long startedMillis, List<Mark> marks, List<Chart> charts, List<String> notes) {}
