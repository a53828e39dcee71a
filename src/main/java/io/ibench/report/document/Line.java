package io.ibench.report.document;

import java.util.Map;

/**
 * One line of a chart. Immutable but for its arrays, which nobody changes.
 *
 * @param name in the legend; lines that are never shown together may share it, and its colour
 * @param axis what x is
 * @param tags what a {@link Choice} selects it by
 * @param dashed it is told apart from a line of the same colour, as response from service times
 * @param x ascending
 * @param y as many; NaN is a gap
 */
public record Line(
    String name, Axis axis, Map<String, String> tags, boolean dashed, double[] x, double[] y) {}
