package io.ibench.cli.bisect;

import io.ibench.bisect.Candidate;
import io.ibench.bisect.Duets.DuetFailedException;
import io.ibench.bisect.Figure;
import io.ibench.bisect.StoredBisect;
import io.ibench.cli.ground.ErrorReporter;
import io.ibench.cli.ground.ExitCode;
import io.ibench.cli.ground.GivenOptions;
import io.ibench.cli.ground.Ibench;
import io.ibench.cli.ground.Installation;
import io.ibench.cli.ground.Interrupts;
import io.ibench.cli.ground.OutputFolder;
import io.ibench.cli.ground.UsageException;
import io.ibench.cli.run.DuetCommand;
import io.ibench.cli.run.HostLock;
import io.ibench.cli.setup.Arguments.Given;
import io.ibench.cli.setup.SettingFiles;
import io.ibench.cli.setup.SettingKeys;
import io.ibench.host.Proc;
import io.ibench.host.ProcessIdentity;
import io.ibench.report.document.Layout;
import io.ibench.report.document.TerminalLayout;
import io.ibench.report.figures.SanitizedText;
import io.ibench.report.store.NewFolder;
import io.ibench.report.store.RunLock;
import io.ibench.report.store.WriteFailure;
import io.ibench.suite.Host;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Finds the version that changed what an operation costs. */
@Command(
    name = "bisect",
    mixinStandardHelpOptions = true,
    description =
        "Finds which of many versions, or which commit, made the server slower or faster: halves"
            + " them by duets, and confirms the step.",
    footer = {
      "",
      "Exit codes: 0 an answer, also that there is no change; 1 a duet failed; 2 mistakes, nothing"
          + " was touched; 130 interrupted: ibench bisect DIR goes on."
    })
public final class BisectCommand implements Callable<Integer> {

  private static final long PATIENCE_MILLIS = 50_000;

  /** Lower case, as on the command line. */
  private enum Format {
    text,
    json
  }

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @ParentCommand private Ibench ibench;

  @Parameters(
      paramLabel = "WORKLOAD|DIR",
      description =
          "the workload's properties file, or its name in workloads/, or FILE.sql; or the folder of"
              + " a bisection, to go on with it")
  private Path target;

  @Option(
      names = {"-d", "--database"},
      paramLabel = "DATABASE",
      description = "the database's properties file, or its name in conf/")
  private @Nullable Path database;

  @Option(
      names = {"-s", "--set"},
      paramLabel = "key=value",
      completionCandidates = SettingKeys.class,
      description = "a setting of all versions; may be given several times")
  private List<String> settings = new ArrayList<>();

  @Option(names = "--server", description = "private servers; short for -s server=true")
  private boolean server;

  @Option(
      names = "--conf",
      paramLabel = "OPTION=VALUE",
      description = "an option of these servers; may be given several times")
  private List<String> conf = new ArrayList<>();

  @Option(
      names = "--versions",
      paramLabel = "FILE",
      description =
          "one version a line, the oldest one first: NAME SETTING=VALUE ..., with settings as of"
              + " duet --versus; or the folder of a server")
  private @Nullable Path versions;

  @Option(
      names = "--git",
      paramLabel = "REPO",
      description = "the versions are the commits of this repository, from --good to --bad")
  private @Nullable Path git;

  @Option(
      names = "--build",
      paramLabel = "COMMAND",
      description =
          "with --git: makes a commit, in a worktree of its own, and installs it into the folder"
              + " $PREFIX")
  private @Nullable String build;

  @Option(
      names = "--versus",
      paramLabel = "NAME=VALUE",
      description =
          "with --git: what a commit has instead, with $${PREFIX} for its folder; else"
              + " server.home=$${PREFIX}, or the lines of its file ibench.settings")
  private List<String> versus = new ArrayList<>();

  @Option(
      names = "--cache",
      paramLabel = "DIR",
      description = "with --git: where builds are kept; else in ~/.cache/ibench")
  private @Nullable Path cache;

  @Option(names = "--good", paramLabel = "NAME", description = "the good version; else the first")
  private @Nullable String good;

  @Option(names = "--bad", paramLabel = "NAME", description = "the bad version; else the last")
  private @Nullable String bad;

  @Option(
      names = "--skip",
      paramLabel = "NAME",
      description = "leave this version out; may be given several times")
  private List<String> skip = new ArrayList<>();

