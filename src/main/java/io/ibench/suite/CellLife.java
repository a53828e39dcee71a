package io.ibench.suite;

import io.ibench.config.Secrets;
import io.ibench.report.figures.NumberText;
import io.ibench.server.ReadBack;
import io.ibench.server.ServerException;
import io.ibench.server.ServerLife;
import io.ibench.server.ServerProduct;
import io.ibench.server.ServerSpec;
import io.ibench.suite.Cell.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One cell from its beginning to its end: the machine becomes idle, a server is made and checked,
 * the run, the server is removed. Confined to the supervisor's thread.
 */
final class CellLife {

  private static final long INTERRUPTED_NANOS = TimeUnit.SECONDS.toNanos(30);
  private static final double ROOM = 1.2;
  private static final double LEAST_FREE_SHARE = 0.02;
  private static final long LEAST_FREE_BYTES = 2L << 30;

  private static final Pattern OPTION = Pattern.compile("(\\s*([\\w.-]+)\\s*=\\s*)(.*)");

  private final SuiteRun run;
  private final Keeper keeper;
  private final long startNanos;
  private Cell cell;
  private Optional<ServerLife> server = Optional.empty();

  /** Keeps the state of a suite, and says whether it goes on. */
  interface Keeper {

    /** A cell has changed; returns when that is on the disk. */
    void changed(Cell cell, boolean isNewState);

    /** How far the running cell is, such as {@code l.i0 60 %}; empty when it begins. */
    void progress(Cell cell, double seconds, String step);

    /** The run that {@link #stopped} ends; null: there is none. */
    void running(World.@Nullable Child child);

    boolean stopped();

    /** The cell whose load makes the data of this one. */
    Cell load(Cell cell);

    /** How many cells have run on the data of this one's load. */
    long served(Cell cell);
  }

  /** A cell failed, for a reason in a few lines. */
  static final class Failure extends Exception {

    private static final long serialVersionUID = 1L;

    Failure(String reason) {
      super(reason);
    }
  }

  CellLife(SuiteRun run, Cell cell, Keeper keeper) {
    this.run = run;
    this.keeper = keeper;
    this.startNanos = run.world().nanoTime();
    this.cell = cell.begun(run.world().epochMillis());
  }

  /** The free bytes that a cell must find on the disk of its data. */
  static double neededBytes(Work work) {
    return ROOM * work.bytes();
  }

  void live() {
    try {
      liveOnServer();
    } finally {
      server.ifPresent(ServerLife::close);
    }
  }

  private double seconds() {
    return (run.world().nanoTime() - startNanos) / 1e9;
  }

  private void change(Cell next) {
    boolean isNewState = cell.state() != next.state();
    cell = next;
    keeper.changed(cell, isNewState);
  }

  private void liveOnServer() {
    keeper.changed(cell, true);
    boolean waits = run.suite().conditions().idleNanos() > 0;
    String first = waits ? "waits until the machine is idle" : "";
    keeper.progress(cell, seconds(), first);
    Optional<String> failure = Optional.empty();
    try {
      begin();
    } catch (Failure e) {
      failure = Optional.of(String.valueOf(e.getMessage()));
    } catch (ServerException e) {
      failure = Optional.of(text(e));
    } catch (IOException e) {
      failure = Optional.of(e.getClass().getSimpleName() + ": " + e.getMessage());
    } catch (InterruptedException e) {
      failure = Optional.of("interrupted");
    }
    Thread.interrupted();
    if (failure.isPresent() && !keeper.stopped()) {
      change(cell.because(failure.get()));
    }
    failure = end().map(Optional::of).orElse(failure);
    int code = cell.exitCode().orElse(SuiteRun.INTERRUPTED_CODE);
    if (keeper.stopped() && code == SuiteRun.INTERRUPTED_CODE) {
      change(cell.over(State.INTERRUPTED, Optional.of("interrupted"), seconds()));
    } else if (failure.isPresent()) {
      change(cell.over(State.FAILED, failure, seconds()));
    } else {
      change(run.over(cell, seconds()));
    }
  }

  static String text(ServerException e) {
    return e.details().isEmpty()
        ? String.valueOf(e.getMessage())
        : e.getMessage() + "\n    " + String.join("\n    ", e.details());
  }

  private void begin() throws Failure, ServerException, IOException, InterruptedException {
    Files.createDirectories(run.kept(cell));
    if (run.suite().isOfDuets()) {
      beginDuet();
      return;
    }
    ServerSpec asked = run.spec(run.variant(cell));
    ServerProduct product = Objects.requireNonNull(run.products().get(asked.product()));
    ServerSpec spec = cell.isLoad() ? asked.withFurther(product.cleanStopOptions()) : asked;
    Path data = isOnKeptData() ? keptFolder() : run.data(cell, spec);
    requireSpace(data);
    awaitConditions(data);
    change(cell.in(State.PREPARING));
    ServerLife life =
        ServerLife.plan(product, spec, data, run.folder().toString(), cell.name(), run.password());
    server = Optional.of(life);
    change(
        cell.on(
            new Cell.Server(
                life.server().installed().version(),
                life.server().folder().toString(),
                life.server().port())));
    if (isOnKeptData()) {
      long served = keeper.served(cell);
      change(
          cell.remarked(
              served == 0
                  ? "its data had served no cell before"
                  : "its data had served "
                      + served
                      + (served == 1 ? " cell" : " cells")
                      + " before"));
      life.prepareAgain();
    } else if (run.isShared() && !cell.isLoad()) {
      boolean reflink = run.suite().matter().reflink();
      if (reflink) {
        change(cell.remarked("its data shares blocks with the load's until they change (reflink)"));
      }
      life.prepareFrom(keptFolder().resolve("data"), reflink);
    } else {
      life.prepare();
    }
    change(cell.in(State.STARTING));
    life.start();
    change(cell.in(State.CHECKING));
    Map<String, String> values = new LinkedHashMap<>();
    for (ReadBack each : life.check()) {
      String has = each.has().orElse("?");
      values.put(each.option(), Secrets.maskedValue("conf." + each.option(), has));
    }
    change(cell.withReadBack(values));
    change(cell.in(State.RUNNING));
    execute(CellCommand.run(run, cell, life));
  }

