package io.ibench.cli.run;

import io.ibench.cli.ground.ExitCode;
import io.ibench.cli.ground.Ibench;
import io.ibench.cli.ground.OutputFolder;
import io.ibench.cli.ground.ProcessEnvironment;
import io.ibench.cli.ground.UsageException;
import io.ibench.cli.setup.Arguments.Given;
import io.ibench.cli.setup.Setup;
import io.ibench.compare.DuetFunctions;
import io.ibench.config.ConfigException;
import io.ibench.config.Key;
import io.ibench.db.DatabaseException;
import io.ibench.duet.Both;
import io.ibench.duet.DuetGate;
import io.ibench.duet.Side;
import io.ibench.report.document.Layout;
import io.ibench.report.document.TerminalLayout;
import io.ibench.report.store.NewFolder;
import io.ibench.report.store.StoredDuet;
import io.ibench.report.text.DuetReport;
import io.ibench.server.ServerLife;
import io.ibench.server.SharedCpus;
import io.ibench.workload.Step;
import io.ibench.workload.internal.RefusedException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Compares two sides by executing each operation on both, one right after the other. */
@Command(
    name = "duet",
    mixinStandardHelpOptions = true,
    description =
        "Says whether B is slower than A, and by how much, also on a busy machine: each operation"
            + " runs on both, one right after the other.")
public final class DuetCommand implements Callable<Integer> {

  private static final int MAX_THREADS = 1000;

  /** The options that a suite may give each of its cells. */
  private static final Set<String> OF_SUITES =
      Set.of(
          "--step",
          "--threads",
          "--within",
          "--most",
          "--cpus",
          "--fail-if",
          "--no-swap",
          "--no-page");

  private static final Key<Long> MOST = Key.durationNanos("most", "");

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @ParentCommand private Ibench ibench;

  @Mixin private RunArguments arguments;

  @Mixin private RunOptions options;

  @Option(
      names = "--versus",
      paramLabel = "NAME=VALUE",
      description =
          "what side B has instead: a setting, or an option of its private server; may be given"
              + " several times")
  private List<String> versus = new ArrayList<>();

