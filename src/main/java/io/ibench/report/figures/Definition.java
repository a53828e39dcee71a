package io.ibench.report.figures;

import io.ibench.measure.StepStart.Unit;
import java.util.Optional;

/**
 * What a figure of docs/metrics.md is: the one place for its words in tables, charts and
 * comparisons. Immutable.
 *
 * @param key in summary.json
 * @param name as tables head it, such as {@code wKB/q}
 * @param unit as a reader expects it, such as {@code KB/op}; empty for a mere count
 * @param text one or two sentences: what it is, and of what it is worked out
 */
public record Definition(String key, String name, String unit, Better better, String text) {

  /** As a step of this unit has it: where nothing but rows is counted, a cost is one per row. */
  public String name(Unit unit) {
    return unit != Unit.QUERIES && name.endsWith("/q")
        ? name.substring(0, name.length() - 1) + "i"
        : name;
  }

  /**
   * Of a figure by its key; empty for one that this version does not know.
   *
   * @param key of a step's figure ({@code wkbpq}), of an operation's count ({@code abandoned}) or
   *     latency ({@code p99_us}, or more exactly {@code service.p99_us}, {@code response.p99_us},
   *     {@code pool_wait.p99_us}, {@code failed.p99_us}), of {@code outages} and their parts
   *     ({@code outages.seconds}), of a target rate ({@code target_ps}, {@code actual_ps}, {@code
   *     share}), of the load comparison ({@code load.ips}), of a column of rows.csv or
   *     intervals.csv
   */
  public static Optional<Definition> of(String key) {
    return Optional.ofNullable(Definitions.ALL.get(key));
  }
}
