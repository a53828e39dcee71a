package io.ibench.host;

import io.ibench.measure.Gauge;

/**
 * How long the client's control groups had used up their share of CPU: on several CPUs it may be
 * more than the time that has passed. Absent without a limit; one that is set after the gauge was
 * made is not noticed.
 */
public final class ThrottleGauge implements Gauge {

  private final Figure.Source micros;

  public ThrottleGauge(Proc proc) {
    this.micros = ControlGroup.of(proc, "self").throttledMicros();
  }

  @Override
  public void read(long nanos, Sink sink) {
    Figure.of(micros).hand(HostMetric.CLIENT_THROTTLED_MICROS, sink);
  }
}
