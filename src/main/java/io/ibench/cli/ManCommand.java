package io.ibench.cli;

import io.ibench.cli.ground.ExitCode;
import io.ibench.cli.ground.Version;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Prints ibench's manual page, with all commands and options, in the language of man. */
@Command(
    name = "man",
    mixinStandardHelpOptions = true,
    description = "Prints the manual page of all commands, for man.",
    footer = {"", "To read it:  ibench man | man -l -"})
final class ManCommand implements Callable<Integer> {

  @CommandLine.Spec private CommandSpec spec;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    CommandSpec root = spec.root();
    out.println(".TH IBENCH 1 \"\" \"" + roff(Version.line()) + "\" \"User Commands\"");
    section(out, "NAME");
    out.println("ibench \\- " + text(root.usageMessage().description()));
    section(out, "SYNOPSIS");
    out.println(".B ibench\n.I COMMAND\n[\\fIOPTIONS\\fR]");
    section(out, "COMMANDS");
    for (CommandLine command : root.subcommands().values().stream().distinct().toList()) {
      print(out, command.getCommandSpec());
    }
    section(out, "EXIT STATUS AND EXAMPLES");
    paragraphs(out, root.usageMessage().footer());
    out.flush();
    return ExitCode.DONE;
  }

  private static void print(PrintWriter out, CommandSpec command) {
    out.println(".SS ibench " + roff(command.name()));
    out.println(text(command.usageMessage().description()));
    for (PositionalParamSpec parameter : command.positionalParameters()) {
      entry(out, parameter.paramLabel(), parameter.hidden(), parameter.description());
    }
    for (OptionSpec option : command.options()) {
      entry(out, names(option), option.hidden(), option.description());
    }
    paragraphs(out, command.usageMessage().footer());
  }

  private static String names(OptionSpec option) {
    String value = option.arity().max() > 0 ? " " + option.paramLabel() : "";
    return Arrays.stream(option.names())
        .sorted((a, b) -> Integer.compare(a.length(), b.length()))
        .collect(Collectors.joining(", ", "", value));
  }

  private static void entry(PrintWriter out, String name, boolean hidden, String[] description) {
    if (!hidden) {
      out.println(".TP\n.B " + roff(name) + "\n" + text(description));
    }
  }

  private static void section(PrintWriter out, String title) {
    out.println(".SH " + title);
  }

  /** A line that begins with a blank stays a line of its own. */
  private static void paragraphs(PrintWriter out, String[] lines) {
    for (String line : lines) {
      String text = plain(line);
      if (text.isBlank()) {
        out.println(".PP");
      } else if (text.startsWith(" ")) {
        out.println(".br\n" + roff(text.strip()));
      } else {
        out.println(roff(text));
      }
    }
  }

  private static String text(String[] lines) {
    return roff(Arrays.stream(lines).map(ManCommand::plain).collect(Collectors.joining(" ")));
  }

  /** Descriptions are formats; a percent sign that is not doubled is one all the same. */
  private static String plain(String line) {
    return line.replace("%n", " ").replace("%%", "%");
  }

  /** No character has a meaning of its own. */
  private static String roff(String text) {
    String escaped = text.replace("\\", "\\e").replace("-", "\\-");
    return escaped.startsWith(".") || escaped.startsWith("'") ? "\\&" + escaped : escaped;
  }
}
