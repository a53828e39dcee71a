package io.ibench.verdict;

import io.ibench.host.ClientGauge;
import io.ibench.measure.OperationStats;
import java.util.concurrent.TimeUnit;

/** Where verdicts begin; exactly at a threshold is still good. docs/verdicts.md explains each. */
public final class Thresholds {

  /** Percent of a target rate that must be reached. INVALID below. */
  public static final double LEAST_TARGET_PERCENT = 100 * TargetRate.SUSTAINED;

  /** Failed operations in percent of all. INVALID above. */
  public static final double MOST_FAILED_PERCENT = 1;

  /** Failed operations in percent of all. DEGRADED above. */
  public static final double FEW_FAILED_PERCENT = 0.01;

  /** Paced operations that started late, in percent of those due. INVALID above. */
  public static final double MOST_LATE_PERCENT = 5;

  /** From when on a paced operation is late. */
  public static final long LATE_SECONDS = TimeUnit.NANOSECONDS.toSeconds(OperationStats.LATE_NANOS);

  /** Intervals that are part of longer ones, in percent of all that were to be. DEGRADED above. */
  public static final double MOST_LOST_INTERVALS_PERCENT = 1;

  /** Use of the client's CPUs from which on an interval counts as saturated. */
  public static final double SATURATED_CPU_PERCENT = 90;

  /** Intervals in which a client on a host of its own was saturated, in percent. INVALID above. */
  public static final double MOST_SATURATED_PERCENT = 10;

  /** Full intervals of a step of workers. DEGRADED below. */
  public static final int LEAST_INTERVALS = 10;

  /** Unthrottled workers' time outside of operations, in percent. DEGRADED above. */
  public static final double MOST_OUTSIDE_PERCENT = 10;

  /** Waits of the client's threads for a CPU in percent of the workers' time. DEGRADED above. */
  public static final double MOST_RUN_DELAY_PERCENT = 10;

  /** The client's time in garbage collection, in percent of T. DEGRADED above. */
  public static final double MOST_GC_PERCENT = 1;

  /** The longest pause of garbage collection in the client. DEGRADED above. */
  public static final long LONGEST_GC_PAUSE_MILLIS = ClientGauge.LONG_PAUSE_MILLIS;

  /** CPU time that the hypervisor took away, in percent. DEGRADED above. */
  public static final double MOST_STEAL_PERCENT = 5;

  /** How far the rate of the last third may be off that of the first. DEGRADED above. */
  public static final double MOST_RATE_CHANGE_PERCENT = 10;

  private Thresholds() {}
}
