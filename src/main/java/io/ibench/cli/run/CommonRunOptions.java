package io.ibench.cli.run;

import picocli.CommandLine.Option;

/** The options of each command that does the steps of a run. */
final class CommonRunOptions {

  @Option(
      names = "--break-lock",
      description = "take over tables from another run that is known to be dead")
  private boolean breakLock;

  @Option(names = "--strict", description = "print the reasons of the verdict INVALID first")
  private boolean strict;

  @Option(names = "--lenient", description = "exit with 0 also when the verdict is INVALID")
  private boolean lenient;

  @Option(
      names = "--no-page",
      description = "write no report.html, of some 1 MB; report --html makes it at any time")
  private boolean noPage;

  boolean breaksLock() {
    return breakLock;
  }

  /** A verdict is about rates, which a run that waits for another one does not have. */
  void beLenient() {
    lenient = true;
  }

  boolean isStrict() {
    return strict;
  }

  boolean isLenient() {
    return lenient;
  }

  boolean makesPage() {
    return !noPage;
  }
}
