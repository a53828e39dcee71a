package io.ibench.host;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds processes and their descendants by parent ids. Reads a process that was no descendant again
 * only now and then, as most processes are threads of the kernel. A descendant that reuses the
 * number of such a process is found some readings later. Not thread-safe.
 */
class ProcessTable {

  /** Calls of {@link #family} between two readings of the same stranger. */
  private static final int CALLS_BETWEEN_READS = 16;

  private final ProcReader reader;
  private Set<Long> strangers = Set.of();
  private long calls;

  ProcessTable(ProcReader reader) {
    this.reader = reader;
  }

  /** The given processes and their descendants, zombies included, each once. */
  Collection<ProcessStat> family(List<ProcessStat> parents, List<ServerProcess> roots)
      throws ProcException {
    Map<Long, ProcessStat> family = new LinkedHashMap<>();
    parents.forEach(parent -> family.put(parent.pid(), parent));
    if (roots.stream().noneMatch(ServerProcess::withChildren)) {
      return family.values();
    }
    Map<Long, List<ProcessStat>> byParent = byParent();
    Set<Long> seen = new HashSet<>();
    Deque<Long> open = new ArrayDeque<>();
    roots.stream().filter(ServerProcess::withChildren).forEach(one -> open.add(one.pid()));
    while (!open.isEmpty()) {
      long parent = open.remove();
      if (seen.add(parent)) {
        for (ProcessStat child : byParent.getOrDefault(parent, List.of())) {
          family.putIfAbsent(child.pid(), child);
          open.add(child.pid());
        }
      }
    }
    strangers.removeAll(family.keySet());
    return family.values();
  }

  private Map<Long, List<ProcessStat>> byParent() throws ProcException {
    Map<Long, List<ProcessStat>> byParent = new HashMap<>();
    Set<Long> listed = new HashSet<>();
    calls++;
    for (long pid : reader.pids()) {
      if (listed.add(pid) && isDue(pid)) {
        find(pid)
            .ifPresent(
                stat ->
                    byParent
                        .computeIfAbsent(stat.parentPid(), parent -> new ArrayList<>())
                        .add(stat));
      }
    }
    strangers = listed;
    return byParent;
  }

  private boolean isDue(long pid) {
    return !strangers.contains(pid) || (pid + calls) % CALLS_BETWEEN_READS == 0;
  }

  /** Every visible process. */
  List<ProcessStat> all() throws ProcException {
    List<ProcessStat> all = new ArrayList<>();
    for (long pid : reader.pids()) {
      find(pid).ifPresent(all::add);
    }
    return all;
  }

  /** Empty for a process that has ended since it was listed, or is hidden. */
  private Optional<ProcessStat> find(long pid) {
    try {
      return Optional.of(ProcessStat.read(reader, pid));
    } catch (ProcException e) {
      return Optional.empty();
    }
  }
}
