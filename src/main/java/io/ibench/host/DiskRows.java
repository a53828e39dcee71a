package io.ibench.host;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The devices in /proc/diskstats: their names by {@code major:minor}. */
final class DiskRows {

  private final Proc proc;
  private final Map<String, String> namesByNumber;

  private DiskRows(Proc proc, Map<String, String> namesByNumber) {
    this.proc = proc;
    this.namesByNumber = namesByNumber;
  }

  static DiskRows read(Proc proc) throws ProcException {
    Map<String, String> names = new LinkedHashMap<>();
    ProcText text = proc.reader().proc("diskstats");
    while (text.nextLine()) {
      String number = text.word() + ":" + text.word();
      String name = text.word();
      if (!name.isEmpty()) {
        names.put(number, name);
      }
    }
    return new DiskRows(proc, names);
  }

  Optional<String> byNumber(String majorMinor) {
    return Optional.ofNullable(namesByNumber.get(majorMinor));
  }

  /** The row's name for a device, given its name, its path or a link to it. */
  Optional<String> find(String device) {
    String name = device.startsWith("/dev/") ? device.substring("/dev/".length()) : device;
    if (namesByNumber.containsValue(name)) {
      return Optional.of(name);
    }
    try {
      Path dev = proc.dev().toRealPath();
      Path target = dev.resolve(name).toRealPath();
      return target.startsWith(dev)
          ? Optional.of(dev.relativize(target).toString()).filter(namesByNumber::containsValue)
          : Optional.empty();
    } catch (IOException | InvalidPathException e) {
      return Optional.empty(); // no such link: the name is unknown
    }
  }

  String present() {
    return namesByNumber.isEmpty() ? "none" : String.join(", ", namesByNumber.values());
  }
}
