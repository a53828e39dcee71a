package io.ibench.host;

import io.ibench.measure.OperationSummary;
import io.ibench.measure.PeriodResult;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** How much of the time of operations the client's threads waited for a CPU. */
public final class ClientWait {

  private ClientWait() {}

  /**
   * In percent of the service times of all successful operations, at most all of it. Where it is
   * known what workers did outside of operations, as much of the wait is taken to have been there
   * as of their time; the rest, also that of ibench's other threads, is taken to have been inside:
   * this is a share that operations have waited at most. Empty without operations.
   *
   * @param runDelayNanos how long the client's threads were ready and had no CPU
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
