package io.ibench.host;

import io.ibench.measure.Gauge;
import java.nio.file.Path;
import java.util.List;

/**
 * How long the client's control groups had used up their share of CPU: on several CPUs it may be
 * more than the time that has passed. Absent without a limit; one that is set after the gauge was
 * made is not noticed.
 */
public final class ThrottleGauge implements Gauge {

  /** Why the figure is absent where nothing is missing. */
  public static final String NO_LIMIT = "no limit of CPU is set for the client";

  private static final Figure UNLIMITED = new Figure(0, NO_LIMIT);

  private final ControlGroup group;
  private final List<Path> limited;

  public ThrottleGauge(Proc proc) {
    this.group = ControlGroup.of(proc, "self");
    this.limited = group.limited();
  }

  @Override
  public void read(long nanos, Sink sink) {
    Figure micros = limited.isEmpty() ? UNLIMITED : Figure.of(() -> group.throttledMicros(limited));
    micros.hand(HostMetric.CLIENT_THROTTLED_MICROS, sink);
  }
}
