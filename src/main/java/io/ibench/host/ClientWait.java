package io.ibench.host;

import io.ibench.measure.OperationSummary;
import io.ibench.measure.PeriodResult;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** The share of operations' time in which the client's threads waited for a CPU. */
public final class ClientWait {

  private ClientWait() {}

  /**
   * The upper limit of that share, in percent of the service times of all successful operations, at
   * most 100. If the workers' time outside of operations is known, the same share of the wait is
   * assumed to be outside. The rest, including the wait of ibench's other threads, is assumed to be
   * inside. Empty without operations.
   *
   * @param runDelayNanos how long the client's threads were ready to run and had no CPU
   */
  public static OptionalDouble percent(PeriodResult period, OptionalLong runDelayNanos) {
    double inside = 0;
    for (OperationSummary operation : period.operations()) {
      inside += operation.count() * operation.service().meanNanos();
    }
    if (runDelayNanos.isEmpty() || inside <= 0) {
      return OptionalDouble.empty();
    }
    double outside = Math.min(100, Math.max(0, period.outsidePercent().orElse(0)));
    double waited = runDelayNanos.getAsLong() * (100 - outside);
    return OptionalDouble.of(Math.min(100, waited / inside));
  }
}
