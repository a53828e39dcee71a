package io.ibench.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * What the process was started in.
 *
 * @param environment the environment variables
 * @param terminal stderr is a terminal, where lines can be written over
 */
record Surroundings(Map<String, String> environment, boolean terminal) {

  private static final Path STDERR = Path.of("/proc/self/fd/2");

  /** Those of this process. */
  static Surroundings ofProcess() {
    Map<String, String> environment = System.getenv();
    boolean dumb = "dumb".equals(environment.get("TERM"));
    return new Surroundings(environment, !dumb && isTerminal(STDERR));
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
