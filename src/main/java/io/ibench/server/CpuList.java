package io.ibench.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** Lists of CPUs as taskset reads them, such as {@code 2-3,6}. Stateless. */
final class CpuList {

  private CpuList() {}

  /** The command on these CPUs; it becomes the same process. */
  static List<String> command(Optional<String> cpus, List<String> words) {
    List<String> all = new ArrayList<>();
    cpus.ifPresent(list -> all.addAll(List.of("taskset", "-c", list)));
    all.addAll(words);
    return all;
  }

  static TreeSet<Integer> parse(String list) {
    TreeSet<Integer> cpus = new TreeSet<>();
    for (String part : list.strip().split(",")) {
      int dash = part.indexOf('-');
      int first = Integer.parseInt(dash < 0 ? part : part.substring(0, dash));
      int last = Integer.parseInt(part.substring(dash + 1));
      for (int cpu = first; cpu <= last; cpu++) {
        cpus.add(cpu);
      }
    }
    return cpus;
  }

  /** Requires that a process runs on exactly these CPUs. */
  static void require(String asked, long pid) throws ServerException {
    try {
      String has = allowed(Long.toString(pid));
      if (has.isEmpty() || !parse(has).equals(parse(asked))) {
        throw new ServerException(
            "limit.server_cpus: asked for " + asked + ", the server has " + has);
      }
    } catch (IOException e) {
      throw new ServerException("limit.server_cpus: cannot be read back: " + e.getMessage());
    }
  }

  /** The list of a process, by its id or {@code self}; empty if the kernel names none. */
  static String allowed(String process) throws IOException {
    return Files.readAllLines(Path.of("/proc", process, "status")).stream()
        .filter(line -> line.startsWith("Cpus_allowed_list:"))
        .map(line -> line.substring(line.indexOf(':') + 1).strip())
        .findFirst()
        .orElse("");
  }

  /** Moves all threads of a process; false if taskset refuses it. */
  static boolean move(long pid, String cpus) {
    return Programs.output(List.of("taskset", "-a", "-c", "-p", cpus, Long.toString(pid)))
        .isPresent();
  }

  /** Moves one thread; false if taskset refuses it. */
  static boolean moveThread(long id, String cpus) {
    return Programs.output(List.of("taskset", "-c", "-p", cpus, Long.toString(id))).isPresent();
  }

  /** Moves all threads of this process to these CPUs; empty: no change. */
  static void moveThisProcess(Optional<String> cpus) throws ServerException {
    if (cpus.isEmpty()) {
      return;
    }
    if (!move(ProcessHandle.current().pid(), cpus.get())) {
      throw new ServerException("limit.client_cpus = " + cpus.get() + ": taskset refuses it");
    }
  }
}
