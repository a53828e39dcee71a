package io.ibench.engine;

import io.ibench.measure.Clock;
import io.ibench.measure.Gauge;
import io.ibench.measure.Recorder;
import io.ibench.workload.WorkloadCounters;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;

/**
 * What a step's workers share with its ticker.
 *
 * @param recorders those of each client that is counted apart
 * @param workers how many are at work
 * @param oldestInFlight from a time, the age of the oldest operation under way
 * @param ended when the last operation ended; {@link Long#MAX_VALUE} while any may follow
 * @param times tells what the workers' time was spent on
 * @param rows in the tables
 * @param gate where workers wait for a ticker that is late
 */
record StepActivity(
    List<List<Recorder>> recorders,
    List<WorkloadCounters> tallies,
    IntSupplier workers,
    LongUnaryOperator oldestInFlight,
    LongSupplier ended,
    OutageWatch outages,
    Gauge times,
    Supplier<OptionalLong> rows,
    YieldGate gate) {

  /**
   * No workers, only an action that may tell how far it is.
   *
   * @param age from a time, for how long it is under way
   */
  static StepActivity none(
      WorkloadCounters progress,
      LongUnaryOperator age,
      OutageWatch outages,
      Supplier<OptionalLong> rows) {
    return new StepActivity(
        List.of(),
        List.of(progress),
        () -> 0,
        age,
        () -> Long.MAX_VALUE,
        outages,
        (nanos, sink) -> {},
        rows,
        new YieldGate(Clock.system(), () -> 0));
  }
}
