package io.ibench.host;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A line of /proc/self/mountinfo.
 *
 * @param number of the device as {@code major:minor}; major 0 is made up by the file system
 * @param root the folder of the file system that is mounted
 * @param point where it is mounted
 * @param options of this mount
 * @param type of the file system; empty when the line has another form
 * @param source what is mounted: a device, a server's folder, or any word
 * @param superOptions of the file system, wherever else it is mounted, as the kernel writes them:
 *     commas in values are escaped
 */
record Mount(
    String number,
    String root,
    String point,
    String options,
    String type,
    String source,
    String superOptions) {

  /** Older kernels write an overlay's comma with a backslash alone, and that as digits. */
  private static final String COMMA = "(?<!\\\\134),";

  /** A line of another form holds no path. */
  boolean holds(String path) {
    return !type.isEmpty()
        && path.startsWith(point)
        && (path.length() == point.length()
            || point.endsWith("/")
            || path.charAt(point.length()) == '/');
  }

  /** True when no device of /proc/diskstats has the mount's number. */
  boolean isAnonymous() {
    return number.startsWith("0:");
  }

  /** An option of the file system with a value; overlay puts a backslash before a comma in it. */
  Optional<String> superOption(String name) {
    return Stream.of(superOptions.split(COMMA))
        .filter(option -> option.startsWith(name + "="))
        .map(option -> MountTable.unescape(option.substring(name.length() + 1)))
        .map(value -> value.replaceAll("\\\\(.)", "$1"))
        .findFirst();
  }

  /** Those of the mount and of the file system, each once, as mount(8) shows them. */
  String allOptions() {
    Set<String> all = new LinkedHashSet<>(List.of(options.split(",")));
    Stream.of(superOptions.split(COMMA)).map(MountTable::unescape).forEach(all::add);
    all.remove("");
    return String.join(",", all);
  }

  /** Why a file system without a device of its own has none, and what to do. */
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
