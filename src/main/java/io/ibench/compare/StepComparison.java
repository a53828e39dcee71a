package io.ibench.compare;

import io.ibench.measure.StepPurpose;
import io.ibench.measure.StepStart.Unit;
import io.ibench.report.figures.Figure;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.RunReport.Step;
import io.ibench.verdict.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The comparison of a step that all sides have, with all its repeats, or of a sum of steps.
 * Immutable.
 *
 * @param step its name
 * @param purpose of the base's step
 * @param states of each side, the base first
 */
public record StepComparison(
    String step, Unit unit, StepPurpose purpose, List<State> states, List<FigureRow> rows) {

  /** Tables show a step that counts nothing if it took so many seconds. */
  private static final double MIN_SECONDS = 1;

  /**
   * A run's steps by name, in its order: all repeats of a step that took any time, or the last one
   * if none did.
   */
  public static Map<String, List<Step>> comparedSteps(RunReport run) {
    Map<String, List<Step>> steps = new LinkedHashMap<>();
    for (Step step : run.steps()) {
      List<Step> repeats = steps.computeIfAbsent(step.name(), any -> new ArrayList<>());
      if (isMeasured(step)) {
        repeats.removeIf(before -> !isMeasured(before));
        repeats.add(step);
      } else if (repeats.stream().noneMatch(StepComparison::isMeasured)) {
        repeats.clear();
        repeats.add(step);
      }
    }
    return steps;
  }

  private static boolean isMeasured(Step step) {
    return step.whole().figures().value(Figure.SECONDS) > 0;
  }

  /**
   * The rows of tables. If all sides know the CPU of server and client, tables omit that of the
   * machine. Conditions and files have all rows.
   */
  public List<FigureRow> shownRows() {
    boolean isOwnKnown =
        rows.stream()
            .filter(row -> row.is(Figure.OWN_CPU_US_PQ))
            .anyMatch(row -> row.cells().stream().allMatch(c -> Double.isFinite(c.value())));
    return rows.stream()
        .filter(FigureRow::isShown)
        .filter(row -> !isOwnKnown || !row.is(Figure.CPU_US_PQ))
        .toList();
  }

  /** Whether tables show the step: it counts something, is a requested sum, or took long enough. */
  public boolean isShown() {
    return countsSomething()
        || isSum()
        || rows.stream()
            .filter(row -> row.key().equals("seconds"))
            .flatMap(row -> row.cells().stream())
            .anyMatch(cell -> cell.value() >= MIN_SECONDS);
  }

  /** Whether it has a throughput; conditions that name no step apply to such steps. */
  boolean countsSomething() {
    return unit != Unit.NONE;
  }

  /** Whether it is a sum of steps. */
  boolean isSum() {
    return SummedSteps.isSum(step);
  }

  /** Whether its figures are a result of the run, and it counts something. */
  boolean isMain() {
    return purpose == StepPurpose.MAIN && countsSomething();
  }

  /** Its queries or rows per second; empty if no side has a rate. */
  public Optional<FigureRow> rate() {
    return switch (unit) {
      case QUERIES -> row(Figure.QPS);
      case ROWS, INDEXED_ROWS -> row(Figure.IPS);
      case NONE -> Optional.empty();
    };
  }

  /** The figure with this key; empty if no side has it. */
  Optional<FigureRow> row(Figure figure) {
    return row(figure.key());
  }

  Optional<FigureRow> row(String key) {
    return rows.stream().filter(row -> row.key().equals(key)).findFirst();
  }

  /** Whether the values of any side are means of several runs. */
  public boolean hasMeans() {
    return rows.stream().flatMap(row -> row.cells().stream()).anyMatch(c -> c.runs().size() > 1);
  }

  /** Whether any side is compared with the base: neither of them is left out. */
  public boolean hasRatios() {
    return states.get(0).leftOut().isEmpty()
        && states.stream().skip(1).anyMatch(state -> state.leftOut().isEmpty());
  }

  /**
   * The state of a side's step.
   *
   * @param verdict the worst of its runs
   * @param leftOut why it is not compared, such as a missed target rate; empty if it is compared
   * @param reasons of the verdict
   */
  public record State(Optional<Verdict> verdict, Optional<String> leftOut, List<String> reasons) {

    /** Says why it is left out; empty if it is compared. */
    public Optional<String> leftOutText() {
      return leftOut.map(why -> "left out: " + why);
    }
  }
}
