package io.ibench.suite;

import io.ibench.report.figures.Durations;
import io.ibench.server.ServerException;
import io.ibench.server.ServerLife;
import io.ibench.server.ServerProduct;
import io.ibench.server.ServerSpec;
import io.ibench.suite.Cell.State;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Runs the cells of a suite, one after the other. It writes each state to suite.json before it
 * acts, so that another supervisor can go on after a kill. Confined to one thread, except {@link
 * #stop}.
 */
public final class Supervisor {

  private final Path folder;
  private final Suite suite;
  private final World world;
  private final SuiteRun run;
  private final Listener listener;
  private final List<Cell> like;
  private final Thread thread = Thread.currentThread();

  /** The repeat of the round that fits into the budget. */
  private int round = -1;

  private SuiteState state;
  private volatile boolean stopped;
  private volatile World.@Nullable Child running;

  /** Is told what happens. Confined to the supervisor's thread. */
  public interface Listener {

    /** A cell begins, or goes on. */
    void progress(String line);

    /** A cell's state was written; its action follows. */
    default void entered(Cell cell) {}

    /** A cell is over. */
    void over(Cell cell, SuiteState now);
  }

  /**
   * A supervisor of a suite's folder.
   *
   * @param folder exists; absolute
   * @param state as it is in the folder, with all planned cells
   * @param works what the cells of a variant run
   * @param like cells of another suite, which take as long as those of this one
   */
  public Supervisor(
      Path folder,
      Suite suite,
      SuiteState state,
      World world,
      Map<String, ServerProduct> products,
      Function<Variant, Work> works,
      List<Cell> like,
      Listener listener) {
    this.folder = folder;
    this.suite = suite;
    this.state = state;
    this.world = world;
    this.run = SuiteRun.of(folder, suite, world, products, works);
    this.listener = listener;
    this.like = List.copyOf(like);
    state.write(folder);
  }

  public SuiteState state() {
    return state;
  }

  /** The free bytes that a cell must find on the disk of its data. */
  public static double neededBytes(Work work) {
    return CellLife.neededBytes(work);
  }

  /** Ends the running cell and the suite. Thread-safe. */
  public void stop() {
    stopped = true;
    World.Child child = running;
    if (child != null) {
      child.terminate();
    } else {
      thread.interrupt();
    }
  }

  /** Kills the running cell's process. Its data stays for another supervisor. Thread-safe. */
  public void kill() {
    World.Child child = running;
    if (child != null) {
      child.kill();
    }
  }

  public boolean isStopped() {
    return stopped;
  }

  /**
   * Runs the planned cells.
   *
   * @param chosen which of them
   */
  public void run(Predicate<Cell> chosen) {
    Predicate<Cell> wanted = cell -> cell.isLoad() ? isNeeded(cell, chosen) : chosen.test(cell);
    cleanKilled();
    for (Cell cell : state.cells()) {
      if (cell.state() == State.INTERRUPTED && wanted.test(cell)) {
        putAside(cell);
        save(again(cell));
      }
    }
    loadAgain(wanted);
    for (Cell planned : state.cells()) {
      Cell cell = state.cells().get(planned.number() - 1);
      if (stopped || cell.state() != State.PLANNED || !wanted.test(cell)) {
        continue;
      }
      Optional<String> why = whyNot(cell);
      if (why.isEmpty() && isOnLostData(cell) && !isBeyondBudget(cell, wanted)) {
        Cell load = load(cell);
        putAside(load);
        save(again(load));
        live(load(cell), wanted);
        if (stopped) {
          continue;
        }
        why = whyNot(cell);
      }
      if (why.isPresent()) {
        save(cell.over(State.SKIPPED, why, 0));
        listener.over(state.cells().get(cell.number() - 1), state);
        release(wanted);
        continue;
      }
      if (isBeyondBudget(cell, wanted)) {
        long left = left(wanted).size();
        listener.progress(left + (left == 1 ? " cell" : " cells") + " not begun: budget");
        return;
      }
      Cell over = live(cell, wanted);
      release(wanted);
      if (over.state() == State.FAILED && suite.conditions().stopOnFailure()) {
        return;
      }
    }
  }

  /** Runs a cell to its end. */
  private Cell live(Cell cell, Predicate<Cell> wanted) {
    new CellLife(run, cell, new Keeper(wanted)).live();
    Cell over = state.cells().get(cell.number() - 1);
    listener.over(over, state);
    return over;
  }

  /** Whether a cell that needs this load's data is still to run. */
  private boolean isNeeded(Cell load, Predicate<Cell> chosen) {
    return state.cells().stream()
        .filter(cell -> !cell.isLoad() && isToRun(cell) && chosen.test(cell))
        .anyMatch(cell -> suite.loader(run.variant(cell)).name().equals(load.variant()));
  }

  /** A cell that was interrupted runs again. */
  private boolean isToRun(Cell cell) {
    return !cell.state().isOver() || cell.state() == State.INTERRUPTED && !stopped;
  }

  /** A load whose data is gone runs again. */
  private void loadAgain(Predicate<Cell> wanted) {
    for (Cell cell : state.cells()) {
      if (cell.isLoad() && isLost(cell) && wanted.test(cell)) {
        putAside(cell);
        save(again(cell));
      }
    }
  }

  /** Removes the data of loads that no cell needs any more. */
  private void release(Predicate<Cell> wanted) {
    for (Cell cell : state.cells()) {
      if (cell.isLoad() && cell.state() == State.DONE && !wanted.test(cell)) {
        remove(cell);
      }
    }
  }

  private void remove(Cell load) {
    Path data = Path.of(load.server().orElseThrow().folder());
    if (Files.exists(data)) {
      try {
        ServerLife.cleanUp(data);
      } catch (ServerException e) {
        listener.progress(load.name() + ": " + e.getMessage());
      }
    }
  }

  /** Ends and removes all that is left: child, server, folders, also the data of loads. */
  public void clean() {
    cleanKilled();
    release(cell -> false);
  }

  /**
   * Ends what a dead supervisor has left: its child, its server, its folders. The cells are planned
   * again, except those whose run had ended: of them only the rest is done.
   */
  private void cleanKilled() {
    for (Cell cell : state.cells()) {
      if (cell.state() == State.WAITING) {
        save(again(cell));
      } else if (cell.state().leavesSomething()) {
        cleanUp(cell);
      }
    }
  }

  private void cleanUp(Cell cell) {
    List<String> done = new ArrayList<>();
    cell.child()
        .flatMap(noted -> world.find(noted, run.results(cell)))
        .ifPresent(
            child -> {
              CellRun.end(child);
              done.add("ended its run (process " + child.identity().pid() + ")");
            });
    done.addAll(run.cleanUp(cell));
    boolean ended = cell.exitCode().isPresent() || cell.reason().isPresent();
    if (ended) {
      save(run.over(cell, cell.times().runSeconds()));
    } else {
      putAside(cell);
      save(again(cell));
    }
    listener.progress(
        cell.name()
            + " was "
            + cell.state().name().toLowerCase(Locale.ROOT)
            + ": "
            + (done.isEmpty() ? "nothing was left" : String.join("; ", done))
            + (ended ? "" : "; it runs again"));
  }

  private static Cell again(Cell cell) {
    return Cell.planned(cell.number(), cell.variant(), cell.repeat());
  }

  /** Keeps the results of a run that was killed. */
  private void putAside(Cell cell) {
    Path results = run.results(cell);
    for (int i = 1; Files.exists(results); i++) {
      Path aside = results.resolveSibling("killed-" + results.getFileName() + "-" + i);
      if (!Files.exists(aside)) {
        move(results, aside);
      }
    }
  }

  private static void move(Path from, Path to) {
    try {
      Files.move(from, to);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot move " + from, e);
    }
  }

  /** Also when the thread is interrupted, which would close the file. */
  private void save(Cell cell) {
    state = state.with(cell);
    boolean interrupted = Thread.interrupted();
    try {
      state.write(folder);
    } catch (UncheckedIOException e) {
      if (!(e.getCause() instanceof ClosedByInterruptException)) {
        throw e;
      }
      interrupted = true;
      Thread.interrupted();
      state.write(folder);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private List<Cell> left(Predicate<Cell> wanted) {
    return state.cells().stream()
        .filter(cell -> !cell.state().isOver() && wanted.test(cell))
        .toList();
  }

  private RemainingTime remaining() {
    double planned =
        suite.variants().stream()
            .mapToDouble(each -> run.works().apply(each).seconds())
            .max()
            .orElse(0);
    return new RemainingTime(state.cells(), like, planned);
  }

  private Optional<String> whyNot(Cell cell) {
    List<Cell> failed =
        state.cells().stream()
            .filter(other -> other.variant().equals(cell.variant()))
            .filter(other -> other.state() == State.FAILED)
            .toList();
    int most = suite.conditions().giveUpAfter();
    if (!cell.isLoad() && run.isShared() && load(cell).state() != State.DONE) {
      return Optional.of("the load of its data failed: " + load(cell).name());
    }
    return failed.size() < most
        ? unavailable(cell)
        : Optional.of("given up after " + most + (most == 1 ? " failure" : " failures"));
  }

  private Cell load(Cell cell) {
    String loader = suite.loader(run.variant(cell)).name();
    return state.cells().stream()
        .filter(other -> other.isLoad() && other.variant().equals(loader))
        .findFirst()
        .orElseThrow();
  }

  /** Whether it is to go on with data that is gone. */
  private boolean isOnLostData(Cell cell) {
    return !cell.isLoad() && run.isKept() && isLost(load(cell));
  }

  /** Whether the data of a load that is done is gone, as after a cell that failed on it. */
  private static boolean isLost(Cell load) {
    return load.state() == State.DONE
        && !Files.exists(Path.of(load.server().orElseThrow().folder()));
  }

  /** A product that is not installed makes no failure. */
  private Optional<String> unavailable(Cell cell) {
    try {
      ServerSpec spec = run.spec(run.variant(cell));
      Objects.requireNonNull(run.products().get(spec.product())).installed(spec);
      return Optional.empty();
    } catch (ServerException e) {
      return Optional.of("not available: " + e.getMessage());
    }
  }

  /**
   * Whether what must end together would end after the budget: the rest of a round, so that all
   * variants have as many cells; without rounds the cell. What an earlier supervisor has spent
   * counts.
   */
  private boolean isBeyondBudget(Cell cell, Predicate<Cell> wanted) {
    if (suite.conditions().budgetNanos().isEmpty()) {
      return false;
    }
    boolean rounds = suite.matter().order() != Order.GIVEN;
    if (rounds && cell.repeat() == round) {
      return false;
    }
    round = cell.repeat();
    double spent = state.cells().stream().mapToDouble(each -> each.times().seconds()).sum();
    double planned =
        left(wanted).stream()
            .filter(each -> rounds ? each.repeat() == cell.repeat() : each.equals(cell))
            .mapToDouble(
                each -> remaining().ofCell(each.variant()).orElse(run.work(each).seconds()))
            .sum();
    return spent + planned > suite.conditions().budgetNanos().getAsLong() / 1e9;
  }

  /** What the life of a cell tells its supervisor. */
  private final class Keeper implements CellLife.Keeper {

    private final Predicate<Cell> wanted;

    Keeper(Predicate<Cell> wanted) {
      this.wanted = wanted;
    }

    @Override
    public void changed(Cell cell, boolean isNewState) {
      save(cell);
      if (isNewState) {
        listener.entered(cell);
      }
    }

    @Override
    public void progress(Cell cell, double seconds, String step) {
      listener.progress(line(cell, seconds, step));
    }

    @Override
    public void running(World.@Nullable Child child) {
      running = child;
    }

    @Override
    public boolean stopped() {
      return stopped;
    }

    @Override
    public Cell load(Cell cell) {
      return Supervisor.this.load(cell);
    }

    @Override
    public long served(Cell cell) {
      Cell load = Supervisor.this.load(cell);
      return state.cells().stream()
          .filter(other -> !other.isLoad() && other.state() == State.DONE)
          .filter(other -> other.times().startedMillis() >= load.times().startedMillis())
          .filter(other -> Supervisor.this.load(other).equals(load))
          .count();
    }

    /** Such as {@code cell 5 of 24, inmem.redo16 r2, l.i0 60 %, 3 h 10 m left (from 4 cells)}. */
    private String line(Cell cell, double seconds, String step) {
      RemainingTime remaining = remaining();
      List<Cell> left = left(wanted);
      List<String> of =
          state.cells().stream()
              .filter(each -> each.name().equals(cell.name()) || wanted.test(each))
              .map(Cell::name)
              .toList();
      double rest = remaining.of(left, Optional.of(cell), seconds);
      OptionalDouble known = remaining.ofCell(cell.variant());
      String time = Durations.left(Math.round(rest * 1e9));
      return "cell "
          + (of.indexOf(cell.name()) + 1)
          + " of "
          + of.size()
          + ", "
          + cell.variant()
          + (cell.isLoad() ? " load" : " r" + cell.repeat())
          + (step.isEmpty() ? "" : ", " + step)
          + (known.isPresent()
              ? ", " + time + " left (" + remaining.source() + ")"
              : rest > 0 ? ", at least " + time + " left" : "");
    }
  }
}
