package io.ibench.measure;

import java.util.List;

/**
 * A gauge that may hang, because it asks a server: it is read at the boundaries of periods, on a
 * separate thread.
 *
 * @param metrics all metrics that it reports; they are absent when it hangs
 */
public record PeriodGauge(List<String> metrics, Gauge gauge) implements Gauge {

  public PeriodGauge {
    metrics = List.copyOf(metrics);
  }

  @Override
  public void read(long nanos, Sink sink) {
    gauge.read(nanos, sink);
  }
}
