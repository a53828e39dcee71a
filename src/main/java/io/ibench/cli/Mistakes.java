package io.ibench.cli;

import io.ibench.config.ConfigException;
import io.ibench.db.DatabaseException;
import io.ibench.workload.RefusedException;
import java.io.UncheckedIOException;
import picocli.CommandLine;

/** Turns what a user can mend into lines that say how, without a stack trace. */
final class Mistakes implements CommandLine.IExecutionExceptionHandler {

  /** Something the user can mend before the database was touched. */
  static final class UsageException extends Exception {

    private static final long serialVersionUID = 1L;

    UsageException(String message) {
      super(message);
    }
  }

  @Override
  public int handleExecutionException(
      Exception exception, CommandLine command, CommandLine.ParseResult arguments)
      throws Exception {
    if (exception instanceof ConfigException config) {
      config.problems().forEach(problem -> command.getErr().println("ibench: " + problem));
      return ExitCode.USAGE;
    }
    if (exception instanceof RefusedException refused) {
      refused.reasons().forEach(reason -> command.getErr().println("ibench: " + reason));
      return ExitCode.USAGE;
    }
    if (exception instanceof UsageException) {
      command.getErr().println("ibench: " + exception.getMessage());
      return ExitCode.USAGE;
    }
    if (exception instanceof DatabaseException failure) {
      command.getErr().println("ibench: " + failure.kind().label() + ": " + failure.getMessage());
      return ExitCode.FAILED;
    }
    if (exception instanceof UncheckedIOException failure) {
      command.getErr().println("ibench: " + failure.getMessage() + ": " + failure.getCause());
      return ExitCode.FAILED;
    }
    throw exception;
  }
}
