package io.ibench.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.server.DataFolder;
import io.ibench.server.FakeProduct;
import io.ibench.server.Installed;
import io.ibench.server.ServerException;
import io.ibench.server.ServerProduct;
import io.ibench.server.ServerSpec;
import io.ibench.suite.Cell.State;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which cells a supervisor leaves out, how it is stopped, and which data it removes. */
class SupervisorChoicesTest {

  private static final String THREE =
      """
      workload       = insert
      server.product = fake
      vary.size      = a, b, c
      idle           = 0s
      canary         = false
      """;

  private static final String SHARED = THREE + "data = copy\ndata.shared = size\n";
  private static final String KEPT = THREE + "data = keep\ndata.shared = size\norder = given\n";

  @TempDir private Path temporary;

  private final ScriptedWorld steady = new ScriptedWorld(run -> 1000, run -> 60);
  private final List<String> lines = new ArrayList<>();
  private Path folder;
  private double seconds = 10;

  /** What a test does when the supervisor says something, or when a cell is over. */
  private Consumer<String> said = line -> {};

  private Consumer<Cell> over = cell -> {};

  @BeforeEach
  void makeFolder() throws IOException {
    folder = Files.createDirectories(temporary.resolve("suite"));
  }

  private Supervisor supervisor(
      String text, Optional<SuiteState> before, World world, ServerProduct product)
      throws IOException {
    Suite suite = SuiteFiles.read(temporary, text);
    Supervisor.Listener listener =
        new Supervisor.Listener() {
          @Override
          public void progress(String line) {
            lines.add(line);
            said.accept(line);
          }

          @Override
          public void over(Cell cell, SuiteState now) {
            lines.add(
                cell.name() + " " + cell.state() + cell.reason().map(why -> ": " + why).orElse(""));
            over.accept(cell);
          }
        };
    return new Supervisor(
        folder,
        suite,
        before.orElseGet(() -> SuiteState.begin(suite, List.of())),
        world,
        Map.of("fake", product),
        variant ->
            new Work(
                List.of("ibench", "run"),
                List.of(),
                List.of(),
                List.of("load"),
                List.of("read"),
                seconds,
                List.of(),
                1000),
        List.of(),
        listener);
  }

  private Supervisor supervisor(String text, World world) throws IOException {
    return supervisor(text, Optional.empty(), world, new FakeProduct(Map.of()));
  }

  private Supervisor run(String text, World world) throws IOException {
    Supervisor supervisor = supervisor(text, world);
    supervisor.run(cell -> true);
    return supervisor;
  }

  private static List<State> states(Supervisor supervisor) {
    return supervisor.state().cells().stream().map(Cell::state).toList();
  }

  private List<Path> data() throws IOException {
    Path data = folder.resolve("data");
    if (!Files.exists(data)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(data)) {
      return files.toList();
    }
  }

  @Test
  void theFirstFailureEndsASuiteThatSaysSo() throws IOException {
    steady.fails = "b/run-1";

    Supervisor supervisor = run(THREE + "on_failure = stop\n", steady);

    assertThat(states(supervisor)).containsExactly(State.DONE, State.FAILED, State.PLANNED);
  }

  @Test
  void aVariantCanBeGivenUpAfterOneFailure() throws IOException {
    steady.fails = "b/run-1";

    Supervisor supervisor = run(THREE + "repeat = 2\ngive_up_after = 1\n", steady);

    assertThat(lines).contains("b-r2 SKIPPED: given up after 1 failure");
    assertThat(supervisor.state().cells())
        .filteredOn(cell -> !cell.variant().equals("b"))
        .hasSize(4)
        .allMatch(cell -> cell.state() == State.DONE);
  }

  /** Is not installed for a server with the option {@code missing}. */
  private static final FakeProduct SOMETIMES_MISSING =
      new FakeProduct(Map.of()) {
        @Override
        public Installed installed(ServerSpec spec) throws ServerException {
          if (spec.conf().containsKey("missing")) {
            throw new ServerException("there is no such server");
          }
          return super.installed(spec);
        }
      };

  @Test
  void aProductThatIsNotInstalledMakesNoFailure() throws IOException {
    Supervisor supervisor =
        supervisor(
            THREE + "b.conf.missing = 1\non_failure = stop\n",
            Optional.empty(),
            steady,
            SOMETIMES_MISSING);

    supervisor.run(cell -> true);

    assertThat(lines).contains("b-r1 SKIPPED: not available: there is no such server");
    assertThat(states(supervisor)).containsExactly(State.DONE, State.SKIPPED, State.DONE);
  }

