package io.ibench.cli;

import io.ibench.cli.ground.ExitCode;
import io.ibench.cli.ground.GivenOptions;
import io.ibench.cli.ground.Ibench;
import io.ibench.cli.ground.JsonText;
import io.ibench.cli.ground.OutputFolder;
import io.ibench.cli.ground.UsageException;
import io.ibench.cli.run.AgentGroup;
import io.ibench.cli.run.JunitFile;
import io.ibench.cli.run.RunArguments;
import io.ibench.cli.run.RunOptions;
import io.ibench.cli.run.RunServer;
import io.ibench.cli.run.RunSide;
import io.ibench.cli.run.TogetherOptions;
import io.ibench.cli.run.UpstreamOutput;
import io.ibench.cli.setup.Arguments;
import io.ibench.cli.setup.CpuProfileKeys;
import io.ibench.cli.setup.FetchedLibrary;
import io.ibench.cli.setup.HookSettings;
import io.ibench.cli.setup.MainStepOptions;
import io.ibench.cli.setup.PlannedTime;
import io.ibench.cli.setup.Setup;
import io.ibench.cli.setup.SizeEstimate;
import io.ibench.cli.suite.SuiteCommand;
import io.ibench.cli.suite.SuitePlan;
import io.ibench.cli.suite.SuiteSetup;
import io.ibench.config.ConfigException;
import io.ibench.config.Secrets;
import io.ibench.config.Setting;
import io.ibench.measure.RateGoal;
import io.ibench.report.document.Paragraph;
import io.ibench.report.document.TerminalLayout;
import io.ibench.report.figures.Durations;
import io.ibench.report.figures.SanitizedText;
import io.ibench.sampling.AsyncProfiler;
import io.ibench.sampling.JvmSampler;
import io.ibench.sampling.PerfSampler;
import io.ibench.sampling.SamplerException;
import io.ibench.server.ServerSpec;
import io.ibench.suite.Cell;
import io.ibench.workload.Plan;
import io.ibench.workload.Step;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Prints what a run would do. */
@Command(
    name = "check",
    mixinStandardHelpOptions = true,
    description =
        "Checks all settings and prints the plan of a run or a suite; takes the arguments of run,"
            + " touches no database.")
final class CheckCommand implements Callable<Integer> {

  /** The maximum number of tables in the text; {@code --json} lists all. */
  private static final int MAX_TABLES = 4;

  private static final Set<String> OF_SUITES = Set.of("--scale", "--like", "--only", "--repeat");

  /** The options of a check of a suite. */
  private static final Set<String> FOR_SUITES =
      Set.of(
          "--scale",
          "--like",
          "--only",
          "--repeat",
          "--output",
          "--set",
          "--json",
          "--trust",
          "--cpu-profile");

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @ParentCommand private Ibench ibench;

  @Mixin private RunArguments arguments;

  @Mixin private RunOptions options;

  @Mixin private MainStepOptions mainSteps;

  @Mixin private TogetherOptions agents;

  @Option(
      names = "--scale",
      paramLabel = "NAME",
      description = "of a suite: a scale of the file, such as laptop")
  private Optional<String> scale;

  @Option(
      names = "--like",
      paramLabel = "DIR",
      description = "of a suite: the folder of another one, whose cells say how long it takes")
  private Optional<Path> like;

  @Option(
      names = "--only",
      paramLabel = "LEVELS",
      split = ",",
      description = "of a suite: only the variants that have these levels")
  private List<String> only = new ArrayList<>();

  @Option(names = "--repeat", paramLabel = "N", description = "of a suite: cells of each variant")
  private Optional<Integer> repeat;

  @Option(
      names = "--trust",
      description =
          "also run programs that may have come with the file, for their version; see server.home")
  private boolean trust;

  @Option(names = "--json", description = "print the plan as JSON")
  private boolean json;

