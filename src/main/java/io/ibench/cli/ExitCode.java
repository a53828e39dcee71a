package io.ibench.cli;

import io.ibench.report.figures.RunState;
import io.ibench.verdict.Verdict;
import java.util.Optional;

/** What the process ends with. */
final class ExitCode {

  static final int DONE = 0;
  static final int FAILED = 1;
  static final int USAGE = 2;

  /** What was compared is beyond a limit that the user has set. */
  static final int CONDITION = 3;

  static final int INTERRUPTED = 130;

  private ExitCode() {}

  /**
   * Of a run that is over.
   *
   * @param strict a run that is done and not a measurement of what was asked for has failed
   */
  static int of(RunState state, Optional<Verdict> verdict, boolean strict) {
    return switch (state) {
      case DONE -> isRefused(state, verdict, strict) ? FAILED : DONE;
      case FAILED -> FAILED;
      case INTERRUPTED -> INTERRUPTED;
      case RUNNING -> throw new IllegalStateException("the run is not over");
    };
  }

  /** Whether it is the verdict alone that makes the run fail. */
  static boolean isRefused(RunState state, Optional<Verdict> verdict, boolean strict) {
    return strict && state == RunState.DONE && verdict.filter(Verdict.INVALID::equals).isPresent();
  }
}
