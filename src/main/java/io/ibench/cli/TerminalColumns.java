package io.ibench.cli;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;

/**
 * How wide the terminal is: what COLUMNS says, or what stty says of the process's terminal, at the
 * start and whenever it changes (SIGWINCH). Nothing is asked in between. Any thread.
 */
final class TerminalColumns implements IntSupplier {

  private static final int USUAL = 80;
  private static final long WAIT_SECONDS = 1;
  private static final File TERMINAL = new File("/dev/tty");

  private volatile int columns = USUAL;

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

  /** One at a time: whoever measures last sees the newest width. */
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
      // No stty or no terminal of one's own: the usual width is a guess, and lines are cut.
      columns = USUAL;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * The width that stty tells.
   *
   * @param size rows and columns; null when there was no answer
   */
  static int columns(String size) {
    String[] words = String.valueOf(size).strip().split(" ");
    int told = words.length == 2 ? parse(words[1]) : 0;
    return told > 0 ? told : USUAL;
  }

  /** 0 for what is not a usable number of columns. */
  private static int parse(String text) {
    return text.matches("[1-9][0-9]{0,4}") ? Integer.parseInt(text) : 0;
  }
}
