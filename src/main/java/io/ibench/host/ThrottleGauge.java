package io.ibench.host;

import io.ibench.measure.Gauge;
import java.nio.file.Path;
import java.util.List;

/**
 * How long the client's control groups were throttled, summed over CPUs: it may exceed the wall
 * time. Absent without a limit; a limit that is set after the gauge was created is not noticed.
 */
public final class ThrottleGauge implements Gauge {

  /** The reason of an absent figure without a limit. */
  public static final String NO_LIMIT = "no limit of CPU is set for the client";

  private static final Figure UNLIMITED = new Figure(0, NO_LIMIT);

  private final ControlGroup group;
  private final List<Path> limited;

  public ThrottleGauge(Proc proc) {
    this.group = new ControlGroup(proc, "self");
    this.limited = group.limited();
  }

  @Override
  public void read(long nanos, Sink sink) {
    Figure micros = limited.isEmpty() ? UNLIMITED : Figure.of(() -> group.throttledMicros(limited));
    micros.report(HostMetric.CLIENT_THROTTLED_MICROS, sink);
  }
}
