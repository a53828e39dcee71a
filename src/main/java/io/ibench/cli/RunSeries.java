package io.ibench.cli;

import io.ibench.cli.Arguments.Given;
import io.ibench.cli.ErrorReporter.UsageException;
import io.ibench.cli.RunCommand.Frame;
import io.ibench.compare.Comparer;
import io.ibench.compare.ComparisonText;
import io.ibench.compare.Sides;
import io.ibench.config.ConfigException;
import io.ibench.config.Setting;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.internal.TableRegister;
import io.ibench.engine.RunControl;
import io.ibench.report.figures.SanitizedText;
import io.ibench.report.store.NewFolder;
import io.ibench.report.store.ReadBudget;
import io.ibench.report.store.SeriesFolder;
import io.ibench.report.store.StoredRun;
import io.ibench.report.store.UnreadableResultException;
import io.ibench.report.text.SeriesReport;
import io.ibench.report.text.TextReport;
import io.ibench.workload.Plan;
import io.ibench.workload.Step;
import io.ibench.workload.TableUse;
import io.ibench.workload.internal.RefusedException;
import io.ibench.workload.internal.RegisteredDataset;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;

/**
 * Several whole runs, one after the other, of one or more sides: a side is a workload on a
 * database. Each round has a run of each side; every other round has them in reverse, A B B A, so
 * that a machine that becomes slower or faster does so for all sides alike. Confined to one thread,
 * except for {@link #stop}.
 */
final class RunSeries {

  private static final String LOAD = "load";

  /** As long as a run's id in {@code ibench_tables} may be. */
  private static final int MAX_ID_BYTES = 255;

  private static final Set<TableUse> BEFORE_DATA =
      Set.of(TableUse.DROPS, TableUse.CREATES, TableUse.LOADS, TableUse.INDEXES);

  private final RunOptions options;
  private final ProcessEnvironment process;
  private final CommandLine command;
  private final Runner runner;

  /** The sides whose data is loaded, by the ids of their loads. */
  private final Map<String, String> loads = new HashMap<>();

  private Optional<Path> root = Optional.empty();
  private Optional<Interrupts> interrupts = Optional.empty();
  private volatile RunControl current;
  private volatile boolean stopped;

  /** Does one run. */
  interface Runner {
    int run(Setup setup, Frame frame)
        throws UsageException, RefusedException, DatabaseException, InterruptedException;
  }

  /**
   * What each round has a run of.
   *
   * @param name of its folder; empty if there is one side only
   * @param load the run that loads the data of all others; empty if each run does all steps
   */
  record Side(String name, Optional<Setup> load, Setup setup) {

    static Side of(String name, Given given, boolean onLoaded, Map<String, String> environment)
        throws ConfigException, UsageException {
      Setup all = Setup.of(given, environment);
      List<String> steps = all.plan().steps().stream().map(Step::name).toList();
      int later = steps.size();
      while (later > 0 && !BEFORE_DATA.contains(all.plan().steps().get(later - 1).use())) {
        later--;
      }
      if (!onLoaded || later == 0) {
        return new Side(name, Optional.empty(), all);
      }
      if (later == steps.size()) {
        throw new UsageException(
            "--on-loaded: no step follows "
                + steps.get(later - 1)
                + " in steps = "
                + String.join(", ", steps)
                + "; add those to be repeated");
      }
      return new Side(
          name,
          Optional.of(Setup.of(given.withSteps(steps.subList(0, later)), environment)),
          Setup.of(given.withSteps(steps.subList(later, steps.size())), environment));
    }

    /** The load first. */
    List<Setup> setups() {
      return Stream.concat(load.stream(), Stream.of(setup)).toList();
    }
  }

  /**
   * One run.
   *
   * @param folder in the folder of the side
   */
  private record Turn(Side side, Setup setup, String folder) {

    boolean isLoad() {
      return folder.equals(LOAD);
    }

