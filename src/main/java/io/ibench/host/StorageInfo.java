package io.ibench.host;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Facts about the storage of the data directories and its disks, read once. */
public final class StorageInfo {

  private static final long SECTOR_BYTES = 512;
  private static final Pattern CHOSEN = Pattern.compile("\\[([^\\]]+)\\]");

  private StorageInfo() {}

  /**
   * The facts in a fixed order; an unknown one is null.
   *
   * <p>{@code directories}: a list of maps of path, mount_point, type, options, source. {@code
   * devices}: a list of maps of name, disk (a partition's disk, whose settings these are),
   * scheduler, rotational (Boolean), nr_requests (Long), read_ahead_kb (Long), size_bytes (Long, of
   * the device itself), model. The devices below md and device-mapper devices are listed, too.
   *
   * @param devices names in /proc/diskstats
   */
  public static Map<String, Object> read(Proc proc, List<Path> directories, List<String> devices) {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("directories", directories.stream().map(path -> directory(proc, path)).toList());
    BlockTree tree = new BlockTree(proc);
    Set<String> all = new LinkedHashSet<>(devices);
    devices.forEach(device -> all.addAll(tree.below(device)));
    List<Map<String, Object>> disks = new ArrayList<>();
    for (String device : all) {
      // A partition's line has its disk's settings already.
      if (devices.contains(device) || !isDiskOfAnother(tree, device, all)) {
        disks.add(device(proc.reader(), tree, device));
      }
    }
    facts.put("devices", disks);
    return Collections.unmodifiableMap(facts);
  }

  private static boolean isDiskOfAnother(BlockTree tree, String device, Set<String> all) {
    return all.stream()
        .filter(other -> !other.equals(device))
        .anyMatch(other -> BlockTree.nameOf(tree.wholeDisk(other)).equals(device));
  }

  public static Map<String, Object> directory(Proc proc, Path path) {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("path", path.toString());
    Optional<Mount> mount = mount(proc, path);
    facts.put("mount_point", mount.map(Mount::point).orElse(null));
    facts.put("type", mount.map(Mount::type).orElse(null));
    facts.put("options", mount.map(Mount::allOptions).orElse(null));
    facts.put("source", mount.map(Mount::source).orElse(null));
    return Collections.unmodifiableMap(facts);
  }

  private static Optional<Mount> mount(Proc proc, Path path) {
    try {
      return Optional.of(new MountTable(proc).mountOf(path));
    } catch (ProcException e) {
      return Optional.empty(); // the fact is null
    }
  }

  private static Map<String, Object> device(ProcReader reader, BlockTree tree, String device) {
    Path disk = tree.wholeDisk(device);
    Path queue = disk.resolve("queue");
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("name", device);
    facts.put("disk", BlockTree.nameOf(disk));
    facts.put(
        "scheduler", reader.line(queue.resolve("scheduler")).map(StorageInfo::chosen).orElse(null));
    facts.put("rotational", reader.line(queue.resolve("rotational")).map("1"::equals).orElse(null));
    facts.put("nr_requests", number(reader, queue.resolve("nr_requests")).orElse(null));
    facts.put("read_ahead_kb", number(reader, queue.resolve("read_ahead_kb")).orElse(null));
    facts.put(
        "size_bytes",
        number(reader, tree.block(device).resolve("size"))
            .map(sectors -> sectors * SECTOR_BYTES)
            .orElse(null));
    facts.put("model", reader.line(disk.resolve("device").resolve("model")).orElse(null));
    return Collections.unmodifiableMap(facts);
  }

  public static Optional<Long> number(ProcReader reader, Path file) {
    return reader.line(file).filter(line -> line.matches("\\d{1,15}")).map(Long::valueOf);
  }

  /** The file lists all schedulers, with the current one in brackets, if there is one. */
  public static String chosen(String line) {
    Matcher chosen = CHOSEN.matcher(line);
    return chosen.find() ? chosen.group(1) : line;
  }
}
