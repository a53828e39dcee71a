package io.ibench.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ibench.report.store.StoredProgress;
import io.ibench.server.FakeProduct;
import io.ibench.server.ServerException;
import io.ibench.server.ServerProduct;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When the run of a cell is ended, and what is said of it; on a clock that waits move on. */
class CellRunTest {

  private static final String PLAIN = "workload = insert\nserver.product = fake\n";
  private static final long SECOND = 1_000_000_000L;
  private static final long BEGIN = 100 * SECOND;
  private static final long FREE = 100L << 30;

  @TempDir private Path temporary;

  private final Clock world = new Clock();
  private final NotedKeeper keeper = new NotedKeeper(Cell.planned(1, "all", 1));
  private final List<String> signals = new ArrayList<>();
  private Path folder;
  private Path progress;

  /** How long the run takes, and whether it ends when it is asked to. */
  private long takes = 10_000 * SECOND;

  private boolean hangs;
  private int exitCode;
  private Runnable eachSecond = () -> {};
  private Consumer<Cell> changed = cell -> {};

  /** Whether the next wait for the run is interrupted. */
  private boolean interrupted;

  /** Whether the disk can no more be asked for its space. */
  private boolean broken;

  private Supplier<Optional<ServerException>> gone = Optional::empty;

  @BeforeEach
  void makeFolders() throws IOException {
    folder = Files.createDirectories(temporary.resolve("suite"));
    progress = Files.createDirectories(temporary.resolve("progress"));
  }

  private final class Clock extends ScriptedWorld {

    Clock() {
      super(run -> 1000, run -> 60);
      nanos = BEGIN;
    }

    @Override
    public Child start(List<String> words, Map<String, String> environment, Path log) {
      signals.add("start " + String.join(" ", words) + " > " + log.getFileName());
      return new Program();
    }

    @Override
    public Space space(Path of) throws IOException {
      if (broken) {
        throw new IOException("no disk");
      }
      return super.space(of);
    }
  }

  private final class Program implements World.Child {

    private boolean ended;

    @Override
    public Cell.Child identity() {
      return new Cell.Child(77, 88);
    }

    @Override
    public boolean await(long nanos) throws InterruptedException {
      if (interrupted) {
        interrupted = false;
        throw new InterruptedException();
      }
      long rest = ended ? 0 : Math.min(nanos, BEGIN + takes - world.nanos);
      world.nanos += rest;
      ended |= world.nanos >= BEGIN + takes;
      eachSecond.run();
      return ended;
    }

    @Override
    public int exitCode() {
      return exitCode;
    }

    @Override
    public void terminate() {
      signals.add("terminate at " + seconds());
      if (!hangs) {
        ended = true;
        exitCode = 130;
      }
    }

    @Override
    public void kill() {
      signals.add("kill at " + seconds());
      ended = true;
      exitCode = 137;
    }
  }

  private long seconds() {
    return (world.nanos - BEGIN) / SECOND;
  }

  private void run(String text) throws CellLife.Failure, IOException {
    Suite suite = SuiteFiles.read(temporary, PLAIN + text);
    Map<String, ServerProduct> products = Map.of("fake", new FakeProduct(Map.of()));
    SuiteRun suiteRun =
        SuiteRun.of(folder, suite, world, products, variant -> SuiteFiles.work(1000));
    CellRun.Command command =
        new CellRun.Command(
            List.of("ibench", "run"), Map.of(), progress, Path.of("/the/data"), () -> gone.get());
    new CellRun(
            suiteRun,
            command,
            keeper.cell,
            keeper,
            cell -> {
              changed.accept(cell);
              keeper.changed(cell, false);
            },
            this::seconds)
        .run();
  }

