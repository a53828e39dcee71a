package io.ibench.report.document;

import java.util.Map;

/**
 * A line of a chart. Immutable, except for its arrays, which nobody may change.
 *
 * @param name in the legend; lines that are never shown together may share a name and its colour
 * @param axis the meaning of x
 * @param tags by which a {@link Choice} selects lines
 * @param dashed differs from a line of the same colour, such as response from service times
 * @param x ascending
 * @param y as long as x; NaN is a gap
 */
public record Line(
    String name, Axis axis, Map<String, String> tags, boolean dashed, double[] x, double[] y) {}
