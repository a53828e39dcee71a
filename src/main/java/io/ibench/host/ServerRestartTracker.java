package io.ibench.host;

import java.nio.file.Path;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Finds the successor of a server's process that has ended: the one in the pid file, else one with
 * the same name and working directory. Not thread-safe.
 */
final class ServerRestartTracker {

  /** The minimum time between two scans of all processes. */
  private static final long SCAN_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final ProcReader reader;
  private final ProcessTable table;
  private final Set<String> names;
  private final Optional<Path> pidFile;
  private Set<Id> family = Set.of();
  private Optional<Path> folder = Optional.empty();
  private Optional<String> commandLine = Optional.empty();
  private boolean hasScanned;
  private long lastScanNanos;

  /** A process id can be reused; together with the start time it is unique. */
  private record Id(long pid, long startTicks) {

    static Id of(ProcessStat stat) {
      return new Id(stat.pid(), stat.startTicks());
    }
  }

  ServerRestartTracker(
      ProcReader reader, ProcessTable table, Set<String> names, Optional<Path> pidFile) {
    this.reader = reader;
    this.table = table;
    this.names = Set.copyOf(names);
    this.pidFile = pidFile;
  }

  /** Remembers the server's identifying features; call while it is alive. */
  void remember(long pid) {
    folder = folder(pid);
    commandLine = commandLine(pid);
    hasScanned = false;
  }

  /**
   * Remembers the server's processes: those that outlive the first one, as PostgreSQL's backends do
   * for a while, are no successors.
   */
  void rememberFamily(Collection<ProcessStat> members) {
    family = members.stream().map(Id::of).collect(Collectors.toUnmodifiableSet());
  }

  /** The live successor, if there is one now. */
  Optional<ProcessStat> find(long nanos) {
    Optional<ProcessStat> named = byPidFile();
    return named.isPresent() ? named : byScan(nanos);
  }

  private Optional<ProcessStat> byPidFile() {
    if (pidFile.isEmpty()) {
      return Optional.empty();
    }
    OptionalLong pid = PidFile.read(reader, pidFile.get());
    if (pid.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(ProcessStat.read(reader, pid.getAsLong())).filter(this::isServer);
    } catch (ProcException e) {
      return Optional.empty(); // the file names a process that has ended
    }
  }

  private Optional<ProcessStat> byScan(long nanos) {
    if (hasScanned && nanos - lastScanNanos < SCAN_NANOS) {
      return Optional.empty();
    }
    hasScanned = true;
    lastScanNanos = nanos;
    List<ProcessStat> alike;
    try {
      alike = table.all().stream().filter(this::isServer).filter(this::isAlike).toList();
    } catch (ProcException e) {
      return Optional.empty(); // processes cannot be listed
    }
    Set<Long> pids = new HashSet<>();
    alike.forEach(stat -> pids.add(stat.pid()));
    return alike.stream()
        .filter(stat -> !pids.contains(stat.parentPid()))
        .min(Comparator.comparingLong(ProcessStat::startTicks));
  }

  private boolean isServer(ProcessStat stat) {
    return stat.isAlive()
        && !family.contains(Id.of(stat))
        && LocalServer.isNamed(reader, stat, names);
  }

  /** Ignores the root folder, in which many servers run. */
  private boolean isAlike(ProcessStat stat) {
    Optional<Path> itsFolder = folder(stat.pid());
    if (folder.isPresent() && itsFolder.isPresent() && folder.get().getNameCount() > 0) {
      return folder.equals(itsFolder);
    }
    return commandLine.isPresent() && commandLine.equals(commandLine(stat.pid()));
  }

  private Optional<Path> folder(long pid) {
    return reader.link(pid + "/cwd");
  }

  private Optional<String> commandLine(long pid) {
    return reader.procLine(pid + "/cmdline");
  }
}
