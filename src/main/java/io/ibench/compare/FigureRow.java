package io.ibench.compare;

import io.ibench.report.figures.Better;
import io.ibench.report.figures.NumberText;
import java.util.List;

/**
 * One figure of a step on all sides, the base first. Immutable.
 *
 * @param key as conditions name it: that of docs/metrics.md, such as {@code qps}, or {@code
 *     OPERATION.p99_us}, {@code OPERATION.response.p99_us}, {@code server_counters.NAME}
 * @param group under which heading it stands
 * @param name as tables head it
 * @param unit may be empty
 * @param definition what it is
 */
public record FigureRow(
    String key,
    Group group,
    String name,
    String unit,
    Better better,
    String definition,
    List<ComparedValue> cells) {

  private static final String BYTES = "bytes";
  private static final String GIGABYTES = "GB";

  /** As tables for people head it: sizes are in GB there. */
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

  /** Whether tables show figures of its kind. */
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
    /** What no table shows: for conditions and programs. */
    OTHER
  }
}
