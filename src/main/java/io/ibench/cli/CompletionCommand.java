package io.ibench.cli;

import io.ibench.cli.ground.ExitCode;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Prints a script for the completion of ibench's arguments in a shell. */
@Command(
    name = "completion",
    mixinStandardHelpOptions = true,
    description = "Prints a script that lets the shell complete ibench's arguments.",
    footer = {"", "For this shell:  source <(ibench completion)"})
final class CompletionCommand implements Callable<Integer> {

  private static final String COMMAND = "ibench";

  /** After a key comes its value: bash must not insert a blank after the =. */
  private static final String NO_BLANK_AFTER_KEY =
      """


      if [ -n "$BASH_VERSION" ]; then
        function _complete_ibench_arguments() {
          _complete_ibench "$@"
          if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]]; then
            compopt -o nospace
          fi
        }
        complete -F _complete_ibench_arguments -o default ibench
      fi
      """;

  /** The supported shells; both use the same script. */
  enum Shell {
    BASH,
    ZSH;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Parameters(
      arity = "0..1",
      paramLabel = "SHELL",
      defaultValue = "bash",
      description = "bash or zsh; the script is for both")
  @SuppressWarnings("UnusedVariable") // picocli checks the word
  private Shell shell;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    out.print(AutoComplete.bash(COMMAND, spec.root().commandLine()));
    out.print(NO_BLANK_AFTER_KEY);
    out.flush();
    return ExitCode.DONE;
  }
}
