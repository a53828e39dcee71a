package io.ibench.host;

import io.ibench.measure.Gauge;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * CPU, memory and storage I/O of a server's processes, counted together. From the moment that one
 * of the given processes ends, all its figures are absent. Where the server is followed, they go on
 * with its successor: CPU and bytes are then the sum over all its processes, each from its start;
 * what one of them used after it was read for the last time is lost. {@code server.restarts} says
 * how often that was, and is known also while there is no process.
 *
 * <p>Memory: VmRSS of one process; of several the sum of RssAnon and RssFile plus the largest
 * RssShmem, of many read in turn ({@link ProcessTreeMemory}). CPU has the resolution of a tick, 10
 * ms.
 *
 * <p>With children a reading costs some 30 microseconds of CPU for each of them.
 */
public final class ProcessGauge implements Gauge {

  private static final long NANOS_PER_TICK = 1_000_000_000L / CpuGauge.TICKS_PER_SECOND;
  private static final int ATTEMPTS = 3;
  private static final List<HostMetric> FIGURES =
      HostMetric.of(HostMetric.Group.SERVER).stream()
          .filter(metric -> metric != HostMetric.SERVER_RESTARTS)
          .toList();

  private final ProcReader reader;
  private final ProcessTable table;
  private final ProcessTreeMemory memory;
  private final MonotonicSum cpuTicks = new MonotonicSum();
  private final MonotonicSum readBytes = new MonotonicSum();
  private final MonotonicSum writtenBytes = new MonotonicSum();
  private final Optional<ServerRestartTracker> succession;
  private List<ServerProcess> processes;
  private List<ProcessStat> first = List.of();
  private long restarts;

  ProcessGauge(
      ProcReader reader,
      ProcessTable table,
      List<ServerProcess> processes,
      Optional<ServerRestartTracker> succession) {
    this.processes = List.copyOf(processes);
    this.reader = reader;
    this.table = table;
    this.memory = new ProcessTreeMemory(reader);
    this.succession = succession;
  }

  /** The processes that make up one server; none makes every figure absent. Not followed. */
  public static ProcessGauge server(Proc proc, List<ServerProcess> processes) {
    ProcReader reader = proc.reader();
    return new ProcessGauge(reader, new ProcessTable(reader), processes, Optional.empty());
  }

  /**
   * A server that is followed when it is started anew.
   *
   * @param names that its process may have
   * @param pidFile in which it leaves its process id, if there is one
   */
  public static ProcessGauge followed(
      Proc proc, ServerProcess process, Set<String> names, Optional<Path> pidFile) {
    ProcReader reader = proc.reader();
    ProcessTable table = new ProcessTable(reader);
    ServerRestartTracker succession = new ServerRestartTracker(reader, table, names, pidFile);
    succession.remember(process.pid());
    return new ProcessGauge(reader, table, List.of(process), Optional.of(succession));
  }

  @Override
  public void read(long nanos, Sink sink) {
    ServerSample sample;
    try {
      sample = present(nanos);
    } catch (ProcException e) {
      FIGURES.forEach(metric -> sink.absent(metric.key(), e.getMessage()));
      if (first.isEmpty()) {
        sink.absent(HostMetric.SERVER_RESTARTS.key(), e.getMessage());
      } else {
        sink.put(HostMetric.SERVER_RESTARTS.key(), restarts);
      }
      return;
    }
    sink.put(HostMetric.SERVER_RESTARTS.key(), restarts);
    boolean resolved = sample.resolved();
    Figure cpu = rising(sample.cpuTicks(), cpuTicks, resolved, NANOS_PER_TICK);
    cpu.hand(HostMetric.SERVER_CPU_NANOS, sink);
    sample.rssBytes().hand(HostMetric.SERVER_RSS_BYTES, sink);
    rising(sample.readBytes(), readBytes, resolved, 1).hand(HostMetric.SERVER_READ_BYTES, sink);
    Figure written = rising(sample.writtenBytes(), writtenBytes, resolved, 1);
    written.hand(HostMetric.SERVER_WRITTEN_BYTES, sink);
  }

  /** Of the process that there is now. */
  private ServerSample present(long nanos) throws ProcException {
    try {
      return resolved();
    } catch (ProcException e) {
      if (!e.isGone() || succession.isEmpty()) {
        throw e;
      }
      takeOver(succession.get().find(nanos).orElseThrow(() -> orphaned(e)));
      return resolved();
    }
  }

  private ProcException orphaned(ProcException cause) {
    long pid = processes.get(0).pid();
    return ProcException.gone(
        "the server's process " + pid + " has ended and has no successor yet", cause);
  }

  private void takeOver(ProcessStat successor) throws ProcException {
    processes = List.of(new ServerProcess(successor.pid(), processes.get(0).withChildren()));
    first = List.of(successor);
    restarts++;
    cpuTicks.restart();
    readBytes.restart();
    writtenBytes.restart();
    succession.get().remember(successor.pid());
  }

  private static Figure rising(Figure sum, MonotonicSum rising, boolean resolved, long unit) {
    return sum.isPresent()
        ? Figure.of(() -> ExactMath.product(rising.next(sum.value(), resolved), unit))
        : sum;
  }

  /**
   * Reads again when a member has ended meanwhile: its share may then be missing, as the parent was
   * read before it had it. Of servers that end processes all the time, as when many connections are
   * closed at once, it is the last attempt, which says so.
   */
  private ServerSample resolved() throws ProcException {
    List<ProcessStat> before = parents();
    ServerSample sample = null;
    for (int i = 0; i < ATTEMPTS; i++) {
      Collection<ProcessStat> family = table.family(before, processes);
      succession.ifPresent(one -> one.saw(family));
      sample = ServerSample.of(reader, family, memory);
      List<ProcessStat> after = parents();
      if (sample.resolved() && reapedTicks(before) == reapedTicks(after)) {
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
    return ProcException.gone(
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
