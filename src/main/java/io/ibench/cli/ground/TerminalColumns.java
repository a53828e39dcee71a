package io.ibench.cli.ground;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;

/**
 * The width of the terminal: from COLUMNS, or from stty at the start and after each change
 * (SIGWINCH). Thread-safe.
 */
final class TerminalColumns implements IntSupplier {

  private static final int DEFAULT = 80;
  private static final long WAIT_SECONDS = 1;
  private static final File TERMINAL = new File("/dev/tty");

  private volatile int columns = DEFAULT;

  private TerminalColumns() {}

  static IntSupplier of(Map<String, String> environment) {
    int given = parse(environment.getOrDefault("COLUMNS", ""));
    if (given > 0) {
      return () -> given;
    }
    TerminalColumns terminal = new TerminalColumns();
    terminal.measure();
    Signals.handle("WINCH", terminal::measure);
    return terminal;
  }

  @Override
  public int getAsInt() {
    return columns;
  }

  /** Synchronized, so that the last measurement sees the newest width. */
  private synchronized void measure() {
    try {
      Process stty =
          new ProcessBuilder("stty", "size")
              .redirectInput(TERMINAL)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (!stty.waitFor(WAIT_SECONDS, TimeUnit.SECONDS)) {
        stty.destroyForcibly();
        return;
      }
      try (BufferedReader answer = stty.inputReader()) {
        columns = columns(answer.readLine());
      }
    } catch (IOException e) {
      // No stty, or no terminal.
      columns = DEFAULT;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * The width in the output of stty.
   *
   * @param size rows and columns; null without output
   */
  static int columns(String size) {
    String[] words = String.valueOf(size).strip().split(" ");
    int parsed = words.length == 2 ? parse(words[1]) : 0;
    return parsed > 0 ? parsed : DEFAULT;
  }

  /** 0 if it is not a valid number of columns. */
  private static int parse(String text) {
    return text.matches("[1-9][0-9]{0,4}") ? Integer.parseInt(text) : 0;
  }
}
