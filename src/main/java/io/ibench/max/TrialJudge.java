package io.ibench.max;

import io.ibench.max.Trial.Outcome;
import io.ibench.max.Trial.Purpose;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/**
 * Judges trials. A trial passes if its rate is held, all limits are kept and hardly any operation
 * fails. Immutable.
 */
final class TrialJudge {

  private static final double HELD = 0.98;
  private static final double MOST_FAILED = 0.0001;

  /** Random arrivals differ from the target by so many standard deviations at most. */
  private static final double SIGMAS = 5;

  private final List<Limit> limits;

  TrialJudge(List<Limit> limits) {
    this.limits = List.copyOf(limits);
  }

  /** The operations that the strictest percentile needs. */
  long leastOperations() {
    return limits.stream().mapToLong(Limit::leastOperations).max().orElse(0);
  }

  Trial judge(int number, Purpose purpose, double rate, Measured measured) {
    List<String> broken = new ArrayList<>();
    List<String> open = new ArrayList<>();
    Histogram responses = measured.responses();
    double target = rate * measured.seconds();
    double least = Math.min(HELD * target, target - SIGMAS * Math.sqrt(target));
    long all = measured.succeeded() + measured.failed() + measured.unstarted();
    if (measured.succeeded() < least || measured.succeeded() < HELD * all) {
      broken.add(format("reaches %,.0f/s of %,.0f/s", measured.perSecond(), rate));
    }
    if (measured.failed() > MOST_FAILED * all) {
      broken.add(format("%,d of %,d operations fail", measured.failed(), all));
    }
    for (Limit limit : limits) {
      Histogram due = limit.withMissing(measured.responses(), measured.unstarted());
      Limit.State state = limit.judge(due);
      if (state != Limit.State.KEPT) {
        (state == Limit.State.BROKEN ? broken : open)
            .add(
                format(
                    "%s %s, limit %s",
                    limit.name(), Limit.time(limit.nanosOf(due)), Limit.time(limit.nanos())));
      }
    }
    Outcome outcome =
        !broken.isEmpty() ? Outcome.FAILS : open.isEmpty() ? Outcome.PASSES : Outcome.OPEN;
    return new Trial(
        number,
        purpose,
        rate,
        measured.seconds(),
        measured.perSecond(),
        outcome,
        broken.isEmpty() ? open : broken,
        responses.getTotalCount(),
        responses.getValueAtPercentile(50),
        responses.getValueAtPercentile(99),
        responses.getValueAtPercentile(99.9),
        measured.clientCause());
  }

  private static String format(String form, Object... values) {
    return String.format(Locale.ROOT, form, values);
  }
}
