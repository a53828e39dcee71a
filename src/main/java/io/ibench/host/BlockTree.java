package io.ibench.host;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.Set;

/** Which block devices lie below which, from /sys/class/block. */
final class BlockTree {

  private final Path blocks;

  BlockTree(Proc proc) {
    this.blocks = proc.sys().resolve("class").resolve("block");
  }

  /** All devices whose I/O includes the device's; empty where /sys does not tell. */
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
    try {
      // The kernel writes the slash of a name such as cciss/c0d0 as '!' in /sys.
      Path block = blocks.resolve(device.replace('/', '!'));
      if (Files.exists(block.resolve("partition"))) {
        lowers.add(nameOf(block.toRealPath().getParent()));
      }
      if (Files.isDirectory(block.resolve("slaves"))) {
        try (DirectoryStream<Path> slaves = Files.newDirectoryStream(block.resolve("slaves"))) {
          slaves.forEach(slave -> lowers.add(nameOf(slave)));
        }
      }
    } catch (IOException | DirectoryIteratorException | InvalidPathException e) {
      return lowers; // unreadable: the devices then count as separate ones
    }
    return lowers;
  }

  private static String nameOf(Path block) {
    return block.getFileName().toString().replace('!', '/');
  }
}
