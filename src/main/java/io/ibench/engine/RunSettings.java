package io.ibench.engine;

import io.ibench.config.Config;
import io.ibench.config.Key;
import io.ibench.workload.StepKeys;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;

/**
 * The settings of a run that do not depend on its workload.
 *
 * @param seed every worker's random numbers are derived from it
 * @param intervalNanos between two snapshots
 * @param latencyEveryNanos between two rows of latencies per operation
 * @param reportEveryNanos the length of a report period
 * @param retries attempts beyond the first, per operation
 * @param backoffNanos before the first retry; doubled with each further one
 * @param errorsMax failed operations that a step may have
 * @param outageMaxNanos how long a server may be away
 * @param rowTimeMillis the time that rows get, in milliseconds since 1970 UTC, and that grows by a
 *     millisecond with each operation of a worker; empty: the time of day
 * @param stalls when the database counts as stalled
 * @param outages what counts as an outage
 */
public record RunSettings(
    long seed,
    long intervalNanos,
    long latencyEveryNanos,
    long reportEveryNanos,
    int retries,
    long backoffNanos,
    long errorsMax,
    long outageMaxNanos,
    OptionalLong rowTimeMillis,
    StallSettings stalls,
    OutageSettings outages) {

  private static final Duration SHORTEST = Duration.ofMillis(10);
  private static final Duration LONGEST = Duration.ofDays(36_500);

  public static final Key<Long> INTERVAL =
      Key.durationNanos(
              "interval", SHORTEST, Duration.ofDays(1), "between two rows of intervals.csv")
          .withDefault("1s");
  public static final Key<Long> LATENCY_EVERY =
      Key.durationNanos(
              "latency.every",
              SHORTEST,
              LONGEST,
              "between two rows per operation of operations.csv")
          .withDefault("10s");
  public static final Key<Long> REPORT_EVERY =
      Key.durationNanos(
              "report.every", SHORTEST, LONGEST, "a row of the report, in steps that last longer")
          .withDefault("1h");
  public static final Key<Long> RETRY =
      Key.count(
              "retry",
              0,
              1_000_000,
              "further attempts after a deadlock, lock timeout or lost connection")
          .withDefault("100");
  public static final Key<Long> RETRY_BACKOFF =
      Key.durationNanos(
              "retry.backoff",
              Duration.ofMillis(1),
              Duration.ofMinutes(1),
              "before the first retry, doubled up to 1000 times that")
          .withDefault("1ms");
  public static final Key<Long> ERRORS_MAX =
      Key.count("errors.max", 0, Long.MAX_VALUE, "failed operations per step that end the run")
          .withDefault("100");
  public static final Key<Long> OUTAGE_MAX =
      Key.durationNanos("outage.max", "how long a server may be away before the run ends")
          .withDefault("10m");

  public static final Key<Long> ROW_TIME =
      Key.epochMillis(
              "row_time",
              Instant.parse("1980-01-01T00:00:00Z"),
              Instant.parse("2037-12-31T00:00:00Z"),
              "the time that rows get instead of the time of day: equal runs then get equal answers")
          .optional();

  /** With the usual settings of stalls and outages. */
  public RunSettings(
      long seed,
      long intervalNanos,
      long latencyEveryNanos,
      long reportEveryNanos,
      int retries,
      long backoffNanos,
      long errorsMax,
      long outageMaxNanos,
      OptionalLong rowTimeMillis) {
    this(
        seed,
        intervalNanos,
        latencyEveryNanos,
        reportEveryNanos,
        retries,
        backoffNanos,
        errorsMax,
        outageMaxNanos,
        rowTimeMillis,
        StallSettings.usual(),
        OutageSettings.usual());
  }

  /** With the time of day in rows. */
  public RunSettings(
      long seed,
      long intervalNanos,
      long latencyEveryNanos,
      long reportEveryNanos,
      int retries,
      long backoffNanos,
      long errorsMax,
      long outageMaxNanos) {
    this(
        seed,
        intervalNanos,
        latencyEveryNanos,
        reportEveryNanos,
        retries,
        backoffNanos,
        errorsMax,
        outageMaxNanos,
        OptionalLong.empty());
  }

  public static List<Key<?>> keys() {
    return List.of(
        StepKeys.SEED,
        ROW_TIME,
        INTERVAL,
        LATENCY_EVERY,
        REPORT_EVERY,
        RETRY,
        RETRY_BACKOFF,
        ERRORS_MAX,
        OUTAGE_MAX,
        OutageSettings.KINDS,
        OutageSettings.SILENT,
        StallSettings.AGE,
        StallSettings.RATE);
  }

  public static RunSettings from(Config config) {
    return new RunSettings(
        config.get(StepKeys.SEED),
        config.get(INTERVAL),
        config.get(LATENCY_EVERY),
        config.get(REPORT_EVERY),
        Math.toIntExact(config.get(RETRY)),
        config.get(RETRY_BACKOFF),
        config.get(ERRORS_MAX),
        config.get(OUTAGE_MAX),
        config.find(ROW_TIME).stream().mapToLong(Long::longValue).findFirst(),
        StallSettings.from(config),
        OutageSettings.from(config));
  }
}
