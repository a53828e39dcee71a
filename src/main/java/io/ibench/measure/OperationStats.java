package io.ibench.measure;

import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Counts and latencies of one operation over a stretch of time. Not thread-safe; read-only in a
 * {@link Snapshot}.
 *
 * <p>The latencies of successes never contain failures. Without pacing the response time is the
 * service time and is stored once. Histograms are created at first use, as most steps use few of
 * the operations; until then they are null, because a further indirection would be a cache miss in
 * each operation.
 */
public final class OperationStats {

  /** An operation is late if it starts later than this after its intended start. */
  public static final long LATE_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Where {@link #write} has the number of kinds of failure, in bytes. */
  private static final int KINDS_AT = 7 * Long.BYTES;

  private static final int MAX_KINDS = 1_000;

  private final long[] failures;
  private final long[] buckets = new long[Buckets.COUNT];
  private final boolean paced;
  private @Nullable LatencyCounts service;
  private @Nullable LatencyCounts response;
  private @Nullable LatencyCounts failed;
  private @Nullable LatencyCounts poolWait;
  private long successes;
  private long rows;
  private long retries;
  private long clamped;
  private long unstarted;
  private long abandoned;
  private long late;

  /**
   * @param failureKinds the number of kinds of failure
   * @param paced whether operations have intended starts
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
   * Many equal successes without pacing. Only for tests with counts above 2^31 and 2^32.
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

  /** An attempt waited for a connection of a pool. */
  void waited(long nanos) {
    record(ownPoolWait(), nanos);
  }

  void retry() {
    retries++;
  }

  /** Due, but not started at the step's end: the response time is a lower bound. */
  void unstarted(long intendedNanos, long endNanos) {
    unstarted++;
    countLate(endNanos - intendedNanos);
    record(ownResponse(), endNanos - intendedNanos);
  }

  /** Aborted in flight at the step's end: the response time is a lower bound. */
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

  /** Adds the other one; fast for operations that did not happen, which most did not. */
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
    // What is used exists.
    if (isUsed(other.service)) {
      ownService().add(Objects.requireNonNull(other.service));
    }
    if (isUsed(other.response)) {
      ownResponse().add(Objects.requireNonNull(other.response));
    }
    if (isUsed(other.failed)) {
      ownFailed().add(Objects.requireNonNull(other.failed));
    }
    if (isUsed(other.poolWait)) {
      ownPoolWait().add(Objects.requireNonNull(other.poolWait));
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

  private static boolean isUsed(@Nullable LatencyCounts latencies) {
    return latencies != null && latencies.total() > 0;
  }

  /** Sets all counts to 0 and keeps the memory. */
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

  private static void clear(@Nullable LatencyCounts latencies) {
    if (latencies != null && latencies.total() > 0) {
      latencies.reset();
    }
  }

  /** Writes all counts, for {@link #read}. */
  void write(DataOutput out) throws IOException {
    for (long count : new long[] {successes, rows, retries, clamped, unstarted, abandoned, late}) {
      out.writeLong(count);
    }
    out.writeInt(failures.length);
    for (long count : failures) {
      out.writeLong(count);
    }
    for (long count : buckets) {
      out.writeLong(count);
    }
    for (LatencyCounts latencies : new LatencyCounts[] {service, response, failed, poolWait}) {
      out.writeBoolean(isUsed(latencies));
      if (isUsed(latencies)) {
        latencies.write(out);
      }
    }
  }

  /**
   * Adds what {@link #write} has written for an operation of the same step.
   *
   * @throws IOException also when it is of another number of kinds of failure
   */
  void read(DataInput in) throws IOException {
    successes += in.readLong();
    rows += in.readLong();
    retries += in.readLong();
    clamped += in.readLong();
    unstarted += in.readLong();
    abandoned += in.readLong();
    late += in.readLong();
    if (in.readInt() != failures.length) {
      throw new IOException("other kinds of failure");
    }
    for (int kind = 0; kind < failures.length; kind++) {
      failures[kind] += in.readLong();
    }
    for (int bucket = 0; bucket < buckets.length; bucket++) {
      buckets[bucket] += in.readLong();
    }
    if (in.readBoolean()) {
      ownService().read(in);
    }
    if (in.readBoolean()) {
      ownResponse().read(in);
    }
    if (in.readBoolean()) {
      ownFailed().read(in);
    }
    if (in.readBoolean()) {
      ownPoolWait().read(in);
    }
  }

  /** What {@link #write} has written, with as many kinds of failure as it has. */
  static OperationStats readAny(DataInputStream in) throws IOException {
    in.mark(KINDS_AT + Integer.BYTES);
    in.skipNBytes(KINDS_AT);
    int kinds = in.readInt();
    in.reset();
    if (kinds < 0 || kinds > MAX_KINDS) {
      throw new IOException("no kinds of failure: " + kinds);
    }
    OperationStats stats = new OperationStats(kinds, true);
    stats.read(in);
    return stats;
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

  /** Latencies above the histogram's range, counted as its highest value. */
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
   * Operations that started more than {@link #LATE_NANOS} late, or had not started by then; 0
   * without pacing.
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

  /** The service times in a few numbers. */
  public LatencySummary serviceSummary() {
    return summary(service);
  }

  /** The response times in a few numbers. */
  public LatencySummary responseSummary() {
    return summary(paced ? response : service);
  }

  /** The service times of failures in a few numbers. */
  Optional<LatencySummary> failedSummary() {
    return used(failed).map(LatencyCounts::summary);
  }

  /** The waits for a connection of a pool in a few numbers. */
  Optional<LatencySummary> poolWaitSummary() {
    return used(poolWait).map(LatencyCounts::summary);
  }

  private static Optional<LatencyCounts> used(@Nullable LatencyCounts latencies) {
    return Optional.ofNullable(latencies).filter(some -> some.total() > 0);
  }

  private static LatencySummary summary(@Nullable LatencyCounts latencies) {
    return latencies == null ? LatencySummary.NONE : latencies.summary();
  }

  /** Successes whose service time is in one of the {@link Buckets}. */
  public long bucket(int bucket) {
    return buckets[bucket];
  }

  /** The mean service time of successes, in nanoseconds; 0 without one. */
  public double meanServiceNanos() {
    return successes() == 0 ? 0 : service().getMean();
  }

  public boolean isPaced() {
    return paced;
  }

  /** Nanoseconds from the start to the end of each failure. A copy. */
  public Optional<Histogram> failed() {
    return used(failed).map(LatencyCounts::toHistogram);
  }

  /** Nanoseconds that each attempt waited for a connection of a pool. A copy. */
  public Optional<Histogram> poolWait() {
    return used(poolWait).map(LatencyCounts::toHistogram);
  }

  /** Sets the counters. Only for tests with counts above 2^31 and 2^32. */
  void startCountingAt(long count) {
    successes = count;
    rows = count;
  }
}
