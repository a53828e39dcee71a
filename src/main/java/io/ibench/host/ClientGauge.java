package io.ibench.host;

import com.sun.management.OperatingSystemMXBean;
import io.ibench.measure.Gauge;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.util.List;

/**
 * This JVM: CPU, memory, and time in garbage collection. Of concurrent collectors only the pauses
 * count. Long pauses count from the creation of the gauge.
 */
public final class ClientGauge implements Gauge {

  /** A longer pause of garbage collection counts as long. */
  public static final long LONG_PAUSE_MILLIS = 200;

  private static final long KIB = 1024;

  private final ProcReader reader;
  private final java.lang.management.OperatingSystemMXBean system;
  private final List<GarbageCollectorMXBean> collectors;
  private final LongPauses longPauses;
  private final MemoryMXBean memory = ManagementFactory.getMemoryMXBean();

  public ClientGauge(Proc proc) {
    this(
        proc,
        ManagementFactory.getOperatingSystemMXBean(),
        ManagementFactory.getGarbageCollectorMXBeans());
  }

  ClientGauge(
      Proc proc,
      java.lang.management.OperatingSystemMXBean system,
      List<GarbageCollectorMXBean> collectors) {
    this.reader = proc.reader();
    this.system = system;
    // ZGC and Shenandoah report whole concurrent cycles beside their pauses.
    this.collectors =
        collectors.stream().filter(collector -> !collector.getName().contains("Cycles")).toList();
    this.longPauses = new LongPauses(this.collectors, LONG_PAUSE_MILLIS);
  }

  @Override
  public void read(long nanos, Sink sink) {
    Figure.of(() -> cpuNanos(system)).report(HostMetric.CLIENT_CPU_NANOS, sink);
    Figure.of(() -> reader.proc("self/io").labelled("write_bytes:"))
        .report(HostMetric.CLIENT_WRITTEN_BYTES, sink);
    Figure.of(() -> ExactMath.product(reader.proc("self/status").labelled("VmRSS:"), KIB))
        .report(HostMetric.CLIENT_RSS_BYTES, sink);
    Figure.of(this::collectionMillis).report(HostMetric.CLIENT_GC_MILLIS, sink);
    Figure.of(longPauses::count).report(HostMetric.CLIENT_GC_LONG_PAUSES, sink);
    sink.put(HostMetric.CLIENT_HEAP_BYTES.key(), memory.getHeapMemoryUsage().getUsed());
  }

  /** The CPU time of this process; most JVMs report it in steps of 10 ms. */
  static long cpuNanos(java.lang.management.OperatingSystemMXBean system) throws ProcException {
    long nanos = system instanceof OperatingSystemMXBean bean ? bean.getProcessCpuTime() : -1;
    if (nanos < 0) {
      throw ProcException.unreadable("this JVM does not report its CPU time", null);
    }
    return nanos;
  }

  private long collectionMillis() throws ProcException {
    long millis = 0;
    for (GarbageCollectorMXBean collector : collectors) {
      long some = collector.getCollectionTime();
      if (some < 0) {
        throw ProcException.unreadable(
            "the collector " + collector.getName() + " does not report its time", null);
      }
      millis += some;
    }
    return millis;
  }
}
