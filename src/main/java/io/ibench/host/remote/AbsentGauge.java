package io.ibench.host.remote;

import io.ibench.host.HostMetric;
import io.ibench.measure.Gauge;

/**
 * Replaces a gauge that is not possible, so that its metrics are absent with a reason: the server
 * of a remote host, for instance.
 */
public final class AbsentGauge implements Gauge {

  private final HostMetric.Category category;
  private final String reason;

  /**
   * @param reason one sentence that a user can act on
   */
  public AbsentGauge(HostMetric.Category category, String reason) {
    this.category = category;
    this.reason = reason;
  }

  @Override
  public void read(long nanos, Sink sink) {
    for (HostMetric metric : HostMetric.of(category)) {
      sink.absent(metric.key(), reason);
    }
  }
}
