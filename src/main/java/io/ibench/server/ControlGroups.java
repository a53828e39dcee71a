package io.ibench.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;

/**
 * The control groups that limit a server, of version 2 or of version 1, below the group of ibench.
 * Each limit is read back when it is set. Version 1 limits direct I/O only. Not thread-safe.
 */
final class ControlGroups {

  /** The groups of a server, noted in its folder for whoever removes them. */
  static final String FILE = ".ibench-groups";

  private static final long PAGE_BYTES = 4096;
  private static final int REMOVE_ATTEMPTS = 100;
  private static final long REMOVE_PAUSE_NANOS = 20_000_000;

  private final List<Path> groups = new ArrayList<>();

  private ControlGroups() {}

  /**
   * Makes the groups that the limits need.
   *
   * @param folder of the server; its disk is the one that is limited
   * @throws ServerException when the kernel or the rights of ibench do not allow it; nothing is
   *     left then
   */
  static ControlGroups make(ResourceLimits limits, Path folder, Path data) throws ServerException {
    ControlGroups made = new ControlGroups();
    if (!limits.needsControlGroup()) {
      return made;
    }
    try {
      made.set(limits, folder, data);
      return made;
    } catch (IOException e) {
      made.remove();
      throw new ServerException(
          "limit.*: no control group can be made ("
              + e.getMessage()
              + "); this needs root, or a"
              + " group of cgroup 2 that is delegated to you");
    } catch (ServerException e) {
      made.remove();
      throw e;
    }
  }

  /** Why the limits are not possible here, as far as it can be known before; touches nothing. */
  static Optional<String> obstacle(ResourceLimits limits) {
    try {
      Map<String, Path> mounts = limits.needsControlGroup() ? mounts() : Map.of();
      boolean v2 = mounts.containsKey("") && hasController(mounts.get(""), "memory");
      Map<String, Boolean> needed = new LinkedHashMap<>();
      needed.put("memory", limits.memoryBytes().isPresent());
      needed.put(v2 ? "io" : "blkio", limits.throttlesDisk());
      for (Map.Entry<String, Boolean> each : needed.entrySet()) {
        Path mount = mounts.get(v2 ? "" : each.getKey());
        boolean possible =
            mount != null
                && (!v2 || hasController(mount, each.getKey()))
                && Files.isWritable(v2 ? mount : own(mount, each.getKey()));
        if (each.getValue() && !possible) {
          return Optional.of(
              "limit.*: no control group with the controller "
                  + each.getKey()
                  + " can be made; this needs root, or a group of cgroup 2 that is delegated to"
                  + " you");
        }
      }
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of("limit.*: no control group can be made: " + e.getMessage());
    }
  }

  private void set(ResourceLimits limits, Path folder, Path data)
      throws IOException, ServerException {
    String name = "ibench-" + folder.getFileName() + "-" + ProcessHandle.current().pid();
    Map<String, Path> mounts = mounts();
    boolean v2 = mounts.containsKey("") && hasController(mounts.get(""), "memory");
    if (limits.memoryBytes().isPresent()) {
      Path group = group(mounts, v2, "memory", name, folder);
      long bytes = limits.memoryBytes().getAsLong();
      Path file = group.resolve(v2 ? "memory.max" : "memory.limit_in_bytes");
      Files.writeString(file, Long.toString(bytes));
      String has = Files.readString(file).strip();
      if (!has.equals(Long.toString(bytes / PAGE_BYTES * PAGE_BYTES))) {
        throw new ServerException("limit.memory: asked for " + bytes + ", the group has " + has);
      }
    }
    if (limits.throttlesDisk()) {
      throttle(limits, group(mounts, v2, v2 ? "io" : "blkio", name, folder), v2, disk(data));
    }
  }

  private static void throttle(ResourceLimits limits, Path group, boolean v2, String disk)
      throws IOException, ServerException {
    Map<String, OptionalLong> asked = new LinkedHashMap<>();
    asked.put("read_iops", limits.readIops());
    asked.put("write_iops", limits.writeIops());
    asked.put("read_bps", limits.readBps());
    asked.put("write_bps", limits.writeBps());
    for (Map.Entry<String, OptionalLong> limit : asked.entrySet()) {
      if (limit.getValue().isEmpty()) {
        continue;
      }
      String[] words = limit.getKey().split("_");
      String key = words[0].charAt(0) + words[1]; // riops, wbps: names of version 2
      String number = Long.toString(limit.getValue().getAsLong());
      Path file = group.resolve(v2 ? "io.max" : "blkio.throttle." + limit.getKey() + "_device");
      Files.writeString(file, disk + " " + (v2 ? key + "=" : "") + number);
      String has = Files.readString(file).strip();
      if (!has.contains(disk) || !has.matches("(?s).*[ =]" + number + "(\\s.*)?")) {
        throw new ServerException(
            "limit." + limit.getKey() + ": asked for " + number + ", the group has " + has);
      }
    }
  }

