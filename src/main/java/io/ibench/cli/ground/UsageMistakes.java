package io.ibench.cli.ground;

import io.ibench.config.Secrets;
import io.ibench.config.Suggestion;
import io.ibench.report.figures.SanitizedText;
import java.io.File;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Reports a wrong command line: one line with the mistake, and where to read more. */
public final class UsageMistakes implements CommandLine.IParameterExceptionHandler {

  @Override
  public int handleParseException(ParameterException mistake, String[] arguments) {
    CommandLine command = mistake.getCommandLine();
    String text = SanitizedText.of(Secrets.mask(text(mistake) + dashed(mistake, arguments)));
    String help = command.getCommandSpec().qualifiedName() + " -h";
    command.getErr().println("ibench: " + text + "; see " + help);
    command.getErr().flush();
    return ExitCode.USAGE;
  }

  private static String text(ParameterException mistake) {
    if (mistake instanceof UnmatchedArgumentException unmatched) {
      return unmatched(unmatched);
    }
    if (mistake instanceof MissingParameterException missing && missing.getMissing().size() == 1) {
      return missing(missing.getMissing().get(0));
    }
    String text =
        String.valueOf(mistake.getMessage())
            .replaceFirst("^Invalid value for positional parameter at index \\d+ \\(\\w+\\): ", "");
    int conversion = text.indexOf(": cannot convert ");
    return conversion < 0
        ? text.replace(" (case-insensitive)", "")
        : text.substring(0, conversion) + ": not the name of a file on this system";
  }

  /** Explains why a file name such as -old is taken for an option. */
  private static String dashed(ParameterException mistake, String[] arguments) {
    boolean misread =
        mistake instanceof MissingParameterException
            || mistake instanceof UnmatchedArgumentException;
    CommandLine command = mistake.getCommandLine();
    if (!misread || command.getParent() == null) {
      return "";
    }
    return Arrays.stream(arguments)
        .takeWhile(argument -> !argument.equals("--"))
        .filter(argument -> argument.length() > 1 && argument.startsWith("-"))
        .filter(argument -> command.getCommandSpec().findOption(argument) == null)
        .filter(UsageMistakes::namesAFile)
        .findFirst()
        .map(name -> "; to name the folder or file " + name + ", put -- before it")
        .orElse("");
  }

  /** A file, or a list of files separated by commas. */
  private static boolean namesAFile(String argument) {
    return new File(argument).exists()
        || Arrays.stream(argument.split(",")).allMatch(part -> new File(part).exists());
  }

  private static String missing(CommandLine.Model.ArgSpec argument) {
    return argument instanceof CommandLine.Model.OptionSpec option
        ? option.longestName() + " needs a value: " + option.paramLabel()
        : argument.paramLabel() + " is missing";
  }

  /** Prints only names of files, as other arguments may be passwords, as in -pPASSWORD. */
  private static String unmatched(UnmatchedArgumentException mistake) {
    List<String> unmatched = mistake.getUnmatched();
    String first = unmatched.get(0);
    if (first.startsWith("-")) {
      String option =
          first.startsWith("--")
              ? first.replaceAll("=.*", "")
              : first.substring(0, Math.min(2, first.length()));
      return "there is no option " + option + meant(option, mistake);
    }
    boolean file = new File(first).exists();
    if (mistake.getCommandLine().getParent() == null) {
      return file
          ? "say what to do with " + first + ": run, verify, check"
          : "there is no such command"
              + Suggestion.question(first, mistake.getCommandLine().getSubcommands().keySet())
                  .map(question -> "; " + question)
                  .orElse("");
    }
    return "one argument too many" + (file ? ": " + first : "; a value with blanks needs quotes");
  }

  /** Explains -s, as users of other benchmarks try --threads=8. */
  private static String meant(String option, UnmatchedArgumentException mistake) {
    CommandLine.Model.CommandSpec command = mistake.getCommandLine().getCommandSpec();
    return Suggestion.question(option, command.optionsMap().keySet())
        .map(question -> "; " + question)
        .orElseGet(
            () -> command.findOption("-s") == null ? "" : "; a setting is given as -s key=value");
  }
}
