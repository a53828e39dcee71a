package io.ibench.host;

import io.ibench.measure.Gauge;
import java.util.List;

/** The machine's memory and swapping, from /proc/meminfo and /proc/vmstat. */
public final class MemoryGauge implements Gauge {

  private static final long KIB = 1024;

  private final ProcReader reader;
  private final long pageBytes;

  public MemoryGauge(Proc proc) {
    this.reader = proc.reader();
    this.pageBytes = PageSize.bytes(reader);
  }

  @Override
  public void read(long nanos, Sink sink) {
    report(
        "meminfo",
        KIB,
        List.of("MemAvailable:", "Cached:", "Dirty:"),
        List.of(
            HostMetric.MEMORY_AVAILABLE_BYTES,
            HostMetric.MEMORY_CACHED_BYTES,
            HostMetric.MEMORY_DIRTY_BYTES),
        sink);
    report(
        "vmstat",
        pageBytes,
        List.of("pswpin ", "pswpout "),
        List.of(HostMetric.MEMORY_SWAPPED_IN_BYTES, HostMetric.MEMORY_SWAPPED_OUT_BYTES),
        sink);
  }

  private void report(
      String file, long unitBytes, List<String> labels, List<HostMetric> metrics, Sink sink) {
    ProcText text;
    try {
      text = reader.proc(file);
    } catch (ProcException e) {
      metrics.forEach(metric -> sink.absent(metric.key(), String.valueOf(e.getMessage())));
      return;
    }
    for (int i = 0; i < labels.size(); i++) {
      String label = labels.get(i);
      Figure.of(() -> ExactMath.product(value(text, label), unitBytes))
          .report(metrics.get(i), sink);
    }
  }

  private static long value(ProcText text, String label) throws ProcException {
    if (label.equals("MemAvailable:") && !text.find(label)) {
      throw ProcException.unreadable(
          "this kernel does not estimate the available memory (MemAvailable: Linux 3.14)", null);
    }
    return text.labelled(label);
  }
}
