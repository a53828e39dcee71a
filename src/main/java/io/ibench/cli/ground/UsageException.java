package io.ibench.cli.ground;

import java.util.List;

/** A mistake that the user can correct; found before the database was touched. */
public final class UsageException extends Exception {

  private static final long serialVersionUID = 1L;

  private final transient List<String> lines;

  public UsageException(String message) {
    this(List.of(message));
  }

  /** Several mistakes, one line each. */
  public UsageException(List<String> lines) {
    super(String.join("; ", lines));
    this.lines = List.copyOf(lines);
  }

  /** The mistakes, one line each. */
  List<String> lines() {
    return lines;
  }
}
