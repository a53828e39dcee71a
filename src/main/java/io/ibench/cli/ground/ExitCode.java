package io.ibench.cli.ground;

import io.ibench.report.figures.RunState;
import io.ibench.verdict.Verdict;
import java.util.List;
import java.util.Optional;

/** The exit codes of the process. */
public final class ExitCode {

  public static final int DONE = 0;
  public static final int FAILED = 1;
  public static final int USAGE = 2;

  /** A comparison or a run exceeds a limit of the user. */
  public static final int CONDITION = 3;

  /** A run that is over cannot be resumed. */
  public static final int NOTHING_TO_DO = 4;

  public static final int INTERRUPTED = 130;

  private static final List<Integer> FROM_BEST =
      List.of(DONE, CONDITION, FAILED, USAGE, INTERRUPTED);

  private ExitCode() {}

  /** The one that a script must know about first. */
  public static int worse(int one, int other) {
    return FROM_BEST.indexOf(one) > FROM_BEST.indexOf(other) ? one : other;
  }

  /**
   * The exit code of a finished run.
   *
   * @param lenient whether a run with the verdict INVALID has not failed
   * @param kept whether the run has kept all limits of the user
   */
  public static int of(RunState state, Optional<Verdict> verdict, boolean lenient, boolean kept) {
    return switch (state) {
      case DONE -> isRefused(state, verdict, lenient) ? FAILED : kept ? DONE : CONDITION;
      case FAILED -> FAILED;
      case INTERRUPTED -> INTERRUPTED;
      case RUNNING -> throw new IllegalStateException("the run is not over");
    };
  }

  /** Whether a run that is done has failed by its verdict alone. */
  public static boolean isRefused(RunState state, Optional<Verdict> verdict, boolean lenient) {
    return state == RunState.DONE && !lenient && verdict.equals(Optional.of(Verdict.INVALID));
  }
}
