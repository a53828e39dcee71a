package io.ibench.report.text;

import io.ibench.measure.StepStart.Unit;
import io.ibench.report.figures.NumberText;
import io.ibench.report.store.RunReport.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What RocksDB's compactions left for a later step, such as drain: steps in which users wrote, all
 * that was written into the tree up to that step, and the write amplification of both together.
 * Confined to a thread.
 */
final class LsmDebt {

  private static final double MEGABYTE = 1 << 20;

  private final List<String> writers = new ArrayList<>();
  private String last = "";
  private double userBytes;
  private double treeBytes;
  private double laterBytes;

  /** Written since the last of its steps, between steps. */
  private double betweenBytes;

  /** A step without users paid: whoever writes next begins anew. */
  private boolean isPaid;

  private LsmDebt() {}

  /** A sentence for each debt that a step without users paid. */
  static List<String> sentences(List<Step> steps) {
    List<String> sentences = new ArrayList<>();
    LsmDebt debt = new LsmDebt();
    for (LsmStep step : steps.stream().map(LsmStep::new).toList()) {
      boolean writes = step.writes();
      boolean known = !Double.isNaN(step.treeBytes());
      if (!known || (writes && debt.isPaid)) {
        debt.sentence().ifPresent(sentences::add);
        debt = new LsmDebt();
      }
      if (known) {
        debt.add(step, writes);
      }
    }
    debt.sentence().ifPresent(sentences::add);
    return sentences;
  }

  private void add(LsmStep step, boolean writes) {
    betweenBytes += writers.isEmpty() ? 0 : step.bytesBefore();
    double later = betweenBytes + (writes ? 0 : step.treeBytes());
    if (writes) {
      writers.add(step.step().title());
      userBytes += step.userBytes();
      treeBytes += step.treeBytes();
    }
    if (!writers.isEmpty() && later > 0) {
      treeBytes += later;
      laterBytes += later;
      betweenBytes = 0;
      last = step.step().title();
      isPaid = isPaid || step.step().unit() == Unit.NONE;
    }
  }

  /** Empty without a debt that was paid. */
  private Optional<String> sentence() {
    if (!isPaid) {
      return Optional.empty();
    }
    return Optional.of(
        "with what RocksDB wrote "
            + (writers.size() == 1 ? "after it" : "besides")
            + " until "
            + last
            + " ended ("
            + NumberText.figure(laterBytes / MEGABYTE)
            + " MB): "
            + String.join(", ", writers)
            + " w_amp "
            + NumberText.figure(treeBytes / userBytes));
  }
}