  /** Makes the group below that of ibench if this is visible, else below the root. */
  private Path group(Map<String, Path> mounts, boolean v2, String controller, String name, Path to)
      throws IOException {
    Path mount = mounts.get(v2 ? "" : controller);
    if (mount == null) {
      throw new IOException("no controller " + controller);
    }
    Path parent = v2 ? mount : own(mount, controller);
    if (v2 && !hasController(mount, controller)) {
      throw new IOException("no controller " + controller + " in " + mount);
    }
    if (v2) {
      Files.writeString(mount.resolve("cgroup.subtree_control"), "+" + controller);
    }
    Path group = parent.resolve(name);
    if (!groups.contains(group)) {
      groups.add(group);
      List<String> lines = groups.stream().map(Path::toString).toList();
      Files.write(to.resolve(FILE), lines);
      Files.createDirectory(group);
    }
    return group;
  }

  private static Path own(Path mount, String controller) throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/self/cgroup"))) {
      String[] parts = line.split(":", 3);
      if (List.of(parts[1].split(",")).contains(controller)) {
        Path own = mount.resolve(parts[2].replaceFirst("^/+", ""));
        return Files.isDirectory(own) ? own : mount;
      }
    }
    return mount;
  }

  private static boolean hasController(Path mount, String controller) {
    try {
      String controllers = Files.readString(mount.resolve("cgroup.controllers"));
      return List.of(controllers.strip().split(" ")).contains(controller);
    } catch (IOException e) {
      return false;
    }
  }

  /** Where the controllers of version 1 are mounted, and version 2 under the empty name. */
  private static Map<String, Path> mounts() throws IOException {
    Map<String, Path> mounts = new LinkedHashMap<>();
    for (String line : Files.readAllLines(Path.of("/proc/self/mounts"))) {
      String[] words = line.split(" ");
      if (words[2].equals("cgroup2")) {
        mounts.put("", Path.of(words[1]));
      } else if (words[2].equals("cgroup")) {
        for (String option : words[3].split(",")) {
          mounts.put(option, Path.of(words[1]));
        }
      }
    }
    return mounts;
  }

  /** The whole disk of a folder, as {@code major:minor}. */
  private static String disk(Path data) throws IOException {
    long device =
        ((Number) Files.getAttribute(data, "unix:dev", LinkOption.NOFOLLOW_LINKS)).longValue();
    long major = (device >>> 8 & 0xfff) | (device >>> 32 & ~0xfffL);
    long minor = (device & 0xff) | (device >>> 12 & ~0xffL);
    Path block = Path.of("/sys/dev/block", major + ":" + minor);
    if (!Files.exists(block)) {
      throw new IOException("the file system of " + data + " is on no disk of its own");
    }
    Path real = block.toRealPath();
    boolean partition = Files.exists(real.resolve("partition"));
    return Files.readString(
            Objects.requireNonNull((partition ? real.getParent() : real)).resolve("dev"))
        .strip();
  }

  /** The files to which a process writes its id to join. */
  List<Path> joins() {
    return groups.stream().map(group -> group.resolve("cgroup.procs")).toList();
  }

  /** Removes the groups; one that has a process stays. */
  void remove() {
    groups.forEach(ControlGroups::remove);
    groups.clear();
  }

  /** Removes the groups that an earlier ibench noted in a folder. */
  static void removeNoted(Path folder) {
    try {
      for (String line : Files.readAllLines(folder.resolve(FILE))) {
        Path group = Path.of(line);
        if (String.valueOf(group.getFileName()).startsWith("ibench-")) {
          remove(group);
        }
      }
    } catch (IOException e) {
      // None were made.
    }
  }

  /** A group is a folder without files of its own: it goes only when no process is in it. */
  private static void remove(Path group) {
    for (int attempt = 0; attempt < REMOVE_ATTEMPTS; attempt++) {
      try {
        Files.deleteIfExists(group);
        return;
      } catch (IOException e) {
        // A process that has ended is in its group until its parent knows it.
        LockSupport.parkNanos(REMOVE_PAUSE_NANOS);
      }
    }
  }
}
