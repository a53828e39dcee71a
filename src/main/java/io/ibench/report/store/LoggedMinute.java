package io.ibench.report.store;

import io.ibench.measure.Latency;
import io.ibench.series.LoggedHistogram;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/** The histograms of latency.hlog that are of the same minute. One thread's. */
final class LoggedMinute {

  private static final String TAG = "Tag=";
  private static final int CELLS = 5;

  /** No workload has half as many operations; a histogram has 37 KB. */
  private static final int MOST_HISTOGRAMS = 400;

  final long startMillis;
  final long endMillis;
  private final Map<String, Histogram> service = new LinkedHashMap<>();
  private final Map<String, Histogram> response = new LinkedHashMap<>();
  private boolean damaged;

  private LoggedMinute(long startMillis, long endMillis) {
    this.startMillis = startMillis;
    this.endMillis = endMillis;
  }

  /**
   * A line of the file.
   *
   * @param encoded its histogram
   */
  record Line(String tag, long startMillis, long endMillis, String encoded) {

    /**
     * Empty of what is no histogram, or no whole line.
     *
     * @param runStartMillis from which times in the file count
     */
    static Optional<Line> of(String line, long runStartMillis) {
      String[] cells = line.split(",", -1);
      if (!line.startsWith(TAG) || cells.length != CELLS) {
        return Optional.empty();
      }
      try {
        double start = Double.parseDouble(cells[1]);
        double end = start + Double.parseDouble(cells[2]);
        return Optional.of(
            new Line(
                cells[0].substring(TAG.length()),
                runStartMillis + Math.round(1e3 * start),
                runStartMillis + Math.round(1e3 * end),
                cells[4]));
      } catch (NumberFormatException e) {
        return Optional.empty();
      }
    }

    boolean isOf(LoggedMinute minute) {
      return startMillis == minute.startMillis && endMillis == minute.endMillis;
    }
  }

  /** The one that a line is the first of. */
  static LoggedMinute of(Line line) {
    return new LoggedMinute(line.startMillis, line.endMillis);
  }

  void add(Line line) {
    boolean responses = line.tag.endsWith(".response");
    if (responses || line.tag.endsWith(".service")) {
      String operation = line.tag.substring(0, line.tag.lastIndexOf('.'));
      if (service.size() + response.size() >= MOST_HISTOGRAMS) {
        damaged = true;
        return;
      }
      try {
        Histogram before = (responses ? response : service).put(operation, decoded(line.encoded));
        damaged |= before != null;
      } catch (DataFormatException e) {
        damaged = true;
      }
    }
  }

  private static Histogram decoded(String text) throws DataFormatException {
    Histogram histogram = Latency.histogram();
    try {
      histogram.add(LoggedHistogram.decode(text));
    } catch (RuntimeException e) {
      throw new DataFormatException("no histogram of latencies: " + e.getMessage());
    }
    return histogram;
  }

  /**
   * Whether nothing of it is missing: each completed operation is in it once, and once more with
   * its response time where there are such.
   */
  boolean isWhole(long completed) {
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
