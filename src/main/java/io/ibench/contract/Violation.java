package io.ibench.contract;

/** A database breaks a rule. */
final class Violation extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String expected;
  private final String actual;

  /** Both in the user's words. */
  Violation(String expected, String actual) {
    super("expected " + expected + ", but was " + actual);
    this.expected = expected;
    this.actual = actual;
  }

  String expected() {
    return expected;
  }

  String actual() {
    return actual;
  }
}
