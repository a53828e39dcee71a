package io.ibench.cli.run;

import io.ibench.cli.ground.ErrorReporter;
import io.ibench.cli.ground.ExitCode;
import io.ibench.cli.ground.Interrupts;
import io.ibench.cli.ground.OutputFolder;
import io.ibench.cli.ground.ProcessEnvironment;
import io.ibench.cli.ground.UsageException;
import io.ibench.cli.setup.DatabaseOpener;
import io.ibench.cli.setup.Setup;
import io.ibench.compare.Comparer;
import io.ibench.compare.ComparisonText;
import io.ibench.compare.Sides;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.internal.TableRegister;
import io.ibench.engine.RunControl;
import io.ibench.report.figures.RunState;
import io.ibench.report.figures.SanitizedText;
import io.ibench.report.store.NewFolder;
import io.ibench.report.store.ReadBudget;
import io.ibench.report.store.ResultReader;
import io.ibench.report.store.SeriesFolder;
import io.ibench.report.store.StoredRun;
import io.ibench.report.store.UnreadableResultException;
import io.ibench.report.text.SeriesReport;
import io.ibench.report.text.TextReport;
import io.ibench.workload.Plan;
import io.ibench.workload.internal.RefusedException;
import io.ibench.workload.internal.RegisteredDataset;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
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

  private final RunOptions options;
  private final ProcessEnvironment process;
  private final CommandLine command;
  private final NewRun runner;

  /** The sides whose data is loaded, by the ids of their loads. */
  private final Map<String, String> loads = new HashMap<>();

  private Optional<Path> root = Optional.empty();
  private Optional<Interrupts> interrupts = Optional.empty();
  private final Thread thread = Thread.currentThread();
  private boolean beginning;

  @SuppressWarnings("NullAway.Init") // set when a run has begun
  private volatile RunControl current;

  private volatile boolean stopped;

  /**
   * One run.
   *
   * @param folder in the folder of the side
   */
  private record Turn(RunSide side, Setup setup, String folder) {

    boolean isLoad() {
      return folder.equals(LOAD);
    }

    /** Its place in the folder of the series. */
    String inside() {
      return side.name().isEmpty() ? folder : side.name() + "/" + folder;
    }
  }

  RunSeries(RunOptions options, ProcessEnvironment process, CommandLine command, NewRun runner) {
    this.options = options;
    this.process = process;
    this.command = command;
    this.runner = runner;
  }

  /** Runs all, prints their means and the comparison of the sides, returns the worst exit code. */
  int run(List<RunSide> sides)
      throws UsageException, RefusedException, DatabaseException, InterruptedException {
    if (options.output().isPresent()) {
      OutputFolder.requireNew(options.output().get());
    }
    if (sides.size() > 1) {
      for (RunSide side : sides) {
        tryOut(side);
      }
    }
    try {
      int worst = ExitCode.DONE;
      List<Turn> turns = turns(sides);
      for (int i = 0; i < turns.size() && !stopped; i++) {
        Turn turn = turns.get(i);
        say(String.format(Locale.ROOT, "ibench: %d of %d: %s", i + 1, turns.size(), turn.inside()));
        Outcome outcome = run(turn);
        worst = ExitCode.worse(worst, outcome.code());
        if (!outcome.begun()) {
          say("ibench: " + turn.inside() + " could not begin; the further runs are left out");
          break;
        }
      }
      finish(sides);
      return stopped ? ExitCode.INTERRUPTED : worst;
    } finally {
      interrupts.ifPresent(Interrupts::finished);
    }
  }

  /** Finds out before the first run whether the first run of a side can begin. */
  private void tryOut(RunSide side) throws UsageException, RefusedException, DatabaseException {
    Setup setup = side.load().orElse(side.setup());
    try (Database database = DatabaseOpener.open(setup)) {
      RegisteredDataset.read(setup.plan(), database, setup.workload(), side.name())
          .admit(options.consents());
    }
  }

  private List<Turn> turns(List<RunSide> sides) {
    List<Turn> turns = new ArrayList<>();
    for (RunSide side : sides) {
      side.load().ifPresent(load -> turns.add(new Turn(side, load, LOAD)));
    }
    for (long round = 1; round <= options.runs(); round++) {
      List<RunSide> ordered = new ArrayList<>(sides);
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
    setBeginning(true);
    try {
      return new Outcome(runner.run(turn.setup(), new InSeries(turn)), true);
    } catch (InterruptedException e) {
      if (!stopped) {
        throw e;
      }
      return new Outcome(ExitCode.INTERRUPTED, true);
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
    } finally {
      setBeginning(false);
    }
  }

  private void finish(List<RunSide> sides) {
    long all = options.runs() * sides.size();
    Path folder = root.orElseThrow();
    PrintWriter out = command.getOut();
    List<Path> measured =
        sides.stream()
            .map(side -> folder.resolve(side.name()))
            .filter(side -> !SeriesFolder.runs(side).isEmpty())
            .toList();
    if (options.runs() > 1) {
      measured.forEach(this::means);
    }
    if (sides.size() > 1 && measured.size() == sides.size()) {
      compare(measured.stream().map(Path::toString).toList());
    }
    out.println("results in " + SanitizedText.of(folder.toString()));
    out.flush();
    long complete = measured.stream().mapToLong(RunSeries::complete).sum();
    if (complete < all) {
      say("ibench: " + complete + " of " + all + " runs are complete");
    }
  }

  /** How many runs of a side have done all their steps. */
  private static long complete(Path folder) {
    return SeriesFolder.runs(folder).stream().filter(RunSeries::isComplete).count();
  }

  private static boolean isComplete(Path run) {
    try {
      return ResultReader.readOutline(run).state() == RunState.DONE;
    } catch (UnreadableResultException e) {
      return false;
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
      ErrorReporter.say(command.getErr(), ExitCode.DONE, sides.notes());
      String text =
          ComparisonText.of(Comparer.compare(sides.sides()), false, false, process.resultColumns());
      command.getOut().print("\n" + text);
    } else {
      ErrorReporter.say(command.getErr(), ExitCode.DONE, lines);
    }
    say("again: ibench compare " + root.orElseThrow());
  }

  /** Ends the current run and the series; called on the thread of a signal. */
  private synchronized void stop() {
    stopped = true;
    if (beginning) {
      thread.interrupt();
    } else {
      current.interrupt();
    }
  }

  private synchronized void setBeginning(boolean now) {
    beginning = now;
    // What interrupts the beginning must not interrupt what follows.
    Thread.interrupted();
  }

  private void say(String line) {
    command.getErr().println(SanitizedText.of(line));
    command.getErr().flush();
  }

  /** A run of this series: its signals end the series as well. */
  private final class InSeries implements RunFrame {

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
        top = Objects.requireNonNull(top.getParent());
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
          throw new UsageException(RunSide.shared(loads.get(by), turn.side().name()));
        }
      }
      loads.put(id(root.orElseThrow()), turn.side().name());
    }

    @Override
    public Interrupts begin(RunControl control) {
      current = control;
      setBeginning(false);
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
