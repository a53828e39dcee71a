package io.ibench.cli.ground;

import io.ibench.config.ConfigException;
import io.ibench.config.Problem;
import io.ibench.config.Secrets;
import io.ibench.db.DatabaseException;
import io.ibench.report.figures.SanitizedText;
import io.ibench.report.store.WriteFailure;
import io.ibench.workload.internal.RefusedException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import picocli.CommandLine;

/**
 * Reports failures of commands: expected ones with a way to correct them, others as internal
 * errors.
 */
public final class ErrorReporter implements CommandLine.IExecutionExceptionHandler {

  private final Consumer<Throwable> unexpected;

  /** With what reports an error that no user can correct. */
  public ErrorReporter(Consumer<Throwable> unexpected) {
    this.unexpected = unexpected;
  }

  @Override
  public int handleExecutionException(
      Exception exception, CommandLine command, CommandLine.ParseResult arguments) {
    PrintWriter err = command.getErr();
    List<String> mistakes = mistakes(exception);
    if (!mistakes.isEmpty()) {
      return say(err, ExitCode.USAGE, mistakes);
    }
    if (exception instanceof DatabaseException failure) {
      return say(err, ExitCode.FAILED, List.of(line(failure)));
    }
    if (exception instanceof UncheckedIOException failure) {
      String reason = WriteFailure.reason(Objects.requireNonNull(failure.getCause()));
      return say(err, ExitCode.FAILED, List.of(failure.getMessage() + ": " + reason));
    }
    unexpected.accept(exception);
    return ExitCode.FAILED;
  }

  public static String line(DatabaseException failure) {
    return failure.kind().label() + ": " + failure.getMessage();
  }

  /** The mistakes of the user, one line each; empty if the failure is none. */
  public static List<String> mistakes(Exception exception) {
    if (exception instanceof ConfigException config) {
      return config.problems().stream().map(Problem::toString).toList();
    }
    if (exception instanceof RefusedException refused) {
      return refused.reasons();
    }
    return exception instanceof UsageException usage ? usage.lines() : List.of();
  }

  /** Prints lines, with passwords masked, and returns the exit code. */
  public static int say(PrintWriter err, int code, List<String> lines) {
    for (String line : lines) {
      err.println("ibench: " + SanitizedText.of(Secrets.mask(line)));
    }
    err.flush();
    return code;
  }
}
