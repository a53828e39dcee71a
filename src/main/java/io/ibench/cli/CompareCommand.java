package io.ibench.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.ibench.bisect.StoredBisect;
import io.ibench.cli.ground.ErrorReporter;
import io.ibench.cli.ground.ExitCode;
import io.ibench.cli.ground.GivenOptions;
import io.ibench.cli.ground.Ibench;
import io.ibench.cli.ground.JsonText;
import io.ibench.cli.ground.UsageException;
import io.ibench.cli.ground.Version;
import io.ibench.cli.run.Pages;
import io.ibench.compare.Comparer;
import io.ibench.compare.Comparison;
import io.ibench.compare.ComparisonCsv;
import io.ibench.compare.ComparisonJson;
import io.ibench.compare.ComparisonMatrix;
import io.ibench.compare.ComparisonText;
import io.ibench.compare.CostTables;
import io.ibench.compare.CpuDifferenceText;
import io.ibench.compare.CpuFigure;
import io.ibench.compare.CpuPair;
import io.ibench.compare.Gate;
import io.ibench.compare.GateCondition;
import io.ibench.compare.MissingProfiles;
import io.ibench.compare.Side;
import io.ibench.compare.Sides;
import io.ibench.compare.StepComparison;
import io.ibench.config.Suggestion;
import io.ibench.overhead.OverheadComparison;
import io.ibench.overhead.OverheadFile;
import io.ibench.overhead.OverheadResult;
import io.ibench.page.compare.ComparePage;
import io.ibench.report.document.Paragraph;
import io.ibench.report.document.TerminalLayout;
import io.ibench.report.store.WriteFailure;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Compares stored results; fails if a condition of the user holds. */
@Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    description = "Compares results: what differs in how they were measured, and in their figures.",
    footer = {
      "",
      "Of several runs a side the differences between them are the noise:",
      "  ibench compare old1,old2,old3 new1,new2,new3 --fail-if \"qps<0.95\"",
      "",
      "Exit codes: 0 done; 2 nothing that can be compared; 3 a --fail-if holds."
    })
final class CompareCommand implements Callable<Integer> {

