package io.ibench.workload.script;

/** A text cannot be read. The message says what would be right; it has no place yet. */
final class SyntaxException extends Exception {

  private static final long serialVersionUID = 1L;

  SyntaxException(String message) {
    super(message);
  }
}
