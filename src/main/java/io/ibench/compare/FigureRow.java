package io.ibench.compare;

import io.ibench.report.Better;
import java.util.List;

/**
 * One figure of a step on all sides, the base first. Immutable.
 *
 * @param key as conditions name it: that of docs/metrics.md, such as {@code qps}, or {@code
 *     OPERATION.p99_us} and {@code OPERATION.response.p99_us}
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
    List<Cell> cells) {

  /** What kind of figure it is. */
  public enum Group {
    RATE,
    COST,
    LATENCY,
    SIZE,
    CLIENT
  }
}