  @Option(
      names = "--figure",
      paramLabel = "FIGURE",
      description = "judge by time or by cpu; else by time, and by CPU if only that has changed")
  private @Nullable String figure;

  @Option(
      names = "--step",
      paramLabel = "STEP",
      description = "the step whose requests are paired; else the last one of requests")
  private @Nullable String step;

  @Option(
      names = "--within",
      paramLabel = "PERCENT",
      defaultValue = "1",
      description = "how small a change may stay unknown; default ${DEFAULT-VALUE}")
  private String within;

  @Option(
      names = "--most",
      paramLabel = "TIME",
      defaultValue = "5m",
      description = "how long the pairs of one duet may take; default ${DEFAULT-VALUE}")
  private String most;

  @Option(names = "--threads", paramLabel = "N", description = "as of duet")
  private @Nullable Integer threads;

  @Option(names = "--cpus", paramLabel = "N", description = "as of duet")
  private @Nullable Integer cpus;

  @Option(names = "--no-swap", description = "as of duet")
  private boolean noSwap;

  @Option(
      names = "--why",
      description = "at the end one more duet, with the functions that make the difference")
  private boolean why;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "DIR",
      description = "the folder of the results, new; else results/TIME-bisect-WORKLOAD")
  private Optional<Path> output = Optional.empty();

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "text",
      description = "${COMPLETION-CANDIDATES}; default ${DEFAULT-VALUE}")
  private Format format;

  @Override
  public Integer call() throws UsageException {
    try {
      return StoredBisect.isIn(target) ? goOn() : begin();
    } catch (IOException e) {
      throw new UsageException(WriteFailure.reason(e));
    }
  }

  private int begin() throws UsageException, IOException {
    Map<String, String> environment = ibench.process().environment();
    List<String> duet = duetOptions();
    double percent = check(duet);
    Given given = new Given(target, Optional.ofNullable(database), List.of());
    SettingFiles files = SettingFiles.find(given, Installation.of(environment));
    List<String> common = common();
    boolean isScript = target.toString().endsWith(".sql");
    StoredBisect.Plan plan =
        new StoredBisect.Plan(
            isScript
                ? target.toAbsolutePath().normalize().toString()
                : files.workload().toAbsolutePath().normalize().toString(),
            files.database().orElseThrow().toAbsolutePath().normalize().toString(),
            common.stream().map(Sides::masked).toList(),
            duet,
            percent,
            figure(),
            why,
            skip,
            builds());
    List<Candidate> candidates =
        git == null
            ? Versions.read(
                Objects.requireNonNull(versions),
                Optional.ofNullable(good),
                Optional.ofNullable(bad))
            : new Git(git.toAbsolutePath().normalize())
                .between(String.valueOf(good), String.valueOf(bad));
    requireKnown(skip, candidates);
    requireOpen(candidates);
    Sides sides = new Sides(plan, common);
    Mistakes mistakes = new Mistakes(sides, environment);
    if (git == null) {
      mistakes.refuse(candidates);
    } else { // the rest of their settings is known once they are built
      mistakes.refuseBeforeBuild(Builds.known(versus));
    }
    if (why) {
      mistakes.refuseProfile(git == null ? candidates.get(0).settings() : Builds.known(versus));
    }
    if (output.isPresent()) {
      OutputFolder.requireNew(output.get());
    }
    HostLock.warn(environment, spec.commandLine().getErr());
    NewFolder made =
        output.isPresent()
            ? OutputFolder.named(output.get())
            : OutputFolder.dated("bisect-" + SettingFiles.name(files.workload()));
    Path folder = made.path().toAbsolutePath().normalize();
    try {
      return run(folder, StoredBisect.begin(plan, candidates), sides);
    } catch (UsageException e) {
      if (Files.notExists(folder.resolve(DuetProcesses.FOLDER))) {
        made.remove();
      }
      throw e;
    }
  }

  private int goOn() throws UsageException, IOException {
    GivenOptions.require(
        spec, Set.of("--skip", "--format", "--why"), "a bisection goes on as it began");
    Path folder = target.toAbsolutePath().normalize();
    StoredBisect bisect = StoredBisect.read(folder);
    List<String> hidden =
        bisect.plan().settings().stream().filter(each -> each.endsWith("***")).toList();
    if (!hidden.isEmpty()) {
      throw new UsageException(
          hidden.stream()
              .map(
                  each ->
                      folder.resolve(StoredBisect.NAME)
                          + ": "
                          + Sides.name(each)
                          + " had a secret, which results do not contain; begin anew with ${NAME} of"
                          + " the environment in its place")
              .toList());
    }
    requireKnown(skip, bisect.candidates());
    List<String> all = new ArrayList<>(bisect.plan().skip());
    all.addAll(skip);
    StoredBisect next = bisect.with(bisect.plan().asking(all, bisect.plan().why() || why));
    Sides sides = new Sides(next.plan(), next.plan().settings());
    if (why) {
      new Mistakes(sides, ibench.process().environment())
          .refuseProfile(next.candidates().get(0).settings());
    }
    return run(folder, next, sides);
  }

  /** The folder keeps the settings of versions, and no secrets. */
  private void requireOpen(List<Candidate> candidates) throws UsageException {
    List<String> mistakes = new ArrayList<>();
    for (Candidate each : candidates) {
      String place = each.origin().orElse("") + ": " + each.name() + ":";
      each.settings().forEach(setting -> refuseSecret(place, setting, mistakes));
    }
    if (!mistakes.isEmpty()) {
      throw new UsageException(mistakes);
    }
  }

  private static void refuseSecret(String place, String setting, List<String> mistakes) {
    if (!Sides.isOpen(Sides.name(setting), Sides.value(setting))) {
      mistakes.add(
          place
              + " "
              + Sides.name(setting)
              + " has a secret, which results do not contain; allowed: ${NAME} of the environment");
    }
  }

  private static void requireKnown(List<String> skip, List<Candidate> candidates)
      throws UsageException {
    List<String> names = candidates.stream().map(Candidate::name).toList();
    List<String> mistakes = new ArrayList<>();
    for (String name : skip) {
      int place = names.indexOf(name);
      if (place < 0) {
        mistakes.add("--skip " + name + ": there is no such version");
      } else if (place == 0 || place == names.size() - 1) {
        mistakes.add("--skip " + name + ": is the good or the bad version; name another one");
      }
    }
    if (!mistakes.isEmpty()) {
      throw new UsageException(mistakes);
    }
  }

  private List<String> duetOptions() {
    List<String> options = new ArrayList<>();
    if (step != null) {
      options.addAll(List.of("--step", step));
    }
    if (threads != null) {
      options.addAll(List.of("--threads", threads.toString()));
    }
    if (cpus != null) {
      options.addAll(List.of("--cpus", cpus.toString()));
    }
    options.addAll(List.of("--most", most));
    if (noSwap) {
      options.add("--no-swap");
    }
    return options;
  }

  /** Refuses what is wrong with the options alone. */
  private double check(List<String> duet) throws UsageException {
    List<String> mistakes = new ArrayList<>();
    List<String> asked = new ArrayList<>(duet);
    asked.addAll(List.of("--within", within));
    try {
      DuetCommand.ofSuite(asked);
    } catch (UsageException e) {
      mistakes.addAll(ErrorReporter.mistakes(e));
    }
    if (database == null) {
      mistakes.add("-d is missing; it names the database of all versions");
    } else if (database.toString().contains(",")) {
      mistakes.add("-d " + database + ": allowed: one file, without a comma in its name");
    }
    if (figure != null && !Set.of("time", "cpu").contains(figure)) {
      mistakes.add("--figure " + figure + ": allowed: time, cpu");
    }
    if ((versions == null) == (git == null)) {
      mistakes.add(
          versions == null
              ? "which versions? --versions FILE names them, or --git REPO has them; to go on with a"
                  + " bisection name its folder, and "
                  + target
                  + " is none"
              : "--versions and --git contradict each other; name one of them");
    }
    if (git != null && (build == null || good == null || bad == null)) {
      mistakes.add("--git needs --good REV, --bad REV and --build COMMAND");
    }
    if (git == null && (build != null || cache != null || !versus.isEmpty())) {
      mistakes.add("--build, --versus and --cache are for --git; leave them out");
    }
    for (String each : versus) {
      if (each.indexOf('=') < 1) {
        mistakes.add("--versus " + each + " has no NAME=; allowed: NAME=VALUE");
      } else {
        refuseSecret("--versus", each, mistakes);
      }
    }
    for (String each : settings) {
      if (each.indexOf('=') < 1) {
        mistakes.add("-s " + each + " has no key=; allowed: key=value");
      } else if (git != null) { // else the versions are checked as a whole
        refuseSecret("-s", each, mistakes);
      }
    }
    for (String each : conf) {
      if (each.indexOf('=') < 1) {
        mistakes.add("--conf " + each + " has no OPTION=; allowed: OPTION=VALUE");
      }
    }
    if (!mistakes.isEmpty()) {
      throw new UsageException(mistakes);
    }
    String number = within.endsWith("%") ? within.substring(0, within.length() - 1) : within;
    return Double.parseDouble(number.strip());
  }

  private List<String> common() {
    List<String> all = new ArrayList<>(settings);
    if (server) {
      all.add("server=true");
    }
    for (String each : conf) {
      int equals = each.indexOf('=');
      all.add("conf." + each.substring(0, equals).replace('-', '_') + each.substring(equals));
    }
    return all;
  }

  private Optional<Figure> figure() {
    return Optional.ofNullable(figure).map(each -> Figure.valueOf(each.toUpperCase(Locale.ROOT)));
  }

  private Optional<StoredBisect.Builds> builds() {
    if (git == null) {
      return Optional.empty();
    }
    Map<String, String> environment = ibench.process().environment();
    Path usual =
        Optional.ofNullable(environment.get("XDG_CACHE_HOME"))
            .filter(name -> !name.isEmpty())
            .map(Path::of)
            .orElse(Path.of(System.getProperty("user.home"), ".cache"))
            .resolve("ibench")
            .resolve("builds");
    Path place = cache == null ? usual : cache;
    return Optional.of(
        new StoredBisect.Builds(
            git.toAbsolutePath().normalize().toString(),
            String.valueOf(build),
            versus,
            place.toAbsolutePath().normalize().toString()));
  }

  private int run(Path folder, StoredBisect bisect, Sides sides)
      throws UsageException, IOException {
    PrintWriter err = spec.commandLine().getErr();
    RunLock lock;
    try {
      lock = RunLock.take(folder, ProcessIdentity.here(new Proc(), Instant.now()));
    } catch (RunLock.HeldException e) {
      throw new UsageException(String.valueOf(e.getMessage()));
    }
    try {
      Children children = new Children(new Host());
      Bisection bisection =
          new Bisection(
              folder,
              bisect,
              sides,
              children,
              new Mistakes(sides, ibench.process().environment()),
              new Lines(err, ibench.process().terminal()));
      Interrupts interrupts =
          Interrupts.install(children::stop, "ending the duet", err, PATIENCE_MILLIS);
      interrupts.atOnce(children::kill);
      try {
        return run(folder, bisection, err);
      } finally {
        interrupts.finished();
      }
    } finally {
      lock.close();
    }
  }

  private int run(Path folder, Bisection bisection, PrintWriter err)
      throws UsageException, IOException {
    try {
      StoredBisect done = bisection.run();
      print(folder, done);
      return ExitCode.DONE;
    } catch (InterruptedException e) {
      ErrorReporter.say(err, ExitCode.INTERRUPTED, List.of(goesOn(folder, Optional.empty())));
      return ExitCode.INTERRUPTED;
    } catch (DuetFailedException e) {
      List<String> lines = new ArrayList<>(String.valueOf(e.getMessage()).lines().toList());
      lines.add(goesOn(folder, e.advice()));
      return ErrorReporter.say(err, ExitCode.FAILED, lines);
    }
  }

  private static String goesOn(Path folder, Optional<String> advice) {
    return StoredBisect.isIn(folder)
        ? "ibench bisect " + folder + " goes on" + advice.map(text -> "; " + text).orElse("")
        : folder + " has no " + StoredBisect.NAME + " any more; begin anew";
  }

  private void print(Path folder, StoredBisect done) throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    if (format == Format.json) {
      out.print(BisectText.json(folder));
      out.flush();
    } else {
      Layout layout = new TerminalLayout(ibench.process().resultColumns());
      OutputFolder.print(out, BisectText.of(folder, done, layout), folder);
    }
  }

  /** Prints what happens: a line for each step, and on a terminal what goes on. */
  private static final class Lines implements DuetProcesses.Progress {

    private final PrintWriter err;
    private final boolean terminal;
    private boolean live;

    Lines(PrintWriter err, boolean terminal) {
      this.err = err;
      this.terminal = terminal;
    }

    @Override
    public void begins(String line) {
      if (terminal) {
        err.print("\r\033[Kibench: " + SanitizedText.of(line) + " ...");
        err.flush();
        live = true;
      }
    }

    @Override
    public void over(String line) {
      if (live) {
        err.print("\r\033[K");
        live = false;
      }
      err.println("ibench: " + SanitizedText.of(line));
      err.flush();
    }
  }
}
