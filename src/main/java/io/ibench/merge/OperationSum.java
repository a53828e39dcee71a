package io.ibench.merge;

import io.ibench.measure.Buckets;
import io.ibench.measure.OperationCounts;
import io.ibench.measure.Role;
import io.ibench.report.store.RunReport.Latencies;
import io.ibench.report.store.RunReport.Operation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** One operation of a period, summed up over agents. Not thread-safe. */
final class OperationSum {

  private final String name;
  private final Role role;
  private final Map<String, Number> errors = new LinkedHashMap<>();
  private final long[] buckets = new long[Buckets.COUNT];
  private final LatencySum service = new LatencySum();
  private final LatencySum response = new LatencySum();
  private final LatencySum poolWait = new LatencySum();
  private final LatencySum failed = new LatencySum();
  private long count;
  private long rows;
  private long retries;
  private long unstarted;
  private long abandoned;
  private long clamped;
  private long late;

  OperationSum(String name, Role role) {
    this.name = name;
    this.role = role;
  }

  String name() {
    return name;
  }

  Role role() {
    return role;
  }

  long count() {
    return count;
  }

  long rows() {
    return rows;
  }

  void add(Operation operation) {
    count += operation.count();
    rows += operation.rows();
    retries += operation.retries();
    unstarted += operation.unstarted();
    abandoned += operation.abandoned();
    clamped += operation.clamped();
    late += operation.late();
    operation.errors().forEach((kind, n) -> errors.merge(kind, n.longValue(), OperationSum::plus));
    for (int i = 0; i < Math.min(buckets.length, operation.buckets().size()); i++) {
      buckets[i] += operation.buckets().get(i);
    }
    long failures = operation.errors().values().stream().mapToLong(Number::longValue).sum();
    service.add(operation.service(), operation.count());
    response.add(operation.response(), operation.count());
    poolWait.add(operation.poolWait(), operation.count());
    failed.add(operation.failed(), failures);
  }

  private static Number plus(Number a, Number b) {
    return a.longValue() + b.longValue();
  }

  /**
   * The sum.
   *
   * @param histograms the sums of the agents' histograms, by kind of latency; a missing one is
   *     unknown
   */
  Operation sum(double seconds, Map<String, Histogram> histograms) {
    Histogram services = complete(histograms.get(Tags.SERVICE));
    Histogram responses = complete(histograms.get(Tags.RESPONSE));
    List<Long> counted = new ArrayList<>(LongStream.of(buckets).boxed().toList());
    return new Operation(
        name,
        role,
        new OperationCounts(count, rows, retries, clamped, unstarted, abandoned, late),
        errors,
        seconds > 0 ? Optional.of(count / seconds) : Optional.empty(),
        new Latencies(
            service.micros(services),
            response.micros(responses == null ? services : responses),
            counted,
            poolWait.micros(histograms.get(Tags.POOL_WAIT)),
            failed.micros(null)));
  }

  /** Null for a histogram that has not all latencies. */
  private @Nullable Histogram complete(@Nullable Histogram histogram) {
    return histogram != null && histogram.getTotalCount() == count ? histogram : null;
  }
}
