package io.ibench.host;

import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * A file in whose first line a server leaves its process id. What it tells is a claim: the file may
 * be older than the server, or of another host.
 */
public final class PidFile {

  private static final Pattern PID = Pattern.compile("[1-9][0-9]{0,9}");

  private PidFile() {}

  /** Empty when it is not there, is not ours to read, or holds something else. */
  public static OptionalLong read(Proc proc, Path file) {
    return read(proc.reader(), file);
  }

  /** Why a file tells no process, in the system's words; empty when it does. */
  public static String whyNone(Proc proc, Path file) {
    try {
      boolean told = parse(proc.reader().file(file).whole()).isPresent();
      return told ? "" : file + " holds no process id";
    } catch (ProcException e) {
      return e.getMessage();
    }
  }

  static OptionalLong read(ProcReader reader, Path file) {
    try {
      return parse(reader.file(file).whole());
    } catch (ProcException e) {
      return OptionalLong.empty(); // there is no pid file for us
    }
  }

  /** Of the file's text. */
  public static OptionalLong parse(String text) {
    String first = text.lines().findFirst().orElse("").strip();
    return PID.matcher(first).matches()
        ? OptionalLong.of(Long.parseLong(first))
        : OptionalLong.empty();
  }
}
