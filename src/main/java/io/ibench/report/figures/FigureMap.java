package io.ibench.report.figures;

import io.ibench.measure.PeriodResult;
import io.ibench.measure.StepResult;
import io.ibench.measure.StepStart.Unit;
import io.ibench.measure.WorkloadCounter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A period's figures by their names in summary.json; null if unknown. Stateless. */
public final class FigureMap {

  private static final List<String> ORDER = order();

  private FigureMap() {}

  /** The catalogue's order, except that the counts of intervals follow {@code late}. */
  private static List<String> order() {
    List<String> intervals = List.of("intervals", "lost_intervals");
    List<String> order = new ArrayList<>(FigureCatalogue.KEYS);
    order.removeAll(intervals);
    order.addAll(order.indexOf("late") + 1, intervals);
    order.removeAll(List.of("threads", "workers_lost"));
    return List.copyOf(order);
  }

  /** All figures of a step's whole time or of one of its periods. */
  public static Map<String, Object> of(StepResult step, PeriodResult period, RunInfo run) {
    PeriodInputs inputs = PeriodInputs.of(step, period, run);
    Map<String, Object> values = new LinkedHashMap<>();
    for (String key : ORDER) {
      if (key.equals(FigureCatalogue.LOADED_RATES)) {
        putLoaded(values, inputs);
      } else {
        putFinite(values, key, FigureCatalogue.value(key, inputs));
      }
    }
    values.put("disks", inputs.growth().devices().stream().map(d -> disk(inputs, d)).toList());
    return values;
  }

  /** The figures of one of several disks. */
  private static Map<String, Object> disk(PeriodInputs inputs, String device) {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("device", device);
    PeriodInputs alone = inputs.device(device);
    FigureCatalogue.DEVICE_KEYS.forEach(
        key -> putFinite(values, key, FigureCatalogue.value(key, alone)));
    return values;
  }

  /** The rates of the workload's own counters. */
  private static void putLoaded(Map<String, Object> values, PeriodInputs inputs) {
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
  private static void putFinite(Map<String, Object> values, String key, Object value) {
    values.put(key, value instanceof Double number && !Double.isFinite(number) ? null : value);
  }
}
