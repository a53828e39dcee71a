package io.ibench.report.figures;

import io.ibench.measure.PeriodResult;
import io.ibench.measure.StepResult;
import io.ibench.measure.StepStart.Unit;
import io.ibench.measure.WorkloadCounter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A period's figures by their names in summary.json; null if unknown. Stateless. */
public final class FigureMap {

  /** The place of the rates of the workload's own counters, and one of them. */
  private static final Figure LOADED_RATES = Figure.LINKS_PS;

  private static final List<Figure> ORDER = order();

  private FigureMap() {}

  /** The catalogue's order, except that the counts of intervals follow {@code late}. */
  private static List<Figure> order() {
    List<Figure> intervals = List.of(Figure.INTERVALS, Figure.LOST_INTERVALS);
    List<Figure> order = new ArrayList<>(List.of(Figure.values()));
    order.removeAll(intervals);
    order.addAll(order.indexOf(Figure.LATE) + 1, intervals);
    order.removeAll(List.of(Figure.THREADS, Figure.WORKERS_LOST));
    return List.copyOf(order);
  }

  /** All figures of a step's whole time or of one of its periods. */
  public static Figures of(StepResult step, PeriodResult period, RunInfo run) {
    PeriodInputs inputs = PeriodInputs.of(step, period, run);
    Map<String, Number> values = new LinkedHashMap<>();
    for (Figure figure : ORDER) {
      if (figure == LOADED_RATES) {
        putLoaded(values, inputs);
      } else {
        putFinite(values, figure.key(), figure.of(inputs));
      }
    }
    return new Figures(values);
  }

  /** The figures of each disk by its name; empty with one disk only. */
  public static Map<String, Figures> disks(StepResult step, PeriodResult period, RunInfo run) {
    PeriodInputs inputs = PeriodInputs.of(step, period, run);
    Map<String, Figures> disks = new LinkedHashMap<>();
    for (String device : inputs.growth().devices()) {
      PeriodInputs alone = inputs.device(device);
      Map<String, Number> values = new LinkedHashMap<>();
      Figure.OF_DEVICE.forEach(figure -> putFinite(values, figure.key(), figure.of(alone)));
      disks.put(device, new Figures(values));
    }
    return disks;
  }

  /** The rates of the workload's own counters. */
  private static void putLoaded(Map<String, Number> values, PeriodInputs inputs) {
    List<WorkloadCounter> counters = inputs.run().workloadCounters();
    boolean loads = inputs.step().step().unit() == Unit.ROWS;
    for (int i = 0; i < counters.size(); i++) {
      if (counters.get(i).rate().isPresent()) {
        long count = loads ? inputs.period().workloadCounters()[i] : 0;
        putFinite(
            values, counters.get(i).rate().get(), count > 0 ? count / inputs.seconds() : null);
      }
    }
  }

  /** JSON has no other numbers than finite ones: others become null. */
  private static void putFinite(Map<String, Number> values, String key, @Nullable Number value) {
    values.put(key, value instanceof Double number && !Double.isFinite(number) ? null : value);
  }
}
