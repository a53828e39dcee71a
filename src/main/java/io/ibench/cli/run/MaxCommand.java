package io.ibench.cli.run;

import io.ibench.cli.ground.ExitCode;
import io.ibench.cli.ground.Ibench;
import io.ibench.cli.ground.Installation;
import io.ibench.cli.ground.ProcessEnvironment;
import io.ibench.cli.ground.UsageException;
import io.ibench.cli.setup.Arguments.Given;
import io.ibench.cli.setup.MainStepOptions;
import io.ibench.cli.setup.PlugIns;
import io.ibench.cli.setup.Setup;
import io.ibench.config.Config;
import io.ibench.config.ConfigException;
import io.ibench.config.Key;
import io.ibench.config.OptionSetting;
import io.ibench.config.Rate;
import io.ibench.db.DatabaseException;
import io.ibench.max.HighestRate;
import io.ibench.max.Limit;
import io.ibench.max.RateSearch;
import io.ibench.measure.Role;
import io.ibench.workload.Plan;
import io.ibench.workload.Step;
import io.ibench.workload.StepKeys;
import io.ibench.workload.StepKind;
import io.ibench.workload.TableUse;
import io.ibench.workload.internal.ForwardingPlan;
import io.ibench.workload.internal.RefusedException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Finds the highest rate at which a database keeps limits of latency. */
@Command(
    name = "max",
    mixinStandardHelpOptions = true,
    description = "Finds the highest rate that keeps limits of response times, such as --p99 10ms.")
public final class MaxCommand implements Callable<Integer> {

  /** The steps that may become trials; between the step and its number. */
  static final String TRIAL = ".trial_";

  /** The options that a suite may give each of its cells. */
  private static final Set<String> OF_SUITES =
      Set.of(
          "--p95",
          "--p99",
          "--p999",
          "--mean",
          "--of",
          "--step",
          "--within",
          "--trial",
          "--from",
          "--to",
          "--restore");

  private static final int MAX_TRIALS = 60;
  private static final String UNPACED = "20s";
  private static final Key<Long> TIME = Key.durationNanos("time", "");
  private static final Key<Rate> RATE = Key.rate("rate", "");

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @ParentCommand private Ibench ibench;

  @Mixin private RunArguments arguments;

  @Mixin private RunOptions options;

  @Option(names = "--p95", paramLabel = "TIME", description = "limit of the 95th percentile")
  private String p95;

  @Option(names = "--p99", paramLabel = "TIME", description = "limit of the 99th, such as 10ms")
  private String p99;

  @Option(names = "--p999", paramLabel = "TIME", description = "limit of the 99.9th percentile")
  private String p999;

  @Option(names = "--mean", paramLabel = "TIME", description = "limit of the mean")
  private String mean;

  @Option(
      names = "--of",
      paramLabel = "OPERATION",
      description = "the operation that the limits are about; else all operations together")
  private @Nullable String of;