    /** Its place in the folder of the series. */
    String inside() {
      return side.name().isEmpty() ? folder : side.name() + "/" + folder;
    }
  }

  RunSeries(RunOptions options, ProcessEnvironment process, CommandLine command, Runner runner) {
    this.options = options;
    this.process = process;
    this.command = command;
    this.runner = runner;
  }

  /** Reads and checks the settings of all sides. Touches no database. */
  static List<Side> sides(List<Given> all, RunOptions options, Map<String, String> environment)
      throws ConfigException, UsageException {
    boolean onLoaded = options.isOnLoaded();
    if (all.size() == 1) {
      return List.of(Side.of("", all.get(0), onLoaded, environment));
    }
    List<Side> sides = new ArrayList<>();
    Set<String> mistakes = new LinkedHashSet<>();
    List<String> names = names(all);
    for (int i = 0; i < all.size(); i++) {
      try {
        sides.add(Side.of(names.get(i), all.get(i), onLoaded, environment));
      } catch (ConfigException | UsageException e) {
        mistakes.addAll(ErrorReporter.mistakes(e));
      }
    }
    if (mistakes.isEmpty()) {
      mistakes.addAll(contradictions(sides, onLoaded));
    }
    if (!mistakes.isEmpty()) {
      throw new UsageException(List.copyOf(mistakes));
    }
    return sides;
  }

  /** Of the database's file, the workload's, or both, whatever differs. */
  private static List<String> names(List<Given> all) {
    boolean workloads = all.stream().map(Given::workload).distinct().count() > 1;
    boolean databases = all.stream().map(Given::database).distinct().count() > 1;
    List<String> names = new ArrayList<>();
    for (Given given : all) {
      String workload = name(given.workload());
      String database = given.database().map(RunSeries::name).orElse("");
      String name =
          workloads && databases ? workload + "-" + database : workloads ? workload : database;
      String unique = name;
      for (int i = 2; names.contains(unique); i++) {
        unique = name + "-" + i;
      }
      names.add(unique);
    }
    return names;
  }

  private static String name(Path file) {
    String name = String.valueOf(file.getFileName());
    return name.endsWith(SettingFiles.ENDING)
        ? name.substring(0, name.length() - SettingFiles.ENDING.length())
        : name;
  }

  /** Why sides cannot be compared, or would lose their tables to each other; one line each. */
  private static List<String> contradictions(List<Side> sides, boolean onLoaded) {
    List<String> lines = new ArrayList<>();
    for (int i = 1; i < sides.size(); i++) {
      Side other = sides.get(i);
      unlike(sides.get(0), other).ifPresent(lines::add);
      for (Side before : sides.subList(0, i)) {
        if (onLoaded && shareTables(before.setup(), other.setup())) {
          lines.add(shared(before.name(), other.name()));
        }
      }
    }
    return lines;
  }

  private static Optional<String> unlike(Side base, Side other) {
    Setup a = base.setup();
    Setup b = other.setup();
    String why =
        !a.workload().equals(b.workload())
            ? "they are " + a.workload() + " and " + b.workload()
            : a.plan().dataSettings().equals(b.plan().dataSettings())
                ? ""
                : "the settings that shape their data differ";
    return why.isEmpty()
        ? Optional.empty()
        : Optional.of(
            base.name()
                + " and "
                + other.name()
                + " cannot be compared: "
                + why
                + "; run one after the other without the other one");
  }

  private static String shared(String one, String other) {
    return "--on-loaded: "
        + one
        + " and "
        + other
        + " have the same tables, and a load of one would drop those of the other; use --fresh, or"
        + " another database or schema for one of them";
  }

  private static boolean shareTables(Setup a, Setup b) {
    Set<String> tables = tables(a.plan());
    tables.retainAll(tables(b.plan()));
    return !tables.isEmpty() && !place(a).isEmpty() && place(a).equals(place(b));
  }

  private static Set<String> tables(Plan plan) {
    return plan.tables().stream().map(one -> one.table().name()).collect(Collectors.toSet());
  }

