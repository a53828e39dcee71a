package io.ibench.cli;

import io.ibench.report.ComparisonReport;
import io.ibench.report.CsvReport;
import io.ibench.report.JsonReport;
import io.ibench.report.StoredRun;
import io.ibench.report.TextReport;
import io.ibench.report.UnreadableResultException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Prints stored results: each as its run printed it, as tables of several, or for programs. */
@Command(
    name = "report",
    mixinStandardHelpOptions = true,
    description =
        "Prints the results in folders again, or compares them; of a run going on as far as it is.")
final class ReportCommand implements Callable<Integer> {

  /** Lower case is how they are written on the command line, and shown in its help. */
  private enum Format {
    text,
    csv,
    json,
    markdown
  }

  private enum Comparison {
    engines,
    loads
  }

  @ParentCommand private Main main;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Parameters(paramLabel = "DIR", arity = "1..*", description = "result folders, one or several")
  private List<Path> folders;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "text",
      description =
          "${COMPLETION-CANDIDATES}: csv has a row for each step and period with all figures, json"
              + " is a list of the summaries")
  private Format format;

  @Option(
      names = "--table",
      paramLabel = "TABLE",
      description =
          "one table of all folders: engines (a row for each folder, by steps that all have) or"
              + " loads (size, time and rate of what was loaded)")
  private Optional<Comparison> comparison;

  @Option(
      names = "--latencies",
      description = "all percentiles of each operation in each report period")
  private boolean latencies;

  @Option(
      names = "--server-counters",
      description = "also print what the server counted by itself, a column for each step")
  private boolean serverCounters;

  /** Whatever can be shown is shown; how the runs ended is not this command's failure. */
  @Override
  public Integer call() {
    refuseContradictions();
    PrintWriter out = spec.commandLine().getOut();
    boolean all =
        switch (format) {
          case csv -> csv(out);
          case json -> json(out);
          case text, markdown -> comparison.isPresent() ? comparison(out) : texts(out);
        };
    out.flush();
    return all ? ExitCode.DONE : ExitCode.USAGE;
  }

  private void refuseContradictions() {
    boolean forPrograms = format == Format.csv || format == Format.json;
    if (forPrograms && (comparison.isPresent() || latencies || serverCounters)) {
      throw new ParameterException(
          spec.commandLine(),
          "--table, --latencies and --server-counters are for text and markdown; "
              + (format == Format.json
                  ? "json has all of it"
                  : "csv has all figures of all steps"));
    }
    if (comparison.isPresent() && (latencies || serverCounters)) {
      throw new ParameterException(
          spec.commandLine(), "--table prints nothing but that table of all folders");
    }
  }

  private boolean texts(PrintWriter out) {
    TextReport.Options options =
        new TextReport.Options(
            format == Format.markdown,
            serverCounters,
            latencies,
            main.surroundings().resultColumns());
    boolean all = true;
    String between = "";
    for (Path folder : folders) {
      try {
        String text = TextReport.of(StoredRun.read(folder).report(), options);
        out.print(between);
        print(out, text, folder);
        between = "\n";
      } catch (UnreadableResultException e) {
        all = unreadable(e);
      }
    }
    return all;
  }

  private boolean comparison(PrintWriter out) {
    List<StoredRun> runs = readable();
    boolean markdown = format == Format.markdown;
    if (!runs.isEmpty()) {
      out.print(
          switch (comparison.orElseThrow()) {
            case engines -> ComparisonReport.engines(runs, markdown);
            case loads -> ComparisonReport.loads(runs, markdown);
          });
    }
    return runs.size() == folders.size();
  }

  private boolean csv(PrintWriter out) {
    List<StoredRun> runs = readable();
    out.print(CsvReport.of(runs));
    return runs.size() == folders.size();
  }

  private boolean json(PrintWriter out) {
    boolean all = true;
    try (JsonReport list = new JsonReport(out)) {
      for (Path folder : folders) {
        try {
          list.add(folder);
        } catch (UnreadableResultException e) {
          all = unreadable(e);
        }
      }
    }
    return all;
  }

  private List<StoredRun> readable() {
    List<StoredRun> runs = new ArrayList<>();
    for (Path folder : folders) {
      try {
        runs.add(StoredRun.read(folder));
      } catch (UnreadableResultException e) {
        unreadable(e);
      }
    }
    return runs;
  }

  /** Says so; always false. */
  private boolean unreadable(UnreadableResultException e) {
    PrintWriter err = spec.commandLine().getErr();
    err.println("ibench: " + e.getMessage());
    err.flush();
    return false;
  }

  static void print(PrintWriter out, String report, Path folder) {
    out.print(report);
    out.println("results in " + folder);
    out.flush();
  }
}
