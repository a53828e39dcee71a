package io.ibench.engine;

import io.ibench.measure.Clock;
import io.ibench.measure.Gauge;
import io.ibench.measure.Recorder;
import io.ibench.workload.WorkloadCounters;
import io.ibench.workload.WorkloadRun;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;

/**
 * The data that a step's workers share with its ticker.
 *
 * @param recorders by client, for clients that are counted separately
 * @param workers the number of workers at work
 * @param oldestInFlight the age of the oldest operation in flight, at a time
 * @param ended when the last operation ended; {@link Long#MAX_VALUE} while any may follow
 * @param stalls notices stalls of the database
 * @param times reads {@link io.ibench.measure.WorkerMetric}
 * @param rows what the tables contain
 * @param gate where workers wait for a ticker that is late
 * @param waitsFor what an action waits for, in words; workers: nothing
 */
record StepActivity(
    List<List<Recorder>> recorders,
    List<WorkloadCounters> workloadCounters,
    IntSupplier workers,
    LongUnaryOperator oldestInFlight,
    LongSupplier ended,
    OutageWatch outages,
    StallWatch stalls,
    Gauge times,
    TableRows rows,
    YieldGate gate,
    Supplier<String> waitsFor) {

  /**
   * What the tables contain, each empty if unknown.
   *
   * @param rows all of them
   * @param bytes of their values
   * @param lasting those that no operation deletes
   */
  record TableRows(
      Supplier<OptionalLong> rows, Supplier<OptionalLong> bytes, Supplier<OptionalLong> lasting) {

    /** Those of a workload's tables. */
    static TableRows of(WorkloadRun run) {
      return new TableRows(run::rowsInTables, run::rowBytesInTables, run::lastingRows);
    }
  }

  /**
   * An action without workers.
   *
   * @param age the time since the action's start, at a time
   * @param waitsFor what it waits for, in words
   */
  static StepActivity ofAction(
      Clock clock,
      WorkloadCounters progress,
      LongUnaryOperator age,
      OutageWatch outages,
      TableRows rows,
      Supplier<String> waitsFor) {
    return new StepActivity(
        List.of(),
        List.of(progress),
        () -> 0,
        age,
        () -> Long.MAX_VALUE,
        outages,
        StallWatch.none(clock, outages),
        (nanos, sink) -> {},
        rows,
        new YieldGate(clock, () -> 0),
        waitsFor);
  }
}
