package io.ibench.cli;

import io.ibench.report.ResultReader;
import io.ibench.report.RunReport;
import io.ibench.report.TextReport;
import io.ibench.report.UnreadableResultException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Prints stored results as their runs printed them. */
@Command(
    name = "report",
    mixinStandardHelpOptions = true,
    description = "Prints the result in a folder again; that of a run going on as far as it is.")
final class ReportCommand implements Callable<Integer> {

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Parameters(paramLabel = "DIR", arity = "1..*", description = "result folders, one or several")
  private List<Path> folders;

  @Option(
      names = "--server-counters",
      description = "also print what the server counted by itself, a column for each step")
  private boolean serverCounters;

  /** Whatever can be shown is shown; how the runs ended is not this command's failure. */
  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    int code = ExitCode.DONE;
    String between = "";
    for (Path folder : folders) {
      try {
        RunReport report = ResultReader.read(folder);
        out.print(between);
        print(out, text(report), folder);
        between = "\n";
      } catch (UnreadableResultException e) {
        spec.commandLine().getErr().println("ibench: " + e.getMessage());
        spec.commandLine().getErr().flush();
        code = ExitCode.USAGE;
      }
    }
    return code;
  }

  private String text(RunReport report) {
    return serverCounters ? TextReport.withServerCounters(report) : TextReport.of(report);
  }

  static void print(PrintWriter out, String report, Path folder) {
    out.print(report);
    out.println("results in " + folder);
    out.flush();
  }
}
