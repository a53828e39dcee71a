package io.ibench.host;

import io.ibench.measure.Gauge;
import java.util.List;

/** All that is read of the client itself: together they report {@link HostMetric.Group#CLIENT}. */
public final class ClientGauges {

  private ClientGauges() {}

  /** New ones, which count from now on. */
  public static List<Gauge> of(Proc proc) {
    return List.of(
        new ClientGauge(proc),
        new RunDelayGauge(proc),
        new SaturationGauge(proc),
        new ThrottleGauge(proc));
  }
}
