package io.ibench.workload.custom;

/** A value cannot be read beyond this token. */
final class SyntaxException extends Exception {

  private static final long serialVersionUID = 1L;

  private final transient Token token;

  SyntaxException(Token token, String message) {
    super(message, null, false, false);
    this.token = token;
  }

  Token token() {
    return token;
  }
}
