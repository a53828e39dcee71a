package io.ibench.host;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** From a path to the block device that it is stored on, by /proc/self/mountinfo. */
final class MountTable {

  private final Proc proc;

  MountTable(Proc proc) {
    this.proc = proc;
  }

  private record Mount(String number, String point, String type, String source) {

    boolean holds(String path) {
      return path.startsWith(point)
          && (path.length() == point.length()
              || point.endsWith("/")
              || path.charAt(point.length()) == '/');
    }
  }

  /** The name of the path's device in /proc/diskstats. */
  String device(DiskRows rows, Path path) throws ProcException {
    String real = proc.realPath(path).toString();
    Mount mount = mountOf(real);
    // Major 0 is a number made up by the file system: btrfs, overlay, tmpfs, zfs, nfs.
    if (mount.number().startsWith("0:")) {
      if (mount.source().startsWith("/dev/")) {
        return rows.find(mount.source()).orElseThrow(() -> unlisted(path, mount));
      }
      throw ProcException.unreadable(
          path
              + " is on "
              + mount.type()
              + ", which has no block device; if one lies below it, name it in host.device",
          null);
    }
    return rows.byNumber(mount.number()).orElseThrow(() -> unlisted(path, mount));
  }

  private static ProcException unlisted(Path path, Mount mount) {
    String source = mount.source() + " (" + mount.number() + ")";
    return ProcException.unreadable(
        path + " is on device " + source + ", which /proc/diskstats does not list", null);
  }

  /** The longest mount point wins, and of equal ones the last, which covers those before it. */
  private Mount mountOf(String path) throws ProcException {
    ProcText text = proc.reader().proc("self/mountinfo");
    Mount best = null;
    while (text.nextLine()) {
      Mount mount = parse(text);
      if (mount.holds(path) && (best == null || mount.point().length() >= best.point().length())) {
        best = mount;
      }
    }
    if (best == null) {
      throw text.damaged("no mount point above " + path);
    }
    return best;
  }

  /** Ends a line of another form with empty words: its mount then holds no path. */
  private static Mount parse(ProcText text) {
    text.skip(2);
    String number = text.word();
    text.skip(1);
    String point = unescape(text.word());
    String word = text.word();
    while (!word.isEmpty() && !word.equals("-")) {
      word = text.word();
    }
    String type = text.word();
    return new Mount(number, type.isEmpty() ? "\0" : point, type, unescape(text.word()));
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
