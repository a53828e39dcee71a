package io.ibench.host;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** The tree of block devices, from /sys/class/block and /sys/fs/btrfs. */
final class BlockTree {

  private final Path blocks;
  private final Path btrfs;

  BlockTree(Proc proc) {
    this.blocks = proc.sys().resolve("class").resolve("block");
    this.btrfs = proc.sys().resolve("fs").resolve("btrfs");
  }

  /** All devices whose I/O includes the device's; empty if /sys does not list them. */
  Set<String> below(String device) {
    Set<String> found = new LinkedHashSet<>();
    Deque<String> open = new ArrayDeque<>();
    open.add(device);
    while (!open.isEmpty()) {
      for (String lower : directlyBelow(open.remove())) {
        if (found.add(lower)) {
          open.add(lower);
        }
      }
    }
    return found;
  }

  private Set<String> directlyBelow(String device) {
    Set<String> lowers = new LinkedHashSet<>();
    Path block = block(device);
    Path disk = wholeDisk(device);
    if (!disk.equals(block)) {
      lowers.add(nameOf(disk));
    }
    lowers.addAll(namesIn(block.resolve("slaves")));
    return lowers;
  }

  /**
   * The folder in /sys of a partition's disk; for other devices their own folder. It need not
   * exist.
   */
  Path wholeDisk(String device) {
    Path block = block(device);
    try {
      if (Files.exists(block.resolve("partition"))) {
        return Objects.requireNonNull(block.toRealPath().getParent());
      }
    } catch (IOException e) {
      return block; // unreadable: the devices count as separate
    }
    return block;
  }

  /** All devices of the btrfs file system on this device; empty if /sys does not list them. */
  Optional<List<String>> btrfs(String device) {
    return namesIn(btrfs).stream()
        .map(id -> namesIn(btrfs.resolve(id).resolve("devices")))
        .filter(devices -> devices.contains(device))
        .findFirst();
  }

  /** The device's folder in /sys; a name such as cciss/c0d0 has '!' instead of the slash there. */
  Path block(String device) {
    try {
      return blocks.resolve(device.replace('/', '!'));
    } catch (InvalidPathException e) {
      return blocks.resolve("no-such-device");
    }
  }

  private static List<String> namesIn(Path folder) {
    List<String> names = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      entries.forEach(entry -> names.add(nameOf(entry)));
    } catch (IOException | DirectoryIteratorException e) {
      return List.of(); // no such folder, or no permission
    }
    Collections.sort(names);
    return names;
  }

  static String nameOf(Path block) {
    return block.getFileName().toString().replace('!', '/');
  }
}