  @Override
  public Integer call() throws ConfigException, UsageException, IOException {
    List<Arguments.Given> given = arguments.given(options.settings());
    Map<String, String> environment = ibench.process().environment();
    Path named = given.get(0).workload();
    List<String> forSuites = GivenOptions.of(spec, OF_SUITES);
    Optional<Path> suite =
        given.stream().allMatch(each -> each.workload().equals(named))
            ? SuiteSetup.find(named, !forSuites.isEmpty(), environment)
            : Optional.empty();
    if (suite.isPresent()) {
      GivenOptions.require(spec, FOR_SUITES, named + " is a suite, which has no such options");
      List<String> settings = new ArrayList<>(given.get(0).settings());
      repeat.ifPresent(count -> settings.add("repeat=" + count));
      return check(SuiteSetup.read(suite.get(), scale, settings, environment));
    }
    if (!forSuites.isEmpty()) {
      throw new UsageException(
          String.join(", ", forSuites) + ": only for a suite, and " + named + " is none");
    }
    SuiteSetup.find(named, true, environment)
        .ifPresent(
            other ->
                sayAlso(
                    named + " is the workload, as of run; check " + other + " is for the suite"));
    options.check(given.size());
    RunServer.Planned planned =
        RunServer.check(
            given,
            options.keepsData(),
            environment,
            trust ? Optional.of(this::sayTrusted) : Optional.empty());
    List<RunSide> sides = sides(given, planned, environment);
    requireFolders();
    PrintWriter out = spec.commandLine().getOut();
    Optional<TogetherOptions.Together> agent =
        options.together(agents, ibench.process().environment(), sides.size());
    if (agent.isPresent()) {
      AgentGroup.check(agent.get(), sides.get(0).setup());
    }
    List<Setup> setups = sides.stream().flatMap(side -> side.setups().stream()).toList();
    if (json) {
      List<Map<String, Object>> plans =
          setups.stream()
              .map(setup -> json(setup, SizeEstimate.of(setup, options.results())))
              .toList();
      out.println(JsonText.of(plans.size() == 1 ? plans.get(0) : plans));
    } else {
      setups.forEach(
          setup -> print(out, setup, planned.line(), SizeEstimate.of(setup, options.results())));
    }
    out.flush();
    sides.forEach(side -> side.setup().warn(spec.commandLine().getErr()));
    return ExitCode.DONE;
  }

  private List<RunSide> sides(
      List<Arguments.Given> given, RunServer.Planned planned, Map<String, String> environment)
      throws ConfigException, UsageException {
    Optional<RunServer> server = planned.server();
    try {
      return server.isPresent() && server.get().isKnownBefore()
          ? RunSide.all(
              server.get().on(given),
              mainSteps,
              options.isOnLoaded(),
              server.get().environment(environment))
          : RunSide.all(given, mainSteps, options.isOnLoaded(), environment);
    } catch (ConfigException | UsageException e) {
      if (server.isEmpty()) {
        // What is missing may be what the server would give.
        planned.line().ifPresent(line -> sayAlso("server: " + line));
      }
      throw e;
    }
  }

  private void sayTrusted(List<String> brought) {
    if (!brought.isEmpty()) {
      sayAlso("runs the programs of " + String.join(", ", brought));
    }
  }

  private void sayAlso(String line) {
    PrintWriter err = spec.commandLine().getErr();
    err.println("ibench: " + SanitizedText.of(line));
    err.flush();
  }

  private int check(SuiteSetup setup) throws UsageException, IOException {
    Predicate<Cell> wanted = SuiteCommand.wanted(setup.suite(), only);
    Predicate<ServerSpec> asked = server -> trust || setup.brought(server).isEmpty();
    if (trust) {
      setup.servers().values().stream().map(setup::brought).distinct().forEach(this::sayTrusted);
    }
    SuiteCommand.requirePossible(setup, options.output(), asked);
    SuitePlan plan =
        new SuitePlan(setup, options.output(), SuiteCommand.cells(like), wanted, asked);
    PrintWriter out = spec.commandLine().getOut();
    out.print(json ? JsonText.of(plan.json()) + "\n" : plan.text(cpuProfile(setup)));
    out.flush();
    return ExitCode.DONE;
  }

  /** Of all cells at once: they run on this machine, one after the other. */
  private static Optional<String> cpuProfile(SuiteSetup setup) {
    return setup.cpuProfiles().isEmpty()
        ? Optional.empty()
        : Optional.of(
            setup.cpuProfiles().stream()
                    .map(keys -> Long.toString(keys.hz()))
                    .distinct()
                    .collect(Collectors.joining(", "))
                + " samples a second of each server's CPU: "
                + tried(PerfSampler::tryOut));
  }

  /** Refuses folders that a run would refuse. */
  private void requireFolders() throws UsageException {
    if (options.upstreamOutput().isPresent()) {
      UpstreamOutput.require(options.upstreamOutput().get());
    }
    if (options.output().isPresent()) {
      OutputFolder.requireNew(options.output().get());
    }
    if (options.junit().isPresent()) {
      JunitFile.requirePlace(options.junit().get());
    }
  }