  /** Data that a failed cell has spoilt is loaded again; the stop comes while that goes on. */
  @Test
  void aStopWhileDataIsLoadedAgainSkipsNoCell() throws IOException {
    Supervisor[] supervisor = new Supervisor[1];
    List<String> told = new ArrayList<>();
    ScriptedWorld world =
        new ScriptedWorld(run -> 1000, run -> 60) {
          @Override
          public Child start(List<String> words, Map<String, String> environment, Path log) {
            Child child = super.start(words, environment, log);
            boolean isSecondLoad = started.size() == 3;
            return isSecondLoad ? new Endless(() -> supervisor[0].stop(), told) : child;
          }
        };
    world.fails = "a/run-1";
    supervisor[0] = supervisor(KEPT, world);

    supervisor[0].run(cell -> true);

    assertThat(world.started).containsExactly("a/load", "a/run-1", "a/load");
    assertThat(states(supervisor[0]))
        .containsExactly(State.INTERRUPTED, State.FAILED, State.PLANNED, State.PLANNED);
    Supervisor second =
        supervisor(KEPT, Optional.of(supervisor[0].state()), world, new FakeProduct(Map.of()));
    second.run(cell -> true);
    assertThat(states(second)).containsExactly(State.DONE, State.FAILED, State.DONE, State.DONE);
    assertThat(data()).isEmpty();
  }

  @Test
  void dataIsNotLoadedAgainForCellsThatAreGivenUp() throws IOException {
    steady.fails = "c/run-1";
    over = cell -> steady.fails = cell.name().equals("c-r1") ? "c/run-2" : steady.fails;

    run(KEPT + "repeat = 3\n", steady);

    assertThat(lines).contains("c-r3 SKIPPED: given up after 2 failures");
    assertThat(steady.started).filteredOn("a/load"::equals).hasSize(2);
    assertThat(steady.started).endsWith("c/run-1", "a/load", "c/run-2");
  }

  @Test
  void dataIsNotLoadedAgainForACellBeyondTheBudget() throws IOException {
    steady.fails = "a/run-1";

    run(KEPT + "budget = 129s\n", steady);

    assertThat(steady.started).containsExactly("a/load", "a/run-1");
    assertThat(lines).endsWith("2 cells not begun: budget");
  }

  @Test
  void theDataOfALoadIsRemovedAlsoWhenItsLastCellsAreSkipped() throws IOException {
    Supervisor supervisor =
        supervisor(SHARED + "c.conf.missing = 1\n", Optional.empty(), steady, SOMETIMES_MISSING);

    supervisor.run(cell -> true);

    assertThat(states(supervisor))
        .containsExactly(State.DONE, State.DONE, State.DONE, State.SKIPPED);
    assertThat(data()).isEmpty();
  }

  @Test
  void aCellWhoseLoadFailedIsSkipped() throws IOException {
    steady.fails = "a/load";

    Supervisor supervisor = run(SHARED, steady);

    assertThat(steady.started).containsExactly("a/load");
    assertThat(states(supervisor))
        .containsExactly(State.FAILED, State.SKIPPED, State.SKIPPED, State.SKIPPED);
    assertThat(lines).contains("c-r1 SKIPPED: the load of its data failed: a-load");
  }

  @Test
  void withoutRoundsEachCellMustFitIntoTheBudget() throws IOException {
    String given = THREE + "order = given\n";

    Supervisor one = run(given + "budget = 119s\n", steady);
    assertThat(states(one)).containsExactly(State.DONE, State.PLANNED, State.PLANNED);
    assertThat(lines).endsWith("2 cells not begun: budget");

    Supervisor two = run(given + "budget = 120s\n", steady);
    assertThat(states(two)).containsExactly(State.DONE, State.DONE, State.PLANNED);
    assertThat(lines).endsWith("1 cell not begun: budget");
  }

