package io.ibench.compare;

import io.ibench.report.figures.Better;
import io.ibench.report.figures.Figure;
import io.ibench.report.figures.NumberText;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/**
 * One figure of a step on all sides, the base first. Immutable.
 *
 * @param key its name in conditions: the key in docs/metrics.md, such as {@code qps}, or {@code
 *     OPERATION.p99_us}, {@code OPERATION.response.p99_us}, {@code server_counters.NAME}
 * @param group the table that shows it
 * @param name the head in tables
 * @param unit may be empty
 */
public record FigureRow(
    String key,
    Group group,
    String name,
    String unit,
    Better better,
    String definition,
    List<ComparedValue> cells) {

  /** In a sentence; CSV and JSON have all of them. */
  private static final int MAX_NAMES = 8;

  private static final String BYTES = "bytes";
  private static final String GIGABYTES = "GB";

  /** The first names of figures, and how many there are beyond them. */
  static String few(Collection<String> names) {
    return few(names, MAX_NAMES);
  }

  /** The first names, as many as these, and how many there are beyond them. */
  public static String few(Collection<String> names, int most) {
    int more = names.size() - most;
    return names.stream().limit(most).collect(Collectors.joining(", "))
        + (more > 0 ? " and " + more + " more" : "");
  }

  /** The head in tables, where sizes are in GB. */
  public String shownName() {
    return isBytes() ? name + " " + GIGABYTES : name;
  }

  /** May be empty. */
  public String shownUnit() {
    return isBytes() ? GIGABYTES : unit;
  }

  /** A value in the unit of {@link #shownUnit}. */
  public String text(double value) {
    return NumberText.figure(isBytes() ? value / NumberText.GB_BYTES : value);
  }

  public boolean is(Figure figure) {
    return key.equals(figure.key());
  }

  /** Whether tables show figures of this group. */
  public boolean isShown() {
    return group != Group.OTHER;
  }

  private boolean isBytes() {
    return unit.equals(BYTES);
  }

  /** What kind of figure it is. */
  public enum Group {
    RATE,
    COST,
    LATENCY,
    SIZE,
    CLIENT,
    /** Not in tables: only in conditions, CSV and JSON. */
    OTHER
  }
}
