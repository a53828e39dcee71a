package io.ibench.suite;

import io.ibench.report.store.StoredProgress;
import io.ibench.server.ServerException;
import io.ibench.suite.CellLife.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;

/** The run of a cell, a process of its own. Confined to the supervisor's thread. */
final class CellRun {

  /**
   * What runs.
   *
   * @param environment what the words and their files name; contains passwords
   * @param progress the folder with the progress of the run
   * @param data a folder on the disk of the data
   * @param gone why the server has ended; empty while it serves, and if the run makes its own
   */
  record Command(
      List<String> words,
      Map<String, String> environment,
      Path progress,
      Path data,
      Supplier<Optional<ServerException>> gone) {}

  private static final int POLL_SECONDS = 10;
  private static final long ENDING_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final SuiteRun run;
  private final Command command;
  private final CellLife.Keeper keeper;
  private final Consumer<Cell> changes;
  private final DoubleSupplier seconds;
  private Cell cell;

  /**
   * The run of a cell whose server, if it has one, was checked.
   *
   * @param changes takes each change of the cell
   * @param seconds since the cell's begin
   */
  CellRun(
      SuiteRun run,
      Command command,
      Cell cell,
      CellLife.Keeper keeper,
      Consumer<Cell> changes,
      DoubleSupplier seconds) {
    this.run = run;
    this.command = command;
    this.cell = cell;
    this.keeper = keeper;
    this.changes = changes;
    this.seconds = seconds;
  }

  private void change(Cell next) {
    cell = next;
    changes.accept(next);
  }

  /** Runs the workload. */
  void run() throws Failure, IOException {
    Files.createDirectories(run.results(cell).getParent());
    World world = run.world();
    long begin = world.nanoTime();
    World.Child child = world.start(command.words(), command.environment(), run.log(cell));
    keeper.running(child);
    Optional<String> ended = Optional.empty();
    try {
      change(cell.running(child.identity()));
      if (keeper.stopped()) {
        child.terminate();
      }
      ended = watch(child, begin);
    } catch (InterruptedException e) {
      // The stop came before it could know the run.
      end(child);
    } catch (IOException | RuntimeException e) {
      // Without its server it would go on beside the next cell.
      end(child);
      throw e;
    } finally {
      keeper.running(null);
    }
    change(cell.ended(child.exitCode(), (world.nanoTime() - begin) / 1e9));
    if (ended.isEmpty() && child.exitCode() != 0 && !keeper.stopped()) {
      ended = obstacle();
    }
    if (ended.isPresent()) {
      throw new Failure(ended.get());
    }
  }

  /**
   * Waits for the end of the run, and ends it when it must not go on.
   *
   * @return why it had to end
   */
  private Optional<String> watch(World.Child child, long begin)
      throws IOException, InterruptedException {
    Collapse collapse = new Collapse();
    Optional<String> ended = Optional.empty();
    while (!endsSoon(child, ended.isPresent())) {
      Optional<StoredProgress> progress = StoredProgress.read(command.progress());
      keeper.progress(cell, seconds.getAsDouble(), text(progress));
      if (ended.isEmpty()) {
        ended = whyEnd(begin, progress, collapse);
        if (ended.isPresent()) {
          child.terminate();
        }
      } else {
        child.kill();
      }
    }
    return ended;
  }

  /**
   * Whether it ends before the next look at it. A run that hangs is killed after a stop.
   *
   * @param asked whether it was told to end
   */
  private boolean endsSoon(World.Child child, boolean asked) throws InterruptedException {
    for (int second = 0; second < POLL_SECONDS; second++) {
      if (child.await(TimeUnit.SECONDS.toNanos(1))) {
        return true;
      }
      if (!asked && command.gone().get().isPresent()) {
        return false;
      }
      if (keeper.stopped()) {
        if (!child.await(ENDING_NANOS)) {
          child.kill();
        }
        return child.await(ENDING_NANOS);
      }
    }
    return false;
  }

  /** Ends a run, also one of an earlier supervisor. Keeps an interrupt of the thread. */
  static void end(World.Child child) {
    Thread.interrupted();
    child.terminate();
    try {
      if (!child.await(ENDING_NANOS)) {
        child.kill();
        child.await(ENDING_NANOS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Optional<String> whyEnd(long begin, Optional<StoredProgress> progress, Collapse collapse)
      throws IOException {
    Suite.Conditions conditions = run.suite().conditions();
    long most = conditions.cellMostNanos().orElse(Long.MAX_VALUE);
    if (run.world().nanoTime() - begin > most) {
      return Optional.of("not done after cell.most = " + most / 1_000_000_000L + "s");
    }
    Optional<String> obstacle = obstacle();
    if (obstacle.isPresent()) {
      return obstacle;
    }
    if (!conditions.giveUp() || progress.isEmpty() || progress.get().step().isEmpty()) {
      return Optional.empty();
    }
    StoredProgress.Step step = progress.get().step().get();
    String name = step.name() + (step.repeats() > 1 ? " " + step.repeat() : "");
    double seconds = progress.get().seconds().map(Number::doubleValue).orElse(0.0);
    return progress
        .get()
        .minute()
        .flatMap(minute -> collapse.observe(name, seconds, minute.perSecond().doubleValue()));
  }

  /** Why no run can go on. */
  private Optional<String> obstacle() throws IOException {
    Optional<ServerException> gone = command.gone().get();
    if (gone.isPresent()) {
      return gone.map(CellLife::text);
    }
    Path data = command.data();
    return CellLife.isFull(run.world().space(data))
        ? Optional.of("disk: the disk of " + data + " is full")
        : Optional.empty();
  }

  /** Such as {@code l.i0 60 %}. */
  private static String text(Optional<StoredProgress> now) {
    if (now.isEmpty() || now.get().step().isEmpty()) {
      return "";
    }
    String done =
        now.get().done().map(part -> " " + Math.round(100 * part.doubleValue()) + " %").orElse("");
    return now.get().step().get().name() + done;
  }
}
