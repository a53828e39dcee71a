package io.ibench.cli;

import io.ibench.cli.ErrorReporter.UsageException;
import io.ibench.report.figures.SanitizedText;
import io.ibench.report.store.JsonReport;
import io.ibench.report.store.ReadBudget;
import io.ibench.report.store.SeriesFolder;
import io.ibench.report.store.StoredRun;
import io.ibench.report.store.UnreadableResultException;
import io.ibench.report.text.ComparisonReport;
import io.ibench.report.text.CsvReport;
import io.ibench.report.text.SeriesReport;
import io.ibench.report.text.TextReport;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/**
 * Prints stored results: each as its run printed it and those of a workload side by side, as one
 * table, for programs, or as a page.
 */
@Command(
    name = "report",
    mixinStandardHelpOptions = true,
    description =
        "Prints stored results again, and several of a workload beside each other; or makes a page"
            + " of one. Of a run that goes on it shows as far as it is.")
final class ReportCommand implements Callable<Integer> {

  /** Lower case, as on the command line and in its help. */
  private enum Format {
    text,
    csv,
    json,
    markdown
  }

  private enum OverviewTable {
    engines,
    loads
  }

  @ParentCommand private Main main;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Parameters(
      paramLabel = "DIR",
      arity = "1..*",
      description = "result folders, one or several; of run --runs the folder of all runs")
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
          "nothing but this table of all folders: engines (a row for each folder, by steps that"
              + " all have) or loads (size, time and rate of what was loaded)")
  private Optional<OverviewTable> comparison;

  @Option(
      names = "--all",
      description =
          "print every detail: operations of all steps, percentiles by period, sizes, disks, clients,"
              + " server counters")
  private boolean everything;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description =
          "write one self-contained page of a result with tables and charts, instead of a text;"
              + " - for stdout")
  private Path html;

  /** Prints every readable result; a failed run is no failure of this command. */
  @Override
  public Integer call() throws Exception {
    return HeapGuard.call(
        String.join(" ", folders.stream().map(Path::toString).toList()), this::report);
  }

  private int report() throws UsageException {
    refuseContradictions();
    if (folders.contains(Path.of(""))) {
      throw new UsageException("DIR is empty; allowed: a result folder");
    }
    if (html != null) {
      return page();
    }
    List<Path> runs = folders.stream().flatMap(ReportCommand::runs).toList();
    PrintWriter out = spec.commandLine().getOut();
    boolean all =
        switch (format) {
          case csv -> csv(out, runs);
          case json -> json(out, runs);
          case text, markdown -> comparison.isPresent() ? comparison(out, runs) : texts(out);
        };
    out.flush();
    return all ? ExitCode.DONE : ExitCode.USAGE;
  }

  /** The folder itself, or its runs if it has several. */
  private static Stream<Path> runs(Path folder) {
    List<Path> series = SeriesFolder.series(folder);
    return series.isEmpty()
        ? Stream.of(folder)
        : series.stream().flatMap(one -> SeriesFolder.runs(one).stream());
  }

  private void refuseContradictions() {
    if (html != null) {
      refuseBesidePage();
    }
    boolean forPrograms = format == Format.csv || format == Format.json;
    if (forPrograms && (comparison.isPresent() || everything)) {
      throw new ParameterException(
          spec.commandLine(),
          "--table and --all are for text and markdown; "
              + (format == Format.json
                  ? "json has all of it"
                  : "csv has all figures of all steps"));
    }
    if (comparison.isPresent() && everything) {
      throw new ParameterException(
          spec.commandLine(), "--table prints nothing but that table of all folders");
    }
  }

  private void refuseBesidePage() {
    if (folders.size() > 1) {
      throw new ParameterException(
          spec.commandLine(),
          "--html is the page of one result; several are compared by ibench compare, and by"
              + " report --table engines");
    }
    boolean format = spec.commandLine().getParseResult().hasMatchedOption("--format");
    if (format || comparison.isPresent() || everything) {
      throw new ParameterException(
          spec.commandLine(),
          "--html has all of a result in one page; --format, --table and --all are for texts");
    }
  }

  private int page() throws UsageException {
    if (!SeriesFolder.series(folders.get(0)).isEmpty()) {
      throw new UsageException(
          folders.get(0) + " has several runs, and --html is the page of one; name one of them");
    }
    try {
      StoredRun run = StoredRun.read(folders.get(0));
      if (html.equals(Pages.STDOUT)) {
        Pages.print(run, spec.commandLine().getOut());
      } else {
        Pages.write(run, html);
        PrintWriter err = spec.commandLine().getErr();
        err.println("page in " + SanitizedText.of(html.toString()));
        err.flush();
      }
      return ExitCode.DONE;
    } catch (UnreadableResultException e) {
      unreadable(e);
      return ExitCode.USAGE;
    }
  }

  private boolean texts(PrintWriter out) {
    TextReport.Options options =
        new TextReport.Options(
            format == Format.markdown, everything, main.process().resultColumns());
    boolean all = true;
    String between = "";
    List<StoredRun> runs = new ArrayList<>();
    ReadBudget budget = ReadBudget.ofHeap();
    for (Path folder : folders) {
      List<Path> several = SeriesFolder.series(folder);
      for (Path series : several) {
        List<Path> each = SeriesFolder.runs(series);
        List<StoredRun> read = readable(each);
        all &= read.size() == each.size();
        if (!read.isEmpty()) {
          out.print(between + SeriesReport.of(series, read, options));
          between = "\n";
        }
      }
      if (!several.isEmpty()) {
        continue;
      }
      try {
        StoredRun run = StoredRun.read(folder, budget);
        out.print(between);
        print(out, TextReport.of(run.report(), options), folder);
        between = "\n";
        runs.add(run);
      } catch (UnreadableResultException e) {
        all = unreadable(e);
      }
    }
    ComparisonReport.byWorkload(runs, options.markdown()).forEach(text -> out.print("\n" + text));
    return all;
  }

  private boolean comparison(PrintWriter out, List<Path> all) {
    List<StoredRun> runs = readable(all);
    boolean markdown = format == Format.markdown;
    if (!runs.isEmpty()) {
      out.print(
          switch (comparison.orElseThrow()) {
            case engines -> ComparisonReport.engines(runs, markdown);
            case loads -> ComparisonReport.loads(runs, markdown);
          });
    }
    return runs.size() == all.size();
  }

  private boolean csv(PrintWriter out, List<Path> all) {
    List<StoredRun> runs = readable(all);
    out.print(CsvReport.of(runs));
    return runs.size() == all.size();
  }

  private boolean json(PrintWriter out, List<Path> runs) {
    boolean all = true;
    try (JsonReport list = new JsonReport(out)) {
      for (Path folder : runs) {
        try {
          list.add(folder);
        } catch (UnreadableResultException e) {
          all = unreadable(e);
        }
      }
    }
    return all;
  }

  private List<StoredRun> readable(List<Path> all) {
    List<StoredRun> runs = new ArrayList<>();
    ReadBudget budget = ReadBudget.ofHeap();
    for (Path folder : all) {
      try {
        runs.add(StoredRun.read(folder, budget));
      } catch (UnreadableResultException e) {
        unreadable(e);
      }
    }
    return runs;
  }

  /** Reports it; always returns false. */
  private boolean unreadable(UnreadableResultException e) {
    PrintWriter err = spec.commandLine().getErr();
    err.println("ibench: " + SanitizedText.of(e.getMessage()));
    err.flush();
    return false;
  }

  static void print(PrintWriter out, String report, Path folder) {
    out.print(report);
    out.println("results in " + SanitizedText.of(folder.toString()));
    out.flush();
  }
}
