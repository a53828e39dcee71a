package io.ibench.compare;

import io.ibench.measure.StepStart.Unit;
import io.ibench.verdict.Verdict;
import java.util.List;
import java.util.Optional;

/**
 * A step that all sides have, or several of them together. Of repeats of a step the last one is
 * compared. Immutable.
 *
 * @param step its name
 * @param states of each side, the base first
 */
public record StepComparison(String step, Unit unit, List<State> states, List<FigureRow> rows) {

  /** In seconds: a step that counts nothing, such as one that drops tables, is worth a table. */
  private static final double LEAST_SECONDS = 1;

  /** CPU per operation of server and client. */
  static final String OWN_CPU = "own_cpu_us_pq";

  /** The same of the whole machine, with all that others did there. */
  static final String MACHINE_CPU = "cpu_us_pq";

  /**
   * What tables show: where the CPU of server and client is known of all sides, that of the machine
   * is left out. Conditions and files have all rows.
   */
  public List<FigureRow> shownRows() {
    boolean isOwnKnown =
        rows.stream()
            .filter(row -> row.key().equals(OWN_CPU))
            .anyMatch(row -> row.cells().stream().allMatch(c -> Double.isFinite(c.value())));
    return rows.stream()
        .filter(FigureRow::isShown)
        .filter(row -> !isOwnKnown || !row.key().equals(MACHINE_CPU))
        .toList();
  }

  /**
   * Whether tables show it: it counts something, somebody has asked for it, or it took its time.
   */
  public boolean isShown() {
    return countsSomething()
        || isSum()
        || rows.stream()
            .filter(row -> row.key().equals("seconds"))
            .flatMap(row -> row.cells().stream())
            .anyMatch(cell -> cell.value() >= LEAST_SECONDS);
  }

  /** It has a throughput: conditions that name no step are for it. */
  boolean countsSomething() {
    return unit != Unit.NONE;
  }

  /** It is several steps together. */
  boolean isSum() {
    return SummedSteps.isSum(step);
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
