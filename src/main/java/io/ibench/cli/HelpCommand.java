package io.ibench.cli;

import io.ibench.config.Suggestion;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Prints the help of ibench, or of one of its commands. */
@Command(
    name = "help",
    mixinStandardHelpOptions = true,
    description = "Prints this help, or that of a command.")
final class HelpCommand implements Runnable {

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Parameters(arity = "0..1", paramLabel = "COMMAND", description = "run, report, ...")
  private @Nullable String command;

  @Override
  public void run() {
    CommandLine ibench = spec.root().commandLine();
    if (command == null) {
      ibench.usage(spec.commandLine().getOut());
      return;
    }
    CommandLine explained = ibench.getSubcommands().get(command);
    if (explained == null) {
      throw new CommandLine.ParameterException(
          spec.commandLine(),
          "there is no such command; "
              + Suggestion.question(command, ibench.getSubcommands().keySet())
                  .orElse("ibench help prints all"));
    }
    explained.usage(spec.commandLine().getOut());
  }
}