  /** The settings that name the database; empty if none does. */
  private static Map<String, String> place(Setup setup) {
    Map<String, String> place = new TreeMap<>();
    for (Setting setting : setup.config().effective()) {
      String value = setting.value();
      switch (setting.name()) {
        case "url" -> place.put("url", value.replaceAll("\\?.*", ""));
        case "socket" -> place.put("socket", value);
        case "file" -> place.put("file", Path.of(value).toAbsolutePath().normalize().toString());
        default -> {}
      }
    }
    return place;
  }

  /** Runs all, prints their means and the comparison of the sides, returns the worst exit code. */
  int run(List<Side> sides)
      throws UsageException, RefusedException, DatabaseException, InterruptedException {
    if (sides.size() > 1) {
      for (Side side : sides) {
        tryOut(side);
      }
    }
    try {
      int worst = ExitCode.DONE;
      long complete = 0;
      List<Turn> turns = turns(sides);
      for (int i = 0; i < turns.size() && !stopped; i++) {
        Turn turn = turns.get(i);
        say(String.format("%nibench: %d of %d: %s", i + 1, turns.size(), turn.inside()));
        Outcome outcome = run(turn);
        worst = Math.max(worst, outcome.code());
        if (!outcome.begun()) {
          say("ibench: " + turn.inside() + " could not begin; the further runs are left out");
          break;
        }
        complete += turn.isLoad() || stopped ? 0 : 1;
      }
      finish(sides, complete);
      return stopped ? ExitCode.INTERRUPTED : worst;
    } finally {
      interrupts.ifPresent(Interrupts::finished);
    }
  }

  /** Finds out before the first run whether the first run of a side can begin. */
  private void tryOut(Side side) throws UsageException, RefusedException, DatabaseException {
    Setup setup = side.load().orElse(side.setup());
    try (Database database = DatabaseOpener.open(setup)) {
      RegisteredDataset.read(setup.plan(), database, setup.workload(), side.name())
          .admit(options.consents());
    }
  }

  private List<Turn> turns(List<Side> sides) {
    List<Turn> turns = new ArrayList<>();
    for (Side side : sides) {
      side.load().ifPresent(load -> turns.add(new Turn(side, load, LOAD)));
    }
    for (long round = 1; round <= options.runs(); round++) {
      List<Side> ordered = new ArrayList<>(sides);
      if (round % 2 == 0) {
        Collections.reverse(ordered);
      }
      String folder = SeriesFolder.run(round);
      ordered.forEach(side -> turns.add(new Turn(side, side.setup(), folder)));
    }
    return turns;
  }

  private record Outcome(int code, boolean begun) {}

  /** A failure to begin is thrown for the first run only: the others have results to keep. */
  private Outcome run(Turn turn)
      throws UsageException, RefusedException, DatabaseException, InterruptedException {
    try {
      return new Outcome(runner.run(turn.setup(), new InSeries(turn)), true);
    } catch (UsageException | RefusedException e) {
      if (interrupts.isEmpty()) {
        throw e;
      }
      List<String> mistakes = ErrorReporter.mistakes(e);
      return new Outcome(ErrorReporter.say(command.getErr(), ExitCode.USAGE, mistakes), false);
    } catch (DatabaseException e) {
      if (interrupts.isEmpty()) {
        throw e;
      }
      List<String> failure = List.of(ErrorReporter.line(e));
      return new Outcome(ErrorReporter.say(command.getErr(), ExitCode.FAILED, failure), false);
    }
  }

  private void finish(List<Side> sides, long complete) {
    long all = options.runs() * sides.size();
    Path folder = root.orElseThrow();
    PrintWriter out = command.getOut();
    if (options.runs() > 1) {
      sides.forEach(side -> means(folder.resolve(side.name())));
    }
    if (sides.size() > 1) {
      compare(sides.stream().map(side -> folder.resolve(side.name()).toString()).toList());
    }
    out.println("results in " + SanitizedText.of(folder.toString()));
    out.flush();
    if (complete < all) {
      say("ibench: " + complete + " of " + all + " runs are complete");
    }
  }

