package io.ibench.verdict;

import io.ibench.host.ClientGauge;
import io.ibench.measure.OperationStats;
import java.util.concurrent.TimeUnit;

/** The limits of verdicts; a figure at its limit is still good. docs/verdicts.md explains each. */
public final class Thresholds {

  /** Percent of a target rate that must be reached. INVALID below. */
  public static final double MIN_TARGET_PERCENT = 100 * SustainedRate.SUSTAINED;

  /** Percent of a target rate that may be reached. INVALID above, if it is more than chance. */
  public static final double MAX_TARGET_PERCENT = 105;

  /** Random starts differ from their mean by so many standard deviations at most. */
  static final double CHANCE_DEVIATIONS = 4;

  /** Failed operations in percent of all. INVALID above. */
  public static final double MAX_FAILED_PERCENT = 1;

  /** Failed operations in percent of all. DEGRADED above. */
  public static final double FEW_FAILED_PERCENT = 0.01;

  /** Paced operations that started late, in percent of those due. INVALID above. */
  public static final double MAX_LATE_PERCENT = 5;

  /** A paced operation that starts later than this is late. */
  public static final long LATE_SECONDS = TimeUnit.NANOSECONDS.toSeconds(OperationStats.LATE_NANOS);

  /**
   * Intervals that are part of longer ones, in percent of all planned intervals. DEGRADED above.
   */
  public static final double MAX_LOST_INTERVALS_PERCENT = 1;

  /** Use of the client's CPUs that makes an interval saturated. */
  public static final double SATURATED_CPU_PERCENT = 90;

  /** Saturated intervals of a client with its own machine, in percent. INVALID above. */
  public static final double MAX_SATURATED_PERCENT = 10;

  /** Time in which no operation ended, in percent of T. DEGRADED above. */
  public static final double MAX_STALLED_PERCENT = 1;

  /** One time in which no operation ended. DEGRADED above. */
  public static final double MAX_STALL_SECONDS = 10;

  /** Full intervals of a step of workers. DEGRADED below. */
  public static final int MIN_INTERVALS = 10;

  /** Unthrottled workers' time outside of operations, in percent. DEGRADED above. */
  public static final double MAX_OUTSIDE_PERCENT = 10;

  /** CPU of programs beside server and client in percent of all CPUs' time. DEGRADED above. */
  public static final double MAX_OTHER_CPU_PERCENT = 10;

  /** CPU of such programs in percent of the used CPU. A remark above. */
  public static final double MAX_OTHER_COST_PERCENT = 20;

  /**
   * Other programs' share of the bytes that the server's disks wrote. DEGRADED above. It includes a
   * file system's journal, which is two thirds to three quarters of small synced writes.
   */
  public static final double MAX_OTHER_WRITES_PERCENT = 80;

  /** Other programs' writes below this are ignored, in KB/s. */
  public static final double MIN_OTHER_WRITES_KBPS = 1024;

  /**
   * Waits of the client's threads for a CPU that was not the server's, in percent of the time of
   * operations. DEGRADED above: without the waits the rate would be more than a tenth higher.
   */
  public static final double MAX_CLIENT_WAIT_PERCENT = 10;

  /** The client saturated the CPUs if its share of the CPU of server and client is above this. */
  public static final double MAX_CLIENT_SHARE_PERCENT = 75;

  /** The client's time in garbage collection, in percent of T. DEGRADED above. */
  public static final double MAX_GC_PERCENT = 1;

  /** The longest pause of garbage collection in the client. DEGRADED above. */
  public static final long MAX_GC_PAUSE_MILLIS = ClientGauge.LONG_PAUSE_MILLIS;

  /** CPU time stolen by the hypervisor, in percent. DEGRADED above. */
  public static final double MAX_STEAL_PERCENT = 5;

  /** Change of the rate from the first to the last third of a step. DEGRADED above. */
  public static final double MAX_RATE_CHANGE_PERCENT = 10;

  /** How long after the first agent the last one may begin a step. DEGRADED above. */
  public static final double MAX_START_SPREAD_SECONDS = 0.1;

  /**
   * How much longer than the first agent the last one may work, in percent of T. DEGRADED above.
   */
  public static final double MAX_ENDS_APART_PERCENT = 5;

  /** How far an agent's clock may be off, as a share of an interval. DEGRADED above. */
  public static final double MAX_CLOCK_UNCERTAINTY_SHARE = 0.1;

  private Thresholds() {}
}
