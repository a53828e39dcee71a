package io.ibench.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.ibench.cli.ground.ErrorReporter;
import io.ibench.cli.ground.ExitCode;
import io.ibench.cli.ground.Ibench;
import io.ibench.cli.ground.JsonText;
import io.ibench.cli.ground.UsageException;
import io.ibench.cli.ground.Version;
import io.ibench.cli.run.Pages;
import io.ibench.compare.ComparisonMatrix;
import io.ibench.compare.FigureRow;
import io.ibench.compare.GateCondition;
import io.ibench.config.Suggestion;
import io.ibench.page.trend.TrendPage;
import io.ibench.report.document.Layout;
import io.ibench.report.document.MarkdownLayout;
import io.ibench.report.document.Table;
import io.ibench.report.document.TerminalLayout;
import io.ibench.report.store.WriteFailure;
import io.ibench.trend.FollowedFigures;
import io.ibench.trend.Order;
import io.ibench.trend.PlaceTables;
import io.ibench.trend.Trend;
import io.ibench.trend.TrendCsv;
import io.ibench.trend.TrendGate;
import io.ibench.trend.TrendJson;
import io.ibench.trend.TrendText;
import io.ibench.trend.Trends;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Finds since when the figures of many results of the same work have changed. */
@Command(
    name = "trend",
    mixinStandardHelpOptions = true,
    description =
        "Says since when figures have changed, over many results of the same work: nights, versions,"
            + " commits.",
    footer = {
      "",
      "  ibench trend nights --fail-if \"qps<0.97\"",
      "  ibench trend results/suite --by version --html versions.html",
      "",
      "Exit codes: 0 done; 2 nothing to follow; 3 a --fail-if holds."
    })
final class TrendCommand implements Callable<Integer> {

  private static final Pattern DAY = Pattern.compile("\\d{4}-\\d\\d-\\d\\d( \\d\\d:\\d\\d)?");

  /** Thousands of commits fit into no line. */
  private static final int MAX_NAMES = 50;

  private static final int DAY_LENGTH = "yyyy-MM-dd".length();

  /** Lower case, as on the command line and in its help. */
  private enum Format {
    text,
    markdown,
    csv,
    json
  }

  @ParentCommand private Ibench ibench;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Parameters(
      paramLabel = "DIR",
      arity = "1..*",
      description = "a folder of results, at any depth: of nights, of runs, of suites")
  private List<Path> folders = new ArrayList<>();

  @Option(
      names = "--by",
      paramLabel = "NAME",
      defaultValue = Order.TIME,
      description =
          "how runs follow each other: time, version, or a tag such as commit, or a suite's factor;"
              + " default ${DEFAULT-VALUE}")
  private String by;

  @Option(
      names = "--figure",
      paramLabel = "FIGURE",
      split = ",",
      description =
          "follow these figures instead of rate, CPU, context switches, reads and writes of an"
              + " operation, and p99; such as qps, own_cpu_us_pq, GET_NODE.p999_us")
  private List<String> figures = new ArrayList<>();

  @Option(
      names = "--step",
      paramLabel = "STEP",
      split = ",",
      description = "follow these steps only; several with commas between")
  private List<String> steps = new ArrayList<>();

