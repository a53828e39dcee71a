package io.ibench.report.text;

import io.ibench.measure.StepStart.Unit;
import io.ibench.report.figures.Figure;
import io.ibench.report.figures.UserWrites;
import io.ibench.report.store.RunReport.Step;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** RocksDB's own counters of a step; NaN for those that it does not know. Immutable. */
record LsmStep(Step step) {

  double counter(String name) {
    return number(step.whole().serverCounters().get("rocksdb." + name));
  }

  double figure(Figure figure) {
    return step.whole().figures().value(figure);
  }

  private static double number(@Nullable Number value) {
    return value == null ? Double.NaN : value.doubleValue();
  }

  /** What flushes and compactions have written. */
  double treeBytes() {
    Map<String, Number> counters = step.whole().serverCounters();
    return Figure.TREE_BYTES.stream().mapToDouble(name -> number(counters.get(name))).sum();
  }

  /** The same between the step before and this one; 0 if unknown. */
  double bytesBefore() {
    Number bytes = step.before().get("lsm_bytes");
    return bytes == null ? 0 : bytes.doubleValue();
  }

  double userBytes() {
    return counter("db.user_bytes_written");
  }

  /** Whether it is a step in which users wrote. */
  boolean writes() {
    return step.unit() != Unit.NONE && UserWrites.areMeasured(userBytes(), figure(Figure.SECONDS));
  }
}
