package io.ibench.sampling;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The programs and libraries in a process's memory. Immutable. */
final class MappedPrograms {

  /** {@code 7f00-7fff r-xp 00012000 fe:00 17 /usr/lib/libc.so.6}. */
  private static final Pattern LINE =
      Pattern.compile(
          "([0-9a-f]+)-([0-9a-f]+) ..x. ([0-9a-f]+) \\S+ \\d+ +(/.*?)( \\(deleted\\))?");

  private static final Path MAPS = Path.of("/proc/self/maps");

  private final TreeMap<Long, Mapping> byStart = new TreeMap<>(Long::compareUnsigned);

  private record Mapping(long end, long offset, String file) {}

  MappedPrograms(List<String> maps) {
    for (String line : maps) {
      Matcher parts = LINE.matcher(line);
      if (parts.matches()) {
        byStart.put(
            Long.parseUnsignedLong(parts.group(1), 16),
            new Mapping(
                Long.parseUnsignedLong(parts.group(2), 16),
                Long.parseUnsignedLong(parts.group(3), 16),
                parts.group(4)));
      }
    }
  }

  /** Those of this JVM. */
  static MappedPrograms ofThisProcess() {
    try {
      return new MappedPrograms(Files.readAllLines(MAPS));
    } catch (IOException e) {
      return new MappedPrograms(List.of());
    }
  }

  /** Where an instruction is in its file; empty if no file has it. */
  Optional<RawFrame> find(long address) {
    Map.Entry<Long, Mapping> found = byStart.floorEntry(address);
    if (found == null || Long.compareUnsigned(address, found.getValue().end) >= 0) {
      return Optional.empty();
    }
    Mapping mapping = found.getValue();
    return Optional.of(new RawFrame(address - found.getKey() + mapping.offset, "", mapping.file));
  }

  /** The functions of a file. */
  ElfFunctions functions(String file) {
    return ElfFunctions.read(Path.of(file));
  }
}
