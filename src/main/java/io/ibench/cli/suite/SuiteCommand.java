package io.ibench.cli.suite;

import io.ibench.cli.ground.ExitCode;
import io.ibench.cli.ground.GivenOptions;
import io.ibench.cli.ground.Ibench;
import io.ibench.cli.ground.Installation;
import io.ibench.cli.ground.Interrupts;
import io.ibench.cli.ground.OutputFolder;
import io.ibench.cli.ground.UsageException;
import io.ibench.cli.ground.Version;
import io.ibench.cli.run.HostLock;
import io.ibench.cli.run.RunOptions;
import io.ibench.cli.setup.CpuProfileKeys;
import io.ibench.cli.setup.SettingFiles;
import io.ibench.cli.setup.SizeEstimate;
import io.ibench.config.ConfigException;
import io.ibench.config.ConfigLoader;
import io.ibench.config.Secrets;
import io.ibench.config.Setting;
import io.ibench.host.Proc;
import io.ibench.host.ProcessIdentity;
import io.ibench.report.figures.NumberText;
import io.ibench.report.figures.SanitizedText;
import io.ibench.report.store.RunLock;
import io.ibench.report.store.WriteFailure;
import io.ibench.server.ServerException;
import io.ibench.server.ServerLife;
import io.ibench.server.ServerProduct;
import io.ibench.server.ServerProducts;
import io.ibench.server.ServerSpec;
import io.ibench.suite.Cell;
import io.ibench.suite.Host;
import io.ibench.suite.Suite;
import io.ibench.suite.SuiteReport;
import io.ibench.suite.SuiteState;
import io.ibench.suite.Supervisor;
import io.ibench.suite.Work;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Runs a whole experiment: the variants of a matrix, each on servers of its own. */
@Command(
    name = "suite",
    mixinStandardHelpOptions = true,
    description =
        "Runs a whole experiment, servers included: each combination of settings several times,"
            + " each time on a fresh server of its own.",
    footer = {
      "",
      "ibench check FILE shows what would run. Exit codes: 0 all cells done; 1 a cell failed, was"
          + " skipped or not begun; 2 mistakes, nothing was touched; 3 an expectation does not"
          + " hold, with --expect, or --fail-if of a duet is true; 130 interrupted."
    })
public final class SuiteCommand implements Callable<Integer> {

  private static final long PATIENCE_MILLIS = 40_000;

  /** The settings of the workload, in the folder of a suite. */
  private static final String WORKLOAD = "workload.properties";

  /** Stands in a kept file before a line whose secret is hidden. */
  private static final String HIDDEN = "# without its secret: ";

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @ParentCommand private Ibench ibench;

