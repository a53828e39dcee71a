package io.ibench.host;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Finds the block devices of a path, from /proc/self/mountinfo. */
final class MountTable {

  /** An overlay may lie on an overlay; the kernel allows two levels. */
  private static final int MAX_OVERLAYS = 3;

  private final Proc proc;

  MountTable(Proc proc) {
    this.proc = proc;
  }

  /** The names of the path's devices in /proc/diskstats: several for btrfs, else one. */
  List<String> devices(DiskRows rows, Path path) throws ProcException {
    if (proc.isHere() && Files.notExists(path)) {
      // Its parent may be on another device, as with a server in a container.
      throw ProcException.unreadable(
          path + " is not there; if the server sees other folders, name its disks in host.device",
          null);
    }
    Path written = path;
    Mount mount = mountOf(path);
    for (int i = 0; i < MAX_OVERLAYS && mount.type().equals("overlay"); i++) {
      Optional<Path> upper = upper(mount);
      if (upper.isEmpty()) {
        break;
      }
      written = upper.get();
      mount = mountOf(written);
    }
    if (!mount.isAnonymous()) {
      return List.of(rows.byNumber(mount.number()).orElseThrow(unlisted(path, mount)));
    }
    if (mount.source().startsWith("/dev/")) {
      String source = rows.find(mount.source()).orElseThrow(unlisted(path, mount));
      return mount.type().equals("btrfs")
          ? new BlockTree(proc).btrfs(source).orElse(List.of(source))
          : List.of(source);
    }
    String below = written.equals(path) ? "" : written + ", and that on ";
    throw ProcException.unreadable(path + " is on " + below + mount.withoutDevice(), null);
  }

  /** The folder that an overlay writes to; empty if it is invisible, as inside a container. */
  private Optional<Path> upper(Mount overlay) {
    if (!proc.isHere()) {
      return Optional.empty();
    }
    try {
      return overlay
          .superOption("upperdir")
          .map(Path::of)
          .filter(upper -> upper.isAbsolute() && Files.isDirectory(upper));
    } catch (InvalidPathException e) {
      return Optional.empty(); // not a path of this machine
    }
  }

  private static Supplier<ProcException> unlisted(Path path, Mount mount) {
    String source = mount.source() + " (" + mount.number() + ")";
    return () ->
        ProcException.unreadable(
            path + " is on device " + source + ", which /proc/diskstats does not list", null);
  }

  /**
   * The mount that contains the path, with links resolved: the one with the longest mount point,
   * and of equal ones the last, which covers the others.
   */
  Mount mountOf(Path path) throws ProcException {
    String real = proc.realPath(path).toString();
    ProcText text = text();
    Mount best = null;
    for (Mount mount : mounts(text)) {
      if (mount.holds(real) && (best == null || mount.point().length() >= best.point().length())) {
        best = mount;
      }
    }
    if (best == null) {
      throw text.damaged("no mount point above " + real);
    }
    return best;
  }

  /** All mounts, in the order of mounting. */
  List<Mount> mounts() throws ProcException {
    return mounts(text());
  }

  private ProcText text() throws ProcException {
    return proc.reader().proc("self/mountinfo");
  }

  private static List<Mount> mounts(ProcText text) {
    List<Mount> mounts = new ArrayList<>();
    while (text.nextLine()) {
      mounts.add(parse(text));
    }
    return mounts;
  }

  private static Mount parse(ProcText text) {
    text.skip(2);
    String number = text.word();
    String root = unescape(text.word());
    String point = unescape(text.word());
    String options = text.word();
    String word = text.word();
    while (!word.isEmpty() && !word.equals("-")) {
      word = text.word();
    }
    String type = text.word();
    String source = unescape(text.word());
    return new Mount(number, root, point, options, type, source, text.word());
  }

  /** The kernel writes blank, tab, line feed and backslash as three octal digits. */
  static String unescape(String word) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(word.length());
    for (int i = 0; i < word.length(); i++) {
      if (word.charAt(i) == '\\' && isOctal(word, i + 1)) {
        bytes.write(Integer.parseInt(word.substring(i + 1, i + 4), 8));
        i += 3;
      } else {
        bytes.write(word.charAt(i));
      }
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private static boolean isOctal(String word, int from) {
    return word.length() >= from + 3
        && word.chars().skip(from).limit(3).allMatch(c -> c >= '0' && c <= '7');
  }
}