  private void execute(CellRun.Command command) throws Failure, IOException {
    new CellRun(run, command, cell, keeper, this::change, this::seconds).run();
  }

  /** A duet makes its servers itself, and checks them. */
  private void beginDuet() throws Failure, ServerException, IOException, InterruptedException {
    ServerSpec spec = run.spec(run.variant(cell));
    Path data = run.data(cell, spec);
    requireSpace(data);
    awaitConditions(data);
    change(cell.in(State.PREPARING));
    ServerProduct product = Objects.requireNonNull(run.products().get(spec.product()));
    String version = product.installed(spec).version();
    change(cell.on(new Cell.Server(version, data.toString(), 0)));
    CellRun.Command command = CellCommand.duet(run, cell);
    change(cell.in(State.RUNNING));
    execute(command);
  }

  private boolean isOnKeptData() {
    return run.isKept() && !cell.isLoad();
  }

  /** The folder of the server whose load made the data. */
  private Path keptFolder() {
    return Path.of(keeper.load(cell).server().orElseThrow().folder());
  }

  private void requireSpace(Path data) throws Failure, IOException {
    World.Space space = run.world().space(data);
    double needed = neededBytes(run.work(cell));
    if (needed > space.freeBytes() || isFull(space)) {
      throw new Failure(
          "disk: "
              + data
              + " has "
              + NumberText.figure(space.freeBytes() / NumberText.GB_BYTES)
              + " GB free, and the cell needs "
              + NumberText.figure(Math.max(needed, least(space)) / NumberText.GB_BYTES));
    }
  }

  private static double least(World.Space space) {
    return Math.min(LEAST_FREE_BYTES, LEAST_FREE_SHARE * space.totalBytes());
  }

  /** Whether so little is left that a cell must end. */
  static boolean isFull(World.Space space) {
    return space.freeBytes() < least(space);
  }

  private void awaitConditions(Path data) throws Failure, IOException, InterruptedException {
    World world = run.world();
    Suite.Conditions conditions = run.suite().conditions();
    if (conditions.idleNanos() > 0) {
      Optional<String> busy = world.awaitIdle(run.folder(), conditions.idleNanos());
      if (busy.isPresent() && conditions.idleRequired()) {
        throw new Failure(busy.get());
      }
      busy.ifPresent(why -> change(cell.remarked(why)));
    }
    if (conditions.dropCache()) {
      world.dropCache();
    }
    if (conditions.trim()) {
      world.trim(run.folder());
    }
    if (conditions.pauseNanos() > 0) {
      world.rest(conditions.pauseNanos());
    }
    if (conditions.canary()) {
      Path place = data.toAbsolutePath().getParent();
      while (place != null && !Files.isDirectory(place)) {
        place = place.getParent();
      }
      world
          .canary(place == null ? run.folder() : place)
          .ifPresent(figures -> change(cell.withCanary(figures)));
    }
  }

  /**
   * Keeps log and configuration, stops the server and removes its data.
   *
   * @return what went wrong
   */
  private Optional<String> end() {
    if (server.isEmpty()) {
      run.cleanUp(cell).forEach(line -> change(cell.remarked("left by its duet: " + line)));
      return Optional.empty();
    }
    ServerLife life = server.get();
    change(cell.in(State.COLLECTING));
    collect(life);
    try {
      change(cell.in(State.STOPPING));
      ServerLife.Stopped how = keeper.stopped() ? life.stop(INTERRUPTED_NANOS) : life.stop();
      if (!how.clean()) {
        change(cell.remarked("its server did not stop and was killed"));
      }
      collect(life);
      change(cell.in(State.CLEANING));
      boolean isNeeded = cell.isLoad() || run.isKept();
      if (!isNeeded || run.over(cell, 0).state() != State.DONE) {
        life.remove();
      }
      return Optional.empty();
    } catch (ServerException e) {
      return Optional.of(text(e));
    } catch (InterruptedException e) {
      return Optional.of("interrupted while its server stopped");
    }
  }

  private void collect(ServerLife life) {
    Path configuration = life.server().configurationFile();
    List<Path> files = new ArrayList<>(List.of(configuration));
    files.addAll(
        Objects.requireNonNull(run.products().get(life.server().spec().product()))
            .logs(life.server()));
    for (Path file : files) {
      try {
        Path copy = run.kept(cell).resolve(file.getFileName());
        if (Files.exists(file) && file.equals(configuration)) {
          Files.write(copy, Files.readAllLines(file).stream().map(CellLife::masked).toList());
        } else if (Files.exists(file)) {
          Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
        }
      } catch (IOException e) {
        String why = "its " + file.getFileName() + " was not kept: " + e.getMessage();
        if (!cell.remarks().contains(why)) {
          change(cell.remarked(why));
        }
      }
    }
  }

  /** A line of the server's configuration without a secret. */
  private static String masked(String line) {
    Matcher option = OPTION.matcher(line);
    return option.matches()
        ? option.group(1) + Secrets.maskedValue("conf." + option.group(2), option.group(3))
        : line;
  }
}
