package io.ibench.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ibench.config.Config;
import io.ibench.config.ConfigLoader;
import io.ibench.server.DataFolder;
import io.ibench.server.FakeProduct;
import io.ibench.server.ServerProduct;
import io.ibench.suite.Cell.State;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

class SupervisorTest {

  private static final String THREE =
      """
      workload       = insert
      server.product = fake
      vary.size      = a, b, c
      repeat         = 2
      """;

  @TempDir private Path temporary;

  private final List<String> lines = new ArrayList<>();

  /** Ends a supervisor like a kill: no handler of it does anything. */
  private static final class Killed extends Error {
    private static final long serialVersionUID = 1L;
  }

  private final class Lines implements Supervisor.Listener {

    private final Optional<State> killIn;
    private final String killed;

    Lines(Optional<State> killIn, String killed) {
      this.killIn = killIn;
      this.killed = killed;
    }

    @Override
    public void progress(String line) {
      lines.add(line);
    }

    @Override
    public void entered(Cell cell) {
      if (killIn.filter(cell.state()::equals).isPresent() && cell.name().equals(killed)) {
        throw new Killed();
      }
    }

    @Override
    public void over(Cell cell, SuiteState now) {
      lines.add(cell.name() + " " + cell.state() + cell.reason().map(why -> ": " + why).orElse(""));
    }
  }

  private Suite suite(String text) throws IOException {
    Path file = Files.writeString(temporary.resolve("s.properties"), text);
    Config config = new ConfigLoader(Map.of()).load(file, Optional.empty(), List.of());
    Suite suite = SuiteReader.read(config, Optional.empty());
    assertThat(config.problems()).isEmpty();
    return suite;
  }

  private Path folder() throws IOException {
    return Files.createDirectories(temporary.resolve("suite"));
  }

  private static Work work(double seconds, long bytes) {
    return new Work(
        List.of("ibench", "run"),
        List.of(),
        List.of(),
        List.of("load"),
        List.of("read"),
        seconds,
        List.of(),
        bytes);
  }

  private Supervisor supervisor(
      Suite suite, SuiteState state, ScriptedWorld world, ServerProduct product, Lines listener)
      throws IOException {
    return new Supervisor(
        folder(),
        suite,
        state,
        world,
        Map.of("fake", product),
        variant -> work(10, 1000),
        List.of(),
        listener);
  }

  private Supervisor run(Suite suite, ScriptedWorld world) throws IOException {
    Supervisor supervisor =
        supervisor(
            suite,
            SuiteState.begin(suite, List.of()),
            world,
            new FakeProduct(Map.of("x", "1")),
            new Lines(Optional.empty(), ""));
    supervisor.run(cell -> true);
    return supervisor;
  }

  private static ScriptedWorld steady() {
    return new ScriptedWorld(run -> 1000, run -> 60);
  }

  @Test
  void everyOtherRoundGoesBackwards() throws IOException {
    ScriptedWorld world = steady();

    run(suite(THREE), world);

    assertThat(world.started)
        .containsExactly("a/run-1", "b/run-1", "c/run-1", "c/run-2", "b/run-2", "a/run-2");
  }

  @Test
  void steadyDriftCancelsInInterleavedRoundsAndNotInTheGivenOrder() throws IOException {
    String twins = "workload = insert\nserver.product = fake\nvary.v = a, b\nrepeat = 4\n";

    assertThat(driftRatio(twins)).isBetween(0.999, 1.001);
    assertThat(driftRatio(twins + "order = given\n")).isLessThan(0.97);
  }

  /** The mean of b relative to that of a, on a machine that loses 1 % in each cell. */
  private double driftRatio(String text) throws IOException {
    Map<String, Double> sums = new LinkedHashMap<>();
    double[] speed = {1000};
    ScriptedWorld world =
        new ScriptedWorld(
            run -> {
              speed[0] -= 10;
              sums.merge(run.substring(0, 1), speed[0], Double::sum);
              return speed[0];
            },
            run -> 60);
    Path before = temporary;
    temporary = Files.createTempDirectory(before, "drift");
    run(suite(text), world);
    temporary = before;
    return sums.get("b") / sums.get("a");
  }

