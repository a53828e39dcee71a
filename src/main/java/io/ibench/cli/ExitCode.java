package io.ibench.cli;

/** What the process ends with. */
final class ExitCode {

  static final int DONE = 0;
  static final int FAILED = 1;
  static final int USAGE = 2;
  static final int INTERRUPTED = 130;

  private ExitCode() {}
}
