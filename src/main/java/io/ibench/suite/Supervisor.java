package io.ibench.suite;

import io.ibench.report.figures.Durations;
import io.ibench.report.figures.RunState;
import io.ibench.report.store.StoredProgress;
import io.ibench.report.store.StoredRun;
import io.ibench.report.store.UnreadableResultException;
import io.ibench.server.ReadBack;
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
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Runs the cells of a suite, one after the other. It writes each state to suite.json before it
 * acts, so that another supervisor can go on after a kill. Confined to one thread, except {@link
 * #stop}.
 */
public final class Supervisor {

  /** The folder of the servers' configurations and logs, a folder for each cell. */
  static final String SERVERS = "servers";

  /** The folder of the servers' data, unless {@code server.data} names another one. */
  static final String DATA = "data";

  private static final long POLL_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final long CHILD_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final long INTERRUPTED_NANOS = TimeUnit.SECONDS.toNanos(30);
  private static final int INTERRUPTED_CODE = 130;
  private static final int LIMIT_BROKEN = 3;
  private static final double ROOM = 1.2;
  private static final double LEAST_FREE_SHARE = 0.02;
  private static final long LEAST_FREE_BYTES = 2L << 30;
  private static final int LOG_LINES = 8;

  private final Path folder;
  private final Suite suite;
  private final World world;
  private final Map<String, ServerProduct> products;
  private final Function<Variant, Work> works;
  private final Listener listener;
  private final Thread thread = Thread.currentThread();
  private final long begunNanos;
  private final String password = ServerLife.drawPassword();
  private SuiteState state;
  private volatile boolean stopped;
  private volatile World.Child running;

  /** Is told what happens. Confined to the supervisor's thread. */
  public interface Listener {

    /** A cell begins, or goes on. */
    void progress(String line);

    /** A cell's state was written; its action follows. */
    default void entered(Cell cell) {}

    /** A cell is over. */
    void over(Cell cell, SuiteState now);
  }

  /** A cell failed, for a reason in a few lines. */
  private static final class CellFailure extends Exception {

    private static final long serialVersionUID = 1L;

    CellFailure(String reason) {
      super(reason);
    }
  }

  /**
   * A supervisor of a suite's folder.
   *
   * @param folder exists; absolute
   * @param state as it is in the folder, with all planned cells
   * @param works what the cells of a variant run
   */
  public Supervisor(
      Path folder,
      Suite suite,
      SuiteState state,
      World world,
      Map<String, ServerProduct> products,
      Function<Variant, Work> works,
      Listener listener) {
    this.folder = folder;
    this.suite = suite;
    this.state = state;
    this.world = world;
    this.products = products;
    this.works = works;
    this.listener = listener;
    this.begunNanos = world.nanoTime();
    state.write(folder);
  }

  public SuiteState state() {
    return state;
  }

  /** The free bytes that a cell must find on the disk of its data. */
  public static double neededBytes(Work work) {
    return ROOM * work.bytes();
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

  public boolean isStopped() {
    return stopped;
  }

  /**
   * Runs the planned cells.
   *
   * @param wanted which of them
   */
  public void run(Predicate<Cell> chosen) {
    Predicate<Cell> wanted = cell -> cell.isLoad() ? isNeeded(cell, chosen) : chosen.test(cell);
    clean();
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
      if (why.isPresent()) {
        save(cell.over(State.SKIPPED, why, 0));
        listener.over(state.cells().get(cell.number() - 1), state);
        continue;
      }
      if (isBeyondBudget(cell)) {
        long left = left(wanted).size();
        listener.progress(left + (left == 1 ? " cell" : " cells") + " not begun: budget");
        return;
      }
      new Life(cell, wanted).run();
      Cell over = state.cells().get(cell.number() - 1);
      release(wanted);
      listener.over(over, state);
      if (over.state() == State.FAILED && suite.conditions().stopOnFailure()) {
        return;
      }
    }
  }

  /** Whether a cell that gets a copy of this load's data is still to run. */
  private boolean isNeeded(Cell load, Predicate<Cell> chosen) {
    return state.cells().stream()
        .filter(cell -> !cell.isLoad() && isToRun(cell) && chosen.test(cell))
        .anyMatch(cell -> suite.loader(variant(cell)).name().equals(load.variant()));
  }

  /** A cell that was interrupted runs again. */
  private boolean isToRun(Cell cell) {
    return !cell.state().isOver() || cell.state() == State.INTERRUPTED && !stopped;
  }

  /** A load whose data is gone, or has the password of another supervisor, runs again. */
  private void loadAgain(Predicate<Cell> wanted) {
    for (Cell cell : state.cells()) {
      if (cell.isLoad() && cell.state() == State.DONE && wanted.test(cell)) {
        remove(cell);
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

  /**
   * Ends what a dead supervisor has left: its child, its server, its folders. The cells are planned
   * again, except those whose run had ended: of them only the rest is done.
   */
  public void clean() {
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
        .flatMap(noted -> world.find(noted, runFolder(cell)))
        .ifPresent(child -> endChild(child, done));
    cell.server()
        .map(server -> Path.of(server.folder()))
        .filter(Files::exists)
        .ifPresent(
            left -> {
              try {
                done.add(ServerLife.cleanUp(left));
              } catch (ServerException e) {
                done.add(e.getMessage());
              }
            });
    boolean ended = cell.exitCode().isPresent() || cell.reason().isPresent();
    if (ended) {
      save(over(cell, cell.runSeconds()));
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

  private static void endChild(World.Child child, List<String> done) {
    Thread.interrupted();
    child.terminate();
    try {
      if (!child.await(CHILD_NANOS)) {
        child.kill();
        child.await(CHILD_NANOS);
      }
      done.add("ended its run (process " + child.identity().pid() + ")");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static Cell again(Cell cell) {
    return Cell.planned(cell.number(), cell.variant(), cell.repeat());
  }

  /** Keeps the results of a run that was killed. */
  private void putAside(Cell cell) {
    Path run = runFolder(cell);
    for (int i = 1; Files.exists(run); i++) {
      Path aside = run.resolveSibling("killed-" + run.getFileName() + "-" + i);
      if (!Files.exists(aside)) {
        move(run, aside);
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

  /** The result folder of a cell: {@code DIR/VARIANT/run-1}, so that all commands understand it. */
  public Path runFolder(Cell cell) {
    return folder.resolve(cell.run());
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
        suite.variants().stream().mapToDouble(each -> works.apply(each).seconds()).max().orElse(0);
    return new RemainingTime(state.cells(), planned);
  }

  private Optional<String> whyNot(Cell cell) {
    List<Cell> failed =
        state.cells().stream()
            .filter(other -> other.variant().equals(cell.variant()))
            .filter(other -> other.state() == State.FAILED)
            .toList();
    int most = suite.conditions().giveUpAfter();
    if (!cell.isLoad() && isCopied() && load(cell).state() != State.DONE) {
      return Optional.of("the load of its data failed: " + load(cell).name());
    }
    return failed.size() < most
        ? unavailable(cell)
        : Optional.of("given up after " + most + (most == 1 ? " failure" : " failures"));
  }

  private boolean isCopied() {
    return suite.matter().data() == DataMode.COPY;
  }

  private Cell load(Cell cell) {
    String loader = suite.loader(variant(cell)).name();
    return state.cells().stream()
        .filter(other -> other.isLoad() && other.variant().equals(loader))
        .findFirst()
        .orElseThrow();
  }

  /** A product that is not installed makes no failure. */
  private Optional<String> unavailable(Cell cell) {
    try {
      ServerSpec spec = spec(suite.variant(cell.variant()));
      products.get(spec.product()).installed(spec);
      return Optional.empty();
    } catch (ServerException e) {
      return Optional.of("not available: " + e.getMessage());
    }
  }

  private ServerSpec spec(Variant variant) {
    List<String> mistakes = new ArrayList<>();
    ServerSpec spec =
        VariantServer.of(variant, products, adapterSettings(variant), mistakes::add).orElseThrow();
    if (!mistakes.isEmpty()) {
      throw new IllegalStateException(variant.name() + ": " + mistakes);
    }
    return spec;
  }

  private static Map<String, String> adapterSettings(Variant variant) {
    return variant.of(Area.SET);
  }

  private boolean isBeyondBudget(Cell cell) {
    if (suite.conditions().budgetNanos().isEmpty()) {
      return false;
    }
    double spent = (world.nanoTime() - begunNanos) / 1e9;
    double whole = remaining().ofCell(cell.variant()).orElse(works.apply(variant(cell)).seconds());
    return spent + whole > suite.conditions().budgetNanos().getAsLong() / 1e9;
  }

  private Variant variant(Cell cell) {
    return suite.variant(cell.variant());
  }

  /** How a cell whose run has ended is over. */
  private Cell over(Cell cell, double seconds) {
    int code = cell.exitCode().orElse(1);
    if (code == INTERRUPTED_CODE && cell.reason().isEmpty()) {
      return cell.over(State.INTERRUPTED, Optional.of("interrupted"), seconds);
    }
    boolean good = cell.reason().isEmpty() && (code == 0 || code == LIMIT_BROKEN);
    // A run with the verdict INVALID is a result: tables show it in grey.
    boolean result = good || cell.reason().isEmpty() && isDone(runFolder(cell));
    return result
        ? cell.over(State.DONE, Optional.empty(), seconds)
        : cell.over(
            State.FAILED,
            Optional.of(cell.reason().orElse("its run ended with exit code " + code + tail(cell))),
            seconds);
  }

  private static boolean isDone(Path run) {
    try {
      return StoredRun.read(run).report().state() == RunState.DONE;
    } catch (UnreadableResultException e) {
      return false;
    }
  }

  private Path childLog(Cell cell) {
    return folder.resolve(SERVERS).resolve(cell.name()).resolve("run.log");
  }

  /** The last lines that the run printed, if it left no results. */
  private String tail(Cell cell) {
    try {
      List<String> lines =
          Files.readAllLines(childLog(cell)).stream()
              .filter(line -> line.startsWith("ibench: "))
              .toList();
      List<String> last = lines.subList(Math.max(0, lines.size() - LOG_LINES), lines.size());
      return last.isEmpty() ? "" : ": " + String.join("; ", last);
    } catch (IOException e) {
      return "";
    }
  }

  /** One cell from its beginning to its end. */
  private final class Life {

    private final Predicate<Cell> wanted;
    private final Variant variant;
    private final Work work;
    private final long startNanos = world.nanoTime();
    private Cell cell;
    private Optional<ServerLife> server = Optional.empty();

    Life(Cell cell, Predicate<Cell> wanted) {
      this.cell = cell.begun(world.epochMillis());
      this.wanted = wanted;
      this.variant = suite.variant(cell.variant());
      this.work = works.apply(variant);
    }

    private double seconds() {
      return (world.nanoTime() - startNanos) / 1e9;
    }

    private void change(Cell next) {
      boolean entered = cell.state() != next.state();
      cell = next;
      save(cell);
      if (entered) {
        listener.entered(cell);
      }
    }

    void run() {
      try {
        live();
      } finally {
        server.ifPresent(ServerLife::close);
      }
    }

    private void live() {
      save(cell);
      listener.entered(cell);
      listener.progress(line(""));
      Optional<String> failure = Optional.empty();
      try {
        begin();
      } catch (CellFailure e) {
        failure = Optional.of(e.getMessage());
      } catch (ServerException e) {
        failure = Optional.of(text(e));
      } catch (IOException e) {
        failure = Optional.of(e.getClass().getSimpleName() + ": " + e.getMessage());
      } catch (InterruptedException e) {
        failure = Optional.of("interrupted");
      }
      Thread.interrupted();
      if (failure.isPresent() && !stopped) {
        change(cell.because(failure.get()));
      }
      failure = end().map(Optional::of).orElse(failure);
      if (stopped && cell.exitCode().orElse(INTERRUPTED_CODE) == INTERRUPTED_CODE) {
        change(cell.over(State.INTERRUPTED, Optional.of("interrupted"), seconds()));
      } else if (failure.isPresent()) {
        change(cell.over(State.FAILED, failure, seconds()));
      } else {
        change(over(cell, seconds()));
      }
    }

    private static String text(ServerException e) {
      return e.details().isEmpty()
          ? e.getMessage()
          : e.getMessage() + "\n    " + String.join("\n    ", e.details());
    }

    private void begin() throws CellFailure, ServerException, IOException, InterruptedException {
      Path place = folder.resolve(SERVERS).resolve(cell.name());
      Files.createDirectories(place);
      ServerSpec asked = spec(variant);
      ServerProduct product = products.get(asked.product());
      ServerSpec spec =
          cell.isLoad() ? asked.withFurther(product.cleanStopOptions()) : asked;
      Path data = spec.data().orElse(folder.resolve(DATA).resolve(cell.name()));
      requireSpace(data);
      awaitConditions(data);
      change(cell.in(State.PREPARING));
      ServerLife life =
          ServerLife.plan(product, spec, data, folder.toString(), cell.name(), password);
      server = Optional.of(life);
      change(
          cell.on(
              new Cell.Server(
                  life.server().installed().version(),
                  life.server().folder().toString(),
                  life.server().port())));
      if (isCopied() && !cell.isLoad()) {
        life.prepareFrom(Path.of(load(cell).server().orElseThrow().folder()).resolve("data"));
      } else {
        life.prepare();
      }
      change(cell.in(State.STARTING));
      life.start();
      change(cell.in(State.CHECKING));
      Map<String, String> values = new LinkedHashMap<>();
      for (ReadBack each : life.check()) {
        values.put(each.option(), each.has().orElse("?"));
      }
      change(cell.withReadBack(values));
      change(cell.in(State.RUNNING));
      runWorkload(life, spec, place);
    }

    private void requireSpace(Path data) throws CellFailure, IOException {
      World.Space space = world.space(data);
      double needed = neededBytes(work);
      if (needed > space.freeBytes() || isFull(space)) {
        throw new CellFailure(
            String.format(
                Locale.ROOT,
                "disk: %s has %.1f GB free, and the cell needs %.1f",
                data,
                space.freeBytes() / (double) (1 << 30),
                Math.max(needed, least(space)) / (1 << 30)));
      }
    }

    private static double least(World.Space space) {
      return Math.min(LEAST_FREE_BYTES, LEAST_FREE_SHARE * space.totalBytes());
    }

    private static boolean isFull(World.Space space) {
      return space.freeBytes() < least(space);
    }

    private void awaitConditions(Path data) throws CellFailure, IOException, InterruptedException {
      Suite.Conditions conditions = suite.conditions();
      if (conditions.idleNanos() > 0) {
        Optional<String> busy = world.awaitIdle(folder, conditions.idleNanos());
        if (busy.isPresent() && conditions.idleRequired()) {
          throw new CellFailure(busy.get());
        }
        busy.ifPresent(why -> change(cell.remarked(why)));
      }
      if (conditions.dropCache()) {
        world.dropCache();
      }
      if (conditions.trim()) {
        world.trim(folder);
      }
      if (conditions.pauseNanos() > 0) {
        world.rest(conditions.pauseNanos());
      }
      if (conditions.canary()) {
        Path place = data.toAbsolutePath().getParent();
        world
            .canary(Files.isDirectory(place) ? place : folder)
            .ifPresent(figures -> change(cell.withCanary(figures)));
      }
    }

    private void runWorkload(ServerLife life, ServerSpec spec, Path place)
        throws CellFailure, IOException, InterruptedException {
      Path database = place.resolve("database.properties");
      Files.writeString(database, life.access().properties());
      List<String> words = new ArrayList<>();
      spec.limits().clientCpus().ifPresent(cpus -> words.addAll(List.of("taskset", "-c", cpus)));
      words.addAll(work.words());
      words.addAll(List.of("-d", database.toString(), "-o", runFolder(cell).toString()));
      settings().forEach(setting -> words.addAll(List.of("-s", setting)));
      Files.createDirectories(runFolder(cell).getParent());
      long begin = world.nanoTime();
      World.Child child = world.start(words, life.access().environment(), childLog(cell));
      running = child;
      change(cell.running(child.identity()));
      try {
        if (stopped) {
          child.terminate();
        }
        watch(child, begin);
      } catch (InterruptedException e) {
        // The stop came before it could know the run.
        endChild(child, new ArrayList<>());
      } finally {
        running = null;
      }
      change(cell.ended(child.exitCode(), (world.nanoTime() - begin) / 1e9));
    }

    /** With the steps that make the data, or those after them, if the data is copied. */
    private List<String> settings() {
      if (!isCopied()) {
        return work.settings();
      }
      List<String> all = new ArrayList<>(work.settings());
      all.removeIf(setting -> setting.startsWith("steps="));
      all.add("steps=" + String.join(",", cell.isLoad() ? work.loadSteps() : work.laterSteps()));
      return all;
    }

    /** Waits for the end of the run, and ends it when it must not go on. */
    private void watch(World.Child child, long begin)
        throws CellFailure, IOException, InterruptedException {
      Collapse collapse = new Collapse();
      Optional<String> ended = Optional.empty();
      while (!child.await(POLL_NANOS)) {
        listener.progress(line(progress()));
        if (ended.isEmpty()) {
          ended = whyEnd(begin, collapse);
          if (ended.isPresent()) {
            child.terminate();
          }
        } else {
          child.kill();
        }
      }
      if (ended.isPresent()) {
        change(cell.ended(child.exitCode(), (world.nanoTime() - begin) / 1e9));
        throw new CellFailure(ended.get());
      }
    }

    private Optional<String> whyEnd(long begin, Collapse collapse) throws IOException {
      long most = suite.conditions().cellMostNanos().orElse(Long.MAX_VALUE);
      if (world.nanoTime() - begin > most) {
        return Optional.of("not done after cell.most = " + most / 1_000_000_000L + "s");
      }
      Path data = Path.of(cell.server().orElseThrow().folder());
      if (isFull(world.space(data))) {
        return Optional.of("disk: the disk of " + data + " is full");
      }
      if (!suite.conditions().giveUp()) {
        return Optional.empty();
      }
      Optional<StoredProgress> progress = StoredProgress.read(runFolder(cell));
      if (progress.isEmpty() || progress.get().step().isEmpty()) {
        return Optional.empty();
      }
      StoredProgress.Step step = progress.get().step().get();
      double seconds = progress.get().seconds().map(Number::doubleValue).orElse(0.0);
      return progress
          .get()
          .minute()
          .flatMap(
              minute ->
                  collapse.observe(
                      step.name() + (step.repeats() > 1 ? " " + step.repeat() : ""),
                      seconds,
                      minute.perSecond().doubleValue()));
    }

    private String progress() {
      return StoredProgress.read(runFolder(cell))
          .filter(now -> now.step().isPresent())
          .map(
              now ->
                  ", "
                      + now.step().get().name()
                      + now.done()
                          .map(done -> " " + Math.round(100 * done.doubleValue()) + " %")
                          .orElse(""))
          .orElse("");
    }

    /** Such as {@code cell 5 of 24, inmem.redo16 r2, l.i0 60 %, 3 h 10 m left (from 4 cells)}. */
    private String line(String step) {
      RemainingTime remaining = remaining();
      List<Cell> left = left(wanted);
      List<String> of =
          state.cells().stream()
              .filter(each -> each.name().equals(cell.name()) || wanted.test(each))
              .map(Cell::name)
              .toList();
      double seconds = remaining.of(left, Optional.of(cell), seconds());
      OptionalDouble known = remaining.ofCell(cell.variant());
      String time = Durations.left(Math.round(seconds * 1e9));
      return "cell "
          + (of.indexOf(cell.name()) + 1)
          + " of "
          + of.size()
          + ", "
          + cell.variant()
          + (cell.isLoad() ? " load" : " r" + cell.repeat())
          + step
          + (known.isPresent()
              ? ", " + time + " left (" + remaining.source() + ")"
              : seconds > 0 ? ", at least " + time + " left" : "");
    }

    /**
     * Keeps log and configuration, stops the server and removes its data.
     *
     * @return what went wrong
     */
    private Optional<String> end() {
      if (server.isEmpty()) {
        return Optional.empty();
      }
      ServerLife life = server.get();
      Optional<String> failure = Optional.empty();
      change(cell.in(State.COLLECTING));
      collect(life);
      try {
        change(cell.in(State.STOPPING));
        ServerLife.Stopped how = stopped ? life.stop(INTERRUPTED_NANOS) : life.stop();
        if (!how.clean()) {
          change(cell.remarked("its server did not stop and was killed"));
        }
        collect(life);
        change(cell.in(State.CLEANING));
        if (!cell.isLoad() || !isGood()) {
          life.remove();
        }
      } catch (ServerException e) {
        failure = Optional.of(text(e));
      } catch (InterruptedException e) {
        failure = Optional.of("interrupted while its server stopped");
      }
      return failure;
    }

    /** Whether a load can be copied. */
    private boolean isGood() {
      return Supervisor.this.over(cell, 0).state() == State.DONE;
    }

    private void collect(ServerLife life) {
      Path place = folder.resolve(SERVERS).resolve(cell.name());
      for (Path file : List.of(life.server().configurationFile(), life.server().errorLog())) {
        try {
          if (Files.exists(file)) {
            Files.copy(
                file, place.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
          }
        } catch (IOException e) {
          change(cell.remarked("its " + file.getFileName() + " was not kept: " + e.getMessage()));
        }
      }
    }
  }
}