  /** More names make no readable line. */
  private static final int MAX_FUNCTIONS = 5;

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
      index = "0",
      paramLabel = "BASE",
      description =
          "a result folder, or several runs of the same: with commas between, or the folder of run"
              + " --runs. A folder of runs by turns has all sides, and comes alone")
  private String base;

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "OTHER",
      description = "what is compared with it, each of the same form")
  private List<String> others = new ArrayList<>();

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "text",
      description = "${COMPLETION-CANDIDATES}")
  private Format format;

  @Option(
      names = "--details",
      description = "also print every step, figure, difference and test, as text or Markdown")
  private boolean details;

  @Option(
      names = "--step",
      paramLabel = "STEP",
      split = ",",
      description = "show this step only; several with commas between. --fail-if sees all steps")
  private List<String> only = new ArrayList<>();

  @Option(
      names = "--matrix",
      paramLabel = "FIGURE",
      description =
          "show this figure of all steps as one table, steps in rows and results in columns, such"
              + " as rate, qps, own_cpu_us_pq, cspq, rpq, wkbpq, p99_us; costs: what an operation"
              + " of each step costs, results in rows")
  private @Nullable String matrix;

  /** The one that {@link #matrix} names, if it names one. */
  private @Nullable CpuFigure function;

  @Option(names = "--html", paramLabel = "FILE", description = "also write one self-contained page")
  private @Nullable Path html;

  @Option(
      names = "--fail-if",
      paramLabel = "CONDITION",
      description =
          "exit with 3 when the ratio to BASE is beyond a limit:"
              + " [STEP[+STEP...]:]FIGURE(<|<=|>|>=)RATIO, such as request:GET_NODE.p99_us>1.2 or"
              + " l.i1+drain:written_gb>1.1; may be given several times")
  private List<String> failIf = new ArrayList<>();

  @Option(
      names = "--fail-beyond-noise",
      description = "a --fail-if holds only where the difference is known to be more than noise")
  private boolean failBeyondNoise;

  @Option(names = "--unlike", description = "compare what does not do the same work, too")
  private boolean unlike;

  @Override
  public Integer call() throws Exception {
    List<String> arguments = new ArrayList<>(List.of(base));
    arguments.addAll(others);
    for (String name : arguments) {
      if (StoredBisect.isIn(Path.of(name))) {
        throw new UsageException(
            name + " is a bisection, which compares versions itself: ibench report shows it");
      }
    }
    if (arguments.stream().anyMatch(name -> OverheadFile.isIn(Path.of(name)))) {
      return compareOverheads(arguments);
    }
    return HeapGuard.call(String.join(" ", arguments), () -> compare(arguments));
  }

  private int compareOverheads(List<String> arguments) throws UsageException {
    if (arguments.size() != 2
        || !arguments.stream().allMatch(name -> OverheadFile.isIn(Path.of(name)))) {
      throw new UsageException(
          "a result of overhead is compared with one other result of overhead; given: "
              + String.join(" ", arguments));
    }
    Set<String> harmless = format == Format.text ? Set.of("--format") : Set.of();
    GivenOptions.require(spec, harmless, "results of overhead are compared as text");
    try {
      OverheadResult compared = OverheadFile.read(Path.of(arguments.get(0)));
      String text = OverheadComparison.of(compared, OverheadFile.read(Path.of(arguments.get(1))));
      spec.commandLine().getOut().print(text);
      spec.commandLine().getOut().flush();
      return ExitCode.DONE;
    } catch (IOException e) {
      throw new UsageException(WriteFailure.reason(e));
    }
  }

  private int compare(List<String> arguments) throws JsonProcessingException, UsageException {
    Sides sides = Sides.read(arguments);
    List<String> mistakes = new ArrayList<>(sides.mistakes());
    List<GateCondition> conditions =
        failIf.stream().flatMap(text -> GateCondition.parse(text, mistakes).stream()).toList();
    Pages.refuse(html, "compare", mistakes);
    if (failBeyondNoise && failIf.isEmpty()) {
      mistakes.add("--fail-beyond-noise is for --fail-if; add one");
    }
    if (details && (format == Format.csv || format == Format.json)) {
      mistakes.add("--details is for text and markdown; " + format + " has every figure anyway");
    }
    if (!sides.mistakes().isEmpty()) {
      return ErrorReporter.say(spec.commandLine().getErr(), ExitCode.USAGE, mistakes);
    }
    List<String> refusals = unlike ? List.of() : Comparer.refusals(sides.sides());
    if (!refusals.isEmpty()) {
      mistakes.addAll(refusals);
      mistakes.add("with --unlike they are compared nevertheless");
    }
    Comparison comparison = Comparer.compareFor(sides.sides(), conditions);
    Gate.mistakes(comparison, conditions).forEach(mistake -> mistakes.add(text(mistake)));
    mistakes.addAll(unknownSteps(comparison));
    refuseMatrix(comparison, mistakes);
    if (!mistakes.isEmpty()) {
      return ErrorReporter.say(spec.commandLine().getErr(), ExitCode.USAGE, mistakes);
    }
    Comparison shown = shown(comparison);
    ErrorReporter.say(spec.commandLine().getErr(), ExitCode.DONE, sides.notes());
    List<String> said = format == Format.csv ? comparison.notes() : comparison.damage();
    ErrorReporter.say(spec.commandLine().getErr(), ExitCode.DONE, said);
    int sound = comparison.damage().isEmpty() ? ExitCode.DONE : ExitCode.FAILED;
    print(shown);
    List<CpuPair> cpu = cpu(sides.sides());
    printCpu(cpu, sides.sides());
    writePage(shown, cpu);
    Gate.Judgement judgement = Gate.judge(comparison, conditions, failBeyondNoise);
    ErrorReporter.say(spec.commandLine().getErr(), ExitCode.DONE, judgement.excused());
    return judgement.failures().isEmpty()
        ? sound
        : ErrorReporter.say(
            spec.commandLine().getErr(),
            ExitCode.worse(sound, ExitCode.CONDITION),
            judgement.failures());
  }

  private List<String> unknownSteps(Comparison comparison) {
    Set<String> known =
        comparison.steps().stream()
            .map(StepComparison::step)
            .collect(Collectors.toCollection(LinkedHashSet::new));
    return only.stream()
        .filter(step -> !known.contains(step))
        .map(
            step ->
                "--step "
                    + step
                    + ": no step "
                    + step
                    + " is in all of them; "
                    + Suggestion.question(step, known)
                        .orElse("there are: " + String.join(", ", known)))
        .toList();
  }

  private void refuseMatrix(Comparison comparison, List<String> mistakes) {
    if (matrix == null) {
      return;
    }
    if (format == Format.csv || format == Format.json) {
      mistakes.add("--matrix is for text and markdown; " + format + " has every figure anyway");
    }
    if (details) {
      mistakes.add("--matrix is one table: leave out --details");
    }
    if (CpuFigure.is(matrix)) {
      function = CpuFigure.read(matrix, comparison.sides());
      refuseFunction(function)
          .map(why -> "--matrix " + matrix + ": " + why)
          .ifPresent(mistakes::add);
      return;
    }
    if (CostTables.NAME.equals(matrix)) {
      return;
    }
    Set<String> known = ComparisonMatrix.figures(comparison);
    matrix = ComparisonMatrix.figure(matrix, known);
    if (!known.contains(matrix)) {
      mistakes.add(
          "--matrix "
              + matrix
              + ": no step has this figure; "
              + Suggestion.question(matrix, known)
                  .orElse("such as rate, qps, rpq, cspq, p99_us, or costs"));
    }
  }

  private static Optional<String> refuseFunction(CpuFigure asked) {
    Set<String> known = asked.functions();
    if (known.isEmpty()) {
      return Optional.of(
          "no side has a profile of the server's CPU, as run --cpu-profile makes it");
    }
    if (!known.contains(asked.function())) {
      String largest =
          known.stream()
              .limit(MAX_FUNCTIONS)
              .collect(Collectors.joining(", ", "the largest are ", ""));
      return Optional.of(
          "no side has this function; "
              + Suggestion.question(asked.function(), known).orElse(largest));
    }
    return asked.isOfOneBuild()
        ? Optional.of("an address tells nothing across builds, and the sides have several")
        : Optional.empty();
  }

  private Comparison shown(Comparison comparison) {
    return only.isEmpty() ? comparison : comparison.only(Set.copyOf(only));
  }

  private static String text(Gate.Mistake mistake) {
    if (mistake.known().isEmpty()) {
      return mistake.text();
    }
    return mistake.text()
        + "; "
        + Suggestion.question(mistake.name(), mistake.known()).orElse(mistake.all());
  }

  private void print(Comparison comparison) throws JsonProcessingException {
    PrintWriter out = spec.commandLine().getOut();
    switch (format) {
      case csv -> out.print(ComparisonCsv.of(comparison));
      case json -> out.println(JsonText.of(ComparisonJson.of(comparison)));
      case text, markdown -> out.print(text(comparison));
    }
    out.flush();
  }

  private String text(Comparison comparison) {
    boolean markdown = format == Format.markdown;
    int columns = ibench.process().resultColumns();
    if (matrix == null) {
      return ComparisonText.of(comparison, details, markdown, columns);
    }
    if (CostTables.NAME.equals(matrix)) {
      return CostTables.of(comparison, markdown, columns);
    }
    return function == null
        ? ComparisonMatrix.of(comparison, matrix, markdown, columns)
        : ComparisonMatrix.of(comparison, function, markdown, columns);
  }

  /** Which functions make the difference, where the sides have profiles of a CPU. */
  private List<CpuPair> cpu(List<Side> sides) {
    if (html == null && !printsCpu()) {
      return List.of();
    }
    return CpuPair.of(sides).stream()
        .map(pair -> pair.only(Set.copyOf(only)))
        .filter(pair -> !pair.steps().isEmpty())
        .toList();
  }

  private boolean printsCpu() {
    return format == Format.text && matrix == null;
  }

  private void printCpu(List<CpuPair> cpu, List<Side> sides) {
    if (!printsCpu()) {
      return;
    }
    List<String> missing = MissingProfiles.of(sides, Set.copyOf(only));
    if (!cpu.isEmpty() || !missing.isEmpty()) {
      PrintWriter out = spec.commandLine().getOut();
      out.println();
      out.print(CpuDifferenceText.of(cpu));
      missing.forEach(line -> out.print(Paragraph.of("  ", "    ", TerminalLayout.WIDTH, line)));
      out.flush();
    }
  }

  private void writePage(Comparison comparison, List<CpuPair> cpu) throws UsageException {
    if (html != null) {
      PrintWriter err = spec.commandLine().getErr();
      Pages.writeTo(html, () -> ComparePage.of(comparison, cpu, Version.number()), err);
    }
  }
}
