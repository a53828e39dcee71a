package io.ibench.report.figures;

import io.ibench.host.HostMetric;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** What disks did in so many seconds, as iostat defines it. */
final class DiskFigures {

  private static final double MILLIS_PER_SECOND = 1000;

  private final PeriodGrowth growth;
  private final double seconds;

  DiskFigures(PeriodGrowth growth, double seconds) {
    this.growth = growth;
    this.seconds = seconds;
  }

  /** Each of several devices apart. */
  static List<Map<String, Object>> each(PeriodGrowth growth, double seconds) {
    List<Map<String, Object>> disks = new ArrayList<>();
    for (String device : growth.devices()) {
      FigureValues values = new FigureValues();
      values.put("device", device);
      new DiskFigures(growth.device(device), seconds).putInto(values);
      disks.add(values.map());
    }
    return disks;
  }

  void putInto(FigureValues values) {
    values.put("rps", rate(HostMetric.DISK_READS, 1));
    values.put("rkbps", rate(HostMetric.DISK_READ_BYTES, Figures.KIB));
    values.put("rmbps", rate(HostMetric.DISK_READ_BYTES, Figures.MIB));
    values.put("wps", rate(HostMetric.DISK_WRITES, 1));
    values.put("wkbps", rate(HostMetric.DISK_WRITTEN_BYTES, Figures.KIB));
    values.put("wmbps", rate(HostMetric.DISK_WRITTEN_BYTES, Figures.MIB));
    values.put("r_await_ms", await(HostMetric.DISK_READ_MILLIS, HostMetric.DISK_READS));
    values.put("w_await_ms", await(HostMetric.DISK_WRITE_MILLIS, HostMetric.DISK_WRITES));
    values.put("aqu_sz", rate(HostMetric.DISK_QUEUE_MILLIS, MILLIS_PER_SECOND));
    values.put(
        "util_pct",
        Figures.map(rate(HostMetric.DISK_BUSY_MILLIS, MILLIS_PER_SECOND), share -> 100 * share));
  }

  private OptionalDouble rate(HostMetric metric, double unitSize) {
    OptionalLong grown = growth.of(metric);
    return grown.isEmpty() || seconds <= 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(grown.getAsLong() / unitSize / seconds);
  }

  /** Milliseconds for each request. */
  private OptionalDouble await(HostMetric millis, HostMetric count) {
    OptionalLong time = growth.of(millis);
    OptionalLong requests = growth.of(count);
    return time.isEmpty() || requests.isEmpty() || requests.getAsLong() == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of((double) time.getAsLong() / requests.getAsLong());
  }
}