  private void means(Path folder) {
    List<StoredRun> runs = new ArrayList<>();
    ReadBudget budget = ReadBudget.ofHeap();
    for (Path run : SeriesFolder.runs(folder)) {
      try {
        runs.add(StoredRun.read(run, budget));
      } catch (UnreadableResultException e) {
        say("ibench: " + e.getMessage());
      }
    }
    if (!runs.isEmpty()) {
      TextReport.Options shown = TextReport.Options.usual(process.resultColumns());
      command.getOut().print("\n" + SeriesReport.of(folder, runs, shown));
    }
  }

  private void compare(List<String> folders) {
    Sides sides = Sides.read(folders);
    List<String> lines = new ArrayList<>(sides.mistakes());
    if (lines.isEmpty()) {
      lines.addAll(Comparer.refusals(sides.sides()));
    }
    if (lines.isEmpty()) {
      String text =
          ComparisonText.of(Comparer.compare(sides.sides()), false, process.resultColumns());
      command.getOut().print("\n" + text);
    } else {
      ErrorReporter.say(command.getErr(), ExitCode.DONE, lines);
    }
    say("again: ibench compare " + String.join(" ", folders));
  }

  /** Ends the current run and the series; called on the thread of a signal. */
  private void stop() {
    stopped = true;
    RunControl running = current;
    if (running != null) {
      running.interrupt();
    }
  }

  private void say(String line) {
    command.getErr().println(SanitizedText.of(line));
    command.getErr().flush();
  }

  /** A run of this series: its signals end the series as well. */
  private final class InSeries implements Frame {

    private final Turn turn;

    InSeries(Turn turn) {
      this.turn = turn;
    }

    @Override
    public NewFolder createFolder() throws UsageException {
      Setup setup = turn.setup();
      String where = turn.side().name().isEmpty() ? setup.database() : "by-turns";
      Path inside = Path.of(turn.inside());
      NewFolder folder =
          root.isPresent()
              ? OutputFolder.named(root.get().resolve(inside))
              : OutputFolder.first(options.output(), setup.workload() + "-" + where, inside);
      int depth = inside.getNameCount();
      Path top = folder.path();
      for (int i = 0; i < depth; i++) {
        top = top.getParent();
      }
      root = Optional.of(top);
      if (id(folder.path()).getBytes(StandardCharsets.UTF_8).length > MAX_ID_BYTES) {
        folder.removeEmpty();
        throw new UsageException("-o " + top + ": the name is too long for a folder of runs");
      }
      return folder;
    }

    @Override
    public String id(Path folder) {
      return RunInfos.id(root.orElseThrow()) + "/" + turn.inside();
    }

    @Override
    public void admit(RegisteredDataset dataset, Plan plan) throws UsageException {
      if (!turn.isLoad()) {
        return;
      }
      for (Plan.LoadedTable loaded : plan.tables()) {
        String by = dataset.row(loaded.table()).map(TableRegister.Row::runId).orElse("");
        if (loads.containsKey(by)) {
          throw new UsageException(shared(loads.get(by), turn.side().name()));
        }
      }
      loads.put(id(root.orElseThrow()), turn.side().name());
    }

    @Override
    public Interrupts begin(RunControl control) {
      current = control;
      if (interrupts.isEmpty()) {
        interrupts =
            Optional.of(
                Interrupts.install(
                    RunSeries.this::stop,
                    "ending the run and the series",
                    command.getErr(),
                    process.patienceMillis()));
      }
      if (stopped) {
        control.interrupt();
      }
      return interrupts.get();
    }

    @Override
    public void end(Interrupts handlers) {
      handlers.whenLate(
          () -> say("ibench: no time for the means; ibench report prints them: " + root.get()));
    }
  }
}