  private static Map<String, Object> json(Setup setup, Optional<SizeEstimate> size) {
    Map<String, Object> plan = new LinkedHashMap<>();
    plan.put("workload", setup.workload());
    plan.put("database", setup.database());
    List<Map<String, Object>> settings = new ArrayList<>();
    for (Setting setting : setup.config().effective()) {
      Map<String, Object> entry = new LinkedHashMap<>();
      entry.put("name", setting.name());
      entry.put("value", setting.value());
      entry.put("origin", setting.origin().description());
      settings.add(entry);
    }
    plan.put("settings", settings);
    plan.put("unused", setup.config().unused());
    plan.put("steps", setup.plan().steps().stream().map(CheckCommand::step).toList());
    List<Map<String, Object>> tables = new ArrayList<>();
    for (Plan.LoadedTable table : setup.plan().tables()) {
      Map<String, Object> entry = new LinkedHashMap<>();
      entry.put("name", table.table().name());
      entry.put("rows", table.rows());
      tables.add(entry);
    }
    plan.put("tables", tables);
    plan.put("size", size.map(found -> found.json(setup.target().directory())).orElse(null));
    plan.put("hooks", hooks(setup.hooks()));
    return plan;
  }

  private static Map<String, Object> hooks(HookSettings hooks) {
    Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("before_step", hooks.beforeStep().map(Secrets::mask).orElse(null));
    entry.put("after_step", hooks.afterStep().map(Secrets::mask).orElse(null));
    return entry;
  }

  private static Map<String, Object> step(Step step) {
    Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("name", step.name());
    entry.put("kind", step.kind());
    entry.put("like", step.like().orElse(null));
    if (step instanceof Step.Work work) {
      entry.put("repeat", work.repeat());
      entry.put(
          "until_seconds",
          work.untilNanos().isPresent() ? work.untilNanos().getAsLong() / 1e9 : null);
      entry.put("until_rate", work.rateGoal().map(RateGoal::toString).orElse(null));
      work.profile()
          .ifPresent(
              profile ->
                  entry.put(
                      "segments",
                      profile.segments().stream()
                          .map(
                              each ->
                                  Map.of(
                                      "from_ps", profile.perSecond(each.from()),
                                      "to_ps", profile.perSecond(each.to()),
                                      "seconds", each.nanos() / 1e9))
                          .toList()));
      entry.put("operations", orNull(work.operations()));
      entry.put("rows", orNull(work.rows()));
      entry.put("groups", work.groups().stream().map(CheckCommand::group).toList());
    } else {
      entry.put("groups", List.of());
    }
    return entry;
  }

  private static @Nullable Long orNull(OptionalLong value) {
    return value.isPresent() ? value.getAsLong() : null;
  }

  private static Map<String, Object> group(Step.Group group) {
    Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("name", group.name());
    entry.put("clients", group.clients());
    entry.put("threads", group.threads());
    boolean paced = !group.rate().isUnlimited();
    entry.put("rate", group.rate().toString());
    entry.put("rate_per_thread", paced ? GroupRate.perThreadPerSecond(group) : null);
    entry.put("pacing", paced ? GroupRate.pacing(group) : null);
    entry.put("rows_per_operation", group.rowsPerOperation());
    entry.put("follows", group.follows().map(Step.Following::group).orElse(null));
    entry.put("lag", group.follows().map(Step.Following::lag).orElse(null));
    entry.put("background", group.background());
    return entry;
  }

  private static void print(
      PrintWriter out, Setup setup, Optional<String> server, Optional<SizeEstimate> size) {
    out.printf(Locale.ROOT, "%s on %s%n%nsteps%n", setup.workload(), setup.database());
    List<Step> steps = setup.plan().steps();
    int columns = steps.stream().mapToInt(step -> step.name().length()).max().orElse(0);
    for (Step step : steps) {
      PlanLines.of(step, Math.max(12, columns)).forEach(line -> out.println("  " + line));
    }
    steps.stream()
        .max(Comparator.comparingLong(setup.plan()::preparedStatements))
        .filter(step -> setup.plan().preparedStatements(step) > 0)
        .ifPresent(
            step ->
                out.printf(
                    Locale.ROOT,
                    "  %s prepares %,d statements, the most%n",
                    step.name(),
                    setup.plan().preparedStatements(step)));
    printUnused(out, setup.config().unused());
    printHooks(out, setup.hooks());
    printCpuProfile(out, setup);
    out.printf(Locale.ROOT, "%ntables after the load%n");
    printTables(out, setup.plan().tables());
    size.ifPresent(
        found ->
            found.lines(setup.target().directory()).stream()
                .map(line -> Paragraph.of("  ", "         ", TerminalLayout.WIDTH, line))
                .forEach(out::print));
    out.print(Paragraph.of("  ", "         ", TerminalLayout.WIDTH, time(setup.plan(), size)));
    server.ifPresent(
        line -> out.print("\nserver\n" + Paragraph.of("  ", "    ", TerminalLayout.WIDTH, line)));
    printSettings(out, setup.config().effective());
    out.printf(Locale.ROOT, "%nno mistakes found; no database was touched%n");
  }

