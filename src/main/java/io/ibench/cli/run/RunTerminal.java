package io.ibench.cli.run;

import io.ibench.cli.ground.ProcessEnvironment;
import io.ibench.report.figures.SanitizedText;
import java.io.PrintWriter;
import picocli.CommandLine;

/** Where a run prints: results to {@code out}, everything else to {@code err}. */
record RunTerminal(PrintWriter out, PrintWriter err, ProcessEnvironment process) {

  static RunTerminal of(CommandLine command, ProcessEnvironment process) {
    return new RunTerminal(command.getOut(), command.getErr(), process);
  }

  /** Prints a line to {@code err}, at once. */
  void say(String line) {
    err.println(SanitizedText.of(line));
    err.flush();
  }
}
