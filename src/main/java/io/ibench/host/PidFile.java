package io.ibench.host;

import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * A file whose first line is a server's process id. Not reliable: the file may be older than the
 * server, or of another host.
 */
public final class PidFile {

  private static final Pattern PID = Pattern.compile("[1-9][0-9]{0,9}");

  private PidFile() {}

  /** Empty if the file is missing, unreadable, or contains something else. */
  public static OptionalLong read(Proc proc, Path file) {
    return read(proc.reader(), file);
  }

  /** Why the file yields no process id, with the system's reason; empty if it does. */
  public static String whyNone(Proc proc, Path file) {
    try {
      boolean present = parse(proc.reader().file(file).whole()).isPresent();
      return present ? "" : file + " holds no process id";
    } catch (ProcException e) {
      return String.valueOf(e.getMessage());
    }
  }

  static OptionalLong read(ProcReader reader, Path file) {
    try {
      return parse(reader.file(file).whole());
    } catch (ProcException e) {
      return OptionalLong.empty(); // missing or unreadable
    }
  }

  /** Parses the file's text. */
  public static OptionalLong parse(String text) {
    String first = text.lines().findFirst().orElse("").strip();
    return PID.matcher(first).matches()
        ? OptionalLong.of(Long.parseLong(first))
        : OptionalLong.empty();
  }
}