  @Parameters(
      paramLabel = "FILE|DIR",
      description =
          "a suite's file, or its name in suites/; or a suite's folder, to go on with it after a"
              + " kill or to add repeats")
  private Path target;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "DIR",
      description = "the folder of the results, new; else results/TIME-NAME")
  private Optional<Path> output;

  @Option(
      names = "--scale",
      paramLabel = "NAME",
      description = "a scale of the file, such as laptop; else the published sizes")
  private Optional<String> scale;

  @Option(
      names = "--only",
      paramLabel = "LEVELS",
      split = ",",
      description =
          "run only the variants that have these levels, such as redo4.fast; several with commas")
  private List<String> only = new ArrayList<>();

  @Option(
      names = {"-s", "--set"},
      paramLabel = "KEY=VALUE",
      description =
          "a key of the suite, or a setting of its workload or database, for all variants")
  private List<String> settings = new ArrayList<>();

  @Option(names = "--repeat", paramLabel = "N", description = "cells of each variant")
  private Optional<Integer> repeat;

  @Option(
      names = "--budget",
      paramLabel = "TIME",
      description = "begin no cell that would end after this time, such as 12h")
  private Optional<String> budget;

  @Option(
      names = "--like",
      paramLabel = "DIR",
      description =
          "the folder of another suite, whose cells say how long this one takes before its first"
              + " cell has ended")
  private Optional<Path> like;

  @Option(
      names = "--cpu-profile",
      paramLabel = "HZ",
      arity = "0..1",
      parameterConsumer = RunOptions.HzOrNone.class,
      description =
          "say which functions of the servers make the differences, by perf; 99 samples a second"
              + " without HZ; short for -s cpu_profile=HZ")
  private @Nullable String cpuProfile;

  @Option(
      names = "--anonymous",
      description =
          "with --bundle: without the names of this machine, its user and its folders, and without"
              + " pages")
  private boolean anonymous;

  @Option(
      names = "--clean",
      description = "end leftover servers and remove data folders of a killed suite; run nothing")
  private boolean clean;

  @Option(
      names = "--bundle",
      paramLabel = "FILE",
      description = "pack a suite's folder for others as FILE, a tar.gz; run nothing")
  private Optional<Path> bundle;

  @Option(names = "--expect", description = "exit with 3 if a relation of expect.* does not hold")
  private boolean expect;

  @Override
  public Integer call() throws ConfigException, UsageException, InterruptedException {
    try {
      refuseContradictions();
      cells(like); // a mistake in it comes before anything is touched
      return SuiteState.isIn(target) ? goOn() : begin();
    } catch (IOException e) {
      throw new UsageException(WriteFailure.reason(e));
    }
  }

  /** No option is ignored in silence. */
  private void refuseContradictions() throws UsageException {
    if (clean && bundle.isPresent()) {
      throw new UsageException("--clean and --bundle contradict each other; name one of them");
    }
    if (anonymous && bundle.isEmpty()) {
      throw new UsageException("--anonymous is for --bundle; add it");
    }
    if (clean) {
      GivenOptions.require(spec, Set.of("--clean"), "--clean runs nothing");
    }
    if (bundle.isPresent()) {
      GivenOptions.require(spec, Set.of("--bundle", "--anonymous"), "--bundle runs nothing");
    }
  }

  /** Refuses --expect where nothing could be judged, so that it never passes for no reason. */
  private void requireRelations(Path folder, Suite suite, SuiteState state) throws UsageException {
    if (expect && !SuiteReport.of(folder, suite, state).hasRelations()) {
      throw new UsageException(
          suite.expects().isEmpty()
              ? "--expect: the suite's file has no expect.NAME"
              : "--expect: no relation of expect.NAME is between the variants of --only");
    }
  }

  /** The cells of another suite's folder. */
  public static List<Cell> cells(Optional<Path> folder) throws UsageException, IOException {
    if (folder.isEmpty()) {
      return List.of();
    }
    if (!SuiteState.isIn(folder.get())) {
      throw new UsageException("--like " + folder.get() + ": is no folder of a suite");
    }
    return SuiteState.read(folder.get()).cells();
  }

  /** The settings of all options, as of -s. */
  private List<String> given() {
    List<String> all = new ArrayList<>(settings);
    repeat.ifPresent(count -> all.add("repeat=" + count));
    budget.ifPresent(time -> all.add("budget=" + time));
    if (cpuProfile != null) {
      all.add(CpuProfileKeys.HZ.name() + "=" + cpuProfile);
    }
    return all;
  }

  private int begin() throws ConfigException, UsageException, IOException, InterruptedException {
    if (clean || bundle.isPresent()) {
      throw new UsageException(
          (clean ? "--clean " : "--bundle ") + target + ": is no folder of a suite");
    }
    Map<String, String> environment = ibench.process().environment();
    Path file = SuiteSetup.find(target, Installation.of(environment));
    SuiteSetup setup = SuiteSetup.read(file, scale, given(), environment);
    Predicate<Cell> wanted = wanted(setup.suite(), only);
    SuiteState state = SuiteState.begin(setup.suite(), setup.settings()).only(only);
    requireRelations(Path.of(""), setup.suite(), state);
    requirePossible(setup, output);
    if (output.isPresent()) {
      OutputFolder.requireNew(output.get());
    }
    // Before its folder is made: a refused suite leaves nothing behind.
    try (HostLock host = HostLock.take(environment)) {
      Path folder =
          (output.isPresent()
                  ? OutputFolder.named(output.get())
                  : OutputFolder.dated("suite-" + SettingFiles.name(file)))
              .path()
              .toAbsolutePath()
              .normalize();
      host.works(folder);
      keepSettings(folder, setup, environment);
      return run(folder, setup, wanted, state);
    }
  }

  private int goOn() throws ConfigException, UsageException, IOException, InterruptedException {
    if (output.isPresent() || scale.isPresent()) {
      throw new UsageException("-o and --scale are those of the suite in " + target);
    }
    Path folder = target.toAbsolutePath().normalize();
    if (bundle.isPresent()) {
      SuiteState state = SuiteState.read(folder);
      SuiteBundle.write(folder, stored(folder, state), state, bundle.get(), anonymous)
          .forEach(line -> spec.commandLine().getErr().println(SanitizedText.of(line)));
      spec.commandLine().getErr().println("bundle in " + SanitizedText.of(bundle.get().toString()));
      return ExitCode.DONE;
    }
    requireSecrets(folder);
    // Before the state is read, which another suite may change.
    try (HostLock host = HostLock.take(ibench.process().environment())) {
      SuiteState state = SuiteState.read(folder);
      SuiteSetup setup = stored(folder, state);
      List<String> lost = setup.suite().unknownVariants(state);
      if (!lost.isEmpty()) {
        throw new UsageException(
            folder
                + " has cells of variants that its "
                + SuiteState.SETTINGS
                + " no longer makes: "
                + String.join(", ", lost)
                + "; run the changed file in a new folder");
      }
      List<String> asked = only.isEmpty() ? state.only() : only;
      Predicate<Cell> wanted = wanted(setup.suite(), asked);
      SuiteState next =
          state.goOn(setup.suite(), setup.settings()).only(together(state.only(), only));
      requireRelations(folder, setup.suite(), next);
      if (only.isEmpty() && !asked.isEmpty()) {
        String levels = SanitizedText.of(String.join(",", asked));
        PrintWriter err = spec.commandLine().getErr();
        err.println("ibench: of --only " + levels + " as before; --only LEVELS adds others");
        err.flush();
      }
      host.works(folder);
      return run(folder, setup, wanted, next);
    }
  }

  /** The variants that a suite was asked for; once these are all, they stay all. */
  private static List<String> together(List<String> before, List<String> more) {
    return before.isEmpty()
        ? List.of()
        : Stream.concat(before.stream(), more.stream()).distinct().toList();
  }

  /**
   * Refuses a suite whose kept files hide a secret: a command must not run with asterisks in its
   * place.
   */
  private static void requireSecrets(Path folder) throws UsageException, IOException {
    List<String> mistakes = new ArrayList<>();
    for (String name : List.of(SuiteState.SETTINGS, WORKLOAD)) {
      Path file = folder.resolve(name);
      if (!Files.isRegularFile(file)) {
        continue;
      }
      List<String> lines = Files.readAllLines(file);
      for (int i = 0; i < lines.size(); i++) {
        String[] setting = lines.get(i).split(" = ", 2);
        boolean marked = i > 0 && lines.get(i - 1).startsWith(HIDDEN);
        // An earlier version has kept files without marks.
        if (setting.length == 2
            && !setting[0].startsWith("#")
            && (marked ? setting[1].contains("***") : Secrets.isMasked(setting[1]))) {
          mistakes.add(
              file
                  + ":"
                  + (i + 1)
                  + ": "
                  + setting[0]
                  + " had a secret, which results do not contain; write ${NAME} of the environment"
                  + " in the place of ***");
        }
      }
    }
    if (!mistakes.isEmpty()) {
      throw new UsageException(mistakes);
    }
  }

  /** The suite of a folder, with the settings of its command line and of this one. */
  private SuiteSetup stored(Path folder, SuiteState state) throws ConfigException, UsageException {
    List<String> all = new ArrayList<>(state.settings());
    List<String> given = given();
    all.removeIf(old -> given.stream().anyMatch(each -> key(each).equals(key(old))));
    all.addAll(given);
    return SuiteSetup.read(
        folder.resolve(SuiteState.SETTINGS), state.scale(), all, ibench.process().environment());
  }

  private static String key(String setting) {
    return setting.split("=", 2)[0].strip();
  }

  /**
   * Refuses what this user or machine cannot do, each reason once, with its variants; touches
   * nothing.
   *
   * @param output the folder of the results
   */
  private static void requirePossible(SuiteSetup setup, Optional<Path> output)
      throws UsageException {
    requirePossible(setup, output, server -> true);
  }

  /**
   * The same.
   *
   * @param asked whether the programs of a server may run, for its version
   */
  public static void requirePossible(
      SuiteSetup setup, Optional<Path> output, Predicate<ServerSpec> asked) throws UsageException {
    Map<String, Set<String>> reasons = new LinkedHashMap<>();
    // One look for each folder: what is free changes between two looks.
    Map<Path, OptionalLong> freeBytes = new HashMap<>();
    Path results = output.orElse(OutputFolder.RESULTS).toAbsolutePath().normalize();
    setup
        .servers()
        .forEach(
            (variant, server) -> {
              ServerProduct product = ServerProducts.named(server.product()).orElseThrow();
              boolean isAsked = asked.test(server);
              if (isAsked && !isInstalled(product, server)) {
                return; // its cells are skipped
              }
              Path place = results.resolve("data");
              List<String> found =
                  new ArrayList<>(
                      isAsked
                          ? ServerLife.obstacles(product, server, place)
                          : ServerLife.obstacles(server));
              Work work = setup.works().get(variant);
              Path data = server.data().orElse(results);
              OptionalLong free = freeBytes.computeIfAbsent(data, SizeEstimate::freeBytes);
              space(Objects.requireNonNull(work), data, free).ifPresent(found::add);
              found.forEach(
                  each -> reasons.computeIfAbsent(each, none -> new TreeSet<>()).add(variant));
            });
    List<String> mistakes = new ArrayList<>();
    if (setup.suite().conditions().dropCache() && !Host.canDropCache()) {
      mistakes.add("cache = drop: only root can empty the page cache; allowed here: cache = leave");
    }
    reasons.forEach(
        (reason, variants) -> mistakes.add(setup.suite().withVariants(reason, variants)));
    if (!mistakes.isEmpty()) {
      throw new UsageException(mistakes);
    }
  }

  private static boolean isInstalled(ServerProduct product, ServerSpec server) {
    try {
      product.installed(server);
      return true;
    } catch (ServerException e) {
      return false;
    }
  }

  /** What is missing on the disk of a cell's data. */
  private static Optional<String> space(Work work, Path data, OptionalLong free) {
    double needed = Supervisor.neededBytes(work);
    return free.isEmpty() || needed <= free.getAsLong()
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "the tables need about %.1f GB, and %s has %.1f GB free",
                needed / NumberText.GB_BYTES,
                data,
                free.getAsLong() / NumberText.GB_BYTES));
  }

  /** The cells of the variants that have all levels of one of these partial names. */
  public static Predicate<Cell> wanted(Suite suite, List<String> only) throws UsageException {
    Optional<String> unknown = suite.unknownLevel(only);
    if (unknown.isPresent()) {
      throw new UsageException(
          "--only: no factor has the level "
              + unknown.get()
              + "; there are: "
              + String.join(", ", suite.levels()));
    }
    return cell -> only.isEmpty() || suite.isOneOf(only, cell.variant());
  }

  private int run(Path folder, SuiteSetup setup, Predicate<Cell> wanted, SuiteState state)
      throws UsageException, IOException {
    PrintWriter err = spec.commandLine().getErr();
    ProcessIdentity here = ProcessIdentity.here(new Proc(), Instant.now());
    RunLock lock;
    try {
      lock = RunLock.take(folder, here);
    } catch (RunLock.HeldException e) {
      throw new UsageException(String.valueOf(e.getMessage()));
    }
    SuiteReport.Results results = new SuiteReport.Results();
    try {
      Supervisor supervisor =
          new Supervisor(
              folder,
              setup.suite(),
              state,
              new Host(),
              ServerProducts.all(),
              variant -> setup.works().get(variant.name()),
              cells(like),
              new Lines(folder, setup.suite(), results, err, ibench.process().terminal()));
      Interrupts interrupts =
          Interrupts.install(
              supervisor::stop, "ending the cell, its server and the suite", err, PATIENCE_MILLIS);
      interrupts.atOnce(supervisor::kill);
      try {
        if (clean) {
          supervisor.clean();
        } else {
          supervisor.run(wanted);
        }
        return finish(folder, setup.suite(), results, supervisor, wanted);
      } finally {
        interrupts.finished();
      }
    } finally {
      lock.close();
    }
  }

  private int finish(
      Path folder,
      Suite suite,
      SuiteReport.Results results,
      Supervisor supervisor,
      Predicate<Cell> wanted)
      throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    if (clean) {
      out.println("clean: " + SanitizedText.of(folder.toString()));
      out.flush();
      return ExitCode.DONE;
    }
    SuiteReport report = SuiteReport.of(folder, suite, supervisor.state(), results);
    report.write(Version.number());
    out.print(report.text(ibench.process().resultColumns()));
    out.println("results in " + SanitizedText.of(folder.toString()));
    out.flush();
    if (supervisor.isStopped()) {
      return ExitCode.INTERRUPTED;
    }
    boolean all =
        supervisor.state().cells().stream()
            .filter(wanted)
            .allMatch(cell -> cell.state() == Cell.State.DONE);
    boolean holds = expect ? report.allHold() : !suite.isOfDuets() || !isTrue(supervisor.state());
    return !all ? ExitCode.FAILED : holds ? ExitCode.DONE : ExitCode.CONDITION;
  }

  /** Whether the --fail-if of a duet is true. */
  private static boolean isTrue(SuiteState state) {
    return state.cells().stream()
        .anyMatch(cell -> cell.exitCode().equals(Optional.of(ExitCode.CONDITION)));
  }

  /**
   * Keeps the settings of suite and workload, with what they include and the values of variables,
   * so that later changes of the files change nothing here.
   */
  private static void keepSettings(Path folder, SuiteSetup setup, Map<String, String> environment)
      throws IOException {
    Installation installation = Installation.of(environment);
    Path workload =
        SuiteSetup.workload(setup.config(), setup.file(), setup.suite().workload(), installation);
    List<Setting> given =
        new ConfigLoader(environment).load(workload, Optional.empty(), List.of()).given();
    boolean namesFiles =
        given.stream()
            .anyMatch(
                each -> namesFile(Objects.requireNonNull(workload.getParent()), each.value()));
    if (!namesFiles) {
      String about = "# " + workload.getFileName() + ", as it was when the suite ran\n";
      Files.writeString(folder.resolve(WORKLOAD), about + lines(given, value -> value));
    }
    String about = "# " + setup.file().getFileName() + ", as it was when it ran\n";
    List<Setting> own = setup.config().given();
    String text =
        lines(own.stream().filter(each -> !SuiteSetup.isWorkload(each)).toList(), value -> value);
    String places =
        lines(
            own.stream().filter(SuiteSetup::isWorkload).toList(),
            value -> {
              Path place = SuiteSetup.workload(setup.config(), setup.file(), value, installation);
              return place.equals(workload) && !namesFiles ? WORKLOAD : place.toString();
            });
    Files.writeString(folder.resolve(SuiteState.SETTINGS), about + places + text);
  }

  /** Whether a value names files beside the workload's own, such as scripts. */
  private static boolean namesFile(Path beside, String value) {
    for (String word : value.split("[,\\s]+")) {
      try {
        if (!word.isEmpty() && Files.isRegularFile(beside.resolve(word.replaceAll("@.*", "")))) {
          return true;
        }
      } catch (InvalidPathException e) {
        // not a name of a file
      }
    }
    return false;
  }

  private static String lines(List<Setting> settings, UnaryOperator<String> change) {
    StringBuilder text = new StringBuilder();
    for (Setting setting : settings) {
      String masked = Secrets.maskedValue(setting.name(), setting.value());
      if (!masked.equals(setting.value())) {
        text.append(HIDDEN).append(setting.name()).append('\n');
      }
      String value = change.apply(masked).replace("${", "$${");
      text.append((setting.name() + " = " + value).strip()).append('\n');
    }
    return text.toString();
  }

  /** Prints what happens, and keeps the texts of the report up to date. */
  private static final class Lines implements Supervisor.Listener {

    private static final long EVERY_NANOS = 60_000_000_000L;

    private final Path folder;
    private final Suite suite;
    private final SuiteReport.Results results;
    private final PrintWriter err;
    private final boolean terminal;
    private String cell = "";
    private long saidNanos;
    private boolean live;

    Lines(
        Path folder, Suite suite, SuiteReport.Results results, PrintWriter err, boolean terminal) {
      this.folder = folder;
      this.suite = suite;
      this.results = results;
      this.err = err;
      this.terminal = terminal;
    }

    /** On a terminal one line is written over; elsewhere a cell has a line each minute. */
    @Override
    public void progress(String line) {
      if (terminal) {
        err.print("\r\033[Kibench: " + SanitizedText.of(line));
        err.flush();
        live = true;
        return;
      }
      String begin = line.split(", ")[0];
      if (!begin.equals(cell) || System.nanoTime() - saidNanos > EVERY_NANOS) {
        cell = begin;
        saidNanos = System.nanoTime();
        say(line);
      }
    }

    @Override
    public void over(Cell over, SuiteState now) {
      say(
          over.name()
              + ": "
              + over.state().name().toLowerCase(Locale.ROOT)
              + over.reason().map(why -> ": " + why).orElse("")
              + String.format(Locale.ROOT, " (%.0f s)", over.times().seconds()));
      try {
        SuiteReport.of(folder, suite, now, results).writeTexts();
      } catch (IOException e) {
        say("the report of what there is was not written: " + e.getMessage());
      }
    }

    private void say(String text) {
      if (live) {
        err.print("\r\033[K");
        live = false;
      }
      for (String line : text.split("\n")) {
        err.println("ibench: " + SanitizedText.of(line));
      }
      err.flush();
    }
  }
}