  /** The second of some repeats of a step tells how far it is. */
  private void tell(String step, long repeats, Optional<Number> done, double perSecond) {
    try {
      new StoredProgress(
              Instant.EPOCH,
              Optional.of(new StoredProgress.Step(step, 2, repeats)),
              Optional.of(seconds()),
              done,
              Optional.empty(),
              Optional.of(new StoredProgress.Minute(60, "rows/s", perSecond, Optional.empty())),
              0,
              0,
              0,
              Optional.empty())
          .write(progress);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aRunThatEndsByItselfHasItsTimeAndItsExitCode() throws Exception {
    takes = 34 * SECOND;
    exitCode = 3;

    run("");

    assertThat(signals).containsExactly("start ibench run > run.log");
    assertThat(keeper.cell.exitCode()).contains(3);
    assertThat(keeper.cell.times().runSeconds()).isEqualTo(34);
    assertThat(keeper.cell.child()).isEmpty();
    assertThat(keeper.runs).containsExactly(true, false);
    assertThat(folder.resolve("all")).isDirectory();
  }

  @Test
  void theProcessIsNotedWhileItRuns() throws Exception {
    List<Optional<Cell.Child>> noted = new ArrayList<>();
    eachSecond = () -> noted.add(keeper.cell.child());
    takes = 2 * SECOND;

    run("");

    assertThat(noted).isNotEmpty().containsOnly(Optional.of(new Cell.Child(77, 88)));
  }

  @Test
  void itIsLookedAtEveryTenSeconds() throws Exception {
    takes = 35 * SECOND;
    eachSecond =
        () -> {
          if (seconds() == 15) {
            tell("l.i0", 1, Optional.of(0.604), 1000);
          } else if (seconds() == 25) {
            tell("q100", 3, Optional.empty(), 1000);
          }
        };

    run("");

    assertThat(keeper.progress)
        .containsExactly("all-r1 10 s: ", "all-r1 20 s: l.i0 60 %", "all-r1 30 s: q100");
  }

  @Test
  void aRunIsEndedAfterTheLongestTimeOfACell() {
    assertThatThrownBy(() -> run("cell.most = 60s\n"))
        .isInstanceOf(CellLife.Failure.class)
        .hasMessage("not done after cell.most = 60s");
    assertThat(signals).element(1).isEqualTo("terminate at 70");
    assertThat(signals).hasSize(2);
    assertThat(keeper.cell.exitCode()).contains(130);
    assertThat(keeper.cell.times().runSeconds()).isEqualTo(70);
  }

  @Test
  void aRunThatDoesNotEndWhenItIsAskedIsKilledTenSecondsLater() {
    hangs = true;

    assertThatThrownBy(() -> run("cell.most = 65s\n")).hasMessage("not done after cell.most = 65s");

    assertThat(signals).endsWith("terminate at 70", "kill at 80");
    assertThat(keeper.cell.exitCode()).contains(137);
  }

  @Test
  void aRunIsEndedWithinASecondOfTheEndOfItsServer() {
    hangs = true;
    gone =
        () ->
            seconds() < 23
                ? Optional.empty()
                : Optional.of(new ServerException("Fake 1.0 ended", List.of("out of memory")));

    assertThatThrownBy(() -> run("")).hasMessage("Fake 1.0 ended\n    out of memory");

    assertThat(signals).endsWith("terminate at 23", "kill at 33");
  }

  @Test
  void aFullDiskEndsARun() {
    eachSecond = () -> world.freeBytes = seconds() < 15 ? FREE : 1000;

    assertThatThrownBy(() -> run("")).hasMessage("disk: the disk of /the/data is full");

    assertThat(signals).endsWith("terminate at 20");
  }

  @Test
  void aFullDiskExplainsAFailureAndNoSuccess() throws Exception {
    takes = 5 * SECOND;
    world.freeBytes = 1000;

    run("");
    assertThat(keeper.cell.exitCode()).contains(0);

    world.nanos = BEGIN;
    exitCode = 1;
    assertThatThrownBy(() -> run("")).hasMessage("disk: the disk of /the/data is full");
  }

  @Test
  void aRunIsEndedWhenTheDiskOrTheStateOfTheSuiteCannotBeReadOrWritten() {
    eachSecond = () -> broken = seconds() >= 15;
    assertThatThrownBy(() -> run("")).isInstanceOf(IOException.class).hasMessage("no disk");
    assertThat(signals).endsWith("terminate at 20");
    assertThat(keeper.runs).containsExactly(true, false);

    signals.clear();
    world.nanos = BEGIN;
    changed =
        cell -> {
          throw new UncheckedIOException(new IOException("no room"));
        };
    assertThatThrownBy(() -> run("")).isInstanceOf(UncheckedIOException.class);
    assertThat(signals).endsWith("terminate at 0");
  }

  @Test
  void aRunWhoseRateHasCollapsedIsEnded() {
    eachSecond = () -> tell("l.i0", 1, Optional.empty(), seconds() <= 60 ? 1000 : 10);

    assertThatThrownBy(() -> run(""))
        .hasMessage("collapsed: l.i0 is at 1.0 % of its first minute's rate");

    assertThat(signals).endsWith("terminate at 100");
  }

  @Test
  void aRepeatWhoseRateHasCollapsedIsNamed() {
    eachSecond = () -> tell("l.i0", 3, Optional.empty(), seconds() <= 60 ? 1000 : 10);

    assertThatThrownBy(() -> run("")).hasMessageStartingWith("collapsed: l.i0 2 is at 1.0 %");
  }

  @Test
  void aRunWhoseRateHasCollapsedGoesOnIfTheSuiteSaysSo() throws Exception {
    takes = 200 * SECOND;
    eachSecond = () -> tell("l.i0", 1, Optional.empty(), seconds() <= 60 ? 1000 : 10);

    run("give_up = false\n");

    assertThat(signals).hasSize(1);
    assertThat(keeper.cell.exitCode()).contains(0);
  }

  @Test
  void aRunThatBeginsAfterTheStopIsEndedAtOnce() throws Exception {
    keeper.stopped = true;

    run("");

    assertThat(signals).endsWith("terminate at 0");
    assertThat(keeper.cell.exitCode()).contains(130);
  }

  @Test
  void anInterruptEndsARun() throws Exception {
    hangs = true;
    keeper.stopped = true;
    interrupted = true;

    run("");

    assertThat(signals).endsWith("terminate at 0", "terminate at 0", "kill at 5");
    assertThat(keeper.cell.exitCode()).contains(137);
    assertThat(keeper.runs).containsExactly(true, false);
  }

  @Test
  void aRunThatHangsIsKilledFiveSecondsAfterAStop() throws Exception {
    hangs = true;
    world.freeBytes = 1000;
    eachSecond = () -> keeper.stopped |= seconds() >= 4;

    run("");

    assertThat(signals).containsExactly("start ibench run > run.log", "kill at 9");
    assertThat(keeper.cell.exitCode()).contains(137);
  }

  @Test
  void aRunThatEndsWithinFiveSecondsOfAStopIsNotKilled() throws Exception {
    takes = 8 * SECOND;
    eachSecond = () -> keeper.stopped |= seconds() >= 4;

    run("");

    assertThat(signals).hasSize(1);
    assertThat(keeper.cell.exitCode()).contains(0);
  }

  /** A child whose waits are scripted. */
  private final class Left implements World.Child {

    private final boolean obeys;
    private boolean killed;

    Left(boolean obeys) {
      this.obeys = obeys;
    }

    @Override
    public Cell.Child identity() {
      return new Cell.Child(1, 1);
    }

    @Override
    public boolean await(long nanos) throws InterruptedException {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      signals.add("await " + nanos / SECOND + " s");
      return obeys || killed;
    }

    @Override
    public int exitCode() {
      return 0;
    }

    @Override
    public void terminate() {
      signals.add("terminate");
    }

    @Override
    public void kill() {
      signals.add("kill");
      killed = true;
    }
  }

  @Test
  void aRunOfADeadSuiteIsAskedToEndAndThenKilled() {
    CellRun.end(new Left(true));
    assertThat(signals).containsExactly("terminate", "await 5 s");

    signals.clear();
    CellRun.end(new Left(false));
    assertThat(signals).containsExactly("terminate", "await 5 s", "kill", "await 5 s");
  }

  @Test
  void anInterruptBeforeTheEndDoesNotShortenItAndOneWithinIsKept() {
    Thread.currentThread().interrupt();
    CellRun.end(new Left(true));
    assertThat(signals).containsExactly("terminate", "await 5 s");
    assertThat(Thread.interrupted()).isFalse();

    CellRun.end(
        new World.Child() {
          @Override
          public Cell.Child identity() {
            return new Cell.Child(1, 1);
          }

          @Override
          public boolean await(long nanos) throws InterruptedException {
            throw new InterruptedException();
          }

          @Override
          public int exitCode() {
            return 0;
          }

          @Override
          public void terminate() {}

          @Override
          public void kill() {}
        });
    assertThat(Thread.interrupted()).isTrue();
  }
}