  /** How long the run takes, as far as its settings and an earlier run say. */
  private static String time(Plan plan, Optional<SizeEstimate> size) {
    PlannedTime time =
        PlannedTime.of(plan, size.map(SizeEstimate::loadSeconds).orElse(OptionalDouble.empty()));
    String known = time.nanos() > 0 ? "about " + Durations.planned(time.nanos()) : "";
    String unknown = PlannedTime.unknown(time.unknown());
    String and = known.isEmpty() || unknown.isEmpty() ? "" : ", and ";
    String text = known + and + unknown;
    return "time   " + (text.isEmpty() ? "seconds" : text);
  }

  private static void printUnused(PrintWriter out, List<String> keys) {
    if (!keys.isEmpty()) {
      out.printf(
          Locale.ROOT,
          "%nnot used: their steps are not among those of steps, or a profile replaces them%n");
      keys.forEach(key -> out.println("  " + key));
    }
  }

  private static void printCpuProfile(PrintWriter out, Setup setup) {
    CpuProfileKeys keys = setup.cpuProfile();
    if (!keys.isOn()) {
      return;
    }
    out.printf(Locale.ROOT, "%nCPU profile, %d samples a second%n", keys.hz());
    printTry(out, "a server", tried(PerfSampler::tryOut));
    printTry(
        out,
        "ibench and a database inside",
        tried(
            () -> {
              ClassLoader classes = setup.classes();
              return JvmSampler.tryOut(
                  AsyncProfiler.load(classes, FetchedLibrary.ASYNC_PROFILER.whyNone(classes)));
            }));
  }

  /** Samples for a moment. */
  private interface Try {
    String how() throws SamplerException, InterruptedException;
  }

  private static void printTry(PrintWriter out, String whose, String how) {
    out.print(Paragraph.of("  ", "    ", TerminalLayout.WIDTH, whose + ": " + how));
  }

  /** Samples ibench itself for a moment, as only that tells whether it may. */
  private static String tried(Try attempt) {
    try {
      return attempt.how();
    } catch (SamplerException e) {
      return "none: " + e.getMessage();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "not tried";
    }
  }

  private static void printHooks(PrintWriter out, HookSettings hooks) {
    if (hooks.beforeStep().isEmpty() && hooks.afterStep().isEmpty()) {
      return;
    }
    out.printf(Locale.ROOT, "%naround each step%n");
    hooks.beforeStep().ifPresent(command -> out.println("  before  " + shown(command)));
    hooks.afterStep().ifPresent(command -> out.println("  after   " + shown(command)));
  }

  /** Masks passwords, as among the settings. */
  private static String shown(String command) {
    return SanitizedText.of(Secrets.mask(command));
  }

  private static void printTables(PrintWriter out, List<Plan.LoadedTable> tables) {
    for (Plan.LoadedTable table : tables.subList(0, Math.min(MAX_TABLES, tables.size()))) {
      out.printf(Locale.ROOT, "  %-12s %,17d rows%n", table.table().name(), table.rows());
    }
    if (tables.size() > MAX_TABLES) {
      long rows = tables.stream().mapToLong(Plan.LoadedTable::rows).sum();
      String all = "all " + tables.size();
      out.printf(Locale.ROOT, "  ...%n  %-12s %,17d rows%n", all, rows);
    }
  }

  private static void printSettings(PrintWriter out, List<Setting> settings) {
    int names = settings.stream().mapToInt(setting -> setting.name().length()).max().orElse(1);
    String format = "  %-" + names + "s = %-14s # %s%n";
    out.printf(Locale.ROOT, "%nsettings%n");
    for (Setting setting : settings) {
      out.printf(
          Locale.ROOT,
          format,
          setting.name(),
          SanitizedText.of(setting.value()),
          SanitizedText.of(setting.origin().description()));
    }
  }
}