  @Option(
      names = "--step",
      paramLabel = "STEP",
      description = "the step that is paced; else the last one of requests")
  private @Nullable String step;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "threads of each step with requests: request.threads=N")
  private String threads;

  @Option(
      names = "--within",
      paramLabel = "PERCENT",
      defaultValue = "3",
      description = "how close the two rates are; default ${DEFAULT-VALUE}")
  private double within;

  @Option(
      names = "--trial",
      paramLabel = "TIME",
      defaultValue = RateSearch.DEFAULT_SECONDS + "s",
      description = "length of a trial, after 10 s to settle; default ${DEFAULT-VALUE}")
  private String trial;

  @Option(names = "--from", paramLabel = "RATE", description = "the lowest rate to try")
  private String from;

  @Option(names = "--to", paramLabel = "RATE", description = "the highest rate to try")
  private String to;

  @Option(
      names = "--restore",
      paramLabel = "COMMAND",
      description = "a command of the shell before each trial, such as one that restores the data")
  private @Nullable String restore;

  @Option(names = "--json", description = "print the result as JSON, and nothing else, to stdout")
  private boolean json;

  @Override
  public Integer call()
      throws ConfigException,
          UsageException,
          RefusedException,
          DatabaseException,
          InterruptedException {
    List<Given> given = arguments.given(options.settings());
    options.check(given.size());
    if (given.size() > 1 || options.runs() > 1) {
      throw new UsageException("max is for one workload on one database, and one run");
    }
    RateSearch.Settings settings = settings();
    Map<String, String> environment = ibench.process().environment();
    Optional<RunServer> server = RunServer.plan(given, options.keepsData(), environment);
    if (server.isEmpty()) {
      return run(search(given.get(0), environment), settings, ibench.process(), server);
    }
    RunServer own = server.get();
    ProcessEnvironment patient = RunServer.patient(ibench.process());
    if (!own.isKnownBefore()) {
      return own.around(
          terminal(patient), () -> run(search(own, given), settings, patient, server));
    }
    Search checked = search(own, given);
    return own.around(terminal(patient), () -> run(checked, settings, patient, server));
  }

  /** The search that each cell of a suite does; the mistakes in its options come at once. */
  public static MaxCommand ofSuite(List<String> options) throws UsageException {
    MaxCommand command = new MaxCommand();
    SuiteOptions.parse(command, options, OF_SUITES);
    command.settings();
    return command;
  }

  /** Finds the mistakes in its options that only a plan can show. */
  public void check(Plan plan) throws UsageException {
    base(plan);
    operation(plan);
  }

  /**
   * What is searched for.
   *
   * @param setup of the run, without the trials
   * @param base the step whose rate is searched
   * @param operation of the limits; empty: all
   * @param templates the trials
   */
  private record Search(
      Setup setup, Step.Work base, OptionalInt operation, List<Step.Work> templates) {}

  private Search search(RunServer server, List<Given> given)
      throws ConfigException, UsageException {
    return search(server.on(given).get(0), server.environment(ibench.process().environment()));
  }

  private Search search(Given given, Map<String, String> environment)
      throws ConfigException, UsageException {
    PlugIns plugIns = PlugIns.load(Installation.of(environment));
    Config config = Setup.read(given, MainStepOptions.ofThreads(threads), plugIns, environment);
    Plan first = Setup.of(config, plugIns).plan();
    Step.Work base = base(first);
    OptionalInt operation = operation(first);
    Setup all = Setup.of(config.with(trials(first, base)), plugIns);
    List<Step.Work> templates =
        all.plan().steps().stream()
            .filter(each -> each.name().startsWith(base.name() + TRIAL))
            .map(Step.Work.class::cast)
            .toList();
    Setup setup = all.with(new WithoutTrials(all.plan(), base.name() + TRIAL));
    return new Search(setup, base, operation, templates);
  }

  private RunTerminal terminal(ProcessEnvironment process) {
    RunTerminal terminal = RunTerminal.of(spec.commandLine(), process);
    return json
        ? new RunTerminal(new PrintWriter(Writer.nullWriter()), terminal.err(), terminal.process())
        : terminal;
  }

  private int run(
      Search search,
      RateSearch.Settings settings,
      ProcessEnvironment process,
      Optional<RunServer> server)
      throws UsageException, RefusedException, DatabaseException, InterruptedException {
    RunTerminal terminal = terminal(process);
    Setup setup = search.setup();
    setup.warn(terminal.err());
    Probes.requireDisks(setup);
    RateTrials trials =
        new RateTrials(
            settings,
            search.base().name(),
            search.operation(),
            search.templates(),
            Optional.ofNullable(restore),
            terminal);
    int code =
        new NewRun(options, terminal, trials, server)
            .run(setup, new SingleRun(setup, options.output(), terminal));
    Optional<HighestRate> found = trials.found();
    if (found.isEmpty()) {
      return code == ExitCode.DONE ? ExitCode.FAILED : code;
    }
    print(RunTerminal.of(spec.commandLine(), process).out(), trials, found.get(), settings);
    return ExitCode.worse(code, found.get().isFound() ? ExitCode.DONE : ExitCode.FAILED);
  }

  private void print(
      PrintWriter out, RateTrials trials, HighestRate rate, RateSearch.Settings settings) {
    if (json) {
      try {
        out.println(trials.json(rate));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    } else {
      StringBuilder limits = new StringBuilder();
      for (Limit limit : settings.limits()) {
        String time = Limit.time(limit.nanos());
        limits.append(limits.isEmpty() ? "" : ", ").append(limit.name()).append(" < ").append(time);
      }
      String about = of == null ? "all operations" : of;
      out.printf(Locale.ROOT, "%n%s (%s, %s, response)%n", rate.sentence(), limits, about);
      if (!rate.confidence().isEmpty()) {
        out.println("  " + rate.confidence());
      }
      rate.remarks().forEach(remark -> out.println("  " + remark));
    }
    out.flush();
  }

  private RateSearch.Settings settings() throws UsageException {
    List<String> mistakes = new ArrayList<>();
    List<Limit> limits = new ArrayList<>();
    limit("p95", 0.95, p95, limits, mistakes);
    limit("p99", 0.99, p99, limits, mistakes);
    limit("p999", 0.999, p999, limits, mistakes);
    limit("mean", 0, mean, limits, mistakes);
    if (limits.isEmpty() && mistakes.isEmpty()) {
      mistakes.add(
          "max needs a limit; give --p99 TIME, such as --p99 10ms, or --p95 --p999 --mean");
    }
    if (!(within >= 0.5 && within <= 50)) {
      mistakes.add("--within " + within + ": allowed: 0.5 to 50, in percent");
    }
    OptionalDouble seconds = nanos("--trial", trial, mistakes);
    OptionalDouble lowest = rate("--from", from, mistakes);
    OptionalDouble highest = rate("--to", to, mistakes);
    if (lowest.isPresent() && highest.isPresent() && lowest.getAsDouble() > highest.getAsDouble()) {
      mistakes.add("--from " + from + " is above --to " + to);
    }
    if (!mistakes.isEmpty()) {
      throw new UsageException(mistakes);
    }
    return new RateSearch.Settings(
        limits, within / 100, seconds.orElseThrow() / 1e9, lowest, highest);
  }

  private static void limit(
      String name, double share, String text, List<Limit> limits, List<String> mistakes) {
    nanos("--" + name, text, mistakes)
        .ifPresent(nanos -> limits.add(new Limit(name, share, Math.round(nanos))));
  }

  private static OptionalDouble nanos(String option, String text, List<String> mistakes) {
    try {
      return text == null ? OptionalDouble.empty() : OptionalDouble.of(TIME.valueOf(text));
    } catch (IllegalArgumentException e) {
      mistakes.add(option + " " + text + " " + e.getMessage());
      return OptionalDouble.empty();
    }
  }

  private static OptionalDouble rate(String option, String text, List<String> mistakes) {
    try {
      Rate rate = text == null ? Rate.UNLIMITED : RATE.valueOf(text);
      return rate.isUnlimited() ? OptionalDouble.empty() : OptionalDouble.of(rate.perSecond());
    } catch (IllegalArgumentException e) {
      mistakes.add(option + " " + text + " " + e.getMessage());
      return OptionalDouble.empty();
    }
  }

  /** The step whose rate is searched. */
  private Step.Work base(Plan plan) throws UsageException {
    List<Step.Work> requests =
        plan.steps().stream()
            .filter(Step.Work.class::isInstance)
            .map(Step.Work.class::cast)
            .filter(each -> each.use() != TableUse.LOADS && !each.kind().equals(StepKind.WARMUP))
            .filter(each -> each.groups().size() == 1 && each.groups().get(0).clients() == 1)
            .filter(each -> each.groups().get(0).role() == Role.QUERY && each.profile().isEmpty())
            .toList();
    List<String> names = requests.stream().map(Step::name).toList();
    if (names.isEmpty()) {
      throw new UsageException(
          "max needs a step of requests with one group of threads and no profile; there is none");
    }
    if (step != null && !names.contains(step)) {
      throw new UsageException("--step " + step + ": allowed: " + String.join(", ", names));
    }
    return requests.get(step == null ? names.size() - 1 : names.indexOf(step));
  }

  private OptionalInt operation(Plan plan) throws UsageException {
    if (of == null) {
      return OptionalInt.empty();
    }
    List<String> names =
        IntStream.range(0, plan.operations().size())
            .filter(number -> plan.role(number) == Role.QUERY)
            .mapToObj(plan.operations()::get)
            .toList();
    if (!names.contains(of)) {
      throw new UsageException("--of " + of + ": allowed: " + String.join(", ", names));
    }
    return OptionalInt.of(plan.operations().indexOf(of));
  }

  /** The step runs unpaced once; the workload knows each trial as a step of its own. */
  private List<OptionSetting> trials(Plan plan, Step.Work base) {
    List<OptionSetting> settings = new ArrayList<>();
    set(settings, StepKeys.RATE.under(base.name()), "unlimited");
    set(settings, StepKeys.PACING.under(base.name()), "even");
    set(settings, StepKeys.REPEAT.under(base.name()), "1");
    set(settings, StepKeys.UNTIL.under(base.name()), UNPACED);
    List<String> steps = new ArrayList<>();
    for (Step each : plan.steps()) {
      steps.add(each.name());
      if (each.name().equals(base.name())) {
        for (int number = 1; number <= MAX_TRIALS; number++) {
          String name = String.format(Locale.ROOT, "%s%s%02d", base.name(), TRIAL, number);
          steps.add(name);
          set(settings, StepKeys.LIKE.under(name), base.name());
          if (threads != null) {
            settings.add(
                new OptionSetting("--threads", StepKeys.THREADS.under(name).name(), threads));
          }
        }
      }
    }
    set(settings, StepKeys.STEPS, String.join(",", steps));
    return settings;
  }

  /** As if the user had given it. */
  private static void set(List<OptionSetting> settings, Key<?> key, String value) {
    settings.add(new OptionSetting("-s", key.name(), value));
  }

  /** A plan whose trials run when the search wants them. */
  private static final class WithoutTrials extends ForwardingPlan {

    private final List<Step> steps;

    WithoutTrials(Plan plan, String prefix) {
      super(plan);
      steps = plan.steps().stream().filter(each -> !each.name().startsWith(prefix)).toList();
    }

    @Override
    public List<Step> steps() {
      return steps;
    }
  }
}
