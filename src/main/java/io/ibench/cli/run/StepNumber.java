package io.ibench.cli.run;

/**
 * Numbers the steps of a run, for the names of files of the step under way: those of hooks, stalls,
 * events and the server's texts agree. Confined to the coordinating thread.
 */
final class StepNumber {

  private final String suffix;
  private int number;
  private String name = "";

  /**
   * @param segment how many processes have worked on the run before: files of this one get names of
   *     their own
   * @param stepsDone the steps that they have ended
   */
  StepNumber(int segment, long stepsDone) {
    this.number = Math.toIntExact(stepsDone);
    this.suffix = segment == 0 ? "" : "-resumed-" + segment;
  }

  /** A step begins, with all its repeats, or goes on. */
  void begins(String step) {
    number++;
    name = StepFiles.name(number, step);
  }

  /** Such as {@code 03-load}, or {@code 03-load-resumed-1} in a run that was resumed. */
  String name() {
    return name + suffix;
  }

  /** The same without the number of the process: all files of the step begin with it. */
  String prefix() {
    return name;
  }
}
