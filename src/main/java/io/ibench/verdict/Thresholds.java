package io.ibench.verdict;

import io.ibench.host.ClientGauge;
import io.ibench.measure.OperationStats;
import java.util.concurrent.TimeUnit;

/** Where verdicts begin; exactly at a threshold is still good. docs/verdicts.md explains each. */
public final class Thresholds {

  /** Percent of a target rate that must be reached. INVALID below. */
  public static final double LEAST_TARGET_PERCENT = 100 * SustainedRate.SUSTAINED;

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

  /** CPU of programs beside server and client in percent of all CPUs' time. DEGRADED above. */
  public static final double MOST_OTHER_CPU_PERCENT = 10;

  /** CPU of such programs in percent of all CPU that was used; above it is named. */
  public static final double MOST_OTHER_COST_PERCENT = 20;

  /**
   * What others wrote in percent of what the server's disks wrote. DEGRADED above. A file system's
   * journal, which is among the others, makes two thirds to three quarters of small synced writes.
   */
  public static final double MOST_OTHER_WRITES_PERCENT = 80;

  /** KB/s of others below which nothing is said of what they wrote. */
  public static final double LEAST_OTHER_WRITES_KBPS = 1024;

  /**
   * Waits of the client's threads for a CPU in percent of the time of operations, as far as it was
   * not the server that had the CPU. DEGRADED above: without them the rate would be more than a
   * tenth higher.
   */
  public static final double MOST_CLIENT_WAIT_PERCENT = 10;

  /** Share of the CPU of server and client from which on it was the client that used it up. */
  public static final double MOST_CLIENT_SHARE_PERCENT = 75;

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