  @Option(
      names = "--since",
      paramLabel = "PLACE",
      description =
          "tell and judge only changes from here on: a day such as 2026-11-01, a version, a tag's"
              + " value")
  private @Nullable String since;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "text",
      description = "${COMPLETION-CANDIDATES}; csv is what Apache Otava reads")
  private Format format;

  @Option(
      names = "--fail-if",
      paramLabel = "CONDITION",
      description =
          "exit with 3 if a change that stays is beyond a limit: [STEP:]FIGURE(<|<=|>|>=)RATIO, such"
              + " as qps<0.97; not if the machine changed with it; may be given several times")
  private List<String> failIf = new ArrayList<>();

  @Option(names = "--html", paramLabel = "FILE", description = "also write one self-contained page")
  private @Nullable Path html;

  @Override
  public Integer call() throws Exception {
    return HeapGuard.call("these results", this::follow);
  }

  private int follow() throws JsonProcessingException, UsageException {
    List<String> mistakes = new ArrayList<>();
    List<GateCondition> conditions =
        failIf.stream().flatMap(text -> GateCondition.parse(text, mistakes).stream()).toList();
    Pages.refuse(html, "trend", mistakes);
    Optional<Trends> read = read(mistakes);
    if (read.isEmpty()) {
      return ErrorReporter.say(spec.commandLine().getErr(), ExitCode.USAGE, mistakes);
    }
    Trends all = read.get();
    FollowedFigures followed = followed(all, mistakes);
    steps.stream()
        .filter(step -> !all.steps().contains(step))
        .forEach(step -> mistakes.add(unknown("--step", step, all.steps())));
    List<Trend> trends = since(all.trends(followed, this::isAsked), mistakes);
    if (mistakes.isEmpty() && trends.isEmpty()) {
      mistakes.add(nothing(all));
    }
    if (mistakes.isEmpty()) {
      conditions.stream()
          .filter(condition -> !TrendGate.isKnown(trends, condition))
          .forEach(
              condition ->
                  mistakes.add(
                      "--fail-if "
                          + condition.text()
                          + ": no step has such a series; there are: "
                          + String.join(", ", TrendGate.names(trends))));
    }
    if (format == Format.csv && trends.size() > 1) {
      mistakes.add(
          "--format csv is one table of one kind of work; these folders have "
              + trends.size()
              + ": "
              + String.join("; ", trends.stream().map(Trend::title).limit(5).toList())
              + "; name the folders of one");
    }
    if (!mistakes.isEmpty()) {
      return ErrorReporter.say(spec.commandLine().getErr(), ExitCode.USAGE, mistakes);
    }
    print(all, trends);
    writePage(all, trends);
    if (!conditions.isEmpty()) {
      all.newestLeftOut()
          .map(
              run -> "--fail-if says nothing of the newest run, " + run.folder() + ": " + run.why())
          .ifPresent(
              line -> ErrorReporter.say(spec.commandLine().getErr(), ExitCode.DONE, List.of(line)));
    }
    TrendGate.Judgement judgement = TrendGate.judge(trends, conditions);
    ErrorReporter.say(spec.commandLine().getErr(), ExitCode.DONE, judgement.excused());
    return judgement.failures().isEmpty()
        ? ExitCode.DONE
        : ErrorReporter.say(spec.commandLine().getErr(), ExitCode.CONDITION, judgement.failures());
  }

  private boolean isAsked(String step) {
    return steps.isEmpty() || steps.contains(step);
  }

  private List<Trend> since(List<Trend> trends, List<String> mistakes) {
    if (since == null) {
      return trends;
    }
    if (Order.by(by).isByTime() && !isDay(since)) {
      mistakes.add("--since " + since + ": allowed: a day, or a minute, as in 2026-11-01 06:30");
    } else if (trends.isEmpty()) {
      return trends;
    } else if (trends.stream().noneMatch(trend -> trend.has(since))) {
      Set<String> known = new LinkedHashSet<>();
      trends.forEach(trend -> known.addAll(trend.places()));
      mistakes.add(
          Order.by(by).isByTime()
              ? "--since " + since + ": the last run is of " + Collections.max(known)
              : unknown("--since", since, known));
    }
    return trends.stream().map(trend -> trend.since(since)).toList();
  }

  private static boolean isDay(String text) {
    if (!DAY.matcher(text).matches()) {
      return false;
    }
    try {
      LocalDate.parse(text.substring(0, DAY_LENGTH));
      return text.length() == DAY_LENGTH || LocalTime.parse(text.substring(DAY_LENGTH + 1)) != null;
    } catch (DateTimeParseException e) {
      return false;
    }
  }

  /** Empty if there is a mistake. */
  private Optional<Trends> read(List<String> mistakes) {
    List<Path> missing = folders.stream().filter(folder -> !Files.isDirectory(folder)).toList();
    for (Path folder : missing) {
      mistakes.add(folder + (Files.exists(folder) ? " is not a folder" : " does not exist"));
    }
    if (!missing.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(Trends.read(folders, Order.by(by)));
    } catch (IOException e) {
      mistakes.add(WriteFailure.reason(e));
      return Optional.empty();
    }
  }

  private FollowedFigures followed(Trends all, List<String> mistakes) {
    if (figures.isEmpty()) {
      return FollowedFigures.DEFAULT;
    }
    Set<String> known = all.figures();
    if (figures.stream().anyMatch(String::isBlank)) {
      mistakes.add("--figure: a name is empty; allowed: names with commas between");
    }
    List<String> keys =
        figures.stream()
            .filter(name -> !name.isBlank())
            .map(name -> ComparisonMatrix.figure(name.strip(), known))
            .toList();
    keys.stream()
        .filter(key -> !known.contains(key))
        .forEach(key -> mistakes.add(unknown("--figure", key, known)));
    return new FollowedFigures(keys);
  }

  private static String unknown(String option, String name, Set<String> known) {
    return option
        + " "
        + name
        + ": no run has it; "
        + Suggestion.question(name, known)
            .orElseGet(() -> "there are: " + FigureRow.few(known, MAX_NAMES));
  }

  /** Why there is no series. */
  private String nothing(Trends all) {
    if (all.runs() == 0) {
      return "none of these runs is complete: " + all.leftOut().get(0).why();
    }
    if (all.unplaced() < all.runs()) {
      return "no step that is followed has any of the figures";
    }
    Set<String> known = new LinkedHashSet<>(List.of(Order.TIME, Order.VERSION));
    known.addAll(all.tags());
    return "--by " + by + ": no run has it; allowed: " + String.join(", ", known);
  }

  private void writePage(Trends all, List<Trend> trends) throws UsageException {
    if (html != null) {
      PrintWriter err = spec.commandLine().getErr();
      Pages.writeTo(html, () -> TrendPage.of(all, trends, Version.number()), err);
    }
  }

  /** Those that were asked for, or else that of the rate. */
  private List<Table> tables(Trend trend) {
    return PlaceTables.of(trend).stream()
        .limit(figures.isEmpty() ? 1 : Integer.MAX_VALUE)
        .map(table -> table.noted(PlaceTables.LEGEND))
        .toList();
  }

  private void print(Trends all, List<Trend> trends) throws JsonProcessingException {
    PrintWriter out = spec.commandLine().getOut();
    switch (format) {
      case csv -> {
        out.print(TrendCsv.of(trends.get(0)));
        ErrorReporter.say(spec.commandLine().getErr(), ExitCode.DONE, TrendText.plain(all));
      }
      case json -> out.println(JsonText.of(TrendJson.of(all, trends)));
      case text, markdown -> {
        Layout layout =
            format == Format.markdown
                ? new MarkdownLayout()
                : new TerminalLayout(ibench.process().resultColumns());
        out.print(TrendText.document(all, trends, this::tables).text(layout));
      }
    }
    out.flush();
  }
}
