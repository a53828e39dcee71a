package io.ibench.host;

import io.ibench.measure.Gauge;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * CPU, memory and storage I/O of a server's processes together. When one of the given processes
 * ends, all figures are absent. If the server is followed, they continue with its successor: CPU
 * and bytes are then sums over all processes, each from its start; what a process used after its
 * last reading is lost. {@code server.restarts} counts the successors, and is present while there
 * is no process.
 *
 * <p>Memory is VmRSS of one process; of several the sum of RssAnon and RssFile plus the largest
 * RssShmem, read in turn if there are many ({@link ProcessTreeMemory}). CPU has the resolution of a
 * tick, 10 ms.
 *
 * <p>A reading costs some 30 microseconds of CPU for each child.
 */
public final class ProcessGauge implements Gauge {

  private static final int ATTEMPTS = 3;
  private static final List<HostMetric> FIGURES =
      HostMetric.of(HostMetric.Category.SERVER).stream()
          .filter(metric -> metric != HostMetric.SERVER_RESTARTS)
          .toList();

  private final ProcReader reader;
  private final ProcessTable table;
  private final ProcessTreeMemory memory;
  private final MonotonicSum cpuNanos = new MonotonicSum();
  private final MonotonicSum readBytes = new MonotonicSum();
  private final MonotonicSum writtenBytes = new MonotonicSum();
  private final Optional<ServerRestartTracker> restartTracker;
  private List<ServerProcess> processes;
  private List<ProcessStat> first = List.of();
  private long restarts;

  ProcessGauge(
      ProcReader reader,
      ProcessTable table,
      List<ServerProcess> processes,
      Optional<ServerRestartTracker> restartTracker) {
    this.processes = List.copyOf(processes);
    this.reader = reader;
    this.table = table;
    this.memory = new ProcessTreeMemory(reader);
    this.restartTracker = restartTracker;
  }

  /** The processes of one server, not followed; an empty list makes every figure absent. */
  public static ProcessGauge server(Proc proc, List<ServerProcess> processes) {
    ProcReader reader = proc.reader();
    return new ProcessGauge(reader, new ProcessTable(reader), processes, Optional.empty());
  }

  /**
   * A server that is followed when it restarts.
   *
   * @param names the names that its process may have
   * @param pidFile its file with the process id, if there is one
   */
  public static ProcessGauge followed(
      Proc proc, ServerProcess process, Set<String> names, Optional<Path> pidFile) {
    ProcReader reader = proc.reader();
    ProcessTable table = new ProcessTable(reader);
    ServerRestartTracker restartTracker = new ServerRestartTracker(reader, table, names, pidFile);
    restartTracker.remember(process.pid());
    return new ProcessGauge(reader, table, List.of(process), Optional.of(restartTracker));
  }

  @Override
  public void read(long nanos, Sink sink) {
    ServerSample sample;
    try {
      sample = current(nanos);
    } catch (ProcException e) {
      FIGURES.forEach(metric -> sink.absent(metric.key(), String.valueOf(e.getMessage())));
      if (first.isEmpty()) {
        sink.absent(HostMetric.SERVER_RESTARTS.key(), String.valueOf(e.getMessage()));
      } else {
        sink.put(HostMetric.SERVER_RESTARTS.key(), restarts);
      }
      return;
    }
    sink.put(HostMetric.SERVER_RESTARTS.key(), restarts);
    boolean complete = sample.complete();
    Figure cpu = monotonic(sample.cpuNanos(), cpuNanos, complete);
    cpu.report(HostMetric.SERVER_CPU_NANOS, sink);
    sample.rssBytes().report(HostMetric.SERVER_RSS_BYTES, sink);
    monotonic(sample.readBytes(), readBytes, complete).report(HostMetric.SERVER_READ_BYTES, sink);
    Figure written = monotonic(sample.writtenBytes(), writtenBytes, complete);
    written.report(HostMetric.SERVER_WRITTEN_BYTES, sink);
  }

  /** A sample of the current process, which may be a successor. */
  private ServerSample current(long nanos) throws ProcException {
    try {
      return sample();
    } catch (ProcException e) {
      if (!e.isGone() || restartTracker.isEmpty()) {
        throw e;
      }
      takeOver(restartTracker.get().find(nanos).orElseThrow(() -> orphaned(e)));
      return sample();
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
    cpuNanos.restart();
    readBytes.restart();
    writtenBytes.restart();
    restartTracker.get().remember(successor.pid());
  }

  private static Figure monotonic(Figure sum, MonotonicSum total, boolean complete) {
    return sum.isPresent() ? Figure.of(() -> total.next(sum.value(), complete)) : sum;
  }

  /**
   * Reads again when a member has ended meanwhile: its figures may be missing, as the parent was
   * read before it collected them. After some attempts, returns an incomplete sample, as when a
   * server closes many connections at the same time.
   */
  private ServerSample sample() throws ProcException {
    List<ProcessStat> before = parents();
    ServerSample sample = null;
    for (int i = 0; i < ATTEMPTS; i++) {
      Collection<ProcessStat> family = table.family(before, processes);
      restartTracker.ifPresent(one -> one.rememberFamily(family));
      sample = ServerSample.of(reader, family, memory);
      List<ProcessStat> after = parents();
      if (sample.complete() && reapedTicks(before) == reapedTicks(after)) {
        return sample;
      }
      before = after;
    }
    return Objects.requireNonNull(sample).incomplete();
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

  private static ProcException ended(long pid, @Nullable ProcException cause) {
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
