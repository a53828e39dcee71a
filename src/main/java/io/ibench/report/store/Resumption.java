package io.ibench.report.store;

import io.ibench.measure.CountedIntervals;
import io.ibench.report.store.RunReport.Period;
import io.ibench.report.store.RunReport.Step;
import io.ibench.report.store.RunReport.StoredRowRate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the result folder of a resumed run keeps of the earlier processes. Immutable.
 *
 * @param segment how many processes have worked on the run before; 0 for a new run
 * @param steps the results of steps and repeats that are over
 * @param underWay the step or repeat under way, as the last summary has it
 * @param position where the run goes on; empty for a new run
 * @param counts of the step under way
 * @param intervals of the step or repeat under way that are counted, in order
 * @param periods the report periods of the step under way that are over, the last one perhaps
 *     partial
 * @param gapsAtNanos the times of that step or repeat at which it was resumed
 * @param gaps between the processes, this one included
 * @param absent why figures of the earlier processes are missing, by metric
 * @param insertedRows the rows that intervals.csv counts
 * @param rowRates the insert rates over rows that the report has
 */
public record Resumption(
    int segment,
    List<Step> steps,
    Optional<Step> underWay,
    Optional<Position> position,
    StepCounts counts,
    CountedIntervals intervals,
    List<Period> periods,
    List<Long> gapsAtNanos,
    List<StoredGap> gaps,
    Map<String, String> absent,
    long insertedRows,
    List<StoredRowRate> rowRates) {

  /** A run from its beginning. */
  public static final Resumption NONE =
      new Resumption(
          0,
          List.of(),
          Optional.empty(),
          Optional.empty(),
          StepCounts.NONE,
          CountedIntervals.NONE,
          List.of(),
          List.of(),
          List.of(),
          Map.of(),
          0,
          List.of());

  public Resumption {
    steps = List.copyOf(steps);
    periods = List.copyOf(periods);
    gapsAtNanos = List.copyOf(gapsAtNanos);
    gaps = List.copyOf(gaps);
  }

  /** The same with one more report period. */
  Resumption with(Period part) {
    List<Period> all = new ArrayList<>(periods);
    all.add(part);
    return new Resumption(
        segment,
        steps,
        underWay,
        position,
        counts,
        intervals,
        all,
        gapsAtNanos,
        gaps,
        absent,
        insertedRows,
        rowRates);
  }

  /** The planned steps that are over. */
  public long stepsDone() {
    return position.map(Position::stepsDone).orElse(0L);
  }

  /** Whether figures of this step or repeat continue those of another process. */
  boolean isUnderWay(String name, int number) {
    return position
        .filter(at -> at.step().equals(Optional.of(name)) && at.repeat() == number)
        .isPresent();
  }

  /** The gap in this step or repeat, if another process had begun it. */
  Optional<StoredGap> gap(String name, int number) {
    boolean first = position.filter(at -> number == Math.max(1, at.repeat())).isPresent();
    return gaps.stream()
        .skip(Math.max(0, gaps.size() - 1))
        .filter(last -> first && last.step().equals(Optional.of(name)))
        .findFirst();
  }
}
