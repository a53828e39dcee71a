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
import java.util.Set;

/** Finds processes and their descendants by parent ids. Not thread-safe. */
class ProcessTable {

  private final ProcReader reader;

  ProcessTable(ProcReader reader) {
    this.reader = reader;
  }

  /** The given processes and their descendants, zombies included, each once. */
  Collection<ProcessStat> family(List<ProcessStat> parents, List<ServerProcess> wanted)
      throws ProcException {
    Map<Long, ProcessStat> family = new LinkedHashMap<>();
    parents.forEach(parent -> family.put(parent.pid(), parent));
    if (wanted.stream().noneMatch(ServerProcess::withChildren)) {
      return family.values();
    }
    Map<Long, List<ProcessStat>> byParent = byParent();
    Set<Long> seen = new HashSet<>();
    Deque<Long> open = new ArrayDeque<>();
    wanted.stream().filter(ServerProcess::withChildren).forEach(one -> open.add(one.pid()));
    while (!open.isEmpty()) {
      long parent = open.remove();
      if (seen.add(parent)) {
        for (ProcessStat child : byParent.getOrDefault(parent, List.of())) {
          family.putIfAbsent(child.pid(), child);
          open.add(child.pid());
        }
      }
    }
    return family.values();
  }

  private Map<Long, List<ProcessStat>> byParent() throws ProcException {
    Map<Long, List<ProcessStat>> byParent = new HashMap<>();
    for (ProcessStat stat : all()) {
      byParent.computeIfAbsent(stat.parentPid(), parent -> new ArrayList<>()).add(stat);
    }
    return byParent;
  }

  /** Every process that we may see. */
  List<ProcessStat> all() throws ProcException {
    List<ProcessStat> all = new ArrayList<>();
    for (long pid : reader.pids()) {
      try {
        all.add(ProcessStat.read(reader, pid));
      } catch (ProcException e) {
        // It has ended since it was listed, or is hidden from us: either way it cannot be counted.
        continue;
      }
    }
    return all;
  }
}
