package io.ibench.host;

import io.ibench.measure.Gauge;
import java.util.List;

/** The gauges of the client: together they report {@link HostMetric.Category#CLIENT}. */
public final class ClientGauges {

  private ClientGauges() {}

  /** Creates new gauges, which count from now on. */
  public static List<Gauge> of(Proc proc) {
    return List.of(
        new ClientGauge(proc),
        new RunDelayGauge(proc),
        new SaturationGauge(proc),
        new ThrottleGauge(proc));
  }
}
