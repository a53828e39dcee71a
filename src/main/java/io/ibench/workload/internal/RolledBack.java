package io.ibench.workload.internal;

import io.ibench.measure.WorkloadCounter;
import java.util.Locale;
import java.util.Optional;

/** Says how many operations the workload itself has rolled back: they count as operations. */
public final class RolledBack {

  private static final double PERCENT = 100;
  private static final double FEW = 9.95;
  private static final double LEAST = 0.1;
  private static final double MOST = 99;

  private RolledBack() {}

  /** Counts the operations of this name that were rolled back. */
  public static WorkloadCounter counter(String operation) {
    return WorkloadCounter.of(
        operation + "_rolled_back", "operations " + operation + " that rolled themselves back");
  }

  /**
   * A line for the report; empty if there was none.
   *
   * @param successes operations of this name that have not failed, those rolled back among them
   * @param what has become of them, in words
   */
  public static Optional<String> fact(
      String operation, long rolledBack, long successes, String what) {
    if (rolledBack <= 0 || successes <= 0) {
      return Optional.empty();
    }
    return Optional.of(
        String.format(
            Locale.ROOT,
            "%s: %s %% of %,d operations %s",
            operation,
            share(PERCENT * rolledBack / successes),
            successes,
            what));
  }

  private static String share(double percent) {
    if (percent < LEAST) {
      return "less than 0.1";
    }
    if (percent > MOST && percent < PERCENT) {
      return "more than 99";
    }
    return String.format(Locale.ROOT, percent < FEW ? "%.1f" : "%.0f", percent);
  }
}
