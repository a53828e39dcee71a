package io.ibench.measure;

import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * Counts and latencies of one operation over some stretch of time. Written by one thread; whoever
 * holds it from a {@link Snapshot} reads only.
 *
 * <p>Failures never enter the latencies of successes. When nothing was paced, the response time is
 * the service time and is kept once. Histograms are made when they are first needed, since most
 * steps use few of the operations, and are kept from then on; until then they are null, because one
 * pointer more to follow is a cache miss of each operation.
 */
public final class OperationStats {

  /** An operation that starts later than this after its intended start is late. */
  public static final long LATE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final long[] failures;
  private final long[] buckets = new long[Buckets.COUNT];
  private final boolean paced;
  private LatencyCounts service;
  private LatencyCounts response;
  private LatencyCounts failed;
  private LatencyCounts poolWait;
  private long successes;
  private long rows;
  private long retries;
  private long clamped;
  private long unstarted;
  private long abandoned;
  private long late;

  /**
   * @param failureKinds how many kinds of failure are told apart
   * @param paced whether operations have intended starts of their own
   */
  public OperationStats(int failureKinds, boolean paced) {
    this.failures = new long[failureKinds];
    this.paced = paced;
  }

  void success(long intendedNanos, long startNanos, long endNanos, long rowCount) {
    successes++;
    rows += rowCount;
    buckets[Buckets.of(endNanos - startNanos)]++;
    record(ownService(), endNanos - startNanos);
    if (paced) {
      record(ownResponse(), endNanos - intendedNanos);
      countLate(startNanos - intendedNanos);
    }
  }

  /**
   * Many equal ones at once, not paced: only to prove that nothing breaks past 2^31 and 2^32.
   *
   * @param serviceNanos 0: without a latency
   */
  void successes(long count, long serviceNanos, long rowsOfEach) {
    successes += count;
    rows += count * rowsOfEach;
    if (serviceNanos > 0) {
      buckets[Buckets.of(serviceNanos)] += count;
      ownService().add(serviceNanos, count);
    }
  }

  private void countLate(long waitedNanos) {
    if (waitedNanos > LATE_NANOS) {
      late++;
    }
  }

  private LatencyCounts ownService() {
    if (service == null) {
      service = new LatencyCounts();
    }
    return service;
  }

  private LatencyCounts ownResponse() {
    if (!paced) {
      return ownService();
    }
    if (response == null) {
      response = new LatencyCounts();
    }
    return response;
  }

  private LatencyCounts ownFailed() {
    if (failed == null) {
      failed = new LatencyCounts();
    }
    return failed;
  }

  void failure(int kind, long intendedNanos, long startNanos, long endNanos) {
    failures[kind]++;
    countLate(startNanos - intendedNanos);
    record(ownFailed(), endNanos - startNanos);
  }

  private LatencyCounts ownPoolWait() {
    if (poolWait == null) {
      poolWait = new LatencyCounts();
    }
    return poolWait;
  }

  /** An attempt waited so long for a connection of a pool. */
  void waited(long nanos) {
    record(ownPoolWait(), nanos);
  }

  void retry() {
    retries++;
  }

  /** Due, but not started when the step ended: its response time is at least this. */
  void unstarted(long intendedNanos, long endNanos) {
    unstarted++;
    countLate(endNanos - intendedNanos);
    record(ownResponse(), endNanos - intendedNanos);
  }

  /** Broken off in flight when the step ended: its response time is at least this. */
  void abandoned(long intendedNanos, long endNanos) {
    abandoned++;
    record(ownResponse(), endNanos - intendedNanos);
  }

  private void record(LatencyCounts latencies, long nanos) {
    if (nanos > Latency.HIGHEST_NANOS) {
      clamped++;
      latencies.add(Latency.HIGHEST_NANOS);
    } else {
      latencies.add(Math.max(0, nanos));
    }
  }

  /** Adds what the other one holds; of most operations nothing happens in an interval. */
  public void add(OperationStats other) {
    if (other.isUntouched()) {
      return;
    }
    successes += other.successes;
    rows += other.rows;
    retries += other.retries;
    clamped += other.clamped;
    unstarted += other.unstarted;
    abandoned += other.abandoned;
    late += other.late;
    for (int kind = 0; kind < failures.length; kind++) {
      failures[kind] += other.failures[kind];
    }
    for (int bucket = 0; bucket < buckets.length; bucket++) {
      buckets[bucket] += other.buckets[bucket];
    }
    if (isUsed(other.service)) {
      ownService().add(other.service);
    }
    if (isUsed(other.response)) {
      ownResponse().add(other.response);
    }
    if (isUsed(other.failed)) {
      ownFailed().add(other.failed);
    }
    if (isUsed(other.poolWait)) {
      ownPoolWait().add(other.poolWait);
    }
  }

  private boolean isUntouched() {
    return successes == 0
        && rows == 0
        && retries == 0
        && unstarted == 0
        && abandoned == 0
        && !isUsed(failed)
        && !isUsed(poolWait);
  }

  private static boolean isUsed(LatencyCounts latencies) {
    return latencies != null && latencies.total() > 0;
  }

  /** Forgets everything, keeping the memory. */
  public void reset() {
    successes = 0;
    rows = 0;
    retries = 0;
    clamped = 0;
    unstarted = 0;
    abandoned = 0;
    late = 0;
    Arrays.fill(failures, 0);
    Arrays.fill(buckets, 0);
    clear(service);
    clear(response);
    clear(failed);
    clear(poolWait);
  }

  private static void clear(LatencyCounts latencies) {
    if (isUsed(latencies)) {
      latencies.reset();
    }
  }

  public long successes() {
    return successes;
  }

  public long rows() {
    return rows;
  }

  public long retries() {
    return retries;
  }

  /** Latencies above the histogram's range, counted at its end. */
  public long clamped() {
    return clamped;
  }

  public long unstarted() {
    return unstarted;
  }

  public long abandoned() {
    return abandoned;
  }

  /**
   * Of all that were due, those that started more than {@link #LATE_NANOS} late, or had not started
   * by then; 0 when nothing was paced.
   */
  public long late() {
    return late;
  }

  public long failures(int kind) {
    return failures[kind];
  }

  public long failures() {
    long sum = 0;
    for (long count : failures) {
      sum += count;
    }
    return sum;
  }

  /** Nanoseconds from the actual start to the end of each success. A copy. */
  public Histogram service() {
    return service == null ? Latency.histogram() : service.toHistogram();
  }

  /** Nanoseconds from the intended start to the end of each success. A copy. */
  public Histogram response() {
    if (!paced) {
      return service();
    }
    return response == null ? Latency.histogram() : response.toHistogram();
  }

  /** Successes whose service time is in one of the {@link Buckets}. */
  public long bucket(int bucket) {
    return buckets[bucket];
  }

  public boolean isPaced() {
    return paced;
  }

  /** Nanoseconds from the start to the end of each failure. A copy. */
  public Optional<Histogram> failed() {
    return isUsed(failed) ? Optional.of(failed.toHistogram()) : Optional.empty();
  }

  /** Nanoseconds that each attempt waited for a connection of a pool. A copy. */
  public Optional<Histogram> poolWait() {
    return isUsed(poolWait) ? Optional.of(poolWait.toHistogram()) : Optional.empty();
  }

  /** Starts the counters elsewhere: only to prove that nothing breaks past 2^31 and 2^32. */
  void startCountingAt(long count) {
    successes = count;
    rows = count;
  }
}
