package io.ibench.host;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Finds the folders of a process' control groups, from its cgroup file and the mounts. */
final class ControlGroupPaths {

  private final Proc proc;

  ControlGroupPaths(Proc proc) {
    this.proc = proc;
  }

  /**
   * The folders of one controller.
   *
   * @param v2 whether they belong to version 2
   * @param folders the process' own group first, then the visible groups above
   */
  record Groups(boolean v2, List<Path> folders) {}

  /** A line of /proc/PID/cgroup. */
  private record Membership(boolean v2, String path) {}

  /** Without folders if the process is in no visible group. */
  Groups of(String process, String controller) {
    try {
      Membership member = membership(process, controller);
      for (Mount mount : mounts(member.v2(), controller)) {
        Optional<Path> folder = folder(mount, member.path(), process.equals("self"));
        if (folder.isPresent()) {
          return new Groups(member.v2(), upwards(folder.get(), Path.of(mount.point())));
        }
      }
      return new Groups(member.v2(), List.of());
    } catch (ProcException e) {
      return new Groups(true, List.of());
    }
  }

  /** A controller that has a hierarchy of version 1 is not in that of version 2. */
  private Membership membership(String process, String controller) throws ProcException {
    ProcText text = proc.reader().proc(process + "/cgroup");
    Membership found = null;
    while (text.nextLine()) {
      String[] parts = text.rest().split(":", 3);
      if (parts.length == 3 && has(parts[1], controller)) {
        return new Membership(false, parts[2]);
      }
      if (parts.length == 3 && parts[0].equals("0") && parts[1].isEmpty()) {
        found = new Membership(true, parts[2]);
      }
    }
    if (found == null) {
      throw text.damaged("no line of " + controller);
    }
    return found;
  }

  private static boolean has(String list, String word) {
    return Arrays.asList(list.split(",")).contains(word);
  }

  private List<Mount> mounts(boolean v2, String controller) throws ProcException {
    return new MountTable(proc)
        .mounts().stream()
            .filter(
                mount ->
                    v2
                        ? mount.type().equals("cgroup2")
                        : mount.type().equals("cgroup") && has(mount.superOptions(), controller))
            .toList();
  }

  /**
   * A container without its own namespace reads the host's path, and has only its own group
   * mounted. If the two do not match, the mounted group is above the client's group; the group of
   * another process is unknown.
   */
  private static Optional<Path> folder(Mount mount, String path, boolean self) {
    String root = mount.root().equals("/") ? "" : mount.root();
    if (path.startsWith("/..")) {
      return Optional.empty();
    }
    if (path.equals(root) || path.startsWith(root + "/")) {
      String below = path.substring(root.length()).replaceFirst("^/+", "");
      return Optional.of(Path.of(mount.point(), below).normalize());
    }
    return self ? Optional.of(Path.of(mount.point())) : Optional.empty();
  }

  private static List<Path> upwards(Path folder, Path top) {
    List<Path> folders = new ArrayList<>();
    for (Path at = folder; at != null && at.startsWith(top); at = at.getParent()) {
      if (Files.isDirectory(at)) {
        folders.add(at);
      }
    }
    return folders;
  }
}
