package io.ibench.host;

import io.ibench.measure.Gauge;
import java.util.List;
import java.util.OptionalLong;

/**
 * The machine's CPUs and context switches from /proc/stat, in ticks. User time includes guest time,
 * which is not counted again.
 */
public final class CpuGauge implements Gauge {

  /** USER_HZ: the unit of /proc, whatever the kernel's own tick rate is. */
  public static final long TICKS_PER_SECOND = 100;

  /** user, nice, system, idle, iowait, irq, softirq, steal; guest times follow. */
  private static final int FIELDS = 8;

  private static final List<HostMetric> TICKS =
      List.of(
          HostMetric.CPU_BUSY_TICKS,
          HostMetric.CPU_STEAL_TICKS,
          HostMetric.CPU_IOWAIT_TICKS,
          HostMetric.CPU_TOTAL_TICKS);

  private final Proc proc;
  private final ProcReader reader;

  public CpuGauge(Proc proc) {
    this.proc = proc;
    this.reader = proc.reader();
  }

  /**
   * The number of CPUs online now, over which ticks are summed: also in a container all of the
   * machine's. If /proc/stat is unreadable, the CPUs that the JVM may use. Thread-safe.
   */
  public int cpus() {
    int cpus = count(proc);
    return cpus > 0 ? cpus : Runtime.getRuntime().availableProcessors();
  }

  /** The number of CPUs that /proc/stat lists; 0 if it is unreadable. */
  public static int count(Proc proc) {
    int cpus = 0;
    try {
      ProcText text = proc.reader().proc("stat");
      while (text.nextLine()) {
        if (text.startsWith("cpu") && !text.startsWith("cpu ")) {
          cpus++;
        }
      }
    } catch (ProcException e) {
      return 0;
    }
    return cpus;
  }

  /** When the machine was booted, which identifies it; empty if unknown. */
  public static OptionalLong bootSeconds(Proc proc) {
    try {
      return OptionalLong.of(proc.reader().proc("stat").labelled("btime "));
    } catch (ProcException e) {
      return OptionalLong.empty();
    }
  }

  @Override
  public void read(long nanos, Sink sink) {
    ProcText text;
    try {
      text = reader.proc("stat");
    } catch (ProcException e) {
      TICKS.forEach(metric -> sink.absent(metric.key(), String.valueOf(e.getMessage())));
      sink.absent(HostMetric.CONTEXT_SWITCHES.key(), String.valueOf(e.getMessage()));
      return;
    }
    readTicks(text, sink);
    Figure.of(() -> text.labelled("ctxt ")).report(HostMetric.CONTEXT_SWITCHES, sink);
  }

  private static void readTicks(ProcText text, Sink sink) {
    long[] ticks = new long[FIELDS];
    long total = 0;
    try {
      ticks[0] = text.labelled("cpu ");
      for (int i = 1; i < FIELDS; i++) {
        ticks[i] = text.number();
      }
      for (long some : ticks) {
        total = ExactMath.sum(total, some);
      }
    } catch (ProcException e) {
      TICKS.forEach(metric -> sink.absent(metric.key(), String.valueOf(e.getMessage())));
      return;
    }
    long idle = ticks[3];
    long iowait = ticks[4];
    long steal = ticks[7];
    sink.put(HostMetric.CPU_BUSY_TICKS.key(), total - idle - iowait - steal);
    sink.put(HostMetric.CPU_STEAL_TICKS.key(), steal);
    sink.put(HostMetric.CPU_IOWAIT_TICKS.key(), iowait);
    sink.put(HostMetric.CPU_TOTAL_TICKS.key(), total);
  }
}
