package io.ibench.report.store;

import io.ibench.measure.Latency;
import io.ibench.series.HlogLines;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/** The histograms of one minute in latency.hlog. Not thread-safe. */
final class HlogMinute {

  /** No workload has half as many operations; a histogram takes 37 KB. */
  private static final int MAX_HISTOGRAMS = 400;

  /** In milliseconds since the run began. */
  final long startMillis;

  final long endMillis;
  private final Map<String, Histogram> service = new LinkedHashMap<>();
  private final Map<String, Histogram> response = new LinkedHashMap<>();
  private boolean damaged;

  private HlogMinute(long startMillis, long endMillis) {
    this.startMillis = startMillis;
    this.endMillis = endMillis;
  }

  /** The minute of this line, still without histograms. */
  static HlogMinute of(HlogLines line) {
    return new HlogMinute(line.startMillis(), line.endMillis());
  }

  boolean has(HlogLines line) {
    return line.startMillis() == startMillis && line.endMillis() == endMillis;
  }

  void add(HlogLines line) {
    String tag = line.tag();
    boolean responses = tag.endsWith(".response");
    if (responses || tag.endsWith(".service")) {
      if (service.size() + response.size() >= MAX_HISTOGRAMS) {
        damaged = true;
        return;
      }
      try {
        String operation = tag.substring(0, tag.lastIndexOf('.'));
        Histogram before = (responses ? response : service).put(operation, decoded(line));
        damaged |= before != null;
      } catch (DataFormatException e) {
        damaged = true;
      }
    }
  }

  private static Histogram decoded(HlogLines line) throws DataFormatException {
    Histogram histogram = Latency.histogram();
    try {
      histogram.add(line.histogram());
    } catch (RuntimeException e) {
      throw new DataFormatException("no histogram of latencies: " + e.getMessage());
    }
    return histogram;
  }

  /**
   * Whether nothing is missing: it contains the service time of each completed operation, and its
   * response time if there are response times.
   */
  boolean isComplete(long completed) {
    boolean responses = response.isEmpty() || counts(response).equals(counts(service));
    long counted = service.values().stream().mapToLong(Histogram::getTotalCount).sum();
    return !damaged && responses && counted == completed;
  }

  private static Map<String, Long> counts(Map<String, Histogram> histograms) {
    Map<String, Long> counts = new LinkedHashMap<>();
    histograms.forEach((operation, histogram) -> counts.put(operation, histogram.getTotalCount()));
    return counts;
  }

  boolean isPaced() {
    return !response.isEmpty();
  }

  Map<String, Histogram> service() {
    return service;
  }

  Map<String, Histogram> response() {
    return response;
  }
}