  @Option(
      names = "--step",
      paramLabel = "STEP",
      description = "the step whose requests are paired; else the last one of requests")
  private @Nullable String step;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description =
          "connections of each side, which take part by turns; default " + DuetSides.CONNECTIONS)
  private @Nullable Integer threads;

  @Option(
      names = "--within",
      paramLabel = "PERCENT",
      defaultValue = "1",
      description = "how small a difference may stay unknown; default ${DEFAULT-VALUE}")
  private String within;

  @Option(
      names = "--most",
      paramLabel = "TIME",
      defaultValue = "10m",
      description = "how long the pairs may take, without the load; default ${DEFAULT-VALUE}")
  private String most;

  @Option(
      names = "--cpus",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "CPUs that ibench and both servers share, and pairs at a time; default ${DEFAULT-VALUE}")
  private int cpus;

  @Option(
      names = "--fail-if",
      paramLabel = "CONDITION",
      description =
          "exit with 3 if it is true for the whole 95 %% interval, such as time>1.01 or cpu>1; the"
              + " duet goes on until that is decided")
  private @Nullable String failIf;

  @Option(
      names = "--no-swap",
      description = "private servers keep their data; for builds that cannot read each other's")
  private boolean noSwap;

  /**
   * The duet that each cell of a suite is; it runs nothing.
   *
   * @param options as a user would give them
   */
  public static DuetCommand ofSuite(List<String> options) throws UsageException {
    DuetCommand command = new DuetCommand();
    SuiteOptions.parse(command, options, OF_SUITES);
    command.course();
    return command;
  }

  /** Finds out whether two variants of a suite can be the sides of this duet. */
  public void check(Setup a, Setup b) throws UsageException {
    List<String> mistakes = DuetSides.unlike(a, b, Optional.ofNullable(step));
    if (!mistakes.isEmpty()) {
      throw new UsageException(mistakes);
    }
  }

  /**
   * The name of what a version has instead, as of --versus: a setting, or an option of its private
   * server.
   *
   * @param name as the user gives it
   */
  public static String settingName(String name) {
    return DuetSides.key(name);
  }

  /** Finds out whether a duet of these sides could begin, as far as it is known before. */
  public void check(Given a, Given b, Map<String, String> environment) throws UsageException {
    Both<Given> given = new Both<>(a, b);
    Optional<Both<RunServer>> servers = servers(given, environment);
    if (servers.isEmpty() || servers.get().allMatch(RunServer::isKnownBefore)) {
      setups(given, servers, environment);
    }
  }

  @Override
  public Integer call()
      throws ConfigException,
          UsageException,
          RefusedException,
          DatabaseException,
          InterruptedException {
    DuetRun.Course course = course();
    Both<Given> given = DuetSides.of(arguments.given(options.settings()), versus);
    Map<String, String> environment = ibench.process().environment();
    Optional<Both<RunServer>> servers = servers(given, environment);
    if (options.output().isPresent()) {
      OutputFolder.requireNew(options.output().get());
    }
    ProcessEnvironment process =
        servers.isEmpty() ? ibench.process() : RunServer.patient(ibench.process());
    RunTerminal terminal = RunTerminal.of(spec.commandLine(), process);
    HostLock.warn(environment, terminal.err());
    if (servers.isEmpty()) {
      return run(course, setups(given, servers, environment), servers, terminal);
    }
    Both<RunServer> own = servers.get();
    if (own.allMatch(RunServer::hasLogFolder) && !noSwap) {
      throw new UsageException(
          "server.log: servers that change their data have it in one folder; leave it out, or add"
              + " --no-swap");
    }
    // All mistakes come before a server is made, if they can.
    Optional<Both<Setup>> known =
        own.allMatch(RunServer::isKnownBefore)
            ? Optional.of(setups(given, servers, environment))
            : Optional.empty();
    return RunServer.around(
        List.of(own.a(), own.b()),
        terminal,
        () ->
            run(
                course,
                known.isPresent() ? known.get() : setups(given, servers, environment),
                servers,
                terminal));
  }

  /** Those that the sides make; empty if the settings ask for none. */
  private Optional<Both<RunServer>> servers(Both<Given> given, Map<String, String> environment)
      throws UsageException {
    String password = ServerLife.drawPassword();
    List<RunServer> servers = new ArrayList<>();
    for (Side side : Side.values()) {
      RunServer.planOneOfTwo(
              given.of(side), options.keepsData(), environment, "-" + side.folder(), password)
          .ifPresent(servers::add);
    }
    if (servers.size() == 1) {
      throw new UsageException(
          "one side has a private server, the other one has none; give --server for both, or for"
              + " none");
    }
    return servers.isEmpty()
        ? Optional.empty()
        : Optional.of(new Both<>(servers.get(0), servers.get(1)));
  }

  private Both<Setup> setups(
      Both<Given> given, Optional<Both<RunServer>> servers, Map<String, String> own)
      throws UsageException {
    Both<Given> reached = given;
    Both<Map<String, String>> environments = new Both<>(own, own);
    if (servers.isPresent()) {
      RunServer a = servers.get().a();
      RunServer b = servers.get().b();
      reached = new Both<>(a.on(List.of(given.a())).get(0), b.on(List.of(given.b())).get(0));
      environments = new Both<>(a.environment(own), b.environment(own));
    }
    return DuetSides.setups(reached, Optional.ofNullable(step), connections(), environments);
  }

  private int run(
      DuetRun.Course course,
      Both<Setup> setups,
      Optional<Both<RunServer>> servers,
      RunTerminal terminal)
      throws UsageException, InterruptedException {
    DuetSides.Found found = DuetSides.tryOut(setups, options.consents());
    boolean embedded = found.embedded();
    Optional<Both<RunServer>> restarted = embedded ? Optional.empty() : servers;
    Setup setup = setups.a();
    Step.Work paired = DuetSides.step(setup.plan(), Optional.ofNullable(step)).orElseThrow();
    boolean placed = servers.isPresent() || embedded;
    DuetRun duet =
        new DuetRun(
            course.on(placed, restarted.isPresent(), found.lasting()),
            setups,
            paired,
            restarted,
            terminal);
    NewFolder folder = folder(setup);
    Path root = folder.path();
    terminal.say(
        String.format(
            Locale.ROOT,
            "ibench duet: %s on %s, step %s",
            setup.workload(),
            setup.database(),
            paired.name()));
    options.common().beLenient();
    int code = duet.run(options, root);
    if (!duet.hasBegun()) {
      folder.removeEmpty();
      return code;
    }
    StoredDuet answer = duet.found();
    answer.write(root);
    DuetFunctions functions = DuetFunctions.of(root);
    if (options.common().makesPage()) {
      Pages.writeBeside(answer, functions, root).ifPresent(why -> terminal.say("ibench: " + why));
    }
    Layout layout = new TerminalLayout(terminal.process().resultColumns());
    OutputFolder.print(terminal.out(), DuetReport.of(answer).text(layout) + functions.text(), root);
    if (code == ExitCode.DONE && duet.failsGate()) {
      terminal.say("ibench: exits with 3, as --fail-if " + failIf + " is true");
      return ExitCode.CONDITION;
    }
    return code;
  }

  private OptionalInt connections() {
    return threads == null ? OptionalInt.empty() : OptionalInt.of(threads);
  }

  private DuetRun.Course course() throws UsageException {
    List<String> mistakes = new ArrayList<>();
    double percent = percent(mistakes);
    long nanos = 0;
    try {
      nanos = MOST.valueOf(most);
    } catch (IllegalArgumentException e) {
      mistakes.add("--most " + most + " " + e.getMessage());
    }
    int allowed = SharedCpus.allowed().size();
    if (cpus < 1 || allowed > 0 && cpus > allowed) {
      mistakes.add("--cpus " + cpus + ": allowed: 1 to " + allowed + ", the CPUs of this machine");
    }
    if (threads != null && (threads < 1 || threads > MAX_THREADS)) {
      mistakes.add("--threads " + threads + ": allowed: 1 to " + MAX_THREADS);
    }
    Optional<DuetGate> gate =
        Optional.ofNullable(failIf).flatMap(text -> DuetGate.parse(text, mistakes));
    if (options.runs() > 1 || options.upstreamOutput().isPresent() || options.junit().isPresent()) {
      mistakes.add(
          "--runs, --upstream-output and --junit are no options of a duet; leave them out");
    }
    if (!mistakes.isEmpty()) {
      throw new UsageException(mistakes);
    }
    return new DuetRun.Course(percent / 100, nanos, cpus, !noSwap, 0, gate);
  }

  private double percent(List<String> mistakes) {
    String text = within.endsWith("%") ? within.substring(0, within.length() - 1) : within;
    try {
      double percent = Double.parseDouble(text.strip());
      if (percent >= 0.05 && percent <= 50) {
        return percent;
      }
    } catch (NumberFormatException e) {
      mistakes.add("--within " + within + " is no number; allowed: 0.05 to 50, in percent");
      return 0;
    }
    mistakes.add("--within " + within + ": allowed: 0.05 to 50, in percent");
    return 0;
  }

  private NewFolder folder(Setup setup) throws UsageException {
    return options.output().isPresent()
        ? OutputFolder.named(options.output().get())
        : OutputFolder.dated("duet-" + setup.workload() + "-" + setup.database());
  }
}
