package io.ibench.host;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The block devices to be measured, by their names in /proc/diskstats. Where there are {@code
 * reasons}, some of what was asked for is not among {@code names}: each of these can be shown, but
 * their sum would be too small without saying so.
 *
 * <p>A partition or volume keeps its own row. No device is counted twice: of a disk and its own
 * partition, or a volume and the disk below it, only the lower one stays, which sees both's I/O.
 *
 * @param names the devices, each once, in the order of first mention
 * @param reasons one sentence for each path or name that has no device
 */
public record Devices(List<String> names, List<String> reasons) {

  public Devices {
    names = List.copyOf(names);
    reasons = List.copyOf(reasons);
  }

  /**
   * The devices that hold these files or directories; what is closed to us counts for its nearest
   * readable parent, what does not exist has none. An overlay's device is the one that it writes
   * to.
   */
  public static Devices ofPaths(Proc proc, Collection<Path> paths) {
    return resolve(proc, paths, new MountTable(proc)::devices);
  }

  /** The devices that a user names: {@code vda}, {@code /dev/vda}, {@code /dev/mapper/data}. */
  public static Devices ofNames(Proc proc, Collection<String> names) {
    return resolve(proc, names, Devices::named);
  }

  private static <T> Devices resolve(Proc proc, Collection<T> wanted, Resolver<T> resolver) {
    Set<String> names = new LinkedHashSet<>();
    Set<String> reasons = new LinkedHashSet<>();
    try {
      DiskRows rows = DiskRows.read(proc);
      for (T one : wanted) {
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

  private interface Resolver<T> {
    List<String> resolve(DiskRows rows, T wanted) throws ProcException;
  }

  /** The real path of the nearest ancestor that exists, with the rest appended. */
  static Path realPath(Path path) {
    Path absolute = path.toAbsolutePath().normalize();
    for (Path parent = absolute; parent != null; parent = parent.getParent()) {
      try {
        return parent.toRealPath().resolve(parent.relativize(absolute)).normalize();
      } catch (IOException e) {
        continue; // missing or closed to us: its parent decides
      }
    }
    return absolute;
  }
}
