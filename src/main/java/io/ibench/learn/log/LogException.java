package io.ibench.learn.log;

import java.util.List;

/**
 * A log cannot be used. Its mistakes are lines for the user: file, line, what is wrong, what would
 * be right.
 */
public final class LogException extends Exception {

  private static final long serialVersionUID = 1L;

  private final List<String> mistakes;

  public LogException(List<String> mistakes) {
    super(String.join("\n", mistakes));
    this.mistakes = List.copyOf(mistakes);
  }

  public LogException(String mistake) {
    this(List.of(mistake));
  }

  public List<String> mistakes() {
    return mistakes;
  }
}
