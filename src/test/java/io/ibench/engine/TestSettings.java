package io.ibench.engine;

import java.util.OptionalLong;

/** Settings of test runs: short intervals, report periods that never end. */
final class TestSettings {

  static final long MILLI = 1_000_000L;
  static final long SECOND = 1_000_000_000L;
  static final RunSettings DEFAULT =
      new RunSettings(1, 20 * MILLI, SECOND, 3600 * SECOND, 100, MILLI, 100, 60 * SECOND);

  private TestSettings() {}

  static RunSettings withRetries(int retries, long backoffNanos) {
    return new RunSettings(
        DEFAULT.seed(),
        DEFAULT.intervalNanos(),
        DEFAULT.latencyEveryNanos(),
        DEFAULT.reportEveryNanos(),
        retries,
        backoffNanos,
        DEFAULT.errorsMax(),
        DEFAULT.outageMaxNanos());
  }

  static RunSettings withErrorsMax(long errorsMax) {
    return new RunSettings(
        DEFAULT.seed(),
        DEFAULT.intervalNanos(),
        DEFAULT.latencyEveryNanos(),
        DEFAULT.reportEveryNanos(),
        DEFAULT.retries(),
        DEFAULT.backoffNanos(),
        errorsMax,
        DEFAULT.outageMaxNanos());
  }

  static RunSettings withRowTime(long epochMillis) {
    return new RunSettings(
        DEFAULT.seed(),
        DEFAULT.intervalNanos(),
        DEFAULT.latencyEveryNanos(),
        DEFAULT.reportEveryNanos(),
        DEFAULT.retries(),
        DEFAULT.backoffNanos(),
        DEFAULT.errorsMax(),
        DEFAULT.outageMaxNanos(),
        OptionalLong.of(epochMillis));
  }

  static RunSettings withOutageMax(long outageMaxNanos) {
    return new RunSettings(
        DEFAULT.seed(),
        DEFAULT.intervalNanos(),
        DEFAULT.latencyEveryNanos(),
        DEFAULT.reportEveryNanos(),
        DEFAULT.retries(),
        DEFAULT.backoffNanos(),
        DEFAULT.errorsMax(),
        outageMaxNanos);
  }

  static RunSettings withOutages(OutageSettings outages) {
    return new RunSettings(
        DEFAULT.seed(),
        DEFAULT.intervalNanos(),
        DEFAULT.latencyEveryNanos(),
        DEFAULT.reportEveryNanos(),
        DEFAULT.retries(),
        DEFAULT.backoffNanos(),
        DEFAULT.errorsMax(),
        DEFAULT.outageMaxNanos(),
        DEFAULT.rowTimeMillis(),
        DEFAULT.stalls(),
        outages);
  }

  static RunSettings withPeriods(long intervalNanos, long reportEveryNanos) {
    return new RunSettings(
        DEFAULT.seed(),
        intervalNanos,
        DEFAULT.latencyEveryNanos(),
        reportEveryNanos,
        DEFAULT.retries(),
        DEFAULT.backoffNanos(),
        DEFAULT.errorsMax(),
        DEFAULT.outageMaxNanos());
  }
}