  @Test
  void aRoundThatFitsIntoTheBudgetIsRunToItsEnd() throws IOException {
    String rounds = THREE + "repeat = 2\n";

    // A round takes 180 s; of the first one only its settings are known, which say 30 s.
    assertThat(states(run(rounds + "budget = 30s\n", steady)))
        .containsExactly(
            State.DONE, State.DONE, State.DONE, State.PLANNED, State.PLANNED, State.PLANNED);
    assertThat(lines).endsWith("3 cells not begun: budget");
    assertThat(states(run(rounds + "budget = 29s\n", steady))).containsOnly(State.PLANNED);
    assertThat(states(run(rounds + "budget = 359s\n", steady))).endsWith(State.PLANNED);
    assertThat(states(run(rounds + "budget = 360s\n", steady))).containsOnly(State.DONE);
  }

  @Test
  void onlyChosenCellsRunAndTheLoadsThatTheyNeed() throws IOException {
    String text = THREE + "data = copy\n";

    supervisor(text, steady).run(cell -> cell.variant().equals("b"));

    assertThat(steady.started).containsExactly("b/load", "b/run-1");
    assertThat(lines)
        .contains(
            "cell 1 of 2, b load, at least 20 s left", "cell 2 of 2, b r1, at least 10 s left");
    assertThat(data()).isEmpty();
  }

  @Test
  void nothingIsSaidOfATimeThatIsNotKnown() throws IOException {
    seconds = 0;

    run(THREE, steady);

    assertThat(lines.get(0)).isEqualTo("cell 1 of 3, a r1");
    assertThat(lines).contains("cell 2 of 3, b r1, 2 min left (from 1 cell)");
  }

  @Test
  void theCellsOfEachLoadAreCounted() throws IOException {
    String text =
        KEPT.replace("a, b, c", "a, b").replace("vary.size ", "vary.kind = x, y\nvary.size ");

    Supervisor supervisor = run(text, steady);

    assertThat(steady.started)
        .containsExactly(
            "x.a/load", "y.a/load", "x.a/run-1", "x.b/run-1", "y.a/run-1", "y.b/run-1");
    assertThat(supervisor.state().cells())
        .flatExtracting(Cell::remarks)
        .containsExactly(
            "its data had served no cell before",
            "its data had served 1 cell before",
            "its data had served no cell before",
            "its data had served 1 cell before");
  }

  /** A program that goes on until it is told to end; each second a test may do something. */
  private static final class Endless implements World.Child {

    private final Runnable eachSecond;
    private final List<String> told;

    Endless(Runnable eachSecond, List<String> told) {
      this.eachSecond = eachSecond;
      this.told = told;
    }

    @Override
    public Cell.Child identity() {
      return new Cell.Child(1, 1);
    }

    @Override
    public boolean await(long nanos) {
      if (told.isEmpty()) {
        eachSecond.run();
      }
      return !told.isEmpty();
    }

    @Override
    public int exitCode() {
      return told.contains("kill") ? 137 : 130;
    }

    @Override
    public void terminate() {
      told.add("terminate");
    }

    @Override
    public void kill() {
      told.add("kill");
    }
  }

  /** A world whose first run goes on until it is told to end. */
  private ScriptedWorld endless(Runnable eachSecond, List<String> told) {
    return new ScriptedWorld(run -> 1000, run -> 60) {
      @Override
      public Child start(List<String> words, Map<String, String> environment, Path log) {
        Child child = super.start(words, environment, log);
        return started.size() == 1 ? new Endless(eachSecond, told) : child;
      }
    };
  }

  @Test
  void aStopTellsTheRunToEndAndNoFurtherCellBegins() throws IOException {
    List<String> told = new ArrayList<>();
    Supervisor[] supervisor = new Supervisor[1];
    supervisor[0] = supervisor(THREE, endless(() -> supervisor[0].stop(), told));
    assertThat(supervisor[0].isStopped()).isFalse();

    supervisor[0].run(cell -> true);

    assertThat(told).containsExactly("terminate");
    assertThat(Thread.interrupted()).isFalse();
    assertThat(supervisor[0].isStopped()).isTrue();
    assertThat(states(supervisor[0]))
        .containsExactly(State.INTERRUPTED, State.PLANNED, State.PLANNED);
  }

  @Test
  void aStopBetweenTwoRunsInterruptsTheThreadThatWaits() throws IOException {
    Supervisor supervisor = supervisor(THREE, steady);
    List<Boolean> interrupted = new ArrayList<>();
    said =
        line -> {
          supervisor.stop();
          interrupted.add(Thread.currentThread().isInterrupted());
        };

    supervisor.run(cell -> true);

    assertThat(interrupted).containsExactly(true);
    assertThat(Thread.interrupted()).isFalse();
    assertThat(states(supervisor)).containsExactly(State.INTERRUPTED, State.PLANNED, State.PLANNED);
    assertThat(data()).isEmpty();
  }

