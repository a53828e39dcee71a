package io.ibench.cli;

import io.ibench.report.console.Screen;
import io.ibench.report.text.TextReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What the process was started in.
 *
 * @param environment the environment variables
 * @param terminal stderr is a terminal, where lines can be written over
 * @param read stdout is a terminal, so that a person reads results there
 * @param patienceMillis how long the end of a run may take once a signal has come
 */
record ProcessEnvironment(
    Map<String, String> environment, boolean terminal, boolean read, long patienceMillis) {

  private static final Path STDOUT = Path.of("/proc/self/fd/1");
  private static final Path STDERR = Path.of("/proc/self/fd/2");

  /** Results go to a file or a pipe. */
  ProcessEnvironment(Map<String, String> environment, boolean terminal) {
    this(environment, terminal, false);
  }

  /** With the patience that users are promised. */
  ProcessEnvironment(Map<String, String> environment, boolean terminal, boolean read) {
    this(environment, terminal, read, Interrupts.PATIENCE_MILLIS);
  }

  /** Those of this process. */
  static ProcessEnvironment ofProcess() {
    Map<String, String> environment = System.getenv();
    boolean dumb = "dumb".equals(environment.get("TERM"));
    return new ProcessEnvironment(environment, !dumb && isTerminal(STDERR), isTerminal(STDOUT));
  }

  /** The same, where the end of a run may take as long as this. */
  ProcessEnvironment withPatience(long millis) {
    return new ProcessEnvironment(environment, terminal, read, millis);
  }

  /** How wide tables of results may be: as the terminal is now, or of any width. */
  int resultColumns() {
    return read ? TerminalColumns.of(environment).getAsInt() : TextReport.Options.ANY_WIDTH;
  }

  /** Where progress is shown: as people and their terminals want it. */
  Screen screen() {
    return terminal
        ? new Screen(true, wantsColour(), isUnicode(), TerminalColumns.of(environment))
        : Screen.plain();
  }

  /** Colour is for terminals only, so CLICOLOR_FORCE has nothing to say. */
  private boolean wantsColour() {
    return variable("NO_COLOR").isEmpty() && !variable("CLICOLOR").equals("0");
  }

  /** The first of the locale's variables that says anything decides, as in POSIX. */
  private boolean isUnicode() {
    String locale =
        Stream.of("LC_ALL", "LC_CTYPE", "LANG")
            .map(this::variable)
            .filter(value -> !value.isEmpty())
            .findFirst()
            .orElse("");
    return locale.toUpperCase(Locale.ROOT).matches(".*\\.UTF-?8(@.*)?");
  }

  private String variable(String name) {
    return environment.getOrDefault(name, "");
  }

  /** Whoever reads results may stop before their end. */
  static boolean printsToPipe() {
    return isPipe(STDOUT);
  }

  static boolean isPipe(Path link) {
    try {
      String target = Files.readSymbolicLink(link).toString();
      return target.startsWith("pipe:") || target.startsWith("socket:");
    } catch (IOException e) {
      return false;
    }
  }

  /** Without /proc there is only the console to ask: it is there when stdin and stdout are. */
  static boolean isTerminal(Path link) {
    if (!Files.isSymbolicLink(link)) {
      return System.console() != null;
    }
    try {
      String target = Files.readSymbolicLink(link).toString();
      return target.startsWith("/dev/pts/")
          || target.startsWith("/dev/tty")
          || target.equals("/dev/console");
    } catch (IOException e) {
      return false;
    }
  }
}
