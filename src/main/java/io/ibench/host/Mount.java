package io.ibench.host;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A line of /proc/self/mountinfo.
 *
 * @param number of the device as {@code major:minor}; major 0: no block device
 * @param root the mounted folder of the file system
 * @param point where it is mounted
 * @param options of this mount
 * @param type of the file system; empty if the line has another form
 * @param source a device, a server's folder, or any word
 * @param superOptions of the file system in all its mounts; the kernel escapes commas in values
 */
record Mount(
    String number,
    String root,
    String point,
    String options,
    String type,
    String source,
    String superOptions) {

  /** Older kernels escape an overlay's comma with a backslash, written as octal digits. */
  private static final String COMMA = "(?<!\\\\134),";

  /** Whether the mount contains the path; false for a line of another form. */
  boolean holds(String path) {
    return !type.isEmpty()
        && path.startsWith(point)
        && (path.length() == point.length()
            || point.endsWith("/")
            || path.charAt(point.length()) == '/');
  }

  /** Whether no device of /proc/diskstats has the mount's number. */
  boolean isAnonymous() {
    return number.startsWith("0:");
  }

  /** The value of an option of the file system; overlay escapes commas with a backslash. */
  Optional<String> superOption(String name) {
    return Stream.of(superOptions.split(COMMA))
        .filter(option -> option.startsWith(name + "="))
        .map(option -> MountTable.unescape(option.substring(name.length() + 1)))
        .map(value -> value.replaceAll("\\\\(.)", "$1"))
        .findFirst();
  }

  /** The options of the mount and of the file system, each once, as mount(8) shows them. */
  String allOptions() {
    Set<String> all = new LinkedHashSet<>(List.of(options.split(",")));
    Stream.of(superOptions.split(COMMA)).map(MountTable::unescape).forEach(all::add);
    all.remove("");
    return String.join(",", all);
  }

  /** Why the file system has no block device, and how to proceed. */
  String withoutDevice() {
    return type
        + ", which has no block device"
        + switch (type) {
          case "tmpfs", "ramfs" -> ": its files are in memory";
          case "nfs",
              "nfs4",
              "cifs",
              "smb3",
              "9p",
              "virtiofs",
              "ceph",
              "fuse.glusterfs",
              "lustre" ->
              ": its disks are another machine's";
          case "zfs" -> " of its own but a pool of them: name the pool's disks in host.device";
          case "overlay" ->
              " of its own, and the folder that it writes to cannot be seen from here:"
                  + " name the disk below it in host.device";
          default -> "; if one lies below it, name it in host.device";
        };
  }
}
