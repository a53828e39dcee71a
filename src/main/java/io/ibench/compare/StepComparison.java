package io.ibench.compare;

import io.ibench.measure.StepStart.Unit;
import io.ibench.verdict.Verdict;
import java.util.List;
import java.util.Optional;

/**
 * A step that all sides have. Of repeats of a step the last one is compared. Immutable.
 *
 * @param step its name
 * @param states of each side, the base first
 */
public record StepComparison(String step, Unit unit, List<State> states, List<FigureRow> rows) {

  /** CPU per operation of server and client. */
  static final String OWN_CPU = "own_cpu_us_pq";

  /** The same of the whole machine, with all that others did there. */
  static final String MACHINE_CPU = "cpu_us_pq";

  /**
   * The rows that a reader is shown: where the CPU of server and client is known of all sides, that
   * of the machine is left out. Conditions and files have all rows.
   */
  public List<FigureRow> shownRows() {
    boolean isOwnKnown =
        rows.stream()
            .filter(row -> row.key().equals(OWN_CPU))
            .anyMatch(row -> row.cells().stream().allMatch(c -> Double.isFinite(c.value())));
    return rows.stream().filter(row -> !isOwnKnown || !row.key().equals(MACHINE_CPU)).toList();
  }

  /** Whether the values of any side are means of several runs. */
  public boolean hasMeans() {
    return rows.stream().flatMap(row -> row.cells().stream()).anyMatch(c -> c.runs().size() > 1);
  }

  /** Whether any side is compared with the base: neither of the two is left out. */
  public boolean hasRatios() {
    return states.get(0).leftOut().isEmpty()
        && states.stream().skip(1).anyMatch(state -> state.leftOut().isEmpty());
  }

  /**
   * What is to be known of a side's step before its numbers.
   *
   * @param verdict the worst of its runs'
   * @param leftOut why it is not compared, such as a target rate that it did not hold; empty when
   *     it is
   * @param reasons of the verdict
   */
  public record State(Optional<Verdict> verdict, Optional<String> leftOut, List<String> reasons) {

    /** That it is left out, and why; empty when it is compared. */
    public Optional<String> leftOutText() {
      return leftOut.map(why -> "left out: " + why);
    }
  }
}
