package io.ibench.trend;

import io.ibench.compare.FigureRow;
import io.ibench.report.document.SmallChart.Level;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * One figure of one step, from run to run. Immutable.
 *
 * @param step empty for a figure of the machine
 * @param threads 0 if unknown
 * @param figure its name and unit; without values
 * @param place of the figure among those that were asked for
 * @param values one for each run of its job, in their order; NaN for a run without it
 * @param changes those that are certain, in their order
 * @param found what E-divisive means finds with p below 0.001, in their order
 */
public record Series(
    String step,
    long threads,
    FigureRow figure,
    int place,
    List<Double> values,
    List<Change> changes,
    List<Change> found) {

  /**
   * A change of the mean.
   *
   * @param run the first run after it, by its number in the job
   * @param p how probable values of one mean differ so much, at a place that nobody has chosen
   * @param before the mean since the change before it
   * @param after the mean until the next change
   * @param until the first later run from which on the mean is back, by half of the change or more;
   *     empty if it stays
   */
  public record Change(int run, double p, double before, double after, Optional<Integer> until) {

    /** 0 or infinite for a figure that was or became 0. */
    public double ratio() {
      return after / before;
    }

    public boolean stays() {
      return until.isEmpty();
    }
  }

  /** The means between the changes; empty without a value. */
  public List<Level> levels() {
    List<Integer> bounds = new ArrayList<>(List.of(0));
    changes.forEach(change -> bounds.add(change.run()));
    bounds.add(values.size());
    List<Level> levels = new ArrayList<>();
    for (int i = 1; i < bounds.size(); i++) {
      int from = bounds.get(i - 1);
      int to = bounds.get(i);
      double[] known = known(values.subList(from, to));
      if (known.length > 0) {
        levels.add(new Level(from, to, Arrays.stream(known).average().orElseThrow()));
      }
    }
    return levels;
  }

  /** How many runs have it. */
  public int known() {
    return known(values).length;
  }

  static double[] known(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).filter(Double::isFinite).toArray();
  }
}
