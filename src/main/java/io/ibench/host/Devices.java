package io.ibench.host;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The block devices to measure, by their names in /proc/diskstats. With {@code reasons}, some
 * requested device is missing: the figures of each device are right, but their sum is too small.
 *
 * <p>A partition or volume has its own row. No device counts twice: of a disk and its partition, or
 * a volume and the disk below it, only the lower one stays, whose figures include both.
 *
 * @param names the devices, each once, in the order of first mention
 * @param reasons one sentence for each path or name without a device
 */
public record Devices(List<String> names, List<String> reasons) {

  public Devices {
    names = List.copyOf(names);
    reasons = List.copyOf(reasons);
  }

  /**
   * The devices that hold these files or directories. An unreadable one counts for its nearest
   * readable parent; one that does not exist has no device. An overlay's device is the one that it
   * writes to.
   */
  public static Devices ofPaths(Proc proc, Collection<Path> paths) {
    return resolve(proc, paths, new MountTable(proc)::devices);
  }

  /** The devices that a user names: {@code vda}, {@code /dev/vda}, {@code /dev/mapper/data}. */
  public static Devices ofNames(Proc proc, Collection<String> names) {
    return resolve(proc, names, Devices::named);
  }

  private static <T> Devices resolve(Proc proc, Collection<T> requested, DeviceLookup<T> resolver) {
    Set<String> names = new LinkedHashSet<>();
    Set<String> reasons = new LinkedHashSet<>();
    try {
      DiskRows rows = DiskRows.read(proc);
      for (T one : requested) {
        try {
          names.addAll(resolver.resolve(rows, one));
        } catch (ProcException e) {
          reasons.add(e.getMessage());
        }
      }
    } catch (ProcException e) {
      reasons.add(e.getMessage());
    }
    if (names.isEmpty() && reasons.isEmpty()) {
      reasons.add("no data directory is known: name the server's disks in host.device");
    }
    return new Devices(withoutUppers(new BlockTree(proc), names), List.copyOf(reasons));
  }

  private static List<String> withoutUppers(BlockTree tree, Set<String> names) {
    List<String> kept = new ArrayList<>();
    for (String name : names) {
      Set<String> below = tree.below(name);
      if (names.stream().noneMatch(below::contains)) {
        kept.add(name);
      }
    }
    return kept;
  }

  private static List<String> named(DiskRows rows, String name) throws ProcException {
    return rows.find(name)
        .map(List::of)
        .orElseThrow(
            () ->
                ProcException.unreadable(
                    "there is no disk " + name + "; there are " + rows.present(), null));
  }

  private interface DeviceLookup<T> {
    List<String> resolve(DiskRows rows, T requested) throws ProcException;
  }

  /** The real path of the nearest ancestor that exists, with the rest appended. */
  static Path realPath(Path path) {
    Path absolute = path.toAbsolutePath().normalize();
    for (Path parent = absolute; parent != null; parent = parent.getParent()) {
      try {
        return parent.toRealPath().resolve(parent.relativize(absolute)).normalize();
      } catch (IOException e) {
        // missing or unreadable: its parent decides
      }
    }
    return absolute;
  }
}
