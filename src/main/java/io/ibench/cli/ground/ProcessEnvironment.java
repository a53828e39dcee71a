package io.ibench.cli.ground;

import io.ibench.report.console.Screen;
import io.ibench.report.text.TextReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The environment of the process.
 *
 * @param environment the environment variables
 * @param terminal whether stderr is a terminal, whose lines can be overwritten
 * @param read whether stdout is a terminal, where a person reads results
 * @param patienceMillis how long the end of a run may take after a signal
 */
public record ProcessEnvironment(
    Map<String, String> environment, boolean terminal, boolean read, long patienceMillis) {

  private static final Path STDOUT = Path.of("/proc/self/fd/1");
  private static final Path STDERR = Path.of("/proc/self/fd/2");

  /** With results in a file or a pipe. */
  public ProcessEnvironment(Map<String, String> environment, boolean terminal) {
    this(environment, terminal, false);
  }

  /** With the documented patience. */
  public ProcessEnvironment(Map<String, String> environment, boolean terminal, boolean read) {
    this(environment, terminal, read, Interrupts.PATIENCE_MILLIS);
  }

  /** The environment of this process. */
  public static ProcessEnvironment ofProcess() {
    Map<String, String> environment = System.getenv();
    boolean dumb = "dumb".equals(environment.get("TERM"));
    return new ProcessEnvironment(environment, !dumb && isTerminal(STDERR), isTerminal(STDOUT));
  }

  /** A copy with another patience. */
  public ProcessEnvironment withPatience(long millis) {
    return new ProcessEnvironment(environment, terminal, read, millis);
  }

  /** The maximum width of tables of results: the terminal's current width, or no limit. */
  public int resultColumns() {
    return read ? TerminalColumns.of(environment).getAsInt() : TextReport.Options.ANY_WIDTH;
  }

  /** How progress is displayed on this terminal. */
  public Screen screen() {
    return terminal
        ? new Screen(true, wantsColour(), isUnicode(), TerminalColumns.of(environment))
        : Screen.plain();
  }

  /** Ignores CLICOLOR_FORCE, as only a terminal gets colours. */
  private boolean wantsColour() {
    return variable("NO_COLOR").isEmpty() && !variable("CLICOLOR").equals("0");
  }

  /** The first non-empty variable of the locale decides, as in POSIX. */
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

  /** Whether stdout is a pipe, whose reader may stop early. */
  public static boolean printsToPipe() {
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

  /** Without /proc, uses the console, which exists if stdin and stdout are terminals. */
  @SuppressWarnings("SystemConsoleNull") // Java 17 cannot ask a console what it is
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
