package io.ibench.cli;

import io.ibench.bisect.StoredBisect;
import io.ibench.cli.bisect.BisectText;
import io.ibench.cli.ground.ErrorReporter;
import io.ibench.cli.ground.ExitCode;
import io.ibench.cli.ground.Ibench;
import io.ibench.cli.ground.OutputFolder;
import io.ibench.cli.ground.UsageException;
import io.ibench.cli.ground.Version;
import io.ibench.cli.run.Pages;
import io.ibench.cli.suite.SuiteSetup;
import io.ibench.compare.DuetFunctions;
import io.ibench.config.ConfigException;
import io.ibench.config.Suggestion;
import io.ibench.page.DuetPage;
import io.ibench.page.Page;
import io.ibench.page.PageWriter;
import io.ibench.report.document.Layout;
import io.ibench.report.document.MarkdownLayout;
import io.ibench.report.document.TerminalLayout;
import io.ibench.report.figures.SanitizedText;
import io.ibench.report.store.JsonReport;
import io.ibench.report.store.ReadBudget;
import io.ibench.report.store.SeriesFolder;
import io.ibench.report.store.StoredDuet;
import io.ibench.report.store.StoredRun;
import io.ibench.report.store.UnreadableResultException;
import io.ibench.report.store.WriteFailure;
import io.ibench.report.text.Arrangement;
import io.ibench.report.text.ComparisonReport;
import io.ibench.report.text.CsvReport;
import io.ibench.report.text.DuetReport;
import io.ibench.report.text.SeriesReport;
import io.ibench.report.text.TextReport;
import io.ibench.suite.SuiteReport;
import io.ibench.suite.SuiteState;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
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

  @ParentCommand private Ibench ibench;

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
              + " all have) or loads (a row for each step that inserts and does not query)")
  private Optional<OverviewTable> comparison;

  @Option(
      names = "--all",
      description =
          "print every detail: operations of all steps, percentiles by period, sizes, disks, clients,"
              + " server counters")
  private boolean everything;

  @Option(
      names = "--group-by",
      paramLabel = "TAG",
      description =
          "in tables of several results: rows with equal values of this tag, or of the label, follow"
              + " each other")
  private Optional<String> groupBy;

  @Option(
      names = "--sort",
      paramLabel = "KEY",
      description =
          "in these tables: sort the rows, within their groups, by a tag, the label or a figure's"
              + " key such as qps")
  private Optional<String> sort;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description =
          "write one self-contained page of a result with tables and charts, instead of a text;"
              + " - for stdout")
  private @Nullable Path html;

  private boolean damaged;

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
    for (Path folder : folders) {
      if (everything && !SeriesFolder.series(folder).isEmpty()) {
        throw new UsageException(
            "--all has every detail of a run, and " + folder + " has several; name one of them");
      }
    }
    if (folders.size() == 1 && SuiteState.isIn(folders.get(0)) && isPlain()) {
      return suite(folders.get(0));
    }
    if (folders.size() == 1 && StoredBisect.isIn(folders.get(0)) && isOfBisect()) {
      return bisect(folders.get(0));
    }
    for (Path folder : folders) {
      if (StoredBisect.isIn(folder)) {
        throw new UsageException(
            folder + " is a bisection; report shows it alone, as text, markdown or json");
      }
    }
    if (folders.size() == 1 && StoredDuet.isIn(folders.get(0)) && isPlain()) {
      return duet(folders.get(0));
    }
    List<Path> runs = folders.stream().flatMap(ReportCommand::runs).toList();
    if (runs.size() == 1 && comparison.isEmpty() && (groupBy.isPresent() || sort.isPresent())) {
      throw new UsageException(
          "--group-by and --sort are for tables of several results, and this is one");
    }
    PrintWriter out = spec.commandLine().getOut();
    boolean all =
        switch (format) {
          case csv -> csv(out, runs);
          case json -> json(out, runs);
          case text, markdown -> {
            List<StoredRun> read = readable(runs);
            requireArrangement(read);
            if (comparison.isPresent()) {
              comparison(out, read);
            } else {
              texts(out, read);
            }
            yield read.size() == runs.size();
          }
        };
    out.flush();
    sayLeftOut();
    return !all ? ExitCode.USAGE : damaged ? ExitCode.FAILED : ExitCode.DONE;
  }

  private boolean isOfBisect() {
    return isPlain() || format == Format.json && !everything;
  }

  private boolean isPlain() {
    return comparison.isEmpty()
        && groupBy.isEmpty()
        && sort.isEmpty()
        && (format == Format.text || format == Format.markdown);
  }

  /** The report of a suite's folder, as far as it is. */
  private int suite(Path folder) throws UsageException {
    try {
      SuiteSetup setup = SuiteSetup.stored(folder, ibench.process().environment());
      SuiteReport report = SuiteReport.of(folder, setup.suite(), SuiteState.read(folder));
      PrintWriter out = spec.commandLine().getOut();
      out.print(
          format == Format.markdown
              ? report.markdown()
              : report.text(ibench.process().resultColumns()));
      out.flush();
      return ExitCode.DONE;
    } catch (ConfigException e) {
      throw new UsageException(ErrorReporter.mistakes(e));
    } catch (IOException e) {
      throw new UsageException(WriteFailure.reason(e));
    }
  }

  private int duetPage() throws UsageException {
    Path target = Objects.requireNonNull(html);
    try {
      Page page =
          DuetPage.of(
              StoredDuet.read(folders.get(0)),
              DuetFunctions.of(folders.get(0)).blocks(),
              Version.number());
      if (target.equals(Pages.STDOUT)) {
        PageWriter.render(page, spec.commandLine().getOut());
      } else {
        Pages.requirePlace(target);
        Pages.write(page, target);
        spec.commandLine().getErr().println("page in " + SanitizedText.of(target.toString()));
        spec.commandLine().getErr().flush();
      }
      return ExitCode.DONE;
    } catch (IOException e) {
      throw new UsageException(WriteFailure.reason(e));
    }
  }

  private Layout layout() {
    return format == Format.markdown
        ? new MarkdownLayout()
        : new TerminalLayout(ibench.process().resultColumns());
  }

  private int bisect(Path folder) throws UsageException {
    try {
      PrintWriter out = spec.commandLine().getOut();
      StoredBisect bisect = StoredBisect.read(folder);
      out.print(
          format == Format.json
              ? BisectText.json(folder)
              : BisectText.of(folder, bisect, layout()));
      out.flush();
      return ExitCode.DONE;
    } catch (IOException e) {
      throw new UsageException(WriteFailure.reason(e));
    }
  }

  private int duet(Path folder) throws UsageException {
    try {
      Layout layout = layout();
      PrintWriter out = spec.commandLine().getOut();
      out.print(DuetReport.of(StoredDuet.read(folder)).text(layout));
      out.print(DuetFunctions.of(folder).text());
      out.flush();
      return ExitCode.DONE;
    } catch (IOException e) {
      throw new UsageException(WriteFailure.reason(e));
    }
  }

  /** Says which runs beside folders of several runs are not shown. */
  private void sayLeftOut() {
    PrintWriter err = spec.commandLine().getErr();
    for (Path folder : folders) {
      long beside = SeriesFolder.beside(folder).size();
      if (beside > 0) {
        err.println(
            SanitizedText.of(
                "ibench: shows the folders of several runs in "
                    + folder
                    + ", and not its "
                    + (beside == 1
                        ? "single run; name it to see it"
                        : beside + " single runs; name them to see them")));
      }
    }
    err.flush();
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
    boolean arranged = groupBy.isPresent() || sort.isPresent();
    if (forPrograms && (comparison.isPresent() || arranged || everything)) {
      throw new ParameterException(
          spec.commandLine(),
          "--table, --group-by, --sort and --all are for text and markdown; "
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
    boolean arranged = groupBy.isPresent() || sort.isPresent();
    if (format || comparison.isPresent() || arranged || everything) {
      throw new ParameterException(
          spec.commandLine(),
          "--html has all of a result in one page; --format, --table, --group-by, --sort and --all"
              + " are for texts");
    }
  }

  private int page() throws UsageException {
    if (!SeriesFolder.series(folders.get(0)).isEmpty()) {
      throw new UsageException(
          folders.get(0) + " has several runs, and --html is the page of one; name one of them");
    }
    if (StoredBisect.isIn(folders.get(0))) {
      throw new UsageException(
          folders.get(0)
              + " is a bisection, which has no page; report --html makes one of a duet in its folder"
              + " duets");
    }
    try {
      if (StoredDuet.isIn(folders.get(0))) {
        return duetPage();
      }
      StoredRun run = StoredRun.read(folders.get(0));
      sayDamage(run);
      if (Objects.requireNonNull(html).equals(Pages.STDOUT)) {
        Pages.print(run, spec.commandLine().getOut());
      } else {
        Pages.write(run, html);
        PrintWriter err = spec.commandLine().getErr();
        err.println("page in " + SanitizedText.of(html.toString()));
        err.flush();
      }
      return damaged ? ExitCode.FAILED : ExitCode.DONE;
    } catch (UnreadableResultException e) {
      unreadable(e);
      return ExitCode.USAGE;
    }
  }

  /** Refuses names that no result has. */
  private void requireArrangement(List<StoredRun> runs) throws UsageException {
    if (runs.isEmpty()) {
      return;
    }
    Set<String> names = Arrangement.names(runs);
    Set<String> sortable = new LinkedHashSet<>(names);
    sortable.addAll(Arrangement.figures(runs));
    List<String> mistakes = new ArrayList<>();
    groupBy
        .filter(name -> !names.contains(name))
        .ifPresent(
            name ->
                mistakes.add(
                    "--group-by "
                        + name
                        + ": no result has this tag; "
                        + Suggestion.question(name, names).orElse(tags(names))));
    sort.filter(name -> !sortable.contains(name))
        .ifPresent(
            name ->
                mistakes.add(
                    "--sort "
                        + name
                        + ": no result has this tag, and no figure has this key; "
                        + Suggestion.question(name, sortable)
                            .orElse(tags(names) + ", and the keys of figures, such as qps")));
    if (!mistakes.isEmpty()) {
      throw new UsageException(mistakes);
    }
  }

  private static String tags(Set<String> names) {
    return names.isEmpty() ? "there are no tags" : "there are: " + String.join(", ", names);
  }

  private void texts(PrintWriter out, List<StoredRun> runs) {
    TextReport.Options options =
        new TextReport.Options(
            format == Format.markdown, everything, ibench.process().resultColumns());
    Set<Path> several =
        folders.stream()
            .flatMap(folder -> SeriesFolder.series(folder).stream())
            .collect(Collectors.toCollection(LinkedHashSet::new));
    List<StoredRun> single =
        runs.stream()
            .filter(run -> !isOneOf(several, run) || folders.contains(run.folder()))
            .toList();
    String between = "";
    for (StoredRun run : single) {
      out.print(between);
      OutputFolder.print(out, TextReport.withFiles(run, options), run.folder());
      between = "\n";
    }
    ComparisonReport.byWorkload(single, new Arrangement(groupBy, sort), options.markdown())
        .forEach(text -> out.print("\n" + text));
    for (Path series : several) {
      Map<Path, StoredRun> members = new LinkedHashMap<>();
      runs.stream()
          .filter(run -> series.equals(run.folder().getParent()))
          .forEach(run -> members.put(run.folder(), run));
      if (!members.isEmpty()) {
        out.print(between + SeriesReport.of(series, List.copyOf(members.values()), options));
        between = "\n";
      }
    }
  }

  private static boolean isOneOf(Set<Path> several, StoredRun run) {
    return run.folder().getParent() != null && several.contains(run.folder().getParent());
  }

  private void comparison(PrintWriter out, List<StoredRun> runs) {
    Arrangement arrangement = new Arrangement(groupBy, sort);
    boolean markdown = format == Format.markdown;
    runs.forEach(this::sayUnfinished);
    if (!runs.isEmpty()) {
      out.print(
          switch (comparison.orElseThrow()) {
            case engines -> ComparisonReport.engines(runs, arrangement, markdown);
            case loads -> ComparisonReport.loads(runs, arrangement, markdown);
          });
    }
  }

  private boolean csv(PrintWriter out, List<Path> all) {
    List<StoredRun> runs = readable(all);
    runs.forEach(this::sayUnfinished);
    out.print(CsvReport.of(runs));
    return runs.size() == all.size();
  }

  private boolean json(PrintWriter out, List<Path> runs) {
    boolean all = true;
    try (JsonReport list = new JsonReport(out)) {
      for (Path folder : runs) {
        try {
          StoredRun run = list.add(folder);
          sayDamage(run);
          sayUnfinished(run);
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
        StoredRun run = StoredRun.read(folder, budget);
        runs.add(run);
        sayDamage(run);
      } catch (UnreadableResultException e) {
        unreadable(e);
      }
    }
    return runs;
  }

  /** Stdout may be read by a program: what is wrong is on stderr in every form. */
  private void sayDamage(StoredRun run) {
    damaged |= !run.damage().isEmpty();
    ErrorReporter.say(spec.commandLine().getErr(), ExitCode.FAILED, run.damage());
  }

  /** A step without figures has no row: only a line says that it is left out. */
  private void sayUnfinished(StoredRun run) {
    ErrorReporter.say(
        spec.commandLine().getErr(), ExitCode.DONE, run.unfinished().stream().toList());
  }

  /** Reports it; always returns false. */
  private boolean unreadable(UnreadableResultException e) {
    PrintWriter err = spec.commandLine().getErr();
    err.println("ibench: " + SanitizedText.of(String.valueOf(e.getMessage())));
    err.flush();
    return false;
  }
}
