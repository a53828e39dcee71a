package io.ibench.server;

import io.ibench.host.Proc;
import io.ibench.host.ProcessIdentity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The server's process as it was noted in its folder, so that another ibench can end it, and no
 * other process. The launcher writes the note before it becomes the server. Immutable.
 *
 * @param folder which the command line of the process names
 */
record NotedProcess(long pid, long startTicks, String bootId, Path folder) {

  /** Written by {@link #launcher}. */
  static final String FILE = ".ibench-server";

  private static final String BOOT_ID = "/proc/sys/kernel/random/boot_id";

  /**
   * A program that notes its process id, its start and the boot, and then becomes another program.
   * In a session of its own, so that Ctrl-C on ibench's terminal does not reach the server.
   *
   * @param groups files of control groups that the process joins
   * @param words the other program
   */
  static List<String> launcher(Path folder, List<Path> groups, List<String> words) {
    StringBuilder script =
        new StringBuilder("cat /proc/$$/stat " + BOOT_ID + " > \"$1\" || exit\n");
    script.append("shift\n");
    for (int i = 0; i < groups.size(); i++) {
      script.append("echo $$ > \"$1\" || exit\nshift\n");
    }
    script.append("exec \"$@\"\n");
    List<String> all = new ArrayList<>(List.of("setsid", "sh", "-c", script.toString(), "ibench"));
    all.add(folder.resolve(FILE).toString());
    groups.forEach(group -> all.add(group.toString()));
    all.addAll(words);
    return all;
  }

  /** The note in a folder; empty: no server was started there. */
  static Optional<NotedProcess> read(Path folder) {
    try {
      List<String> lines = Files.readAllLines(folder.resolve(FILE));
      if (lines.size() < 2) {
        return Optional.empty();
      }
      String stat = lines.get(0);
      // The name in parentheses may contain anything; the start is field 22.
      String[] rest = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
      return Optional.of(
          new NotedProcess(
              Long.parseLong(stat.substring(0, stat.indexOf(' '))),
              Long.parseLong(rest[19]),
              lines.get(1).strip(),
              folder));
    } catch (IOException | NumberFormatException | IndexOutOfBoundsException e) {
      return Optional.empty();
    }
  }

  /** Whether the noted process still runs, and is ours: start, boot and command line agree. */
  boolean isRunning() {
    Proc proc = new Proc();
    return identity(proc).state(proc) == ProcessIdentity.State.ALIVE
        && ProcessIdentity.commandLineNames(proc, pid, folder);
  }

  private ProcessIdentity identity(Proc proc) {
    ProcessIdentity here = ProcessIdentity.here(proc, Instant.EPOCH);
    return new ProcessIdentity(
        pid, startTicks, here.host(), bootId, here.pidNamespace(), Instant.EPOCH);
  }
}