  @Test
  void aKillEndsTheRunAtOnceAndIsNoStop() throws IOException {
    List<String> told = new ArrayList<>();
    Supervisor[] supervisor = new Supervisor[1];
    supervisor[0] = supervisor(THREE, endless(() -> supervisor[0].kill(), told));
    supervisor[0].kill();

    supervisor[0].run(cell -> true);

    assertThat(told).containsExactly("kill");
    assertThat(states(supervisor[0])).containsExactly(State.FAILED, State.DONE, State.DONE);
    assertThat(lines).contains("a-r1 FAILED: its run ended with exit code 137");
  }

  @Test
  void resultsOfEachInterruptedRunAreKept() throws IOException {
    Suite suite = SuiteFiles.read(temporary, THREE);
    Cell interrupted =
        Cell.planned(1, "a", 1).over(State.INTERRUPTED, Optional.of("interrupted"), 5);
    SuiteState before = SuiteState.begin(suite, List.of()).with(interrupted);
    Files.createDirectories(folder.resolve("a/run-1"));
    Files.createDirectories(folder.resolve("a/killed-run-1-1"));

    Supervisor other = supervisor(THREE, Optional.of(before), steady, new FakeProduct(Map.of()));
    other.run(cell -> cell.variant().equals("b"));
    assertThat(states(other)).containsExactly(State.INTERRUPTED, State.DONE, State.PLANNED);

    Supervisor again =
        supervisor(THREE, Optional.of(other.state()), steady, new FakeProduct(Map.of()));
    again.run(cell -> true);
    assertThat(states(again)).containsOnly(State.DONE);
    assertThat(folder.resolve("a/killed-run-1-2")).isDirectory();
    assertThat(steady.started).containsExactly("b/run-1", "a/run-1", "c/run-1");
  }

  @Test
  void whatAKilledSupervisorLeftIsSaid() throws IOException {
    Suite suite = SuiteFiles.read(temporary, THREE);
    Path left = folder.resolve("data/b-r1");
    try {
      DataFolder.take(left, "a suite").close();
    } catch (ServerException e) {
      throw new IllegalStateException(e);
    }
    SuiteState before =
        SuiteState.begin(suite, List.of())
            .with(Cell.planned(1, "a", 1).in(State.PREPARING))
            .with(
                Cell.planned(2, "b", 1)
                    .on(new Cell.Server("Fake 1.0", left.toString(), 0))
                    .ended(0, 60)
                    .in(State.STOPPING));

    Supervisor supervisor =
        supervisor(THREE, Optional.of(before), steady, new FakeProduct(Map.of()));
    supervisor.clean();

    assertThat(lines)
        .containsExactly(
            "a-r1 was preparing: nothing was left; it runs again",
            "b-r1 was stopping: removed " + left);
    assertThat(states(supervisor)).containsExactly(State.PLANNED, State.DONE, State.PLANNED);
    assertThat(supervisor.state().cells().get(1).times()).isEqualTo(new Cell.Times(0, 60, 60));
    assertThat(left).doesNotExist();
    assertThat(steady.started).isEmpty();
  }

  @Test
  void theDataOfALoadStaysForTheNextSupervisorAndIsCleanedOnRequest() throws IOException {
    Supervisor supervisor = supervisor(SHARED, steady);
    over =
        cell -> {
          if (cell.name().equals("a-r1")) {
            supervisor.stop();
            Thread.interrupted();
          }
        };
    supervisor.run(cell -> true);
    assertThat(data()).containsExactly(folder.resolve("data/a-load"));

    supervisor.clean();

    assertThat(data()).isEmpty();
    assertThat(states(supervisor))
        .containsExactly(State.DONE, State.DONE, State.PLANNED, State.PLANNED);
  }

  @Test
  void dataThatIsNotOursIsNotRemoved() throws IOException {
    over =
        cell -> {
          if (cell.name().equals("c-r1")) {
            try {
              Files.delete(folder.resolve("data/a-load/.ibench-data"));
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          }
        };

    run(SHARED, steady);

    assertThat(lines.get(lines.size() - 1))
        .startsWith("a-load: ")
        .endsWith("ibench did not make it");
    assertThat(data()).containsExactly(folder.resolve("data/a-load"));
  }
}
