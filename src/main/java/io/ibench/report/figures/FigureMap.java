package io.ibench.report.figures;

import io.ibench.measure.PeriodResult;
import io.ibench.measure.StepResult;
import io.ibench.measure.StepStart.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A period's figures under their names in summary.json; null where a figure is unknown. */
public final class FigureMap {

  /** A tally named x_loaded is a rate named x_ps as well. */
  private static final String LOADED = "_loaded";

  private static final List<String> ORDER = order();

  private FigureMap() {}

  /** That of the catalogue, but for the counts of intervals, which follow the troubles. */
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
    FigureValues values = new FigureValues();
    for (String key : ORDER) {
      if (key.equals("links_ps")) {
        putLoaded(values, inputs);
      } else {
        values.put(key, FigureCatalogue.value(key, inputs));
      }
    }
    values.put("disks", inputs.growth().devices().stream().map(d -> disk(inputs, d)).toList());
    return values.map();
  }

  /** Of several devices each apart. */
  private static Map<String, Object> disk(PeriodInputs inputs, String device) {
    FigureValues values = new FigureValues();
    values.put("device", device);
    PeriodInputs alone = inputs.device(device);
    FigureCatalogue.DEVICE_KEYS.forEach(key -> values.put(key, FigureCatalogue.value(key, alone)));
    return values.map();
  }

  private static void putLoaded(FigureValues values, PeriodInputs inputs) {
    List<String> tallies = inputs.run().tallies();
    for (int i = 0; i < tallies.size(); i++) {
      if (tallies.get(i).endsWith(LOADED)) {
        boolean loads = inputs.step().step().unit() == Unit.ROWS;
        long count = loads ? inputs.period().tallies()[i] : 0;
        values.put(
            tallies.get(i).replace(LOADED, "_ps"), count > 0 ? count / inputs.seconds() : null);
      }
    }
  }
}
