package io.ibench.report.document;

import java.util.List;

/**
 * All charts of a page.
 *
 * @param startedMillis the start of the run, in milliseconds since 1970; 0 in a comparison
 * @param notes a line each about limits of the data, such as downsampling or damage
 */
public record ChartSet(
    long startedMillis, List<Mark> marks, List<Chart> charts, List<String> notes) {}
