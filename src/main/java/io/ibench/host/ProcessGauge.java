package io.ibench.host;

import io.ibench.measure.Gauge;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * CPU, memory and storage I/O of a server's processes, counted together. From the moment that one
 * of the given processes ends, all its figures are absent: a restarted server needs a new gauge.
 *
 * <p>Memory: VmRSS of one process; of several the sum of RssAnon and RssFile plus the largest
 * RssShmem. CPU has the resolution of a tick, 10 ms.
 *
 * <p>With children every process of the machine is looked at, at some 10 microseconds of CPU each,
 * and at some 25 if it is the server's: with 500 backends a reading costs about 10 ms.
 */
public final class ProcessGauge implements Gauge {

  private static final long NANOS_PER_TICK = 1_000_000_000L / CpuGauge.TICKS_PER_SECOND;
  private static final int ATTEMPTS = 3;

  private final List<ServerProcess> processes;
  private final ProcReader reader;
  private final ProcessTable table;
  private final Rising cpuTicks = new Rising();
  private final Rising readBytes = new Rising();
  private final Rising writtenBytes = new Rising();
  private List<ProcessStat> first = List.of();

  ProcessGauge(ProcReader reader, ProcessTable table, List<ServerProcess> processes) {
    this.processes = List.copyOf(processes);
    this.reader = reader;
    this.table = table;
  }

  /** The processes that make up one server; none makes every figure absent. */
  public static ProcessGauge server(Proc proc, List<ServerProcess> processes) {
    ProcReader reader = proc.reader();
    return new ProcessGauge(reader, new ProcessTable(proc, reader), processes);
  }

  @Override
  public void read(long nanos, Sink sink) {
    ServerSample sample;
    try {
      sample = settled();
    } catch (ProcException e) {
      HostMetric.of(HostMetric.Group.SERVER)
          .forEach(metric -> sink.absent(metric.key(), e.getMessage()));
      return;
    }
    boolean settled = sample.settled();
    Figure cpu = rising(sample.cpuTicks(), cpuTicks, settled, NANOS_PER_TICK);
    cpu.hand(HostMetric.SERVER_CPU_NANOS, sink);
    sample.rssBytes().hand(HostMetric.SERVER_RSS_BYTES, sink);
    rising(sample.readBytes(), readBytes, settled, 1).hand(HostMetric.SERVER_READ_BYTES, sink);
    Figure written = rising(sample.writtenBytes(), writtenBytes, settled, 1);
    written.hand(HostMetric.SERVER_WRITTEN_BYTES, sink);
  }

  private static Figure rising(Figure sum, Rising rising, boolean settled, long unit) {
    return sum.isPresent()
        ? Figure.of(() -> Exact.product(rising.next(sum.value(), settled), unit))
        : sum;
  }

  /**
   * Reads again when a member has ended meanwhile: its share may then be missing, as the parent was
   * read before it had it. Of servers that end processes all the time, as when many connections are
   * closed at once, it is the last attempt, which says so.
   */
  private ServerSample settled() throws ProcException {
    List<ProcessStat> before = parents();
    ServerSample sample = null;
    for (int i = 0; i < ATTEMPTS; i++) {
      Collection<ProcessStat> family = table.family(before, processes);
      sample = ServerSample.of(reader, family);
      List<ProcessStat> after = parents();
      if (sample.settled() && reapedTicks(before) == reapedTicks(after)) {
        return sample;
      }
      before = after;
    }
    return sample.unsettled();
  }

  private List<ProcessStat> parents() throws ProcException {
    if (processes.isEmpty()) {
      throw ProcException.unreadable("the server's process is not known", null);
    }
    List<ProcessStat> found = new ArrayList<>();
    for (ServerProcess process : processes) {
      found.add(parent(process.pid()));
    }
    if (first.isEmpty()) {
      first = List.copyOf(found);
    }
    for (int i = 0; i < found.size(); i++) {
      if (found.get(i).startTicks() != first.get(i).startTicks()) {
        throw ended(found.get(i).pid(), null);
      }
    }
    return found;
  }

  private ProcessStat parent(long pid) throws ProcException {
    try {
      ProcessStat stat = ProcessStat.read(reader, pid);
      if (!stat.isAlive()) {
        throw ended(pid, null);
      }
      return stat;
    } catch (ProcException e) {
      throw e.isGone() ? ended(pid, e) : e;
    }
  }

  private static ProcException ended(long pid, ProcException cause) {
    return ProcException.unreadable(
        "the server's process " + pid + " does not exist, or not any more", cause);
  }

  private static long reapedTicks(List<ProcessStat> parents) {
    long ticks = 0;
    for (ProcessStat parent : parents) {
      ticks += parent.reapedTicks();
    }
    return ticks;
  }
}