  @Test
  void remainingTimeAfterOneRoundIsThatOfTheVariants() throws IOException {
    ScriptedWorld world = new ScriptedWorld(run -> 1000, run -> run.startsWith("a") ? 600 : 60);

    run(suite(THREE), world);

    assertThat(lines)
        .anyMatch(
            line ->
                line.equals(
                    "cell 1 of 6, a r1, waits until the machine is idle, at least 60 s left"));
    assertThat(lines)
        .anyMatch(
            line ->
                line.equals(
                    "cell 4 of 6, c r2, waits until the machine is idle, 12 min left (from 3 cells)"));
  }

  @Test
  void budgetLeavesWholeRoundsOutAlsoAfterARestart() throws IOException {
    ScriptedWorld world = steady();
    Suite suite = suite(THREE.replace("repeat         = 2", "repeat = 3") + "budget = 500s\n");

    Supervisor supervisor = run(suite, world);

    // Two rounds take 360 s, and a third would begin in time and end too late.
    assertThat(world.started).hasSize(6);
    assertThat(lines).endsWith("3 cells not begun: budget");
    assertThat(supervisor.state().cells().get(6).state()).isEqualTo(State.PLANNED);
    supervisor(
            suite,
            SuiteState.read(folder()).goOn(suite, List.of()),
            world,
            new FakeProduct(Map.of()),
            new Lines(Optional.empty(), ""))
        .run(cell -> true);
    assertThat(world.started).hasSize(6);
  }

  @Test
  void loadIsNotMadeAgainAfterAKill() throws IOException {
    Suite suite = suite(THREE + "data = copy\ndata.shared = size\n");
    ScriptedWorld world = steady();
    ServerProduct product = new FakeProduct(Map.of());
    Supervisor first =
        supervisor(
            suite,
            SuiteState.begin(suite, List.of()),
            world,
            product,
            new Lines(Optional.of(State.RUNNING), "b-r1"));
    assertThatThrownBy(() -> first.run(cell -> true)).isInstanceOf(Killed.class);
    Path password = folder().resolve(SuiteState.PASSWORD);
    String drawn = Files.readString(password);

    Supervisor second =
        supervisor(
            suite,
            SuiteState.read(folder()).goOn(suite, List.of()),
            world,
            product,
            new Lines(Optional.empty(), ""));
    second.run(cell -> true);

    assertThat(world.started).filteredOn("a/load"::equals).hasSize(1);
    assertThat(password).hasContent(drawn);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(password)))
        .isEqualTo("rw-------");
    assertThat(second.state().cells()).allMatch(cell -> cell.state() == State.DONE);
    assertThat(data()).isEmpty();
    assertThat(SuiteReport.of(folder(), suite, second.state()).text(Integer.MAX_VALUE))
        .contains("the data that cells begin with")
        .containsPattern("(?m)^ *l\\.i0 .* a-load$");
  }

  @Test
  void cellFailsBeforeARunWhenTheServerHasOtherValues() throws IOException {
    ScriptedWorld world = steady();

    run(suite(THREE + "b.conf.x = 2\na.conf.x = 1\n"), world);

    assertThat(world.started).doesNotContain("b/run-1", "b/run-2");
    assertThat(lines)
        .contains("b-r1 FAILED: x: asked for 2, the server has 1")
        .contains("a-r1 DONE", "a-r2 DONE");
    assertThat(folder().resolve("data")).isEmptyDirectory();
  }

  @Test
  void variantIsGivenUpAfterFailuresAndAFullDiskFailsACell() throws IOException {
    ScriptedWorld world = steady();
    world.freeBytes = 1L << 20;

    run(suite(THREE.replace("repeat         = 2", "repeat = 3")), world);

    assertThat(lines)
        .anyMatch(line -> line.startsWith("a-r1 FAILED: disk: "))
        .contains("a-r3 SKIPPED: given up after 2 failures");
    assertThat(world.started).isEmpty();
  }

  @Test
  void cellsOfALikeSuiteSayHowLongTheFirstRoundTakes() throws IOException {
    Suite suite = suite(THREE);
    List<Cell> like = run(suite, new ScriptedWorld(run -> 1000, run -> 300)).state().cells();
    lines.clear();
    temporary = Files.createTempDirectory(temporary, "second");

    new Supervisor(
            folder(),
            suite,
            SuiteState.begin(suite, List.of()),
            steady(),
            Map.of("fake", new FakeProduct(Map.of())),
            variant -> work(10, 1000),
            like,
            new Lines(Optional.empty(), ""))
        .run(cell -> true);

    assertThat(lines.get(0))
        .isEqualTo(
            "cell 1 of 6, a r1, waits until the machine is idle, 30 min left (from 6 cells of another suite)");
    assertThat(lines)
        .contains("cell 2 of 6, b r1, waits until the machine is idle, 5 min left (from 1 cell)");
  }

  @Test
  void diskThatIsFilledByACellEndsItAndTheNextOneGoesOn() throws IOException {
    ScriptedWorld world = steady();
    world.fills = "b/run-1";

    run(suite(THREE), world);

    assertThat(lines)
        .anyMatch(line -> line.matches("b-r1 FAILED: disk: the disk of .*/data/b-r1 is full"))
        .contains("a-r2 DONE", "b-r2 DONE", "c-r2 DONE");
    assertThat(data()).isEmpty();
  }

  private static final String KEPT =
      """
      workload       = insert
      server.product = fake
      vary.flush     = on, off, never
      data           = keep
      data.shared    = flush
      order          = given
      """;

  /** Each run leaves a mark in its data, and sees those of the runs before it. */
  private final class MarkedWorld extends ScriptedWorld {

    /** The server's folder and the number of marks in it, for each run. */
    final List<String> seen = new ArrayList<>();

    MarkedWorld() throws IOException {
      super(run -> 1000, run -> 60);
      folder = folder();
    }

    @Override
    public Child start(List<String> words, Map<String, String> environment, Path log) {
      Path run = Path.of(words.get(words.indexOf("-o") + 1));
      String cell = run.getParent().getFileName() + "-" + run.getFileName();
      Path data = folder.resolve("data");
      try (Stream<Path> servers = Files.list(data)) {
        List<Path> all = servers.toList();
        Path own = data.resolve(cell.replace("-run-", "-r"));
        Path server = all.contains(own) ? own : all.get(0);
        Path marks = server.resolve("data/marks");
        String before = Files.exists(marks) ? Files.readString(marks) : "";
        seen.add(server.getFileName() + ":" + before.length());
        Files.writeString(marks, before + "x");
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return super.start(words, environment, log);
    }
  }

  @Test
  void eachCellOfACopyBeginsWithTheDataOfTheLoad() throws IOException {
    MarkedWorld world = new MarkedWorld();

    run(
        suite(
            """
            workload       = insert
            server.product = fake
            vary.flush     = on, off
            repeat         = 3
            data           = copy
            data.shared    = flush
            """),
        world);

    assertThat(world.seen)
        .containsExactly(
            "on-load:0", "on-r1:1", "off-r1:1", "off-r2:1", "on-r2:1", "on-r3:1", "off-r3:1");
    assertThat(data()).isEmpty();
  }

  @Test
  void keptDataServesOneCellAfterTheOtherAndIsLoadedAgainAfterAFailure() throws IOException {
    MarkedWorld world = new MarkedWorld();
    world.fails = "off/run-1";

    Supervisor supervisor = run(suite(KEPT), world);

    assertThat(world.started)
        .containsExactly("on/load", "on/run-1", "off/run-1", "on/load", "never/run-1");
    assertThat(world.seen)
        .containsExactly("on-load:0", "on-load:1", "on-load:2", "on-load:0", "on-load:1");
    assertThat(supervisor.state().cells().get(2).remarks())
        .containsExactly("its data had served 1 cell before");
    assertThat(supervisor.state().cells().get(3).remarks())
        .containsExactly("its data had served no cell before");
    assertThat(data()).isEmpty();
  }

  @Test
  void keptDataNeedsTheGivenOrderAndACloneIsForCopies() throws IOException {
    Path file =
        Files.writeString(
            temporary.resolve("bad.properties"),
            KEPT.replace("given", "random") + "data.clone = reflink\n");
    Config config = new ConfigLoader(Map.of()).load(file, Optional.empty(), List.of());

    SuiteReader.read(config, Optional.empty());

    assertThat(config.problems())
        .extracting(problem -> problem.toString().replaceAll("^.*?:(\\d+): ", "$1 "))
        .containsExactlyInAnyOrder(
            "4 data = keep: keeps what the cells before have changed; allowed: with order = given",
            "7 data.clone = reflink: is for data = copy");
  }

  @ParameterizedTest
  @EnumSource(
      value = State.class,
      mode = Mode.EXCLUDE,
      names = {"PLANNED", "DONE", "FAILED", "SKIPPED", "INTERRUPTED"})
  void anotherSupervisorGoesOnAfterAKillInEachStateOfALoad(State state) throws IOException {
    Suite suite = suite(THREE + "data = copy\ndata.shared = size\nbase = b\n");
    ScriptedWorld world = steady();
    ServerProduct product = new FakeProduct(Map.of());
    Supervisor first =
        supervisor(
            suite,
            SuiteState.begin(suite, List.of()),
            world,
            product,
            new Lines(Optional.of(state), "b-load"));
    assertThatThrownBy(() -> first.run(cell -> true)).isInstanceOf(Killed.class);

    Supervisor second =
        supervisor(
            suite,
            SuiteState.read(folder()).goOn(suite, List.of()),
            world,
            product,
            new Lines(Optional.empty(), ""));
    second.run(cell -> true);

    assertThat(second.state().cells()).hasSize(7).allMatch(cell -> cell.state() == State.DONE);
    assertThat(data()).isEmpty();
    assertThat(world.started.subList(world.started.lastIndexOf("b/load"), world.started.size()))
        .containsExactly(
            "b/load", "a/run-1", "b/run-1", "c/run-1", "c/run-2", "b/run-2", "a/run-2");
  }

  @ParameterizedTest
  @EnumSource(
      value = State.class,
      mode = Mode.EXCLUDE,
      names = {"PLANNED", "DONE", "FAILED", "SKIPPED", "INTERRUPTED"})
  void anotherSupervisorGoesOnAfterAKillInEachState(State state) throws IOException {
    Suite suite = suite(THREE);
    ScriptedWorld world = steady();
    ServerProduct product = new FakeProduct(Map.of());
    Supervisor first =
        supervisor(
            suite,
            SuiteState.begin(suite, List.of()),
            world,
            product,
            new Lines(Optional.of(state), "c-r1"));
    assertThatThrownBy(() -> first.run(cell -> true)).isInstanceOf(Killed.class);
    Path done = folder().resolve("a/run-1/summary.json");
    FileTime before = Files.getLastModifiedTime(done);
    Object inode = Files.getAttribute(done, "unix:ino");

    SuiteState left = SuiteState.read(folder());
    assertThat(left.cells().get(2).state()).isEqualTo(state);
    Supervisor second =
        supervisor(
            suite, left.goOn(suite, List.of()), world, product, new Lines(Optional.empty(), ""));
    second.run(cell -> true);

    assertThat(second.state().cells()).hasSize(6).allMatch(cell -> cell.state() == State.DONE);
    assertThat(SuiteState.read(folder())).isEqualTo(second.state());
    assertThat(Files.getLastModifiedTime(done)).isEqualTo(before);
    assertThat(Files.getAttribute(done, "unix:ino")).isEqualTo(inode);
    assertThat(data()).isEmpty();
    boolean ranBefore = state.compareTo(State.RUNNING) > 0;
    assertThat(world.started).filteredOn("c/run-1"::equals).hasSize(1);
    assertThat(world.started.indexOf("c/run-1")).isEqualTo(2);
    assertThat(ranBefore || lines.stream().anyMatch(line -> line.startsWith("cell 3 of 6")))
        .isTrue();
  }

  private List<Path> data() throws IOException {
    Path data = folder().resolve("data");
    if (!Files.exists(data)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(data)) {
      return files.toList();
    }
  }

  @Test
  void childThatOutlivesItsSupervisorIsEndedAndItsResultsArePutAside() throws IOException {
    Suite suite = suite(THREE);
    ScriptedWorld world = steady();
    SuiteState state = SuiteState.begin(suite, List.of());
    world.start(List.of("ibench", "-o", folder() + "/a/run-1"), Map.of(), folder());
    Files.createDirectories(folder().resolve("a/run-1"));
    Cell running = state.cells().get(0).in(State.RUNNING).running(new Cell.Child(1, 0));

    state.with(running).write(folder());

    Supervisor second =
        supervisor(
            suite,
            SuiteState.read(folder()).goOn(suite, List.of()),
            world,
            new FakeProduct(Map.of()),
            new Lines(Optional.empty(), ""));
    second.run(cell -> true);

    assertThat(world.ended).isEqualTo(1);
    assertThat(folder().resolve("a/killed-run-1-1")).isDirectory();
    assertThat(lines.get(0))
        .isEqualTo("a-r1 was running: ended its run (process 1); it runs again");
    assertThat(second.state().cells()).allMatch(cell -> cell.state() == State.DONE);
  }

  @Test
  void interruptedCellRunsAgainWhenTheSuiteGoesOn() throws IOException {
    Suite suite = suite(THREE);
    Supervisor[] first = new Supervisor[1];
    ScriptedWorld world =
        new ScriptedWorld(run -> 1000, run -> 60) {
          @Override
          public Child start(List<String> words, Map<String, String> environment, Path log) {
            if (started.size() == 1) {
              first[0].stop();
            }
            return super.start(words, environment, log);
          }
        };
    SuiteState begun = SuiteState.begin(suite, List.of());
    ServerProduct product = new FakeProduct(Map.of());
    first[0] = supervisor(suite, begun, world, product, new Lines(Optional.empty(), ""));
    first[0].run(cell -> true);
    Thread.interrupted();

    assertThat(first[0].state().cells().stream().map(Cell::state).limit(3))
        .containsExactly(State.DONE, State.INTERRUPTED, State.PLANNED);
    assertThat(world.ended).isGreaterThan(0);
    assertThat(data()).isEmpty();

    Supervisor second =
        supervisor(
            suite,
            SuiteState.read(folder()).goOn(suite, List.of()),
            world,
            product,
            new Lines(Optional.empty(), ""));
    second.run(cell -> true);

    assertThat(second.state().cells()).allMatch(cell -> cell.state() == State.DONE);
  }

  @Test
  void failureIsNotForgottenWhenTheSupervisorIsKilledAfterIt() throws IOException {
    Suite suite = suite(THREE + "b.conf.x = 2\n");
    ScriptedWorld world = steady();
    ServerProduct product = new FakeProduct(Map.of("x", "1"));
    Supervisor first =
        supervisor(
            suite,
            SuiteState.begin(suite, List.of()),
            world,
            product,
            new Lines(Optional.of(State.STOPPING), "b-r1"));
    assertThatThrownBy(() -> first.run(cell -> true)).isInstanceOf(Killed.class);

    Supervisor second =
        supervisor(
            suite,
            SuiteState.read(folder()).goOn(suite, List.of()),
            world,
            product,
            new Lines(Optional.empty(), ""));
    second.run(cell -> false);

    assertThat(second.state().cells().get(1).state()).isEqualTo(State.FAILED);
    assertThat(second.state().cells().get(1).reason()).contains("x: asked for 2, the server has 1");
  }

  @Test
  void oneLoadServesAllVariantsThatShareItsData() throws IOException {
    Suite suite =
        suite(
            """
            workload       = insert
            server.product = fake
            vary.memory    = big, small
            vary.flush     = on, off
            data           = copy
            data.shared    = flush
            base           = off
            """);
    List<String> steps = new ArrayList<>();
    ScriptedWorld world =
        new ScriptedWorld(run -> 1000, run -> 60) {
          @Override
          public Child start(List<String> words, Map<String, String> environment, Path log) {
            steps.add(words.get(words.size() - 1));
            return super.start(words, environment, log);
          }
        };
    Supervisor supervisor =
        new Supervisor(
            folder(),
            suite,
            SuiteState.begin(suite, List.of()),
            world,
            Map.of("fake", new FakeProduct(Map.of())),
            variant ->
                new Work(
                    List.of("ibench"),
                    List.of(),
                    List.of("steps=x"),
                    List.of("load"),
                    List.of("read"),
                    1,
                    List.of(),
                    1),
            List.of(),
            new Lines(Optional.empty(), ""));

    supervisor.run(cell -> true);

    assertThat(world.started)
        .containsExactly(
            "big.off/load",
            "small.off/load",
            "big.on/run-1",
            "big.off/run-1",
            "small.on/run-1",
            "small.off/run-1");
    assertThat(steps)
        .containsExactly(
            "steps=load", "steps=load", "steps=read", "steps=read", "steps=read", "steps=read");
    assertThat(supervisor.state().cells()).allMatch(cell -> cell.state() == State.DONE);
    assertThat(data()).isEmpty();
  }

  @Test
  void repeatsCanBeAddedToASuiteThatIsDone() throws IOException {
    ScriptedWorld world = steady();
    Supervisor first = run(suite(THREE), world);
    Suite longer = suite(THREE.replace("repeat         = 2", "repeat = 3"));

    SuiteState state = first.state().goOn(longer, List.of());

    assertThat(state.cells()).hasSize(9);
    assertThat(state.cells().subList(0, 6)).isEqualTo(first.state().cells());
    assertThat(state.cells().subList(6, 9).stream().map(Cell::name))
        .containsExactly("a-r3", "b-r3", "c-r3");
  }

  @Test
  void rateBelowATwentiethOfTheFirstMinutesForHalfAMinuteIsACollapse() {
    Collapse collapse = new Collapse();

    assertThat(collapse.observe("l.i0", 50, 2000)).isEmpty();
    assertThat(collapse.observe("l.i0", 60, 1000)).isEmpty();
    assertThat(collapse.observe("l.i0", 120, 49)).isEmpty();
    assertThat(collapse.observe("l.i0", 140, 51)).isEmpty();
    assertThat(collapse.observe("l.i0", 150, 49)).isEmpty();
    assertThat(collapse.observe("l.i0", 180, 49))
        .contains("collapsed: l.i0 is at 4.9 % of its first minute's rate");
    assertThat(collapse.observe("l.i1", 190, 1)).isEmpty();
  }

  @Test
  void reportHasTheAnswerTheMeansTheRatiosAndTheRelations() throws IOException {
    Map<String, Double> rates = Map.of("a", 1000.0, "b", 2000.0, "c", 4000.0);
    int[] runs = {0};
    ScriptedWorld world =
        new ScriptedWorld(
            run -> rates.get(run.substring(0, 1)) * (1 + 0.001 * (runs[0]++ % 3)), run -> 60);
    Suite suite =
        suite(
            THREE.replace("repeat         = 2", "repeat = 3")
                + """
                expect.faster  = c / a : l.i0:ips > 3
                expect.writes  = c / a : l.i0:wkbpq < 0.1
                """);
    Supervisor supervisor = run(suite, world);

    SuiteReport report = SuiteReport.of(folder(), suite, supervisor.state());
    String text = report.text(Integer.MAX_VALUE);
    report.write("1");

    assertThat(text)
        .contains("3 variants, 9 of 9 cells done")
        .contains("c is 4.00 x a in l.i0")
        .contains("expect faster: c / a, l.i0:ips > 3: yes, it is 4.00")
        .contains("expect writes: c / a, l.i0:wkbpq < 0.1: NO, it is 0.25")
        .containsPattern("(?m)^ *4,00\\d .* 3 +0\\.10 +c$")
        .containsPattern("(?m)^ *4\\.00 >.* c$");
    assertThat(report.allHold()).isFalse();
    assertThat(folder().resolve("report.html")).isRegularFile();
    assertThat(folder().resolve("tables.md")).content().contains("| variant");
  }

  @Test
  void cellsThatSearchTheHighestRateHaveARowForEachPairAndTheirLoadRuns() throws IOException {
    Suite suite = suite(THREE + "data = copy\ndata.shared = size\nmax = --p99 10ms\n");
    List<String> commands = new ArrayList<>();
    ScriptedWorld world =
        new ScriptedWorld(run -> run.startsWith("a") ? 1000 : 2000, run -> 60) {
          @Override
          public Child start(List<String> words, Map<String, String> environment, Path log) {
            Path run = Path.of(words.get(words.indexOf("-o") + 1));
            commands.add(words.get(1));
            if (words.get(1).equals("max")) {
              boolean first = run.endsWith("run-1");
              double passes = first ? 5000 : 5100;
              write(run, passes, first ? "found" : "client");
            }
            return super.start(words, environment, log);
          }

          private void write(Path run, double passes, String end) {
            try {
              Files.createDirectories(run);
              Files.writeString(
                  run.resolve("max.json"),
                  String.format(
                      Locale.ROOT,
                      """
                      {"answer": "the sentence", "end": "%s", "passes_ps": %f, "fails_ps": null,
                       "step": "read", "limits": {"p99_us": 10000.0}, "trials": []}
                      """,
                      end,
                      passes));
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          }
        };
    Supervisor supervisor =
        new Supervisor(
            folder(),
            suite,
            SuiteState.begin(suite, List.of()),
            world,
            Map.of("fake", new FakeProduct(Map.of())),
            variant ->
                new Work(
                    List.of("ibench", "run"),
                    List.of("ibench", "max"),
                    List.of(),
                    List.of("load"),
                    List.of("read"),
                    1,
                    List.of(),
                    1),
            List.of(),
            new Lines(Optional.empty(), ""));

    supervisor.run(cell -> true);

    assertThat(commands).containsExactly("run", "max", "max", "max", "max", "max", "max");
    assertThat(
            SuiteReport.of(folder(), suite, supervisor.state())
                .text(Integer.MAX_VALUE)
                .replaceAll("\\s+", " "))
        .contains(
            " c: 5,000/s passes in 1 of 2 cells,"
                + " at least 5,100/s passes in 1 of 2 cells (not decided)");
    assertThat(SuiteReport.of(folder(), suite, supervisor.state()).text(Integer.MAX_VALUE))
        .contains("highest rate of read, p99 < 10 ms")
        .containsPattern("(?m)^ *5,000 +- +a-r1 *$")
        .containsPattern("(?m)^ *5,100 +- +c-r2 +the sentence$");
  }

  @Test
  void canaryOffByMoreThanATenthIsRemarked() {
    Canary.Figures usual = new Canary.Figures(1000, 100, 1000);
    Canary.Figures slow = new Canary.Figures(880, 100, 1000);

    assertThat(Canary.remarks(slow, List.of(usual, usual, slow), List.of()))
        .containsExactly("cpu 0.88 of the median");
    assertThat(Canary.remarks(usual, List.of(usual, usual, slow), List.of())).isEmpty();
  }

  @Test
  void canaryOffFromThatOfTheBaseIsRemarkedWithTwoCellsToo() {
    Canary.Figures base = new Canary.Figures(149, 65.8, 3882);
    Canary.Figures other = new Canary.Figures(226, 65.6, 2035);

    assertThat(Canary.remarks(other, List.of(base, other), List.of(base)))
        .containsExactly("cpu 1.52 of the base's", "fsync 0.52 of the base's");
    assertThat(Canary.remarks(base, List.of(base, other), List.of())).isEmpty();
  }

  /** Side A is the base; a secret is in no file. */
  @Test
  void aDuetGetsAFileOfEachSideAndTheSecretsInItsEnvironment() throws IOException {
    Suite suite =
        suite(
            """
            workload        = insert
            server.product  = fake
            vary.size       = a, b
            order           = duet
            """);
    List<String> words = new ArrayList<>();
    Map<String, String> variables = new LinkedHashMap<>();
    ScriptedWorld world =
        new ScriptedWorld(run -> 1000, run -> 60) {
          @Override
          public Child start(List<String> command, Map<String, String> environment, Path log) {
            words.addAll(command);
            variables.putAll(environment);
            return super.start(command, environment, log);
          }
        };
    Supervisor supervisor =
        new Supervisor(
            folder(),
            suite,
            SuiteState.begin(suite, List.of()),
            world,
            Map.of("fake", new FakeProduct(Map.of())),
            variant ->
                new Work(
                    List.of("ibench", "duet", "w"),
                    List.of(),
                    List.of(
                        "size=" + variant.name() + "${x}", "conf.x_password=pw-" + variant.name()),
                    List.of(),
                    List.of(),
                    0,
                    List.of(),
                    1000),
            List.of(),
            new Lines(Optional.empty(), ""));

    supervisor.run(cell -> true);

    Path kept = folder().resolve("servers/b-r1");
    Path data = folder().resolve("data/b-r1-a");
    assertThat(world.started).containsExactly("b/run-1");
    assertThat(words)
        .containsExactly(
            "ibench",
            "duet",
            "w",
            "-d",
            kept.resolve("a.properties").toString(),
            "-d",
            kept.resolve("b.properties").toString(),
            "-o",
            folder().resolve("b/run-1").toString());
    assertThat(kept.resolve("a.properties"))
        .hasContent(
            "size = a$${x}\nconf.x_password = ${IBENCH_SECRET_1}\nserver.data = " + data + "\n");
    assertThat(kept.resolve("b.properties")).content().contains("${IBENCH_SECRET_2}");
    assertThat(variables).isEqualTo(Map.of("IBENCH_SECRET_1", "pw-a", "IBENCH_SECRET_2", "pw-b"));
    assertThat(supervisor.state().cells().get(0).state()).isEqualTo(State.DONE);
  }

  /** The servers of a duet are not the supervisor's: both folders are removed after a kill. */
  @Test
  void bothServersOfAKilledDuetAreRemovedBeforeItRunsAgain() throws Exception {
    Suite suite =
        suite(
            """
            workload        = insert
            server.product  = fake
            vary.size       = a, b
            order           = duet
            """);
    SuiteState planned = SuiteState.begin(suite, List.of());
    Supervisor first =
        supervisor(
            suite,
            planned,
            steady(),
            new FakeProduct(Map.of()),
            new Lines(Optional.of(State.RUNNING), "b-r1"));
    assertThatThrownBy(() -> first.run(cell -> true)).isInstanceOf(Killed.class);
    List<Path> left = new ArrayList<>();
    for (String side : List.of("a", "b")) {
      Path data = folder().resolve("data/b-r1-" + side);
      DataFolder.take(data, "killed").close();
      left.add(data);
    }

    Supervisor second =
        supervisor(
            suite,
            SuiteState.read(folder()),
            steady(),
            new FakeProduct(Map.of()),
            new Lines(Optional.empty(), ""));
    second.run(cell -> true);

    assertThat(left).allSatisfy(folder -> assertThat(folder).doesNotExist());
    assertThat(lines)
        .anyMatch(
            line ->
                line.equals(
                    "b-r1 was running: removed "
                        + left.get(0)
                        + "; removed "
                        + left.get(1)
                        + "; it runs again"));
    assertThat(second.state().cells().get(0).state()).isEqualTo(State.DONE);
  }
}
